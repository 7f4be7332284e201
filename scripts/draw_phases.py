"""Draws docs/phases.md from the referee's transition table. ``--check`` only says whether it is stale."""

from __future__ import annotations

import sys
from pathlib import Path

from tabletop.referee.state import ALWAYS, TABLE, Phase

TARGET = Path(__file__).parents[1] / "docs" / "phases.md"


def drawing() -> str:
    """The page: a Mermaid diagram, and the table it was drawn from."""
    arrows: dict[tuple[Phase, Phase], list[str]] = {}
    for phase, row in TABLE.items():
        for event, after in row.items():
            for then in Phase:
                if then in after and then is not phase:
                    arrows.setdefault((phase, then), []).append(event.__name__)
    lines = [
        f"    {start.name} --> {end.name}: {', '.join(sorted(events))}"
        for (start, end), events in arrows.items()
    ]
    always = ", ".join(sorted(event.__name__ for event in ALWAYS))
    stays = "\n".join(
        f"| {phase.value} | {', '.join(sorted(e.__name__ for e in row)) or 'nothing'} |"
        for phase, row in TABLE.items()
    )
    return (
        "# The phases of a game\n\n"
        "Drawn by `scripts/draw_phases.py` from the table in `tabletop/referee/state.py`; "
        "what the phases mean is told there.\n\n"
        "```mermaid\nstateDiagram-v2\n    [*] --> SETTING_UP\n" + "\n".join(lines) + "\n```\n\n"
        f"In every phase, without leaving it: {always}.\n\n"
        f"| phase | events that mean something |\n|---|---|\n{stays}\n"
    )


def main() -> int:
    """Write the page, or with ``--check`` say whether it is up to date."""
    if "--check" not in sys.argv:
        TARGET.parent.mkdir(exist_ok=True)
        TARGET.write_text(drawing(), "utf-8")
        return 0
    stale = not TARGET.is_file() or TARGET.read_text("utf-8") != drawing()
    if stale:
        sys.stderr.write("docs/phases.md is stale: run scripts/draw_phases.py\n")
    return int(stale)


if __name__ == "__main__":
    sys.exit(main())
