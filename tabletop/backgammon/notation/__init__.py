"""The ways in which backgammon is written down, each both ways: text from values, values from text.

A position: GNU Position ID, XGID, a drawn board. A moment of a match: GNU Match ID, XGID. A whole match:
``.mat`` (Jellyfish, the one every program reads), ``.sgf`` (GNU Backgammon's own) and ``match.json``
(ours, which loses nothing). What each can and cannot hold is in ``docs/record.md``.

A notation for one position refuses what it cannot say with `NotationError`. A notation for a match never
refuses a board that stood: it writes what it can and says the rest in a comment.
"""

from tabletop.backgammon.notation.board_text import board_text
from tabletop.backgammon.notation.mat import Dialect, write_mat
from tabletop.backgammon.notation.mat_reader import read_mat
from tabletop.backgammon.notation.match_id import match_id, parse_match_id
from tabletop.backgammon.notation.match_json import match_from_json, match_to_json
from tabletop.backgammon.notation.position_id import parse_position_id, position_id
from tabletop.backgammon.notation.sgf import write_sgf
from tabletop.backgammon.notation.sgf_reader import read_sgf
from tabletop.backgammon.notation.table import Resignation, Table
from tabletop.backgammon.notation.xgid import parse_xgid, xgid

__all__ = [
    "Dialect",
    "Resignation",
    "Table",
    "board_text",
    "match_from_json",
    "match_id",
    "match_to_json",
    "parse_match_id",
    "parse_position_id",
    "parse_xgid",
    "position_id",
    "read_mat",
    "read_sgf",
    "write_mat",
    "write_sgf",
    "xgid",
]
