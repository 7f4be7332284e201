"""The match as lines for other programs: one JSON object for each thing the referee makes known.

Times are seconds of the session. A position is ``{"light": {"24": 2, …, "bar": 0, "off": 0}, "dark": …}``,
each side in its own numbers. Places in ``where`` are in the numbers of the line's player, ``"bar"`` and
``"off"`` by name.
"""

from __future__ import annotations

from typing import Any

from tabletop.backgammon import BAR, HAND, OFF, Dice, Position
from tabletop.present.words import sentence, setup_sentence
from tabletop.referee import (
    Ambiguous,
    BoardSeen,
    Illegal,
    Legal,
    Role,
    Unfinished,
    Unreadable,
    Verdict,
)
from tabletop.referee.effects import (
    CameraStateChanged,
    CubeDropped,
    CubeOffered,
    CubeTaken,
    Effect,
    GameEnded,
    MatchEnded,
    SetupChecked,
    TurnClosed,
    VerdictGiven,
)

Line = dict[str, Any]
"""One JSON object."""


def position_line(seen: BoardSeen, position: Position | None = None) -> Line:
    """A newly settled board, as read; ``position`` is the same with the checkers that nobody looks at."""
    observation = seen.observation
    return {
        "t": seen.at,
        "event": "position",
        "position": (position or observation.position).to_dict(),
        "confidence": observation.confidence,
        "unsure": list(observation.unsure),
    }


def line(effect: Effect, role: Role = Role.MONITOR) -> Line | None:
    """The line for an effect; None for those that are only for people at the table."""
    match effect:
        case VerdictGiven():
            return _verdict(effect, role)
        case TurnClosed():
            return _turn(effect)
        case SetupChecked():
            return _setup(effect)
        case CameraStateChanged(trouble=trouble):
            return _line(effect, "camera", state=trouble.value if trouble else "ok")
        case GameEnded():
            light, dark = effect.score
            return _line(
                effect,
                "game",
                game=effect.game,
                winner=effect.winner.value,
                points=effect.points,
                result=effect.result,
                score={"light": light, "dark": dark},
            )
        case MatchEnded(winner=winner, score=(light, dark)):
            return _line(effect, "match", winner=winner.value, score={"light": light, "dark": dark})
        case CubeOffered(player=player, value=value):
            return _line(effect, "cube", player=player.value, action="double", value=value)
        case CubeTaken(player=player, value=value):
            return _line(effect, "cube", player=player.value, action="take", value=value)
        case CubeDropped(player=player):
            return _line(effect, "cube", player=player.value, action="drop", value=None)
        case _:
            return None


def _line(effect: Effect, event: str, **more: Any) -> Line:
    return {"t": effect.at, "event": event, **more}


def _dice(dice: Dice | None) -> list[int] | None:
    return [dice.high, dice.low] if dice else None


def _where(places: tuple[int, ...]) -> list[int | str]:
    names: dict[int, str] = {BAR: "bar", OFF: "off", HAND: "hand"}
    return [names.get(place, place) for place in dict.fromkeys(places)]


_STATUS: dict[type[Verdict], str] = {
    Legal: "legal",
    Unfinished: "unfinished",
    Illegal: "illegal",
    Ambiguous: "unclear",
    Unreadable: "unclear",
}


def _verdict(given: VerdictGiven, role: Role) -> Line:
    verdict = given.verdict
    illegal = verdict if isinstance(verdict, Illegal) else None
    play = str(verdict.play) if isinstance(verdict, Legal) else illegal.done if illegal else None
    return _line(
        given,
        "verdict",
        game=given.game,
        turn=given.turn,
        player=given.player.value,
        dice=_dice(given.dice),
        status=_STATUS[type(verdict)],
        violation=illegal.violation.value if illegal else None,
        violation_also=[violation.value for violation in illegal.also] if illegal else [],
        where=_where(getattr(verdict, "places", ())),
        play=play,
        message=sentence(verdict, given.dice, role),
    )


def _turn(closed: TurnClosed) -> Line:
    return _line(
        closed,
        "turn",
        game=closed.game,
        turn=closed.turn,
        player=closed.player.value,
        dice=_dice(closed.dice),
        play=closed.play,
        standing=closed.standing.value,
        violation=closed.violation.value if closed.violation else None,
        violation_also=[violation.value for violation in closed.also],
        before=closed.before.to_dict(),
        after=closed.after.to_dict(),
        seen=closed.seen,
    )


def _setup(checked: SetupChecked) -> Line:
    return _line(
        checked,
        "setup",
        ok=checked.ok,
        violation=None if checked.ok else "wrong_setup",
        position=checked.position.to_dict(),
        differences=[
            {"player": d.player.value, "place": _where((d.place,))[0], "wanted": d.wanted, "found": d.found}
            for d in checked.differences
        ],
        message=setup_sentence(checked.ok, checked.differences),
    )
