"""Where the command line says things: what was asked for, and aside what is told about it."""

from __future__ import annotations

from typing import Final

from rich.console import Console

console: Final = Console()
errors: Final = Console(stderr=True)
