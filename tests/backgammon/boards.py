"""Boards for the tests: written in words, drawn at random."""

import random

from tabletop.backgammon import Dice, Player, Position, Side, Variant, legal_plays


def side(text: str) -> Side:
    """``"13:5 bar:1"``; the side has what is named and nothing else."""
    return Side.from_dict({place: int(count) for place, count in (word.split(":") for word in text.split())})


def board(light: str, dark: str = "") -> Position:
    return Position(side(light), side(dark))


def random_dice(rng: random.Random) -> Dice:
    return Dice(rng.randint(1, 6), rng.randint(1, 6))


def random_side(rng: random.Random, variant: Variant) -> Side:
    """Checkers strewn about: often all, sometimes too few or too many, often all home, some on the bar."""
    count = variant.checkers if rng.random() < 0.7 else rng.randint(0, 2 * variant.checkers)
    furthest = rng.choice((6, 6, 12, 24, 24, 24))
    favoured = [rng.randint(1, furthest) for _ in range(rng.randint(1, 8))]
    places = [0] * 27
    for _ in range(count):
        luck = rng.random()
        if luck < 0.06:
            places[25] += rng.random() < 0.5
        elif luck < 0.12:
            places[0] += 1
        elif luck < 0.3 and variant.start.hand:
            places[26] += rng.random() < 0.7
        elif luck < 0.8:
            places[rng.choice(favoured)] += 1
        else:
            places[rng.randint(1, furthest)] += 1
    return Side.from_places(bytes(places))


def random_position(rng: random.Random, variant: Variant) -> Position:
    """Mostly boards that no game reaches; half of them without two colours on a point."""
    light, dark = random_side(rng, variant), random_side(rng, variant)
    if rng.random() < 0.5:
        apart = tuple(0 if light.on(25 - n) else count for n, count in enumerate(dark.points, 1))
        dark = dark.but(points=apart)
    return Position(light, dark)


def played_positions(rng: random.Random, variant: Variant, count: int) -> list[tuple[Position, Player, Dice]]:
    """Turns of games played at random from the start."""
    turns: list[tuple[Position, Player, Dice]] = []
    while len(turns) < count:
        position, player = variant.start_position, Player.LIGHT
        while len(turns) < count and not any(position.of(p).off == variant.checkers for p in Player):
            turns.append((position, player, random_dice(rng)))
            positions = legal_plays(*turns[-1], variant).positions
            if positions:
                position = rng.choice(sorted(positions))
            player = player.opponent
    return turns
