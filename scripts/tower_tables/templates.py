"""Works out what the seven sensors of a pocket see of each face in every pose a die can take there,
and writes it as the decoder's templates. Also the geometry, for the simulated optics and for OpenSCAD."""

from __future__ import annotations

import itertools
import math

PIPS = {
    1: ((0, 0),),
    2: ((1, 1), (-1, -1)),
    3: ((0, 0), (1, 1), (-1, -1)),
    4: ((1, 1), (1, -1), (-1, 1), (-1, -1)),
    5: ((0, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)),
    6: ((1, 1), (1, -1), (-1, 1), (-1, -1), (1, 0), (-1, 0)),
}
"""The pips of each face, in pip pitches from its centre."""


def patterns() -> list[tuple[int, tuple[tuple[int, int], ...]]]:
    """The nine pictures six faces make: 2, 3 and 6 look different after a quarter turn."""
    found = []
    for face, pips in PIPS.items():
        found.append((face, pips))
        turned = tuple(sorted((-y, x) for x, y in pips))
        if turned != tuple(sorted(pips)):
            found.append((face, turned))
    return found


def _disc(radius: float, rings: int = 5) -> list[tuple[float, float]]:
    points = [(0.0, 0.0)]
    for ring in range(1, rings + 1):
        count = 6 * ring
        reach = radius * math.sqrt((ring + 0.0) / rings) * 0.97
        points += [
            (reach * math.cos(2 * math.pi * k / count), reach * math.sin(2 * math.pi * k / count))
            for k in range(count)
        ]
    return points


def templates(sensing: dict) -> list[tuple[int, list[int]]]:
    """(face, seven signals) for nine pictures times the poses."""
    die, decoder = sensing["die"], sensing["decoder"]
    pitch, pip_radius = die["edge_mm"] * die["pip_pitch"], die["edge_mm"] * die["pip_diameter"] / 2
    places = [(x * pitch, y * pitch) for x, y in sensing["sensors"]["places"].values()]
    disc = _disc(sensing["sensors"]["footprint_radius_mm"])
    shifts, turns = sensing["poses"]["shift_mm"], sensing["poses"]["turn_deg"]
    result = []
    for face, pips in patterns():
        for dx, dy, turn in itertools.product(shifts, shifts, turns):
            cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
            signals = []
            for x, y in places:
                white = 0
                for ox, oy in disc:
                    ax, ay = x + ox - dx, y + oy - dy
                    u, v = cos * ax + sin * ay, -sin * ax + cos * ay
                    white += all(math.hypot(u - px * pitch, v - py * pitch) > pip_radius for px, py in pips)
                signals.append(round(decoder["white"] * white / len(disc)))
            result.append((face, signals))
    return result


def templates_header(sensing: dict) -> str:
    """`templates.h`: the templates in flash and the decoder's margins."""
    decoder = sensing["decoder"]
    white = decoder["white"]
    rows = templates(sensing)
    per_face = [sum(1 for face, _ in rows if face == wanted) for wanted in range(1, 7)]
    lines = [
        "/* Made from firmware/tables/sensing.toml by `make tables`. Do not edit. */",
        "",
        "#ifndef TEMPLATES_H",
        "#define TEMPLATES_H",
        "",
        "#include <stdint.h>",
        '#include "hal/flash.h"',
        "",
        f"#define SIGNAL_WHITE {white}",
        f"#define DIE_WHITE_LEAST {round(decoder['die_white'][0] * white)}",
        f"#define DIE_WHITE_MOST {round(decoder['die_white'][1] * white)}",
        f"#define DECODE_ACCEPT {round(decoder['accept'] * white)}",
        f"#define DECODE_RATIO_TENTHS {round(decoder['ratio'] * 10)}",
        f"#define DECODE_MARGIN {round(decoder['margin'] * white)}",
        f"#define EMPTY_BELOW {round(decoder['empty_below'] * white)}",
        f"#define TEMPLATES {len(rows)}",
        "",
        "/* how many templates each face has, 1 to 6; they stand in that order */",
        "static const uint8_t templates_per_face[6] = {" + ", ".join(map(str, per_face)) + "};",
        "",
        "/* centre, NE, NW, SW, SE, W, N: black 0, white " + str(white) + " */",
        "static const uint8_t templates[TEMPLATES][7] FLASH = {",
    ]
    lines += ["    {" + ", ".join(map(str, signals)) + "}," for _, signals in rows]
    return "\n".join([*lines, "};", "", "#endif", ""])


def most_turn(sensing: dict) -> float:
    """How far a centred die can turn in its pocket, in degrees: a square with rounded corners of radius r
    and half edge h needs (h - r)(cos a + sin a) + r, and has h plus half the clearance."""
    half = sensing["die"]["edge_mm"] / 2
    radius = sensing["die"]["edge_mm"] * sensing["die"]["corner_radius"]
    total = (half + sensing["pocket"]["clearance_mm"] / 2 - radius) / (half - radius)
    return math.degrees(math.asin(total**2 - 1) / 2)


def geometry_header(sensing: dict) -> str:
    """`geometry.h`: the die and the sensors in millimetres, for the simulated optics."""
    die, sensors = sensing["die"], sensing["sensors"]
    pitch = die["edge_mm"] * die["pip_pitch"]
    places = ", ".join(f"{{{x * pitch:.3f}, {y * pitch:.3f}}}" for x, y in sensors["places"].values())
    lines = [
        "/* Made from firmware/tables/sensing.toml by `make tables`. Do not edit. */",
        "",
        "#ifndef GEOMETRY_H",
        "#define GEOMETRY_H",
        "",
        f"#define DIE_EDGE_MM {die['edge_mm']}",
        f"#define PIP_PITCH_MM {pitch:.3f}",
        f"#define PIP_RADIUS_MM {die['edge_mm'] * die['pip_diameter'] / 2:.3f}",
        f"#define CLEARANCE_MM {sensing['pocket']['clearance_mm']}",
        f"#define MOST_TURN_DEG {most_turn(sensing):.2f}",
        f"#define FOOTPRINT_RADIUS_MM {sensors['footprint_radius_mm']}",
        f"#define SENSOR_PLACES {{{places}}}",
        "",
        "#endif",
        "",
    ]
    return "\n".join(lines)


def scad(sensing: dict) -> str:
    """`sensing.scad`: the same geometry for the printed parts."""
    die, pocket = sensing["die"], sensing["pocket"]
    places = ", ".join(f"[{x}, {y}]" for x, y in sensing["sensors"]["places"].values())
    return "\n".join(
        [
            "// Made from firmware/tables/sensing.toml by `make tables`. Do not edit.",
            f"die = {die['edge_mm']};               // edge of the die, mm",
            f"pip_pitch_of_die = {die['pip_pitch']};  // centre to corner pip, in edges",
            f"clearance = {pocket['clearance_mm']};          // pocket = die + clearance, mm",
            f"pocket_depth = {pocket['depth_mm']};       // mm",
            f"sensor_places = [{places}];  // in pip pitches",
            "",
        ]
    )
