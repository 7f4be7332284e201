"""The page's JSON: what everybody may see, in plain words and numbers.

Places are in light's numbers, so that a drawing needs no arithmetic; positions are told as everywhere else,
each side in its own numbers. Sentences come as text in the language that was asked for.
"""

from __future__ import annotations

import zlib
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from tabletop.backgammon import Player, Position, variant, variant_names
from tabletop.present.lamps import Colour, lamp_of
from tabletop.present.screen import Look, Request
from tabletop.present.sentences import Names, Sentence, say
from tabletop.referee import Button, Phase
from tabletop.web.language import Language
from tabletop.web.ports import Health, NewMatch, OnTable, Said, Seen, View

Side: TypeAlias = dict[str, int]
Board: TypeAlias = dict[Literal["light", "dark"], Side]
"""Each side in its own numbers, empty points left out, ``bar``, ``off`` and ``hand`` by name."""


class Model(BaseModel):
    """Told and taken literally: no unknown key, no guessing at types."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class TableKind(Model):
    """What does not change while the service runs."""

    virtual: bool
    """Whether there are hands: at a real table the page only shows."""
    variants: tuple[str, ...]
    """The games that can be played, by their keys."""
    languages: tuple[Language, ...]


class PlayerWire(Model):
    """One player, his score and his lamp."""

    name: str
    score: int
    lamp: Colour


class MatchWire(Model):
    """What is played for."""

    variant: str
    length: int
    """Points that win the match; 0 is a money game."""
    game: int
    crawford: bool
    """This is the Crawford game."""


class CubeWire(Model):
    """The doubling cube."""

    value: int
    owner: Player | None


class VerdictWire(Model):
    """How the play on the board stands, as far as the players may know."""

    look: Look
    player: Player | None
    places: tuple[int, ...]
    """Lamps: 0 the bar, 1 to 24 light's points, 25 the tray."""


class RequestWire(Model):
    """What somebody has to do before the game goes on."""

    what: Request
    player: Player | None
    offered: int


class HintWire(Model):
    """Why a button meant nothing."""

    text: str
    times: int
    """How often in a row that was told; grows with every press."""


class SaidWire(Model):
    """One line of the log."""

    number: int
    at: float
    text: str
    look: Look


class SeenWire(Model):
    """What the reader made of the last quiet board."""

    position: Board
    confidence: float
    unsure: tuple[int, ...]
    """Lamps: 0 the bar, 1 to 24 light's points."""


class HealthWire(Model):
    """Whether a device can be trusted, and in words why not."""

    ok: bool
    text: str


class HeldWire(Model):
    """A checker between the fingers."""

    hand: Player
    checker: Player
    origin: int | Literal["bar", "off", "hand"]


class TableWire(Model):
    """What really lies on the virtual table."""

    position: Board
    held: tuple[HeldWire, ...]
    over: tuple[Player, ...]
    dice: tuple[int, ...]
    cocked: bool


class ClocksWire(Model):
    """Both clocks, in whole seconds left."""

    light: int
    dark: int
    running: Player | None


class ViewWire(Model):
    """Everything the page shows, at one moment."""

    number: int
    phase: Phase
    match: MatchWire
    light: PlayerWire
    dark: PlayerWire
    on_roll: Player | None
    dice: tuple[int, int] | None
    """The roll that is being played."""
    cube: CubeWire | None
    verdict: VerdictWire
    request: RequestWire | None
    lamps: tuple[Colour, ...]
    """26: 0 the bar, 1 to 24 light's points, 25 the tray."""
    sentence: str
    hint: HintWire | None
    """Why the button pressed last meant nothing; null where it did."""
    log: tuple[SaidWire, ...]
    seen: SeenWire | None
    camera: HealthWire
    tower: HealthWire
    picture: int
    screen: int
    """Changes whenever the display does."""
    clocks: ClocksWire | None
    table: TableWire | None


def _number(value: object) -> object:
    """JSON knows numbers, texts and truths: none of them is taken for another."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("this is not a number")
    return value


_Point = Annotated[int, Field(ge=1, le=24), BeforeValidator(_number)]
PlaceWire: TypeAlias = _Point | Literal["bar", "off", "hand"]
"""A point in light's numbers, or by name."""


class PickUp(Model):
    """A hand takes a checker."""

    hand: Player
    checker: Player
    origin: PlaceWire


class PutDown(Model):
    """A hand puts down what it holds."""

    hand: Player
    target: PlaceWire


class MoveChecker(Model):
    """A hand takes a checker and puts it down elsewhere."""

    hand: Player
    checker: Player
    origin: PlaceWire
    target: PlaceWire


class Nothing(Model):
    """There is nothing more to say."""


class OneHand(Model):
    """Whose hand."""

    hand: Player


class Press(Model):
    """A player's button."""

    player: Player
    button: Button


_Name = Annotated[str, Field(max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$")]


class MatchWanted(Model):
    """What is to be played next."""

    variant: Annotated[str, Field(max_length=40, json_schema_extra={"enum": [*variant_names()]})] = "standard"
    length: Annotated[int, Field(ge=0, le=99), BeforeValidator(_number)] = 5
    light_name: _Name = ""
    dark_name: _Name = ""

    def asked(self) -> NewMatch:
        """The same in the port's words; raises `UnknownVariant`."""
        names = Names(self.light_name.strip(), self.dark_name.strip())
        return NewMatch(variant(self.variant).key, self.length, names)


def told(view: View, language: str) -> ViewWire:
    """``view`` as the page is told of it, sentences in ``language``."""
    screen = view.shown.screen

    def text(sentence: Sentence | None) -> str:
        return say(sentence, language, view.names) if sentence else ""

    return ViewWire(
        number=view.number,
        phase=view.state.phase,
        match=MatchWire(
            variant=view.state.variant.key,
            length=screen.length or 0,
            game=view.state.game,
            crawford=screen.crawford,
        ),
        light=PlayerWire(name=view.names.light, score=screen.score[0], lamp=view.shown.lamps.light),
        dark=PlayerWire(name=view.names.dark, score=screen.score[1], lamp=view.shown.lamps.dark),
        on_roll=screen.on_roll,
        dice=(screen.dice.high, screen.dice.low) if screen.dice else None,
        cube=CubeWire(value=screen.cube, owner=screen.owner) if screen.cube else None,
        verdict=VerdictWire(
            look=screen.look, player=screen.about, places=_lamps(screen.about, screen.places)
        ),
        request=RequestWire(what=screen.request, player=screen.asked, offered=screen.offered)
        if screen.request
        else None,
        lamps=view.shown.lamps.points,
        sentence=text(view.shown.sentence),
        hint=HintWire(text=text(view.shown.hint.sentence), times=view.shown.hint.times)
        if view.shown.hint
        else None,
        log=tuple(_said(said, text(said.sentence)) for said in view.said),
        seen=_seen(view.seen),
        camera=_health(view.camera, text(view.camera.sentence)),
        tower=_health(view.tower, text(view.tower.sentence)),
        picture=view.picture,
        screen=zlib.crc32(repr(screen).encode()),
        clocks=ClocksWire(light=screen.clocks.light, dark=screen.clocks.dark, running=screen.clocks.running)
        if screen.clocks
        else None,
        table=_table(view.table),
    )


def _lamps(player: Player | None, places: tuple[int, ...]) -> tuple[int, ...]:
    if player is None:
        return ()
    lamps = (lamp_of(player, place) for place in places)
    return tuple(dict.fromkeys(lamp for lamp in lamps if lamp is not None))


def _said(said: Said, text: str) -> SaidWire:
    return SaidWire(number=said.number, at=said.at, text=text, look=said.look)


def _seen(seen: Seen | None) -> SeenWire | None:
    if seen is None:
        return None
    return SeenWire(position=_board(seen.position), confidence=seen.confidence, unsure=seen.unsure)


def _health(health: Health, text: str) -> HealthWire:
    return HealthWire(ok=health.ok, text=text)


def _table(table: OnTable | None) -> TableWire | None:
    if table is None:
        return None
    return TableWire(
        position=_board(table.position),
        held=tuple(HeldWire(hand=h.hand, checker=h.checker, origin=h.origin) for h in table.held),
        over=tuple(player for player in Player if player in table.over),
        dice=table.dice,
        cocked=table.cocked,
    )


def _board(position: Position) -> Board:
    sides = position.to_dict()
    return {"light": sides["light"], "dark": sides["dark"]}
