"""Whole turns through camera picture and referee, one turn in twenty played wrongly.

Every hand-free board is painted once, read, and told to the referee together with the dice; the hands between
the boards are left out, which makes it a hundred times faster than a film. The first part of a game is told
without pictures, so that pictures are taken of openings, middle games and bear-offs alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from calibration.headless import calibrate_headless
from scripts.score.boards import told, wrong_spots
from scripts.score.report import Grid, Report, share
from tabletop.app.consulting import consult
from tabletop.backgammon import (
    Dice,
    LegalPlays,
    Match,
    MatchRules,
    Play,
    Player,
    Position,
    legal_plays,
    variant,
)
from tabletop.devices.virtual.mistakes import Error, blunder
from tabletop.devices.virtual.painter import (
    Placement,
    Scene,
    carried_over,
    paint_placement,
    put_down,
    random_scene,
)
from tabletop.devices.virtual.painter.positions import random_choice, random_dice
from tabletop.errors import TabletopError
from tabletop.referee import (
    BoardSeen,
    DiceSettled,
    Event,
    HandSeen,
    Illegal,
    Observation,
    OpeningRolled,
    State,
)
from tabletop.referee.effects import Effect, SetupChecked, TurnClosed, VerdictGiven
from tabletop.referee.turn import closed_out
from tabletop.vision.reader import Reader
from tabletop.vision.sampling import Picture

GAME = variant("standard")
ERRORS = 0.05
"""Of all turns."""
CORRECTED = 0.6
"""Of the errors that are noticed in time."""
PAUSES = 0.1
"""Of all turns: the player stops half-way and thinks."""
FILMED = 25
"""Turns of a game of which pictures are taken."""
BEGINNINGS = (0, 0, 15, 30, 45, 60)
"""Turns of a game that are told without pictures, one of these."""
DIFFICULTY = 0.6
TASTE = -0.05
"""Players spread their checkers: towers of nine and more are not what is measured here."""
PACE = 2.0
"""Seconds between one thing and the next."""


@dataclass(slots=True)
class Count:
    """What came of all turns."""

    turns: int = 0
    boards: int = 0
    boards_right: int = 0
    recorded: int = 0
    """Turns recorded as they were played."""
    made: Counter[str] = field(default_factory=Counter)
    flagged: Counter[str] = field(default_factory=Counter)
    """Errors called illegal while they stood, or at the next roll those that were but unfinished."""
    named: Counter[str] = field(default_factory=Counter)
    stood_unnoticed: int = 0
    """Errors that stood and were recorded as legal plays."""
    false: int = 0
    unclear: int = 0
    scenes: int = 0
    failures: list[str] = field(default_factory=list)

    def fail(self, what: str) -> None:
        """Note a failure of the turn at play."""
        self.failures.append(f"table {self.scenes}, turn {self.turns + 1}: {what}")


@dataclass(slots=True, eq=False)
class Table:
    """A painted table, its reader and its referee."""

    scene: Scene
    rng: np.random.Generator
    count: Count
    placement: Placement
    reader: Reader
    state: State
    at: float = 0.0
    filmed: bool = False
    picture: Picture | None = None
    """The last one taken."""

    def closely(self, at: float) -> BoardSeen | None:
        """The board that was last seen, looked at closely."""
        if self.picture is None or not self.filmed:
            return None
        return BoardSeen(at=at, observation=self.reader.read(self.picture).observation)

    def tell(self, event: type[Event], **what: object) -> tuple[Effect, ...]:
        """Tell the referee of an event."""
        self.at += PACE
        _, self.state, effects = consult(self.state, event(at=self.at, **what), self.closely)
        for effect in effects:
            if isinstance(effect, TurnClosed) and effect.seen:
                self.reader.confirm(effect.after)
            elif isinstance(effect, SetupChecked) and effect.ok:
                self.reader.confirm(effect.position)
        return effects

    def show(self, position: Position) -> tuple[Effect, ...]:
        """A hand makes ``position`` of the board and leaves; the referee is told what is seen."""
        self.placement, _ = carried_over(self.scene, self.placement, position, self.rng)
        self.tell(HandSeen)
        return self.tell(BoardSeen, observation=self.seen(position))

    def seen(self, position: Position) -> Observation:
        """What the reader makes of the table, or, while it is not filmed, ``position`` without doubt."""
        if not self.filmed:
            return Observation.certain(position)
        self.picture = paint_placement(self.scene, self.placement, self.rng).image
        observation = self.reader.glance(self.picture).observation
        wrong = told(observation.position, position)
        self.count.boards += 1
        self.count.boards_right += not wrong
        if wrong:
            self.count.fail(f"sure {observation.confidence:.3f}: {wrong}")
        return observation


def set_up(count: Count, rng: np.random.Generator) -> Table:
    """A table, calibrated from its painted start; another one where that fails."""
    while True:
        count.scenes += 1
        scene = random_scene(rng, float(rng.uniform(0.0, DIFFICULTY)))
        placement = put_down(scene, GAME.start_position, rng)
        start = paint_placement(scene, placement, rng)
        try:
            result = calibrate_headless(
                start.image, scene.light_home.value, GAME.start_position, start.corners
            )
        except TabletopError as error:
            count.fail(f"was not calibrated: {error}")
            continue
        if not result.passed:
            count.fail(f"was not calibrated: {result.exact} of 25; {result.advice}")
            continue
        state = State.new(GAME, Match.start(MatchRules(length=25)), None)
        return Table(scene, rng, count, placement, Reader(result.calibration), state)


@dataclass(frozen=True, slots=True)
class Standing:
    """A board left standing in a turn."""

    position: Position
    error: Error | None = None


def boards_of(legal: LegalPlays, errors: bool, rng: np.random.Generator) -> list[Standing]:
    """The boards of one turn, the last one is what stands when the next roll comes."""
    meant = random_choice(legal.positions, legal.player, rng, TASTE) if legal else legal.position
    right = [Standing(meant)] if legal else []
    if errors and rng.random() < ERRORS:
        error = blunder(legal, meant, rng)
        if error is not None:
            if rng.random() >= CORRECTED:
                return [Standing(error.position, error)]
            return [Standing(error.position, error), *(right or [Standing(legal.position)])]
    play = legal.play_to(meant)
    if play is not None and len(play) > 1 and rng.random() < PAUSES:
        return [Standing(Play(play.moves[:1]).on(legal.position, legal.player)), *right]
    return right


def play_game(count: Count, turns: int, rng: np.random.Generator) -> None:
    """A game on a table of its own, until ``turns`` more turns have been filmed or a side has borne off."""
    table = set_up(count, rng)
    unseen = int(rng.choice(BEGINNINGS))
    table.filmed = unseen == 0
    table.tell(BoardSeen, observation=table.seen(GAME.start_position))
    one, other = (int(number) for number in rng.choice(np.arange(1, 7), size=2, replace=False))
    player, dice, position = (
        (Player.LIGHT if one > other else Player.DARK),
        Dice(one, other),
        GAME.start_position,
    )
    last: tuple[Standing | None, Position] | None = None
    for number in range(unseen + turns):
        closing = (
            table.tell(DiceSettled, dice=dice) if number else table.tell(OpeningRolled, light=one, dark=other)
        )
        if last is not None:
            _closed(count, last, closing)
        table.filmed = number >= unseen
        standing = boards_of(legal_plays(position, player, dice, GAME), table.filmed, rng)
        for board in standing:
            _judged(count, board, table.show(board.position), table.filmed)
            position = board.position
        last = (standing[-1] if standing else None, position) if table.filmed else None
        count.turns += table.filmed
        if position.of(player).off == GAME.checkers:
            return
        player, dice = _next(position, player), random_dice(rng)
    if last is not None:
        _closed(count, last, table.tell(DiceSettled, dice=dice))


def _next(position: Position, player: Player) -> Player:
    """Who throws next: who is closed out need not."""
    return player if closed_out(position, player.opponent) else player.opponent


def _verdicts(effects: tuple[Effect, ...]) -> Iterator[VerdictGiven]:
    return (effect for effect in effects if isinstance(effect, VerdictGiven))


def _judged(count: Count, board: Standing, effects: tuple[Effect, ...], filmed: bool) -> None:
    """What the referee said of a board while it stood."""
    if not filmed:
        return
    given = list(_verdicts(effects))
    accused = [one.verdict for one in given if isinstance(one.verdict, Illegal)]
    count.unclear += sum("Ambiguous" in type(one.verdict).__name__ for one in given)
    if board.error is None or board.error.unfinished:  # what is unfinished may yet be played to its end
        count.false += bool(accused)
        for one in accused:
            count.fail(f"FALSE ACCUSATION: {one.violation.value} {one.done}")
        return
    if board.error.mendable:
        return
    count.made[board.error.kind] += 1
    if accused:
        _flagged(count, board.error, accused[0])
    else:
        said = ", ".join(type(one.verdict).__name__ for one in given) or "nothing"
        count.fail(f"{board.error.kind}: not flagged, said {said}")


def _flagged(count: Count, error: Error, verdict: Illegal | TurnClosed) -> None:
    count.flagged[error.kind] += 1
    names = {violation.value for violation in (verdict.violation, *verdict.also) if violation}
    count.named[error.kind] += error.kind in names
    if error.kind not in names:
        count.fail(f"{error.kind}: called {', '.join(sorted(names))}")


def _closed(count: Count, last: tuple[Standing | None, Position], effects: tuple[Effect, ...]) -> None:
    """What was recorded of a turn when the next roll came."""
    board, position = last
    for effect in effects:
        if not isinstance(effect, TurnClosed):
            continue
        right = board is None or board.error is None
        legal = effect.standing.value == "legal"
        same = not wrong_spots(effect.after, position)
        count.recorded += same and legal is right
        if not same:
            count.fail(f"the turn before was recorded as {effect.play}: {told(effect.after, position)}")
        if right and not legal:
            count.false += 1
            count.fail(f"FALSE RECORD of the turn before: {effect.violation} {effect.play}")
        if board is not None and board.error is not None:
            _stood(count, board.error, effect, legal)


def _stood(count: Count, error: Error, closed: TurnClosed, legal: bool) -> None:
    """An error that nobody mended."""
    count.made[error.kind] += error.mendable
    if error.mendable and not legal:
        _flagged(count, error, closed)
    elif legal:
        count.stood_unnoticed += 1
        count.fail(f"MISSED the turn before: {error.kind} stood and was recorded as {closed.play}")


def report(seed: int, turns: int) -> Report:
    """The section of the score."""
    count, game = Count(), 0
    while count.turns < turns:
        rng = np.random.default_rng([seed, game])
        play_game(count, min(FILMED, turns - count.turns), rng)
        game += 1
    made, flagged, named = (sum(c.values()) for c in (count.made, count.flagged, count.named))
    rows = [
        (kind, str(n), str(count.flagged[kind]), str(count.named[kind]))
        for kind, n in count.made.most_common()
    ]
    rows.append(("all", str(made), str(flagged), str(named)))
    grids = (
        Grid(
            f"{count.turns} turns on {game} tables ({count.scenes} tried)",
            ("boards read rightly", "turns recorded rightly", "false accusations", "missed", "unclear"),
            [
                (
                    share(count.boards_right, count.boards),
                    share(count.recorded, count.turns),
                    str(count.false),
                    str(made - flagged),
                    str(count.unclear),
                )
            ],
        ),
        Grid("Errors made", ("kind", "made", "flagged", "named so"), rows),
    )
    figures = {
        "turns": count.turns,
        "false_accusations": count.false,
        "errors": made,
        "missed": made - flagged,
        "stood_unnoticed": count.stood_unnoticed,
        "named": named,
    }
    about = (
        f"Painted tables up to difficulty {DIFFICULTY}, corners given, every settled board painted and read, "
        f"{ERRORS:.0%} of the turns wrong, {CORRECTED:.0%} of those mended. Flagged: while it stood, or, "
        f"for a play left unfinished, when the next roll came. Seed {seed}."
    )
    return Report("simulate", "Simulated turns", about, grids, tuple(count.failures), figures)
