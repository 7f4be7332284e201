"""A table of times: who was measured on what, the median, the 99th percentile, and the ratio to the first."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

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
        lines = [self.title, f"{'':34}{'median µs':>12}{'p99 µs':>12}{'worst µs':>12}{'median ×':>10}"]
        for row in self.rows:
            ratio = self._ratios(row)["median_ratio"]
            lines.append(f"{row.name:34}{row.median:12.1f}{row.p99:12.1f}{row.worst:12.1f}{ratio:10.2f}")
        return "\n".join(lines + self.notes)


def measured(name: str, call: Callable[[Case], object], cases: Sequence[Case], rounds: int = 3) -> Row:
    """``call`` on every case, ``rounds`` times over all of them; the best time of each case counts."""
    best = [float("inf")] * len(cases)
    for _ in range(rounds):
        for index, case in enumerate(cases):
            begin = time.perf_counter()
            call(case)
            best[index] = min(best[index], time.perf_counter() - begin)
    micros = sorted(1e6 * seconds for seconds in best)
    p99 = micros[min(len(micros) - 1, int(0.99 * len(micros)))]
    return Row(name, statistics.median(micros), p99, micros[-1])
