"""Moments of a match, and how the panel and the display look then. `golden/` holds the pictures; after a
change that is meant they are made again by `python -m scripts.make_looks`, and looked at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from PIL import Image

from tabletop.backgammon import Dice, Match, MatchRules, Player, variant
from tabletop.present.lamps import Lamps
from tabletop.present.panel_image import draw_panel
from tabletop.present.screen import Clocks, Screen, draw
from tabletop.present.shown import Shown, nothing, show, with_clocks
from tabletop.referee import (
    BoardSeen,
    Button,
    ButtonPressed,
    CameraLost,
    DiceCocked,
    DiceLifted,
    DiceSettled,
    Event,
    Observation,
    OpeningRolled,
    State,
    TowerLost,
    Trouble,
    advance,
    profile,
)
from tests.referee.scenario import board, covered, moved

GOLDEN = Path(__file__).parent / "golden"
GAME = variant("standard")
LIGHT, DARK = Player.LIGHT, Player.DARK


@dataclass(frozen=True)
class Moment:
    """What has happened so far, and in which language it is told."""

    name: str
    events: tuple[Event, ...]
    language: str = "en"
    rules: str = "official"
    start: State | None = None
    clocks: Clocks | None = None

    def shown(self) -> Shown:
        start = self.start or State.new(GAME, Match.start(MatchRules(length=7)), profile(self.rules))
        return with_clocks(told(start, self.events), self.clocks)


def told(state: State, events: Iterable[Event]) -> Shown:
    """What is shown after all of these events."""
    shown = show(state, (), nothing())
    for event in events:
        state, effects = advance(state, event)
        shown = show(state, effects, shown)
    return shown


def see(*words: str, player: Player = LIGHT, hidden: tuple[str, ...] = ()) -> BoardSeen:
    seen = Observation.certain(moved(GAME.start_position, player, list(words)))
    return BoardSeen(at=2.0, observation=covered(seen, player, list(hidden)))


def in_the_middle(words: str, on_roll: Player = LIGHT, score: tuple[int, int] = (3, 5)) -> State:
    match = replace(Match.start(MatchRules(length=7)), light=score[0], dark=score[1])
    return State.resumed(GAME, match, board(words), on_roll)


OPENED = (see(), OpeningRolled(at=3.0, light=3, dark=1))
LIFTED = DiceLifted(at=4.0)
CLOSED_OUT = "light bar:1 6:4 5:4 4:4 3:2 | dark 6:2 5:2 4:2 3:2 2:2 1:2 13:3"
BEARING_OFF = "light 6:1 2:1 off:13 | dark 19:8 20:7"
WRONG = BoardSeen(
    at=1.0, observation=Observation.certain(board("light 24:2 13:5 7:3 6:5 | dark 24:2 13:5 8:3 6:5"))
)


def press(player: Player, button: Button) -> ButtonPressed:
    return ButtonPressed(at=5.0, player=player, button=button)


MOMENTS = (
    Moment("setting-up", ()),
    Moment("set-up-wrong", (WRONG,), "de"),
    Moment("opening", (see(),), "es"),
    Moment("playing", OPENED),
    Moment("legal-but-not-done", (*OPENED, see("8/5", "6/5"))),
    Moment("legal-and-done", (*OPENED, see("8/5", "6/5"), LIFTED), "fr"),
    Moment("illegal", (*OPENED, see("8/5", "13/8")), "de"),
    Moment("illegal-when-done", (*OPENED, see("8/5"), LIFTED)),
    Moment("pondering", (*OPENED, see("8/5", hidden=("6", "5")))),
    Moment("unclear", (*OPENED, see("8/5", "6/5", hidden=("8", "7", "6", "5")), LIFTED), "es"),
    Moment("silent", (*OPENED, see("8/5", "13/8")), rules="silent"),
    Moment("tutor", OPENED, rules="kitchen"),
    Moment("cocked", (*OPENED, see("8/5", "6/5"), LIFTED, DiceCocked(at=6.0))),
    Moment("doubled", (*OPENED, see("8/5", "6/5"), LIFTED, press(DARK, Button.DOUBLE))),
    Moment(
        "taken",
        (*OPENED, see("8/5", "6/5"), LIFTED, press(DARK, Button.DOUBLE), press(LIGHT, Button.TAKE)),
    ),
    Moment("resigned", (*OPENED, press(LIGHT, Button.RESIGN), press(LIGHT, Button.RESIGN)), "de"),
    Moment("game-won", (DiceSettled(at=1.0, dice=Dice(6, 2)), see_off := BoardSeen(
        at=2.0, observation=Observation.certain(board("light off:15 | dark 19:8 20:7"))
    )), start=in_the_middle(BEARING_OFF)),
    Moment("match-won", (DiceSettled(at=1.0, dice=Dice(6, 2)), see_off),
           start=in_the_middle(BEARING_OFF, score=(6, 5))),
    Moment("bar-first", (DiceSettled(at=1.0, dice=Dice(6, 1)), BoardSeen(
        at=2.0,
        observation=Observation.certain(moved(board(CLOSED_OUT.replace("6:2", "6:1 7:1")), LIGHT, ["6/5"])),
    )), start=in_the_middle(CLOSED_OUT.replace("6:2", "6:1 7:1"))),
    Moment("camera-moved", (*OPENED, CameraLost(at=4.0, trouble=Trouble.MOVED)), "de"),
    Moment("camera-dark", (*OPENED, CameraLost(at=4.0, trouble=Trouble.DARK)), "fr"),
    Moment("tower-lost", (*OPENED, TowerLost(at=4.0))),
    Moment("on-the-clock", OPENED, clocks=Clocks(754, 831, LIGHT)),
    Moment("out-of-time", OPENED, "fr", clocks=Clocks(0, 831, LIGHT)),
    Moment("unheeded", (*OPENED, press(DARK, Button.DONE)), "de"),
    Moment("unheeded-on-the-clock", (*OPENED, press(DARK, Button.DONE)), "fr",
           clocks=Clocks(754, 831, LIGHT)),
)  # fmt: skip


def pictures() -> dict[str, Image.Image]:
    """Every moment's display and panel, by file name."""
    made: dict[str, Image.Image] = {}
    for moment in MOMENTS:
        shown = moment.shown()
        made[f"screen-{moment.name}.png"] = draw(shown.screen, language=moment.language)
        if shown.lamps != Lamps() or moment.name == "setting-up":
            made[f"panel-{moment.name}.png"] = draw_panel(shown.lamps)
    made["screen-crawford.png"] = draw(
        Screen(score=(6, 2), length=7, crawford=True, cube=None, on_roll=DARK, dice=Dice(5, 5)), language="en"
    )
    made["screen-redoubled.png"] = draw(
        Screen(score=(13, 9), length=None, cube=64, owner=DARK, on_roll=LIGHT), language="de"
    )
    return made


def looked_at() -> Image.Image:
    """All pictures on one sheet, three times as large, to be looked at."""
    made = pictures()
    columns, wide, tall = 5, 396, 462
    sheet = Image.new("RGB", (columns * wide, -(-len(MOMENTS) // columns) * tall), (90, 90, 90))
    for index, moment in enumerate(MOMENTS):
        x, y = index % columns * wide + 6, index // columns * tall + 6
        screen = made[f"screen-{moment.name}.png"].convert("RGB")
        sheet.paste(screen.resize((384, 192), Image.Resampling.NEAREST), (x, y))
        panel = made.get(f"panel-{moment.name}.png")
        if panel is not None:
            sheet.paste(panel.resize((384, 230), Image.Resampling.NEAREST), (x, y + 198))
    return sheet


def for_the_documents() -> Image.Image:
    """The display's most frequent looks, twice as large, as `docs/devices.md` shows them."""
    names = ("playing", "legal-and-done", "illegal", "bar-first", "cocked", "doubled")
    sheet = Image.new("L", (3 * 264 + 8, 2 * 136 + 8), 128)
    for index, name in enumerate(names):
        shown = next(moment for moment in MOMENTS if moment.name == name).shown()
        large = draw(shown.screen).convert("L").resize((256, 128), Image.Resampling.NEAREST)
        sheet.paste(large, (8 + index % 3 * 264, 8 + index // 3 * 136))
    return sheet
