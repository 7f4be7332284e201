"""Makes the golden pictures of the display and the panel anew (`tests/present/golden`), and one sheet of them
all, enlarged, to be looked at: ``python -m scripts.make_looks [SHEET.png]``."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.present.looks import GOLDEN, for_the_documents, looked_at, pictures


def main() -> None:
    """Write the pictures; those of moments that are no more go."""
    GOLDEN.mkdir(exist_ok=True)
    made = pictures()
    for path in GOLDEN.glob("*.png"):
        if path.name not in made:
            path.unlink()
    for name, picture in made.items():
        picture.save(GOLDEN / name)
    for_the_documents().save("docs/pictures/display.png")
    sheet = Path(sys.argv[1] if len(sys.argv) > 1 else "out/looks.png")
    sheet.parent.mkdir(parents=True, exist_ok=True)
    looked_at().save(sheet)
    print(f"{len(made)} pictures in {GOLDEN}; all of them, enlarged: {sheet}")


if __name__ == "__main__":
    main()
