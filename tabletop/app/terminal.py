"""The match in a terminal: the board as it stands, the lamps, and what the referee says."""

from __future__ import annotations

from types import TracebackType

from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from tabletop.app.replay import Told
from tabletop.backgammon import Player, Position
from tabletop.backgammon.notation import Table, board_text
from tabletop.present.lines import Line
from tabletop.record.session import Session
from tabletop.referee import BoardSeen

LAMPS = {
    "legal": ("green", "legal"),
    "unfinished": ("grey50", "playing"),
    "illegal": ("bold red", "ILLEGAL"),
    "unclear": ("yellow", "unclear"),
}
LINES = 9
"""Sentences kept on the screen."""


class Terminal:
    """A live view of a replay; a context manager. Without a terminal it prints the sentences only."""

    def __init__(self, session: Session, console: Console) -> None:
        self._names = {Player.LIGHT: session.light_name, Player.DARK: session.dark_name}
        self._console = console
        self._board: Position | None = None
        self._lamp = ("grey50", "waiting")
        self._said: list[Text] = []
        self._told: Told | None = None
        self._live = Live(console=console, auto_refresh=False, transient=False)

    def __enter__(self) -> Terminal:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._console.is_terminal:
            self._live.stop()

    def tell(self, told: Told) -> None:
        """Show one step."""
        self._told = told
        if isinstance(told.event, BoardSeen):
            self._board = told.event.observation.position
        for line in told.lines():
            self._note(line)
        if self._console.is_terminal:
            self._live.update(self._screen(), refresh=True)

    def _note(self, line: Line) -> None:
        text = self._sentence(line)
        if text is None:
            return
        self._said = [*self._said[-LINES + 1 :], text]
        if not self._console.is_terminal:
            self._console.print(text)

    def _sentence(self, line: Line) -> Text | None:
        at = f"{line['t']:7.1f} s  "
        match line["event"]:
            case "verdict":
                self._lamp = LAMPS[line["status"]]
                if line["status"] == "unfinished":
                    return None
                who = self._names[Player(line["player"])]
                return Text(f"{at}{who}: {line['message']}", style=self._lamp[0])
            case "turn":
                who, dice = self._names[Player(line["player"])], "-".join(map(str, line["dice"]))
                stands = "" if line["standing"] == "legal" else f"  stands although {line['violation']}"
                self._lamp = ("grey50", "playing")
                return Text(f"{at}{who} {dice}: {line['play'] or '(no play)'}{stands}", style="bold")
            case "setup":
                return Text(f"{at}{line['message']}", style="green" if line["ok"] else "bold red")
            case "camera":
                return Text(f"{at}camera: {line['state']}", style="yellow")
            case "game":
                who = self._names[Player(line["winner"])]
                return Text(f"{at}{who} wins {line['points']} ({line['result']})", style="bold green")
            case "match":
                return Text(f"{at}{self._names[Player(line['winner'])]} wins the match", style="bold green")
            case "cube":
                who = self._names[Player(line["player"])]
                return Text(f"{at}{who}: {line['action']} {line['value'] or ''}".rstrip(), style="bold")
            case _:
                return None

    def _screen(self) -> Group:
        colour, word = self._lamp
        board = Text(board_text(self._board, self._table()) if self._board else "waiting for the board")
        lamp = Text.assemble(("  ● ", colour), (word, colour))
        heading = f"{self._names[Player.LIGHT]} (O)  -  {self._names[Player.DARK]} (X)"
        return Group(Panel(Group(board, lamp), title=heading, expand=False), *self._said)

    def _table(self) -> Table | None:
        if self._told is None or self._told.state.turn is None:
            return None
        state, turn = self._told.state, self._told.state.turn
        return Table(
            on_roll=turn.player,
            dice=turn.dice,
            cube=state.cube.value,
            cube_owner=state.cube.owner,
            match_length=state.match.rules.length or 0,
            light_score=state.match.light,
            dark_score=state.match.dark,
        )
