"""Trains the counting networks on painted strips: ``tabletop/vision/counts.onnx`` and ``counts-glance.onnx``.

    python scripts/reader/train.py out/strips --epochs 12
    python scripts/reader/train.py out/strips --epochs 9 --glance --out tabletop/vision/counts-glance.onnx

The strips come from ``scripts/reader/strips.py``. Needs PyTorch, which the program itself does not.
"""

from __future__ import annotations

import argparse
import copy
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

SMOOTHING = 0.002
"""Share of belief that is never given to any count: evidence of a spot stays under 9 nats."""
KINDS = 16
"""0 to 15 checkers."""
CHANNELS = 7
GLANCE = (slice(None), slice(None), slice(1, None, 3), slice(1, None, 2))
"""The samples of a glance, as `tabletop.vision.sampling.GLANCE` has them."""
HELD_OUT = 2
"""Files that are kept aside."""
AVERAGED = 0.998
"""What is exported is the running mean of the weights."""


class Counter(nn.Module):
    """A strip to the logits of (light count, dark count, count of both, covered)."""

    def __init__(self, widths: tuple[int, ...] = (24, 40, 48, 64, 64), hidden: int = 128) -> None:
        super().__init__()
        shapes = ((3, 2, 1), (3, 2, 1), (3, 1, 1), ((3, 4), 1, (1, 0)), ((3, 1), 1, (1, 0)))
        layers: list[nn.Module] = []
        before = CHANNELS
        for width, (kernel, stride, padding) in zip(widths, shapes, strict=True):
            layers += [
                nn.Conv2d(before, width, kernel, stride=stride, padding=padding, bias=False),
                nn.BatchNorm2d(width),
                nn.ReLU(),
            ]
            before = width
        self.body = nn.Sequential(*layers, nn.Flatten())
        self.drop = nn.Dropout(0.15)
        self.head = nn.Sequential(nn.Linear(18 * before, hidden), nn.ReLU(), nn.Linear(hidden, 3 * KINDS + 1))

    def forward(self, strips: torch.Tensor) -> torch.Tensor:
        """Logits (n, 3 * KINDS + 1) of strips (n, CHANNELS, 72, 16)."""
        return self.head(self.drop(self.body(strips)))


class Glancer(nn.Module):
    """The same from the samples of a glance: a row across a strip at once, then along it."""

    def __init__(self) -> None:
        super().__init__()
        shapes = (
            (5, 24, (3, 8), 1, (1, 0)),
            (24, 40, (5, 1), (2, 1), (2, 0)),
            (40, 48, (3, 1), 1, (1, 0)),
        )
        layers: list[nn.Module] = []
        for before, width, kernel, stride, padding in shapes:
            layers += [
                nn.Conv2d(before, width, kernel, stride=stride, padding=padding, bias=False),
                nn.BatchNorm2d(width),
                nn.ReLU(),
            ]
        self.body = nn.Sequential(*layers, nn.Flatten())
        self.head = nn.Sequential(
            nn.Dropout(0.1), nn.Linear(48 * 12, 64), nn.ReLU(), nn.Linear(64, 3 * KINDS + 1)
        )

    def forward(self, strips: torch.Tensor) -> torch.Tensor:
        """Logits (n, 3 * KINDS + 1) of strips (n, 5, 24, 8)."""
        return self.head(self.body(strips))


def load(paths: list[Path], glance: bool) -> tuple[np.ndarray, np.ndarray]:
    """The strips (n, channels, along, across), signed bytes, and labels (n, 4) of some files.

    At a ``glance`` the first five channels of points with known colours, see ``tabletop/vision/glancing.py``.
    """
    strips, labels = [], []
    for path in paths:
        part = np.load(path)
        if glance:
            shown = (part["labels"][:, 0] >= 0) & (part["strips"][:, 6, 0, 0] == 0)
            strips.append(part["strips"][shown][:, :5][GLANCE])
            labels.append(part["labels"][shown])
        else:
            strips.append(part["strips"])
            labels.append(part["labels"])
    return np.concatenate(strips), np.concatenate(labels)


def loss_of(out: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Labels (n, 4): light, dark (both -1 where colours are not given), total, covered."""
    light, dark, total, covered = out.split((KINDS, KINDS, KINDS, 1), dim=1)
    count = nn.functional.cross_entropy
    seen = labels[:, 3] == 0
    known = (labels[:, 0] >= 0) & seen
    loss = count(total[seen], labels[seen, 2].clamp(max=KINDS - 1), label_smoothing=SMOOTHING)
    if known.any():
        loss = loss + count(light[known], labels[known, 0].clamp(max=KINDS - 1), label_smoothing=SMOOTHING)
        loss = loss + count(dark[known], labels[known, 1].clamp(max=KINDS - 1), label_smoothing=SMOOTHING)
    return loss + nn.functional.binary_cross_entropy_with_logits(covered[:, 0], labels[:, 3].float())


def augment(strips: torch.Tensor, noise: torch.Tensor) -> torch.Tensor:
    """Mirror across, jitter brightness and relief, forget a little; ``strips`` is changed."""
    if torch.rand(()) < 0.5:
        strips = strips.flip(3)
    n = len(strips)
    strips[:, 0] = strips[:, 0] * (1 + 0.1 * torch.randn(n, 1, 1)) + 0.1 * torch.randn(n, 1, 1)
    if strips.shape[1] > 5:
        strips[:, 5] = strips[:, 5] * (1 + 0.2 * torch.randn(n, 1, 1))
    strips[:, 3:5] = strips[:, 3:5] * (1 - 0.3 * torch.rand(n, 1, 1, 1))
    first = int(torch.randint(len(noise) - n, ()))
    return strips + noise[first : first + n]


def main() -> None:
    """Train, report after every epoch, export."""
    parser = argparse.ArgumentParser()
    parser.add_argument("strips", type=Path, nargs="+", help="folders with strips; the first is tested on")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--glance", action="store_true", help="the network that knows a strip at a glance")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--out", type=Path, default=Path("tabletop/vision/counts.onnx"))
    arguments = parser.parse_args()
    torch.manual_seed(1)
    paths = [path for folder in arguments.strips for path in sorted(folder.glob("*.npz"))]
    test_strips, test_labels = load(paths[:HELD_OUT], arguments.glance)
    strips, labels = load(paths[HELD_OUT:], arguments.glance)
    print(len(strips), "strips", len(test_strips), "held out", flush=True)
    model = Glancer() if arguments.glance else Counter()
    if arguments.start:
        model.load_state_dict(torch.load(arguments.start))
    mean = copy.deepcopy(model)
    batch = 384
    steps = arguments.epochs * (len(strips) // batch)
    optimiser = torch.optim.AdamW(model.parameters(), lr=arguments.rate, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, max_lr=arguments.rate, total_steps=steps + 1, pct_start=0.15
    )
    noise = 0.03 * torch.randn(4 * batch, *strips.shape[1:])
    rng = np.random.default_rng(1)
    began = time.time()
    for epoch in range(arguments.epochs):
        model.train()
        order = rng.permutation(len(strips))
        total = 0.0
        for first in range(0, len(order) - batch + 1, batch):
            pick = np.sort(order[first : first + batch])
            x = torch.from_numpy(strips[pick]).float() / 32
            y = torch.from_numpy(labels[pick].astype(np.int64))
            with torch.autocast("cpu", dtype=torch.bfloat16):
                out = model(augment(x, noise))
            loss = loss_of(out.float(), y)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            _average(mean, model)
            total += float(loss.detach())
        title = f"epoch {epoch + 1} loss {total * batch / len(order):.4f} {time.time() - began:.0f} s"
        report(mean, test_strips, test_labels, title)
        torch.save(mean.state_dict(), arguments.out.with_suffix(".pt"))
    export(mean, arguments.out)


def _average(mean: nn.Module, model: nn.Module) -> None:
    with torch.no_grad():
        for kept, new in zip(mean.state_dict().values(), model.state_dict().values(), strict=True):
            if kept.is_floating_point():
                kept.lerp_(new, 1.0 - AVERAGED)
            else:
                kept.copy_(new)


def report(model: nn.Module, strips: np.ndarray, labels: np.ndarray, title: str) -> None:
    """Print how the model does on strips kept aside."""
    model.eval()
    parts = (
        torch.from_numpy(strips[i : i + 1024].astype(np.float32) / 32) for i in range(0, len(strips), 1024)
    )
    with torch.no_grad():
        out = torch.cat([model(part) for part in parts]).numpy()
    light, dark, total = (out[:, i * KINDS : (i + 1) * KINDS].argmax(1) for i in range(3))
    seen = labels[:, 3] == 0
    known, blind = (labels[:, 0] >= 0) & seen, (labels[:, 0] < 0) & seen
    wrong = (light != labels[:, 0].clip(max=KINDS - 1)) | (dark != labels[:, 1].clip(max=KINDS - 1))
    blindly = total != labels[:, 2].clip(max=KINDS - 1)
    covered = (out[:, 3 * KINDS] > 0) == (labels[:, 3] == 1)
    told = f", blind {blindly[blind].mean():.3%}" if blind.any() else ""
    print(f"{title}: wrong {wrong[known].mean():.3%}{told}", end=", ")
    print(f"covered right {covered.mean():.3%}", flush=True)


def export(model: nn.Module, path: Path) -> None:
    """The network as ONNX, input (n, channels, along, across), output (n, 49)."""
    model.eval()
    example = torch.zeros(1, 5, 24, 8) if isinstance(model, Glancer) else torch.zeros(1, CHANNELS, 72, 16)
    torch.onnx.export(
        model,
        (example,),
        str(path),
        input_names=["strips"],
        output_names=["logits"],
        dynamic_axes={"strips": {0: "n"}, "logits": {0: "n"}},
        opset_version=12,
        dynamo=False,
    )


if __name__ == "__main__":
    main()
