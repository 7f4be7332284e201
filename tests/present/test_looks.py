"""The looks of the display and of the lamps, pixel by pixel. After a change that is meant:
``python -m scripts.make_looks``, and look at the sheet it makes."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from tabletop.present.screen import Screen, draw
from tests.present.looks import GOLDEN, pictures

PICTURES = pictures()


@pytest.mark.parametrize("name", PICTURES)
def test_it_looks_as_it_did(name: str) -> None:
    golden = Image.open(GOLDEN / name)
    made = PICTURES[name]
    assert (golden.mode, golden.size) == (made.mode, made.size)
    different = ImageChops.difference(golden.convert("RGB"), made.convert("RGB")).getbbox()
    assert different is None, f"{name} differs in {different}"


def test_no_golden_picture_is_left_over() -> None:
    assert {path.name for path in GOLDEN.glob("*.png")} == set(PICTURES)


def test_the_display_is_1_bit_of_128_by_64() -> None:
    screens = [picture for name, picture in PICTURES.items() if name.startswith("screen")]
    assert {(picture.mode, picture.size) for picture in screens} == {("1", (128, 64))}


def test_on_a_larger_display_the_picture_is_in_the_middle() -> None:
    small, large = draw(Screen()), draw(Screen(), (256, 64))
    assert large.crop((64, 0, 192, 64)).tobytes() == small.tobytes()
