"""One nuisance at a time.

Each sweep takes a good scene and spoils one thing in steps, so that it can be told what a reader stands and
what not: `SWEEPS["tilt"]` leans the camera, `SWEEPS["contrast"]` brings dark's checkers near the colour of
the points. A step is a label and a change of the scene.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from tabletop.devices.virtual.painter.framing import framed
from tabletop.devices.virtual.painter.scene import (
    Arm,
    Card,
    Colour,
    Cube,
    Cup,
    Die,
    Face,
    Lamp,
    Lighting,
    Props,
    Scene,
    SecondLayer,
    Tray,
)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a sweep."""

    label: str
    apply: Callable[[Scene], Scene]


def _steps(values: Iterable[Any], change: Callable[[Scene, Any], Scene]) -> tuple[Step, ...]:
    return tuple(Step(_label(value), functools.partial(_apply, change, value)) for value in values)


def _apply(change: Callable[[Scene, Any], Scene], value: Any, scene: Scene) -> Scene:
    return change(scene, value)


def _label(value: object) -> str:
    return str(getattr(value, "value", value))


def _camera(scene: Scene, **changes: Any) -> Scene:
    return replace(scene, camera=framed(scene.board, replace(scene.camera, **changes)))


def _sensor(scene: Scene, **changes: Any) -> Scene:
    return replace(scene, sensor=replace(scene.sensor, **changes))


def _stacking(scene: Scene, **changes: Any) -> Scene:
    return replace(scene, stacking=replace(scene.stacking, **changes))


def _both_checkers(scene: Scene, **changes: Any) -> Scene:
    return replace(
        scene,
        light_checkers=replace(scene.light_checkers, **changes),
        dark_checkers=replace(scene.dark_checkers, **changes),
    )


def _board(scene: Scene, **changes: Any) -> Scene:
    board = replace(scene.board, **changes)
    return replace(scene, board=board, camera=framed(board, scene.camera))


def _light(scene: Scene, factor: float) -> Scene:
    lamps = tuple(replace(lamp, intensity=lamp.intensity * factor) for lamp in scene.lighting.lamps)
    return replace(
        scene, lighting=replace(scene.lighting, lamps=lamps, ambient=scene.lighting.ambient * factor)
    )


def _temperature(scene: Scene, kelvin: float) -> Scene:
    lamps = tuple(replace(lamp, kelvin=kelvin) for lamp in scene.lighting.lamps)
    return replace(scene, lighting=replace(scene.lighting, lamps=lamps, ambient_kelvin=kelvin))


def _shadow(scene: Scene, lean: float) -> Scene:
    """A single hard lamp, the lower the longer the shadows."""
    lamp = Lamp(towards=(-0.6 * lean, 0.8 * lean, 1.0), intensity=0.7, softness=0.08)
    return replace(scene, lighting=Lighting((lamp,), 0.3, vignette=scene.lighting.vignette))


def _glare(scene: Scene, gloss: float) -> Scene:
    """Polished checkers, with a lamp where they mirror it into the camera."""
    lamp = Lamp(towards=(0.12, 0.1, 1.0), intensity=0.65, softness=0.2)
    lit = replace(scene, lighting=Lighting((lamp,), 0.4, vignette=scene.lighting.vignette))
    return _both_checkers(lit, gloss=gloss, face=Face.FLAT)


def _contrast(scene: Scene, nearness: float) -> Scene:
    """Dark's checkers and light's towards the colours of the points."""
    points = sorted(scene.board.points, key=sum)
    dark, light = scene.dark_checkers, scene.light_checkers
    return replace(
        scene,
        dark_checkers=replace(dark, colour=_mixed(dark.colour, points[0], nearness)),
        light_checkers=replace(light, colour=_mixed(light.colour, points[1], nearness)),
    )


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _desk_lamp(scene: Scene, intensity: float) -> Scene:
    lamp = Lamp((0.8, 0.5, 1.2), intensity, 2800, 0.15, spot=(3.0, 2.0, 5.0))
    return replace(scene, lighting=replace(scene.lighting, lamps=(*scene.lighting.lamps, lamp)))


PROPS: dict[str, Props] = {
    "nothing": Props(),
    "dice": Props(dice=(Die((3.2, 0.4), 6, 20), Die((4.3, -0.5), 1, 65), Die((-3.0, 3.6), 4, 40))),
    "cube": Props(cubes=(Cube((0.0, 0.0), 64), Cube((-5.2, 4.4), 2, 30))),
    "cup": Props(cups=(Cup((4.4, -3.2)),)),
    "cards": Props(cards=(Card((-3.6, -3.9), turn=20),)),
    "hand": Props(arms=(Arm((2.6, -2.8), (3.4, -12.0)),)),
    "elbow": Props(arms=(Arm((-9.0, -2.4), (1.5, -9.5), sleeve=(64, 70, 92)),)),
    "hand and dice": Props(
        arms=(Arm((-3.0, 1.0), (-2.0, 12.0), skin=(122, 82, 60)),), dice=(Die((3, 0), 5, 10),)
    ),
}
"""What may lie about, in points from the middle of the board."""

SWEEPS: dict[str, tuple[Step, ...]] = {
    "tilt": _steps((0, 10, 20, 30, 35), lambda s, v: _camera(s, tilt=float(v))),
    "azimuth": _steps((0, 45, 90, 180, 270), lambda s, v: _camera(s, tilt=22.0, azimuth=float(v))),
    "roll": _steps((-15, -7, 7, 15, 90), lambda s, v: _camera(s, roll=float(v))),
    "lens": _steps((-0.25, -0.1, 0.0, 0.1), lambda s, v: _camera(s, k1=v)),
    "light": _steps((0.25, 0.4, 0.7, 1.4, 2.0), _light),
    "temperature": _steps((2700, 3500, 5000, 6500, 7500), _temperature),
    "shadow": _steps((0.2, 0.6, 1.0, 1.6), _shadow),
    "lamp": _steps((0.2, 0.5, 0.9), _desk_lamp),
    "glare": _steps((0.2, 0.5, 0.8, 1.0), _glare),
    "offset": _steps(
        (0.0, 0.06, 0.12, 0.2), lambda s, v: _both_checkers(_stacking(s, jitter=v), diameter=0.82)
    ),
    "looseness": _steps((0.0, 0.05, 0.1), lambda s, v: _stacking(s, gap=v)),
    "stack": _steps(SecondLayer, lambda s, v: _stacking(s, second_layer=v)),
    "contrast": _steps((0.0, 0.5, 0.7, 0.85, 0.95), _contrast),
    "noise": _steps((0.0, 2.0, 5.0, 9.0), lambda s, v: _sensor(s, noise=v)),
    "blur": _steps((0.3, 1.0, 1.8, 2.6), lambda s, v: _sensor(s, blur=v)),
    "compression": _steps((95, 60, 30), lambda s, v: _sensor(s, jpeg_quality=v)),
    "exposure": _steps((0.5, 0.8, 1.25, 1.6), lambda s, v: _sensor(s, exposure=v)),
    "size": _steps((0.80, 0.86, 0.92, 0.98), lambda s, v: _both_checkers(s, diameter=v)),
    "thickness": _steps((0.15, 0.25, 0.35), lambda s, v: _both_checkers(s, thickness=v)),
    "face": _steps(Face, lambda s, v: _both_checkers(s, face=v)),
    "tray": _steps(Tray, lambda s, v: _board(s, tray=v)),
    "resolution": _steps(
        ((640, 480), (960, 720), (1280, 960)), lambda s, v: _camera(s, width=v[0], height=v[1])
    ),
    "props": _steps(PROPS, lambda s, v: replace(s, props=PROPS[v])),
}
"""Each nuisance by name, in steps."""
