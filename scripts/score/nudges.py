"""A camera that is knocked and light that changes, between two turns and during a play.

Short painted films go through watch and referee. After a turn has closed the camera is nudged or a lamp is
switched on; then one player plays legally and the other one wrongly. A small nudge must be followed: the
boards are read rightly, the legal play is not accused, the wrong one is. After a knock of more than a checker
it must be said that the camera has moved, and no board may be believed that is not there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.headless import calibrate_headless
from scripts.score.boards import told, wrong_spots
from scripts.score.report import Grid, Report
from tabletop.app.consulting import consult
from tabletop.app.watch import Watch
from tabletop.backgammon import Dice, Match, MatchRules, Player, Position, legal_plays, variant
from tabletop.devices.virtual.mistakes import Error, blunder
from tabletop.devices.virtual.painter import (
    Placement,
    Scene,
    carried_over,
    compose,
    lamp_on,
    nudge,
    put_down,
    random_scene,
)
from tabletop.devices.virtual.painter.paint import Negative
from tabletop.devices.virtual.painter.positions import random_choice
from tabletop.devices.virtual.painter.scene import Lamp
from tabletop.referee import BoardSeen, DiceSettled, Event, Illegal, OpeningRolled, State
from tabletop.referee.effects import Effect, TurnClosed, VerdictGiven
from tabletop.referee.events import CameraLost, Trouble
from tabletop.vision.calibration import Calibration

Picture = NDArray[np.uint8]
Change = Callable[[Scene], Scene]

GAME = variant("standard")
FPS = 5.0
QUIET = 6
"""Frames for which the board lies quiet between two things."""
DIFFICULTY = 0.4
DUSK = 0.4
"""Of the light that is left at dusk."""
LIT = Lamp((0.8, -0.5, 1.0), 0.35, 2900)
DESK_LAMP = Lamp((0.5, 0.7, 1.2), 0.5, 2900, 0.15, (3.0, 2.0, 5.0))
ROLLS = (Dice(3, 1), Dice(4, 2), Dice(6, 1))


def _tilted(degrees: float) -> Change:
    def change(scene: Scene) -> Scene:
        return replace(scene, camera=replace(scene.camera, tilt=scene.camera.tilt + degrees))

    return change


def _dusk(scene: Scene) -> Scene:
    lamps = tuple(replace(lamp, intensity=lamp.intensity * DUSK) for lamp in scene.lighting.lamps)
    light = replace(scene.lighting, lamps=lamps, ambient=scene.lighting.ambient * DUSK)
    return replace(scene, lighting=light)


def _shadows_turned(scene: Scene) -> Scene:
    """The lamp is carried to the other side of the table."""
    lamps = tuple(
        replace(lamp, towards=(-lamp.towards[0], -lamp.towards[1], lamp.towards[2]))
        for lamp in scene.lighting.lamps
    )
    return replace(scene, lighting=replace(scene.lighting, lamps=lamps))


@dataclass(frozen=True, slots=True)
class Story:
    """Something that happens to camera or light, and how far that is."""

    name: str
    change: Callable[[float], Change]
    """Given the diameter of a checker in pixels."""
    far: bool = False
    """More than a checker: it must be said that the camera has moved."""
    during_play: bool = False
    """It happens while a hand is over the board, and the board has changed when it leaves."""


STORIES = (
    Story("an eighth of a checker aside", lambda wide: nudge((wide / 8, 0.0))),
    Story("a quarter of a checker askew", lambda wide: nudge((-0.18 * wide, 0.18 * wide))),
    Story("turned by 0.5°", lambda _: nudge((0.0, 0.0), 0.5)),
    Story("tilted by 1°", lambda _: _tilted(1.0)),
    Story("a quarter aside during a play", lambda wide: nudge((0.25 * wide, 0.0)), during_play=True),
    Story("1.2 checkers aside", lambda wide: nudge((1.2 * wide, 0.0)), far=True),
    Story("two checkers towards a player", lambda wide: nudge((0.0, 2.0 * wide)), far=True),
    Story("turned by 10°", lambda _: nudge((0.0, 0.0), 10.0), far=True),
    Story(
        "1.2 checkers aside during a play", lambda wide: nudge((1.2 * wide, 0.0)), far=True, during_play=True
    ),
    Story("a lamp switched on", lambda _: lamp_on(LIT)),
    Story("dusk", lambda _: _dusk),
    Story("a desk lamp's pool of light", lambda _: lamp_on(DESK_LAMP)),
    Story("a lamp carried round the table", lambda _: _shadows_turned),
)


@dataclass(frozen=True, slots=True)
class Board:
    """A board as it stands on the table."""

    position: Position
    placement: Placement


@dataclass(frozen=True, slots=True)
class Game:
    """Three turns on one table, the last one wrong."""

    calibration: Calibration
    scene: Scene
    boards: tuple[Board, Board, Board, Board]
    """The start, and what stands after each turn."""
    players: tuple[Player, Player, Player]
    error: Error
    wide: float
    """Diameter of a checker, pixels."""


def make_game(rng: np.random.Generator) -> Game:
    """A table, calibrated from its start, and what will be played on it."""
    scene = random_scene(rng, DIFFICULTY)
    placement = put_down(scene, GAME.start_position, rng)
    start = compose(scene, placement).expose(rng)
    result = calibrate_headless(start.image, scene.light_home.value, GAME.start_position, start.corners)
    first = Player.LIGHT
    players = (first, first.opponent, first)
    boards, error = [Board(GAME.start_position, placement)], None
    for number, (player, dice) in enumerate(zip(players, ROLLS, strict=True)):
        legal = legal_plays(boards[-1].position, player, dice, GAME)
        after = random_choice(legal.positions, player, rng)
        while number == len(ROLLS) - 1 and (error is None or error.unfinished):
            error = blunder(legal, after, rng)
        position = error.position if error else after
        placement, _ = carried_over(scene, placement, position, rng)
        boards.append(Board(position, placement))
    assert error is not None  # noqa: S101 - the loop went on until there was one
    edges = np.linalg.norm(start.corners[[1, 2]] - start.corners[[0, 3]], axis=1).mean()
    wide = float(edges) / scene.board.width * scene.light_checkers.diameter
    return Game(result.calibration, scene, (boards[0], boards[1], boards[2], boards[3]), players, error, wide)


@dataclass(slots=True, eq=False)
class Film:
    """One story, told to a watch and a referee."""

    game: Game
    rng: np.random.Generator
    kept: dict[tuple[int, Scene], Negative]
    """Boards that other films of the game have shown too."""
    watch: Watch = field(init=False)
    state: State = field(init=False)
    frames: int = 0
    events: list[Event] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.watch = Watch(self.game.calibration)
        self.state = State.new(GAME, Match.start(MatchRules(length=5)), None)

    def tell(self, event: Event) -> None:
        """Tell the referee, and the watch what the referee makes known."""
        event, self.state, effects = consult(self.state, event, self.watch.closely)
        self.watch.learn(effects)
        self.events.append(event)
        self.effects += effects

    def _frame(self, picture: Picture) -> None:
        for event in self.watch.frame(picture, self.frames / FPS):
            self.tell(event)
        self.frames += 1

    def show(self, number: int, scene: Scene) -> list[Event]:
        """Board ``number`` of the game lies quiet in ``scene``; what the watch said of it."""
        if (number, scene) not in self.kept:
            self.kept[number, scene] = compose(scene, self.game.boards[number].placement)
        before = len(self.events)
        for _ in range(QUIET):
            self._frame(self.kept[number, scene].expose(self.rng).image)
        return self.events[before:]

    def reach(self, number: int, scene: Scene) -> None:
        """An arm reaches over the board."""
        picture = self.kept[number, scene].expose(self.rng).image
        height, width = picture.shape[:2]
        for share in (0.4, 0.7):
            reaching = picture.copy()
            elbow, fingers = (round(width * 0.6), height), (round(width * 0.45), round(height * (1 - share)))
            cv2.line(reaching, elbow, fingers, (84, 70, 62), width // 9, cv2.LINE_AA)
            self._frame(reaching)

    def rolled(self, turn: int) -> None:
        """The roll of a turn; it closes the turn before."""
        dice, at = ROLLS[turn], self.frames / FPS
        for event in self.watch.hurry(at):
            self.tell(event)
        if turn == 0:
            self.tell(OpeningRolled(at=at, light=max(dice.numbers), dark=min(dice.numbers)))
        else:
            self.tell(DiceSettled(at=at, dice=dice))


@dataclass(slots=True)
class Tally:
    """What came of one story on all tables."""

    story: Story
    told: int = 0
    moved: int = 0
    """The camera was said to have moved."""
    read: list[bool] = field(default_factory=list)
    """The boards after it: read rightly, of those that were shown."""
    believed: int = 0
    """Wrong boards believed."""
    false: int = 0
    """False accusations, spoken or recorded."""
    missed: int = 0
    """Wrong plays that were not called so."""
    failures: list[str] = field(default_factory=list)

    def row(self) -> tuple[str, ...]:
        """For the table."""
        right = f"{sum(self.read)}/{len(self.read)}"
        said = f"{self.moved}/{self.told}"
        return (self.story.name, right, str(self.believed), str(self.false), str(self.missed), said)

    def fail(self, what: str) -> None:
        """Note a failure."""
        self.failures.append(f"{self.story.name}, table {self.told}: {what}")


SURE = 0.9
"""A wrong board held with more confidence than this is believed."""


def _seen(tally: Tally, said: list[Event], truth: Position) -> None:
    boards = [event.observation for event in said if isinstance(event, BoardSeen)]
    tally.read.append(bool(boards) and not wrong_spots(boards[-1].position, truth))
    if not boards:
        return
    for seen in boards:
        if wrong_spots(seen.position, truth):
            sure = seen.confidence > SURE and not seen.unsure
            tally.believed += sure
            tally.fail(f"{'BELIEVED' if sure else 'doubted'}: {told(seen.position, truth)}")


def _accusations(effects: list[Effect]) -> Iterator[str]:
    for effect in effects:
        if isinstance(effect, VerdictGiven) and isinstance(effect.verdict, Illegal):
            yield effect.verdict.violation.value
        if isinstance(effect, TurnClosed) and effect.standing.value == "illegal":
            yield f"recorded as {effect.violation}"


def tell(story: Story, game: Game, kept: dict[tuple[int, Scene], Negative], tally: Tally) -> None:
    """One story on one table."""
    film = Film(game, np.random.default_rng(8), kept)
    after = story.change(game.wide)(game.scene)
    tally.told += 1
    film.show(0, game.scene)
    film.rolled(0)
    film.reach(0, game.scene)
    film.show(1, game.scene)
    film.rolled(1)
    number = 2 if story.during_play else 1
    if story.during_play:
        film.reach(1, game.scene)
    _seen(tally, film.show(number, after), game.boards[number].position)
    lost = [event.trouble for event in film.events if isinstance(event, CameraLost)]
    tally.moved += Trouble.MOVED in lost
    if lost and not story.far:
        tally.fail(f"the camera was said to be {lost[0].value}")
    if story.far:  # somebody puts it back
        after = game.scene
        _seen(tally, film.show(number, after), game.boards[number].position)
    if not story.during_play:
        film.reach(1, after)
        _seen(tally, film.show(2, after), game.boards[2].position)
    film.rolled(2)
    for accused in _accusations(film.effects):
        tally.false += 1
        tally.fail(f"FALSE ACCUSATION: {accused}")
    before = len(film.effects)
    film.reach(2, after)
    _seen(tally, film.show(3, after), game.boards[3].position)
    if not any(_accusations(film.effects[before:])):
        tally.missed += 1
        tally.fail(f"MISSED: {game.error.kind}")


def report(tables: int, seed: int) -> Report:
    """The section of the score."""
    tallies = [Tally(story) for story in STORIES]
    for number in range(tables):
        game = make_game(np.random.default_rng([seed, number, 9]))
        kept: dict[tuple[int, Scene], Negative] = {}
        for tally in tallies:
            tell(tally.story, game, kept, tally)
            kept = {key: negative for key, negative in kept.items() if key[1] == game.scene}
    columns = (
        "what happens",
        "boards read",
        "wrong ones believed",
        "false accusations",
        "missed errors",
        "said to have moved",
    )
    figures = {
        "films": sum(tally.told for tally in tallies),
        "believed_wrongly": sum(tally.believed for tally in tallies),
        "false_accusations": sum(tally.false for tally in tallies),
        "missed": sum(tally.missed for tally in tallies),
    }
    about = (
        f"{tables} painted tables, {len(STORIES)} short films on each: a legal and a wrong play after the "
        f"camera was nudged or the light has changed. After a far knock the camera is put back. Seed {seed}."
    )
    title = (
        f"{figures['false_accusations']} false accusations, {figures['missed']} missed in {figures['films']}"
    )
    failures = tuple(failure for tally in tallies for failure in tally.failures)
    grid = Grid(f"{title} films", columns, [tally.row() for tally in tallies])
    return Report("nudges", "Knocks and changes of light", about, (grid,), failures, figures)
