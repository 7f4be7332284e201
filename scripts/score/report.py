"""What a section of the score hands over: tables, what failed one by one, and figures for other programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True, slots=True)
class Grid:
    """One table."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[str]]

    def to_rich(self) -> Table:
        """For the terminal."""
        table = Table(title=self.title, title_justify="left", title_style="bold", header_style="")
        for number, column in enumerate(self.columns):
            table.add_column(column, justify="left" if number == 0 else "right", overflow="fold")
        for row in self.rows:
            table.add_row(*row)
        return table

    def to_markdown(self) -> str:
        """For ``docs/score.md``."""
        lines = [f"**{self.title}**", "", f"| {' | '.join(self.columns)} |"]
        lines.append("|---" + "|---:" * (len(self.columns) - 1) + "|")
        lines += [f"| {' | '.join(row)} |" for row in self.rows]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Report:
    """One section."""

    name: str
    title: str
    about: str
    """What was measured, and how, in a sentence or two."""
    grids: tuple[Grid, ...] = ()
    failures: tuple[str, ...] = ()
    """Everything that went wrong, one by one."""
    figures: dict[str, Any] = field(default_factory=dict)

    def show(self, console: Console) -> None:
        """Print it."""
        console.rule(f"[bold]{self.title}")
        console.print(self.about, highlight=False, markup=False)
        for grid in self.grids:
            console.print(grid.to_rich())
        for failure in self.failures:
            console.print(f"  {failure}", highlight=False, markup=False, soft_wrap=True)
        console.print()

    def to_markdown(self) -> str:
        """A section of ``docs/score.md``."""
        parts = [f"## {self.title}", self.about, *(grid.to_markdown() for grid in self.grids)]
        if self.failures:
            parts.append("What failed:\n\n" + "\n".join(f"- {failure}" for failure in self.failures))
        return "\n\n".join(parts) + "\n"


def merged(document: str, reports: Sequence[Report]) -> str:
    """``document`` (Markdown) with the sections of ``reports`` put in place of theirs of the same title."""
    head, *sections = document.split("\n## ")
    kept = {section.split("\n", 1)[0]: f"## {section}" for section in sections}
    kept.update({report.title: report.to_markdown() for report in reports})
    return "\n".join([head.rstrip() + "\n", *(text.rstrip() + "\n" for text in kept.values())])


def share(right: int, total: int) -> str:
    """``right of total`` with its percentage."""
    return f"{right}/{total}" if not total else f"{right}/{total} = {100 * right / total:.1f} %"
