"""Reading the printed parts: the triangles of a binary STL file, and what follows from them."""

from __future__ import annotations

import struct
from collections import Counter
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
STL = CHECKOUT / "hardware" / "stl"
BED = 210.0  # the smallest printer this is meant for, in every direction

Vertex = tuple[float, float, float]


def triangles(part: str) -> list[tuple[Vertex, Vertex, Vertex]]:
    """Millimetres, rounded to the thousandth."""
    data = (STL / f"{part}.stl").read_bytes()
    (count,) = struct.unpack_from("<I", data, 80)
    assert len(data) == 84 + 50 * count
    found = []
    for n in range(count):
        numbers = struct.unpack_from("<12f", data, 84 + 50 * n)
        corners = [tuple(round(x, 3) for x in numbers[i : i + 3]) for i in (3, 6, 9)]
        found.append(tuple(corners))
    return found


def vertices(part: str) -> set[Vertex]:
    """Every corner once."""
    return {point for triangle in triangles(part) for point in triangle}


def size(part: str) -> Vertex:
    """Of the box around it."""
    points = vertices(part)
    return tuple(max(p[axis] for p in points) - min(p[axis] for p in points) for axis in range(3))


def coordinates(part: str, axis: int) -> set[float]:
    """All that occur along an axis, to the hundredth."""
    return {round(point[axis], 2) for point in vertices(part)}


def open_edges(part: str) -> list[tuple[Vertex, Vertex]]:
    """Edges that do not join exactly two faces which agree on the outside; none in a solid."""
    edges: Counter[tuple[Vertex, Vertex]] = Counter()
    for a, b, c in triangles(part):
        if len({a, b, c}) < 3:
            continue  # thinner than a micrometre
        edges.update([(a, b), (b, c), (c, a)])
    assert edges
    return [edge for edge, count in edges.items() if edges[edge[1], edge[0]] != count]


def volume(part: str) -> float:
    """Cubic millimetres; negative when it is inside out."""
    total = 0.0
    for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in triangles(part):
        total += ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx)
    return total / 6
