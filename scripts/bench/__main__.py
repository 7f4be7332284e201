"""Prints the tables, all measured in this run: ``python -m scripts.bench [--json] [TABLE ...]``."""

import argparse
import json
import sys
from collections.abc import Callable

from scripts.bench import legal, seeing
from scripts.bench.table import Table

TABLES: dict[str, Callable[[], Table]] = {"legal-plays": legal.table, "seeing": seeing.table}
"""The tables there are; another one is one more line."""


def main() -> int:
    """Measures the tables asked for, all of them when none is named."""
    parser = argparse.ArgumentParser(prog="make bench")
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=f"of {', '.join(TABLES)}")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")
    asked = parser.parse_args()
    if unknown := set(asked.tables) - set(TABLES):
        parser.error(f"no table is called {', '.join(sorted(unknown))}; there are: {', '.join(TABLES)}")
    tables = {name: TABLES[name]() for name in asked.tables or TABLES}
    if asked.json:
        print(json.dumps({name: table.to_dict() for name, table in tables.items()}, indent=2))
    else:
        print("\n\n".join(map(str, tables.values())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
