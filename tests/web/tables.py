"""A table for the page's tests: real checkers, the real referee, the real words; neither camera nor tower.

It is a `Feed` and `Hands` in one. The dice come from a list; a hand's leaving is a board seen without doubt;
time passes by one second with every act.
"""

from __future__ import annotations

import io
import threading
from collections.abc import Iterable, Iterator

from PIL import Image, ImageDraw

from tabletop.backgammon import BAR, HAND, OFF, Dice, Match, MatchRules, Player, Position, variant
from tabletop.present.screen import draw
from tabletop.present.sentences import Message, Sentence
from tabletop.present.sentences import Place as Told
from tabletop.present.shown import entries, nothing, show
from tabletop.referee import (
    BoardSeen,
    Button,
    ButtonPressed,
    DiceLifted,
    DiceSettled,
    Event,
    Observation,
    OpeningRolled,
    Phase,
    State,
    advance,
)
from tabletop.web.ports import Health, HeldChecker, NewMatch, OnTable, Place, Refused, Said, Seen, View

Rolls = Iterable[tuple[int, int]]
NAMED = {"bar": BAR, "off": OFF, "hand": HAND}


class RefereedTable:
    """See above. ``rolls`` are thrown in their order; when they run out no more can be thrown."""

    def __init__(self, rolls: Rolls = (), length: int = 5, position: Position | None = None) -> None:
        self._rolls: Iterator[tuple[int, int]] = iter(rolls)
        self._changed = threading.Condition(threading.RLock())
        self._number = 0
        self._at = 0.0
        with self._changed:
            self._begin(NewMatch("standard", length), position)

    def _begin(self, match: NewMatch, position: Position | None = None) -> None:
        game = variant(match.variant)
        self.state = State.new(game, Match.start(MatchRules(length=match.length or None)))
        self._names = match.names
        self._position = (position or game.start_position).to_dict()
        self._held: dict[Player, HeldChecker] = {}
        self._over: set[Player] = set()
        self._dice: tuple[int, ...] = ()
        self._shown = nothing()
        self._said: list[Said] = []
        self._seen: Seen | None = None
        self._look()

    # ---- the feed

    def latest(self) -> View:
        with self._changed:
            return View(
                number=self._number,
                state=self.state,
                shown=self._shown,
                camera=Health(ok=True),
                tower=Health(ok=True),
                said=tuple(self._said[-50:]),
                seen=self._seen,
                picture=self._number,
                table=OnTable(
                    Position.from_dict(self._position),
                    tuple(self._held.values()),
                    frozenset(self._over),
                    self._dice,
                ),
                names=self._names,
            )

    def wait(self, after: int, timeout: float) -> View:
        with self._changed:
            self._changed.wait_for(lambda: self._number > after, timeout)
            return self.latest()

    def picture(self) -> bytes:
        picture = Image.new("RGB", (640, 400), (60, 74, 62))
        ImageDraw.Draw(picture).text((250, 190), f"picture {self._number}")
        return _file(picture, "JPEG")

    def screen(self) -> bytes:
        pixels = draw(self._shown.screen)
        return _file(pixels.resize((pixels.width * 4, pixels.height * 4), Image.Resampling.NEAREST), "PNG")

    # ---- hands

    def pick_up(self, hand: Player, checker: Player, origin: Place) -> None:
        with self._changed:
            if hand in self._held:
                raise Refused(Sentence.of(Message.HAND_FULL, player=hand))
            self._add(checker, origin, -1)
            self._held[hand] = HeldChecker(hand, checker, origin)
            self._over.add(hand)
            self._tell()

    def put_down(self, hand: Player, target: Place) -> None:
        with self._changed:
            if hand not in self._held:
                raise Refused(Sentence.of(Message.HAND_EMPTY, player=hand))
            self._add(self._held.pop(hand).checker, target, +1)
            self._tell()

    def move(self, hand: Player, checker: Player, origin: Place, target: Place) -> None:
        with self._changed:
            self.pick_up(hand, checker, origin)
            self.put_down(hand, target)
            self.withdraw(hand)

    def reach(self, hand: Player) -> None:
        with self._changed:
            self._over.add(hand)
            self._tell()

    def withdraw(self, hand: Player) -> None:
        with self._changed:
            self._over.discard(hand)
            held = self._held.pop(hand, None)
            if held:
                self._add(held.checker, "off", +1)
            self._look()

    def throw(self) -> None:
        with self._changed:
            if self._dice:
                raise Refused(Sentence(Message.DICE_LIE))
            rolled = next(self._rolls, None)
            if rolled is None:
                raise AssertionError("the list of rolls has run out")
            self._dice = rolled
            opening = self.state.phase in (Phase.SETTING_UP, Phase.OPENING)
            at = self._now()
            self._happen(
                OpeningRolled(at=at, light=rolled[0], dark=rolled[1])
                if opening
                else DiceSettled(at=at, dice=Dice(*rolled))
            )

    def lift(self) -> None:
        with self._changed:
            if not self._dice:
                raise Refused(Sentence(Message.NO_DICE))
            self._dice = ()
            self._happen(DiceLifted(at=self._now()))

    def press(self, player: Player, button: Button) -> None:
        with self._changed:
            self._happen(ButtonPressed(at=self._now(), player=player, button=button))

    def set_up(self) -> None:
        with self._changed:
            self._position = self.state.variant.start_position.to_dict()
            self._held.clear()
            self._look()

    def start(self, match: NewMatch) -> None:
        with self._changed:
            self._begin(match)

    # ---- inside

    def _add(self, checker: Player, place: Place, by: int) -> None:
        key = str(place)
        if isinstance(place, int) and checker is Player.DARK:
            key = str(25 - place)
        side = self._position[checker.value]
        if side.get(key, 0) + by < 0:
            number = NAMED[key] if key in NAMED else int(key)
            raise Refused(Sentence.of(Message.NO_CHECKER, player=checker, place=Told(number)))
        side[key] = side.get(key, 0) + by

    def _now(self) -> float:
        self._at += 1.0
        return self._at

    def _look(self) -> None:
        position = Position.from_dict(self._position)
        self._seen = Seen(position, 0.999, ())
        self._happen(BoardSeen(at=self._now(), observation=Observation.certain(position)))

    def _happen(self, event: Event) -> None:
        self.state, effects = advance(self.state, event)
        self._shown = show(self.state, effects, self._shown)
        for sentence, look in entries(self._shown):
            number = self._said[-1].number + 1 if self._said else 1
            self._said.append(Said(number, self._at, sentence, look))
        self._tell()

    def _tell(self) -> None:
        self._number += 1
        self._changed.notify_all()


def _file(picture: Image.Image, kind: str) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind)
    return out.getvalue()
