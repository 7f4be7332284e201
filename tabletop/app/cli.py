"""The command line: every command in one line each, and one way to fail.

A command is loaded when it is asked for: whoever wants to play need not wait for everything else. Bad input
ends with exit status 2 and one line that says what is wrong and what to do about it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any, Final, NoReturn, cast

import typer
from typer.core import TyperGroup

from tabletop import __version__
from tabletop.app.consoles import errors
from tabletop.errors import TabletopError

COMMANDS: Final = {
    "play": "tabletop.app.play_cli:play",
    "calibrate": "tabletop.app.seeing_cli:calibrate",
    "read": "tabletop.app.seeing_cli:read",
    "replay": "tabletop.app.replay_cli:replay",
    "snap": "tabletop.app.snap:snap",
    "doctor": "tabletop.app.doctor:doctor",
    "tower": "tabletop.app.tower_cli:tower_app",
    "panel": "tabletop.app.panel_cli:panel_app",
}
"""Where each command lives: a function, or an app with commands of its own."""


class WhenAskedFor(TyperGroup):
    """Commands that are known by name, and loaded when somebody asks for one."""

    def get_command(self, ctx: typer.Context, cmd_name: str) -> Any:  # type: ignore[override]  # noqa: ARG002
        """The command of this name; None where there is none."""
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        module, _, name = place.partition(":")
        found = getattr(import_module(module), name)
        if isinstance(found, typer.Typer):
            found.info.name = cmd_name
            return typer.main.get_command(found)
        alone = typer.Typer(add_completion=False)
        alone.command(cmd_name)(found)
        return typer.main.get_command(alone)


app = typer.Typer(
    name="tabletop",
    cls=WhenAskedFor,
    help="Referees and records backgammon played on a real wooden board.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for _name in COMMANDS:
    app.command(_name)(lambda: None)  # the name alone: its command comes when it is asked for


@app.callback(invoke_without_command=True)
def version(
    asked: Annotated[
        bool, typer.Option("--version", help="say which version this is", is_eager=True)
    ] = False,
) -> None:
    """Referees and records backgammon played on a real wooden board."""
    if asked:
        print(f"Tabletop {__version__}")
        raise typer.Exit


USAGE = cast("type[Exception]", typer.BadParameter.__mro__[1])
"""An option or a value that there is not. Typer takes this family from click, or from its own copy of it."""


def main(arguments: Sequence[str] | None = None) -> None:
    """The program, with ``sys.argv`` or ``arguments``; always ends with `SystemExit`.

    The status is 0, 2 for bad input, 130 when interrupted.
    """
    try:
        told = list(sys.argv[1:] if arguments is None else arguments)
        status = app(args=told or ["--help"], prog_name="tabletop", standalone_mode=False)
    except TabletopError as error:
        _complain(str(error))
    except USAGE as error:
        _complain(_usage(error))
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read our lines has seen enough; nothing may be written on the way out either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    else:
        sys.exit(status if isinstance(status, int) else 0)
    sys.exit(0)


def _complain(message: str) -> NoReturn:
    """One line on stderr, whatever the message looked like, and exit status 2."""
    line = " ".join(message.split())
    errors.print(f"tabletop: {line}", style="red", highlight=False, markup=False, soft_wrap=True)
    sys.exit(2)


def _usage(error: Any) -> str:
    if not error.format_message():  # a command that has others in it: its help has been shown
        sys.exit(2)
    context = error.ctx.command_path if error.ctx else "tabletop"
    words = (
        error.format_message()
        .rstrip(".")
        .replace("Value error, ", "")
        .replace(": Input should", ": it should")
    )
    return f"{words}; `{context} --help` lists what there is"


if __name__ == "__main__":
    main()
