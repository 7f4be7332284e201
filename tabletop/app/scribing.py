"""The match files of a live evening: every match of it is written when it ends, each beside the others."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from tabletop.app.runtime import Published
from tabletop.backgammon import Player
from tabletop.backgammon.transcript import Transcript
from tabletop.present.sentences import Names
from tabletop.present.words import written_name
from tabletop.record.exports import ExportFormat, write_exports
from tabletop.record.ogxm import OgxmRefused
from tabletop.record.scribe import Scribe
from tabletop.web.ports import NewMatch


@dataclass(slots=True, eq=False)
class MatchFiles:
    """Writes down one match after the other; the first goes to ``out``, later ones to folders in it."""

    variant: str
    length: int
    names: Names
    out: Path | None = None
    scribe: Scribe = field(init=False)
    _number: int = field(default=1, init=False)
    _lines: list[str] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self.scribe = self._new_scribe()

    def hear(self, published: Published) -> None:
        """A step of the match."""
        self.scribe.note(published.told.effects)

    def begin(self, match: NewMatch) -> None:
        """The match is over, another begins."""
        self._write()
        self.variant, self.length, self.names = match.variant, match.length, match.names
        self.scribe = self._new_scribe()

    def written(self) -> list[str]:
        """Write the last match, too; says in lines what was written where."""
        self._write()
        return self._lines

    def _new_scribe(self) -> Scribe:
        light, dark = (written_name(player, self.names) for player in (Player.LIGHT, Player.DARK))
        return Scribe(Transcript(light, dark, self.length, self.variant))

    def _write(self) -> None:
        transcript = self.scribe.transcript
        if self.out is None or not transcript.games:
            return
        folder = self.out if self._number == 1 else self.out / f"match-{self._number}"
        self._number += 1
        try:
            paths = write_exports(transcript, folder)
        except OgxmRefused as refused:
            others = [kind for kind in ExportFormat if kind is not ExportFormat.OGXM]
            paths = write_exports(transcript, folder, kinds=others)
            self._lines.append(f"no match.ogxm: {refused}")
        self._lines.append(f"written: {', '.join(map(str, paths))}")
