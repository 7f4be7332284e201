"""Reading ``.sgf`` files of backgammon: ours, and the main line of what GNU Backgammon saves.

Analysis and variations are passed over. A roll that is set and a board that is set after it are a play that
stood although it broke a rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import TypeAlias

from tabletop.backgammon.dice import Dice
from tabletop.backgammon.errors import NotationError
from tabletop.backgammon.notation.gnubg import VARIATIONS
from tabletop.backgammon.notation.notes import GameNotes, read_notes
from tabletop.backgammon.notation.replay import GameReader
from tabletop.backgammon.notation.sgf import COLOUR
from tabletop.backgammon.notation.writing import as_written
from tabletop.backgammon.play import BAR, OFF, Move
from tabletop.backgammon.position import POINTS, Player, Position, Side
from tabletop.backgammon.transcript import Dropped, GameTranscript, Took, Transcript, Won
from tabletop.backgammon.variant import Variant, variant

Node: TypeAlias = dict[str, list[str]]
"""Properties of one node: every value by the name of its property."""

_TOKEN = re.compile(r"\s*(?:(?P<mark>[();])|(?P<name>[A-Za-z]+)|\[(?P<value>(?:\\.|[^\]\\])*)\])", re.S)
_ESCAPE = re.compile(r"\\(.)", re.S)
_RESULT = re.compile(r"([WB])\+(\d+)R?")
_PLAYER = {colour: player for player, colour in COLOUR.items()}
_CUBE = ("double", "take", "drop")


def read_sgf(text: str) -> Transcript:
    """The match of an ``.sgf`` file; raises `NotationError` saying which game cannot be read."""
    trees = list(_trees(text))
    if not trees or trees[0][0].get("GM") != ["6"]:
        raise NotationError("this is no .sgf file of backgammon: no game tree says GM[6]")
    games: list[GameTranscript] = []
    for number, nodes in enumerate(trees, start=1):
        try:
            games.append(_game(nodes, number))
        except NotationError as error:
            raise NotationError(f"game {number}: {error}") from error
    return _match(trees[0][0], tuple(games))


def _trees(text: str) -> Iterator[list[Node]]:
    """The main line of every game tree."""
    place = depth = 0
    main = True
    nodes: list[Node] = []
    name = ""
    while match := _TOKEN.match(text, place):
        place = match.end()
        if match["mark"] == "(":
            depth += 1
        elif match["mark"] == ")":
            depth -= 1
            main = depth == 0  # what follows the first end of a branch is another branch
            if not depth and nodes:
                yield nodes
                nodes = []
        elif match["mark"] and main:
            nodes.append({})
        elif match["name"]:
            name = match["name"]
        elif main and nodes and match["value"] is not None:
            nodes[-1].setdefault(name, []).append(_ESCAPE.sub(r"\1", match["value"]))
    if text[place:].strip() or depth:
        raise NotationError(f"the .sgf file cannot be read after its character {place}")


def _match(root: Node, games: tuple[GameTranscript, ...]) -> Transcript:
    rules = _rules(root)
    day = root.get("DT", [""])[0]
    return Transcript(
        light_name=root.get("PW", ["light"])[0],
        dark_name=root.get("PB", ["dark"])[0],
        match_length=_info(root, "length"),
        variant=_variant(root).key,
        games=games,
        crawford_rule="Crawford" in rules,
        jacoby_rule="Jacoby" in rules,
        event=root.get("EV", [None])[0],
        played_on=date.fromisoformat(day) if re.fullmatch(r"\d{4}-\d{2}-\d{2}", day) else None,
        place=root.get("PC", [None])[0],
    )


def _rules(root: Node) -> list[str]:
    return root.get("RU", [""])[0].split(":")


def _info(root: Node, key: str) -> int:
    for value in root.get("MI", []):
        name, _, number = value.partition(":")
        if name == key and number.isdecimal():
            return int(number)
    return 0


def _variant(root: Node) -> Variant:
    if "TV" in root:
        return variant(root["TV"][0])
    names = [name for name, variation in VARIATIONS.items() if variation.sgf in _rules(root)]
    return variant(names[0] if names else "standard")


def _game(nodes: list[Node], number: int) -> GameTranscript:
    root = nodes[0]
    comments = [line for node in nodes for value in node.get("C", []) for line in value.splitlines()]
    notes = read_notes(comments).get(number, GameNotes())
    scores = (_info(root, "ws"), _info(root, "bs"))
    reader = GameReader(_variant(root), scores, "CrawfordGame" in _rules(root), notes)
    dice: tuple[Player, Dice] | None = None
    for node in nodes[1:]:
        dice = _node(reader, node, dice)
    result: Won | None = None
    if match := _RESULT.fullmatch(root.get("RE", [""])[0]):
        result = reader.won(_PLAYER[match[1]], int(match[2]))
    return reader.game(result)


def _node(reader: GameReader, node: Node, rolled: tuple[Player, Dice] | None) -> tuple[Player, Dice] | None:
    """Follow one node; ``rolled`` are dice that were set before it, returned are dice that it sets."""
    for colour, player in _PLAYER.items():
        for value in node.get(colour, []):
            _action(reader, player, value)
    if "AE" in node:
        position = _set_up(node, reader.variant.checkers)
        if rolled is None:
            reader.set_start(position)
        else:
            reader.stood(*rolled, position)
        return None
    if "DI" in node and "PL" in node:
        return _PLAYER[node["PL"][0]], _dice(node["DI"][0])
    return None


def _action(reader: GameReader, player: Player, value: str) -> None:
    match value:
        case "double":
            reader.doubled(player)
        case "take":
            reader.actions.append(Took(player))
        case "drop":
            reader.actions.append(Dropped(player))
        case _:
            places = [_place(player, letter) for letter in value[2:]]
            moves = [Move(*pair) for pair in zip(places[::2], places[1::2], strict=True)]
            reader.moved(player, _dice(value[:2]), moves)


def _dice(value: str) -> Dice:
    if not re.fullmatch("[1-6]{2}", value):
        raise NotationError(f"{value!r} is no roll")
    return Dice(int(value[0]), int(value[1]))


def _place(player: Player, letter: str) -> int:
    if letter == "y":
        return BAR
    if letter == "z":
        return OFF
    if not "a" <= letter <= "x":
        raise NotationError(f"{letter!r} is no place on a board")
    index = ord(letter) - ord("a")
    return index + 1 if player is Player.LIGHT else POINTS - index


def _set_up(node: Node, checkers: int) -> Position:
    sides: dict[Player, Side] = {}
    for player, colour in COLOUR.items():
        counts = [0] * (BAR + 1)
        for letter in node.get(f"A{colour}", []):
            counts[_place(player, letter)] += 1
        sides[player] = Side(tuple(counts[1:BAR]), bar=counts[BAR])
    return as_written(Position(sides[Player.LIGHT], sides[Player.DARK]), checkers)
