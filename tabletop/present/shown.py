"""What everybody at the table may see and hear now.

A fold: the referee's state and what he has just made known go in, the lamps, the display's content, the
sentences and the buzzer's signal come out. Lamps and display follow from the state alone, so that they are
right also after an undo or a restart; the sentences follow from what was made known. What may be shown in
which role is decided in `judged`. A silent referee shows the score, the dice and the cube, and asks for what
the game cannot go on without.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from tabletop.backgammon import Crawford, Player
from tabletop.present.judged import Judged, judged
from tabletop.present.lamps import DARK, Colour, Lamps, lamp_of
from tabletop.present.screen import Clocks, Look, Request, Screen
from tabletop.present.sentences import Message, Sentence
from tabletop.present.signals import Signal
from tabletop.present.told import told
from tabletop.present.unheeded import Hint, hinted, unheeded
from tabletop.present.verdicts import verdict_sentence
from tabletop.referee import Illegal, Phase, Role, State, Trouble
from tabletop.referee.effects import (
    CameraStateChanged,
    CubeOffered,
    Effect,
    GameEnded,
    GameStarted,
    Highlight,
    Ignored,
    Meaning,
    OpeningTied,
    ResignationOffered,
    RollHeld,
    RollVoided,
    SetupChecked,
    TowerStateChanged,
    TurnStarted,
    Undone,
    VerdictGiven,
)
from tabletop.referee.setting_up import differences
from tabletop.referee.stakes import player_on_roll
from tabletop.referee.state import OfferKind


@dataclass(frozen=True, slots=True)
class Shown:
    """What may be seen and heard now."""

    lamps: Lamps = field(default_factory=Lamps)
    screen: Screen = field(default_factory=Screen)
    sentence: Sentence | None = None
    """The last thing said but for hints; it stays until something else is, or it is no longer true."""
    said: tuple[Sentence, ...] = ()
    """What this step has newly said, in order."""
    hint: Hint | None = None
    """Why the last button that was pressed meant nothing; it stays until anything else is made known."""
    signal: Signal | None = None
    """What the buzzer says in this step."""
    playable: tuple[int, ...] = ()
    """Lamps of the checkers that can be played: a tutor's, nobody else's."""


def nothing() -> Shown:
    """Before anything has happened."""
    return Shown()


def awaited(state: State) -> Shown:
    """What stands there before the board has been seen: the table is still being set up."""
    return show(state, (), Shown(sentence=Sentence(Message.BEING_SET_UP)))


def show(state: State, effects: Sequence[Effect], before: Shown) -> Shown:
    """What may be seen after the step that led to ``state`` and made ``effects`` known."""
    verdict = judged(state)
    playable = _playable(state, effects, before.playable)
    hints = [why for effect in effects if isinstance(effect, Ignored) and (why := unheeded(effect, state))]
    hint = hinted(hints, before.hint) if hints or not effects else None
    screen = _screen(state, verdict, _again(effects, before), before.screen.clocks)
    said = _said(state, effects, verdict, before)
    kept = None if before.screen.look is not Look.NOTHING and screen.look is Look.NOTHING else before.sentence
    return Shown(
        lamps=_lamps(state, verdict, _winner(state, effects, before), playable),
        screen=replace(screen, unheeded=hint is not None),
        sentence=said[-1] if said else kept,
        said=(*said, *hints),
        hint=hint,
        signal=_signal(state, effects),
        playable=playable,
    )


def entries(shown: Shown) -> Iterator[tuple[Sentence, Look]]:
    """What a step adds to a log, and how the display looked. A hint told again adds nothing: it counts."""
    for sentence in shown.said:
        if shown.hint is None or sentence != shown.hint.sentence:
            yield sentence, shown.screen.look
        elif shown.hint.times == 1:
            yield sentence, Look.NOTHING


def with_clocks(shown: Shown, clocks: Clocks | None) -> Shown:
    """The same with the players' clocks on the display; to be called after every `show`."""
    return replace(shown, screen=timed(shown.screen, clocks))


def timed(screen: Screen, clocks: Clocks | None) -> Screen:
    """The display with the players' clocks on it; who has run out of time is told if nothing else is."""
    screen = replace(screen, clocks=clocks)
    late = clocks.out_of_time if clocks else None
    if late is not None and screen.request is None and screen.look is Look.NOTHING:
        screen = replace(screen, request=Request.TIME, asked=late)
    return screen


def time_up(shown: Shown, player: Player) -> Shown:
    """The same, and it is said and heard that the clock of ``player`` has just run out."""
    said = Sentence.of(Message.TIME_UP, player=player)
    return replace(shown, sentence=said, said=(*shown.said, said), signal=Signal.TIME)


# ---- sentences and signals


def _said(state: State, effects: Sequence[Effect], verdict: Judged, before: Shown) -> tuple[Sentence, ...]:
    role = state.profile.role
    said = tuple(s for s in (told(effect, role) for effect in effects) if s is not None)
    if verdict.verdict is None or verdict.look not in _WITH_THE_TURN or state.turn is None:
        return said
    new = any(isinstance(e, VerdictGiven) and not isinstance(e.verdict, Illegal) for e in effects)
    if new or before.screen.look is not verdict.look:
        said += (verdict_sentence(verdict.verdict, state.turn.dice, plays_named=False),)
    return said


_WITH_THE_TURN = {Look.LEGAL, Look.UNCLEAR}
"""What is said when it may be shown, which is not always when the referee thinks so."""


def _signal(state: State, effects: Sequence[Effect]) -> Signal | None:
    """The most urgent one."""
    heard = {_heard(effect, state.profile.role) for effect in effects}
    urgency = (Signal.ERROR, Signal.AGAIN, Signal.ATTENTION, Signal.OVER)
    return next((signal for signal in urgency if signal in heard), None)


def _heard(effect: Effect, role: Role) -> Signal | None:
    match effect:
        case VerdictGiven(verdict=Illegal()) | SetupChecked(ok=False):
            return None if role is Role.SILENT else Signal.ERROR
        case RollVoided() | OpeningTied():
            return Signal.AGAIN
        case CubeOffered() | ResignationOffered() | RollHeld():
            return Signal.ATTENTION
        case CameraStateChanged(trouble=Trouble()) | TowerStateChanged(found=False):
            return Signal.ATTENTION
        case GameEnded():
            return Signal.OVER
        case _:
            return None


# ---- the display


def _again(effects: Sequence[Effect], before: Shown) -> bool:
    """Whether both dice have to be thrown again; it is asked for until something follows from a throw."""
    again = before.screen.request is Request.AGAIN
    for effect in effects:
        match effect:
            case RollVoided():
                again = True
            case TurnStarted() | GameStarted() | OpeningTied() | GameEnded() | CubeOffered() | Undone():
                again = False
            case _:
                pass
    return again


def _screen(state: State, verdict: Judged, again: bool, clocks: Clocks | None) -> Screen:
    match, turn = state.match, state.turn
    crawford = match.crawford is Crawford.NOW
    request, asked = _request(state, again)
    about, places = (verdict.player, verdict.places) if request is not Request.MEND_SET_UP else _wrong(state)
    return Screen(
        score=(match.light, match.dark),
        length=match.rules.length,
        crawford=crawford and match.rules.length != 1,
        cube=None if crawford or not state.variant.cube else state.cube.value,
        owner=state.cube.owner,
        on_roll=_on_roll(state),
        dice=turn.dice if turn is not None and (not turn.done or verdict.look in _OPEN) else None,
        look=verdict.look,
        places=places,
        about=about,
        request=None if request is Request.AGAIN and verdict.look is Look.ILLEGAL else request,
        asked=asked,
        offered=state.offer.times if state.offer else 0,
        clocks=clocks,
    )


_OPEN = {Look.ILLEGAL, Look.UNCLEAR}
"""The roll is not done with, even where its player says so."""


def _on_roll(state: State) -> Player | None:
    if state.phase is Phase.MOVING and state.turn is not None:
        return state.turn.player
    return player_on_roll(state) if state.phase in (Phase.ROLLING, Phase.OFFERED) else None


_TROUBLES = {
    Trouble.MOVED: Request.CAMERA_MOVED,
    Trouble.DARK: Request.CAMERA_DARK,
    Trouble.LOST: Request.CAMERA_LOST,
}
_OFFERS = {OfferKind.DOUBLE: Request.ANSWER_DOUBLE, OfferKind.RESIGNATION: Request.ANSWER_RESIGNATION}


def _request(state: State, again: bool) -> tuple[Request | None, Player | None]:
    """What has to be done first, and by whom."""
    if state.phase is Phase.MATCH_OVER:
        return Request.OVER, state.match.winner
    if state.offer is not None:
        return _OFFERS[state.offer.kind], state.offer.player.opponent
    if state.held is not None and state.turn is not None:
        return Request.EARLY, state.turn.player
    if state.trouble is not None:
        return _TROUBLES[state.trouble], None
    if not state.tower:
        return Request.TOWER_LOST, None
    if again:
        return Request.AGAIN, None
    if state.phase is Phase.SETTING_UP:
        return (Request.MEND_SET_UP if _told_wrong(state) else Request.SET_UP), None
    return (Request.OPENING if state.phase is Phase.OPENING else None), None


def _told_wrong(state: State) -> bool:
    """Whether the set-up is wrong, and the players may know."""
    setup = state.setup
    return setup is not None and not setup.ok and setup.told and state.profile.role is not Role.SILENT


def _wrong(state: State) -> tuple[Player | None, tuple[int, ...]]:
    """The player with the first wrong places, and those places."""
    start = state.variant.start_position
    wrong = differences(start, state.setup.found if state.setup else start)
    player = wrong[0].player if wrong else None
    return player, tuple(d.place for d in wrong if d.player is player)


# ---- the lamps


_COLOURS = {
    Look.NOTHING: Colour.OFF,
    Look.LEGAL: Colour.GREEN,
    Look.ILLEGAL: Colour.RED,
    Look.UNCLEAR: Colour.AMBER,
}


def _winner(state: State, effects: Sequence[Effect], before: Shown) -> Player | None:
    """Whose lamp is white: the winner's of the game that has just ended, until the next is being set up."""
    if state.match.winner is not None:
        return state.match.winner
    ended = next((effect.winner for effect in effects if isinstance(effect, GameEnded)), None)
    if ended is not None or state.phase is not Phase.SETTING_UP or state.setup is not None:
        return ended
    return next((player for player in Player if before.lamps.of(player) is Colour.WHITE), None)


def _lamps(state: State, verdict: Judged, winner: Player | None, playable: tuple[int, ...]) -> Lamps:
    by = _players_lamps(state, verdict, winner)
    points = list(DARK)
    for lamp in playable:
        points[lamp] = Colour.GREEN
    for player, place in _pointed_out(state, verdict):
        lit = lamp_of(player, place)
        if lit is not None:
            points[lit] = _COLOURS[verdict.look] if verdict.player else Colour.RED
    return Lamps(by[Player.LIGHT], by[Player.DARK], tuple(points))


def _pointed_out(state: State, verdict: Judged) -> list[tuple[Player, int]]:
    if verdict.player is not None:
        return [(verdict.player, place) for place in verdict.places]
    if state.phase is not Phase.SETTING_UP or not _told_wrong(state) or state.setup is None:
        return []
    return [(d.player, d.place) for d in differences(state.variant.start_position, state.setup.found)]


def _players_lamps(state: State, verdict: Judged, winner: Player | None) -> dict[Player, Colour]:
    off = dict.fromkeys(Player, Colour.OFF)
    if winner is not None:
        return off | {winner: Colour.WHITE}
    if state.offer is not None:
        return off | {state.offer.player.opponent: Colour.AMBER}
    if state.held is not None and state.turn is not None:
        return off | {state.turn.player: Colour.AMBER}
    if state.trouble is not None or not state.tower:
        return dict.fromkeys(Player, Colour.AMBER)
    if state.phase is Phase.OPENING:
        return dict.fromkeys(Player, Colour.BLUE)
    if state.phase is Phase.SETTING_UP:
        return off | {player: Colour.RED for player, _ in _pointed_out(state, verdict)}
    on_roll = _on_roll(state)
    lit = off | ({on_roll: Colour.BLUE} if on_roll else {})
    return lit | ({verdict.player: _COLOURS[verdict.look]} if verdict.player else {})


def _playable(state: State, effects: Sequence[Effect], before: tuple[int, ...]) -> tuple[int, ...]:
    """What a tutor points at, until the first checker has been played."""
    if state.profile.role is not Role.TUTOR or state.phase is not Phase.MOVING:
        return ()
    for effect in effects:
        match effect:
            case Highlight(meaning=Meaning.PLAYABLE, player=player, places=places):
                before = tuple(lamp for place in places if (lamp := lamp_of(player, place)) is not None)
            case Highlight() | VerdictGiven():
                before = ()
            case _:
                pass
    return before
