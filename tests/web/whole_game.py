"""One game as two people might play it in the browser, with the mistakes that people make, and what must be
seen of each before the next throw. The dice are given, so that it is the same game every time.

Light wrecks the game in his third turn: he takes everything home at once, nobody objects, and it stands. So
the game is short, and still has everything: a wrong distance and a blocked point that are mended, a bar-first
error that is mended, one error that stands, a double that is taken, bearing off, a gammon.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.web.chromium import Visit

ROLLS = (
    (3, 1),  # the opening: light starts and plays both numbers
    (6, 4),
    (2, 1),
    (6, 3),
    (4, 3),  # light takes everything home; it stands
    (6, 6),
    (6, 6),
    (2, 1),
    (5, 5),
    (2, 1),
    (4, 4),
    (2, 1),
    (3, 3),
)
HOME = ((24, 6), (24, 5), *[(13, 4)] * 4, (11, 3), *[(8, 3)] * 2)
"""What light does with a 4 and a 3."""

Checked = Callable[[str, str, set[int]], None]
"""Called while a verdict is to be seen: the look, whose it is, the lamps that are lit."""


def play(visit: Visit, checked: Checked) -> None:
    """Play the game; ``checked`` may look at panel and display whenever a verdict stands."""
    game = Game(visit, checked)
    game.throw()

    visit.drag("light", 8, 6)
    game.sees_error("light", "8/6 is 2 pips", {8, 6})
    visit.drag("light", 6, 8)
    game.sees_it_mended("light")
    game.plays("light", (8, 5), (6, 5))

    game.throw()
    visit.drag("dark", 1, 5)
    game.sees_error("dark", "24/20 ends on a closed point", {1, 5})
    visit.drag("dark", 5, 1)
    game.sees_it_mended("dark")
    game.plays("dark", (1, 7), (7, 11))

    game.throw()
    visit.drag("light", 13, 11)
    visit.drag("dark", 11, "bar")
    game.plays("light", (6, 5))

    game.throw()
    visit.drag("dark", 12, 15)
    game.sees_error("dark", "while a checker waits on the bar", {0, 12, 15})
    visit.drag("dark", 15, 12)
    game.sees_it_mended("dark")
    game.plays("dark", ("bar", 3), (3, 9))

    visit.click("#side-light .press.double")
    visit.waits_for("#side-dark .press.take.asked")
    visit.waits_for("#cube.offered")
    visit.click("#side-dark .press.take")
    visit.waits_for("#cube:not(.offered)")
    visit.waits_for_text("#cube", "2")

    game.throw()
    for origin, target in HOME:
        visit.drag("light", origin, target)
    game.sees_error("light", "Illegal", None)
    game.lifts()
    game.throw()  # it stands
    visit.waits_for_text("#turn", "Dark plays 6-6")
    game.plays("dark", (1, 7), (7, 13), (9, 15), (15, 21))

    for point, dark in ((6, (12, 14, 14, 15)), (5, (12, 14, 14, 15)), (4, (12, 14, 14, 15))):
        game.throw()
        game.plays("light", *[(point, "off")] * 4)
        game.throw()
        game.plays("dark", (dark[0], dark[1]), (dark[2], dark[3]))
    game.throw()
    for _ in range(3):
        visit.drag("light", 3, "off")
    game.lifts()
    visit.waits_for_text("#log", "wins a gammon")
    assert visit.text("#side-light .score") == "4"
    assert visit.text("#side-dark .score") == "0"


class Game:
    """Turns of a game on a page."""

    def __init__(self, visit: Visit, checked: Checked) -> None:
        self.visit = visit
        self.checked = checked

    def throw(self) -> None:
        self.visit.click("#throw")
        self.visit.waits_for("#tray .die")
        self.visit.waits_for_text("#turn", "plays")

    def lifts(self) -> None:
        self.visit.click("#lift")
        self.visit.waits_till_gone("#tray .die")

    def plays(self, player: str, *moves: tuple[int | str, int | str]) -> None:
        """A legal play, which is called legal once the dice have been lifted."""
        for origin, target in moves:
            self.visit.drag(player, origin, target)
        self.visit.page.wait_for_timeout(1200)  # the hand leaves, as people's do
        self.lifts()
        self.sees("legal", player, set())

    def sees_error(self, player: str, words: str, lamps: set[int] | None) -> None:
        self.sees("illegal", player, lamps)
        assert words in self.visit.text("#said-now")
        assert self.visit.text(f"#side-{player} .player-lamp") == "not legal"

    def sees_it_mended(self, player: str) -> None:
        self.visit.waits_for(".verdict:not(.illegal)")
        self.visit.waits_for(f"#side-{player} .player-lamp:not(.red)")
        assert self.visit.lit("red") == set()

    def sees(self, look: str, player: str, lamps: set[int] | None) -> None:
        colour = {"illegal": "red", "legal": "green"}[look]
        self.visit.waits_for(f".verdict.{look}")
        self.visit.waits_for(f"#side-{player} .player-lamp.{colour}")
        if lamps is not None:
            assert self.visit.lit("red") == lamps
        self.checked(look, player, self.visit.lit("red"))
