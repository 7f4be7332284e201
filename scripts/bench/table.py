"""A table of times: who was measured on what, the median, the 99th percentile, and the ratio to the first."""

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

Case = TypeVar("Case")


@dataclass(frozen=True)
class Row:
    """One thing measured, in microseconds a call."""

    name: str
    median: float
    p99: float
    worst: float


@dataclass
class Table:
    """Rows that were measured on the same cases in the same run."""

    title: str
    rows: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def to_dict(self) -> dict[str, object]:
        """For ``--json``; ratios are to the first row."""
        rows = [
            {"name": r.name, "median_us": r.median, "p99_us": r.p99, "worst_us": r.worst, **self._ratios(r)}
            for r in self.rows
        ]
        return {"title": self.title, "rows": rows, "notes": self.notes}

    def _ratios(self, row: Row) -> dict[str, float]:
        first = self.rows[0]
        return {"median_ratio": row.median / first.median, "p99_to_first_median": row.p99 / first.median}

    def __str__(self) -> str:
        lines = [
            self.title,
            f"{'':34}{'median µs':>12}{'p99 µs':>12}{'worst µs':>12}{'median ×':>10}{'p99 ×':>10}",
        ]
        for row in self.rows:
            times = f"{row.median:12.1f}{row.p99:12.1f}{row.worst:12.1f}"
            ratios = "".join(f"{ratio:10.2f}" for ratio in self._ratios(row).values())
            lines.append(f"{row.name:34}{times}{ratios}")
        lines.append("×: of the first row's median.")
        return "\n".join(lines + self.notes)


def measured(name: str, call: Callable[[Case], object], cases: Sequence[Case], rounds: int = 3) -> Row:
    """``call`` on every case, ``rounds`` times over all of them; the best time of each case counts."""
    (row,) = measured_in_turn({name: (call, cases)}, rounds)
    return row


def measured_in_turn(
    rivals: Mapping[str, tuple[Callable[[Any], object], Sequence[Any]]], rounds: int = 3
) -> list[Row]:
    """Rivals, each with its own form of the same cases: one case after the other, all rivals on each.

    So a machine that is busy with something else for a while is so for all of them. Another one begins in
    every round, for it finds the caches full of somebody else's work.
    """
    order = [(call, cases, [float("inf")] * len(cases)) for call, cases in rivals.values()]
    bests = [best for _, _, best in order]
    for _ in range(rounds):
        for index in range(len(bests[0])):
            for call, cases, best in order:
                begin = time.perf_counter()
                call(cases[index])
                best[index] = min(best[index], time.perf_counter() - begin)
        order = order[1:] + order[:1]
    return [_row(name, best) for name, best in zip(rivals, bests, strict=True)]


def _row(name: str, seconds: Sequence[float]) -> Row:
    micros = sorted(1e6 * each for each in seconds)
    p99 = micros[min(len(micros) - 1, int(0.99 * len(micros)))]
    return Row(name, statistics.median(micros), p99, micros[-1])
