"""The match in a terminal: the board as it stands, a lamp for each player, and what the referee says.

The picture is drawn anew only when something on it has changed, so that nothing flickers. Where there is no
terminal (a file, a pipe) the sentences are printed, one a line, and nothing else.
"""

from __future__ import annotations

from types import TracebackType

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tabletop.app.replay import Told
from tabletop.app.terminal_board import draw
from tabletop.backgammon import BAR, POINTS, Dice, Player, Position
from tabletop.present.lines import Line
from tabletop.record.session import Session
from tabletop.referee import BoardSeen, Event, State
from tabletop.referee.effects import (
    Effect,
    Highlight,
    Meaning,
    OpeningTied,
    RollHeld,
    RollVoided,
    TurnStarted,
)
from tabletop.referee.events import HandSeen

Lamp = tuple[str, str]
"""A style, and what it means in a word."""

OFF: Lamp = ("grey42", "")
PLAYING: Lamp = ("bold cyan", "to play")
LAMPS: dict[str, Lamp] = {
    "legal": ("bold green", "legal"),
    "unfinished": PLAYING,
    "illegal": ("bold red", "ILLEGAL"),
    "unclear": ("bold yellow", "unclear"),
}
LIT = {
    Meaning.ILLEGAL: "bold white on red",
    Meaning.UNCLEAR: "bold black on yellow",
    Meaning.WRONG_SETUP: "bold white on red",
    Meaning.PLAYABLE: "bold white on green",
}
KEPT = 7
"""Sentences kept on the screen."""
WIDTH = 80


class Terminal:
    """A live view of a replay; a context manager. Hand every step to `tell`, every frame's time to `tick`."""

    def __init__(self, session: Session, console: Console, length: float = 0.0) -> None:
        """``length`` is the film's, in seconds; 0 where it is not known."""
        self._names = {Player.LIGHT: session.light_name, Player.DARK: session.dark_name}
        self._console = console
        self._length = length
        self._at = 0
        self._board: Position | None = None
        self._hand = False
        self._lamps = dict.fromkeys(Player, OFF)
        self._lit: dict[int, str] = {}
        self._said: list[Text] = []
        self._state: State | None = None
        self._live = Live(console=console, auto_refresh=False, vertical_overflow="crop")

    def __enter__(self) -> Terminal:
        if self._console.is_terminal:
            self._live.start()
            self._draw()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._console.is_terminal:
            self._live.stop()

    def tick(self, at: float) -> None:
        """The film has come to ``at`` seconds."""
        if int(at) != self._at:
            self._at = int(at)
            self._draw()

    def tell(self, told: Told) -> None:
        """Show one step."""
        self._state = told.state
        self._look(told.event)
        for effect in told.effects:
            self._take(effect)
        for line in told.lines():
            self._lamp(line)
            self._say(self._sentence(line))
        self._draw()

    def _look(self, event: Event) -> None:
        match event:
            case HandSeen():
                self._hand = True
            case BoardSeen(observation=observation):
                self._hand = False
                self._board = observation.position
            case _:
                pass

    def _take(self, effect: Effect) -> None:
        """What has no line of its own: throws, and places pointed out."""
        match effect:
            case TurnStarted(player=player):
                self._lamps = dict.fromkeys(Player, OFF) | {player: PLAYING}
                self._lit = {}
            case RollVoided(at=at, reason=reason):
                self._say(Text(f"{_clock(at)}  {reason.value}: both dice again", style="yellow"))
            case RollHeld(at=at, chooser=chooser):
                text = f"thrown too early: {self._names[chooser]} may take it or have it thrown again"
                self._say(Text(f"{_clock(at)}  {text}", style="yellow"))
            case OpeningTied(at=at, number=number):
                self._say(Text(f"{_clock(at)}  both threw {number}: again", style="yellow"))
            case Highlight(player=player, places=places, meaning=meaning):
                self._lit = {_lights(place, player): LIT[meaning] for place in places}
            case _:
                pass

    def _lamp(self, line: Line) -> None:
        match line["event"]:
            case "verdict":
                self._lamps[Player(line["player"])] = LAMPS[line["status"]]
            case "setup":
                self._lamps = dict.fromkeys(Player, LAMPS["legal" if line["ok"] else "illegal"])
            case "game":
                self._lamps = dict.fromkeys(Player, OFF) | {Player(line["winner"]): ("bold green", "wins")}
            case _:
                pass

    def _say(self, sentence: Text | None) -> None:
        if sentence is None:
            return
        self._said = [*self._said[-KEPT + 1 :], sentence]
        if not self._console.is_terminal:
            self._console.print(sentence, soft_wrap=True)

    def _sentence(self, line: Line) -> Text | None:
        words = self._words(line)
        return None if words is None else Text(f"{_clock(line['t'])}  {words[0]}", style=words[1])

    def _words(self, line: Line) -> tuple[str, str] | None:
        """A line for people, and its style."""
        who = self._names[Player(line["player"])] if "player" in line else ""
        match line["event"]:
            case "verdict" if line["status"] != "unfinished":
                return f"{who}: {line['message']}", LAMPS[line["status"]][0]
            case "turn":
                return f"{who} {_played(line)}", "bold"
            case "setup":
                return line["message"], "green" if line["ok"] else "bold red"
            case "camera":
                return f"camera: {line['state']}", "yellow"
            case "game":
                return (
                    f"{self._names[Player(line['winner'])]} wins {line['points']} ({line['result']})",
                    "bold green",
                )
            case "match":
                return f"{self._names[Player(line['winner'])]} wins the match", "bold green"
            case "cube":
                return f"{who} {_cube(line)}", "bold"
            case _:
                return None

    def _draw(self) -> None:
        if self._console.is_terminal:
            self._live.update(self._screen(), refresh=True)

    def _screen(self) -> RenderableType:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column(width=15, no_wrap=True, overflow="ellipsis")
        grid.add_row(self._picture(), self._beside())
        title = f"{self._names[Player.LIGHT]} - {self._names[Player.DARK]}"
        time = f"{self._at} s of {self._length:.0f}" if self._length else f"{self._at} s"
        panel = Panel(grid, title=title, subtitle=time, subtitle_align="right", width=WIDTH)
        last = self._said[-1:] or [Text("waiting for the board", style="dim")]
        earlier = [
            Text(said.plain, style="dim", no_wrap=True, overflow="ellipsis") for said in self._said[:-1]
        ]
        return Group(panel, *earlier, *last)

    def _picture(self) -> Text:
        coloured = self._console.color_system is not None and not self._console.no_color
        return draw(self._board or _NOTHING, self._lit, coloured)

    def _beside(self) -> Text:
        """The column at the board's right: a player at each end, the dice and the cube in between."""
        dark, light = self._player(Player.DARK), self._player(Player.LIGHT)
        middle = [*self._throw(), *self._cube(), Text("a hand..." if self._hand else "", style="dim")]
        blank = [Text("")] * (15 - len(dark) - len(light) - len(middle))
        half = len(blank) // 2
        return Text("\n").join([*dark, *blank[:half], *middle, *blank[half:], *light])

    def _player(self, player: Player) -> list[Text]:
        style, word = self._lamps[player]
        letter = "O" if player is Player.LIGHT else "X"
        lines = [Text(f"{letter} {self._names[player]}", style="bold"), Text.assemble((f"● {word}", style))]
        side = self._board.of(player) if self._board else None
        if side and side.off:
            lines.append(Text(f"{side.off} off"))
        if self._state is not None:
            match = self._state.match
            score = match.light if player is Player.LIGHT else match.dark
            length = match.rules.length
            lines.append(Text(f"{score} of {length}" if length else f"{score} points", style="dim"))
        return lines

    def _throw(self) -> list[Text]:
        turn = self._state.turn if self._state else None
        return _dice(turn.dice, turn.player) if turn else []

    def _cube(self) -> list[Text]:
        if self._state is None or self._state.cube.owner is None:
            return []
        cube = self._state.cube
        owner = self._names[cube.owner] if cube.owner else ""
        return [Text.assemble("cube ", (f" {cube.value} ", "bold black on white")), Text(owner, style="dim")]


_NOTHING = Position.from_dict({"light": {}, "dark": {}})


def _clock(at: float) -> str:
    return f"{at:6.1f} s"


def _lights(place: int, player: Player) -> int:
    """A place of ``player``'s as `draw` counts them: light's number, 0 for the bar."""
    if not 1 <= place <= POINTS:
        return 0 if place == BAR else -1
    return place if player is Player.LIGHT else POINTS + 1 - place


def _dice(dice: Dice, player: Player) -> list[Text]:
    style = "bold black on #f2eee4" if player is Player.LIGHT else "bold white on #17171c"
    return [Text.assemble((f" {dice.high} ", style), " ", (f" {dice.low} ", style)), Text("")]


def _played(line: Line) -> str:
    roll = "-".join(map(str, line["dice"]))
    play = line["play"] or "cannot play"
    if not line["seen"]:
        return f"{roll}: not seen well, nothing is said of it"
    if line["standing"] == "legal":
        return f"{roll}: {play}"
    return f"{roll}: {play}, which stands ({line['violation'].replace('_', ' ')})"


def _cube(line: Line) -> str:
    match line["action"]:
        case "double":
            return f"doubles to {line['value']}"
        case "take":
            return f"takes, the cube is at {line['value']}"
        case other:
            return f"{other}s"
