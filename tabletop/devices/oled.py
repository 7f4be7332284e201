"""The small display, an SSD1306 or SH1106 on the I²C bus, through luma.oled.

The kernel gives up on a bus that does not answer after about a second, so nothing here waits for ever.
"""

from __future__ import annotations

import contextlib
from typing import Any

from PIL import Image

from tabletop.devices.choices import DisplayChoice
from tabletop.devices.errors import DeviceError, DisplayGone


class OledDisplay:
    """A `Display` over a device of luma. Made by `open_oled`."""

    def __init__(self, device: Any, name: str) -> None:
        self._device = device
        self._name = name

    @property
    def size(self) -> tuple[int, int]:
        """See `Display.size`."""
        if self._device is None:
            raise DisplayGone(f"{self._name} was closed: open it again")
        return int(self._device.width), int(self._device.height)

    def show(self, image: Image.Image) -> None:
        """See `Display.show`."""
        if image.size != self.size or image.mode != "1":
            raise DeviceError(
                f"{self._name} shows pictures of {self.size} pixels, each lit or not; this one has"
                f" {image.size} and is of mode {image.mode}"
            )
        with self._answering():
            self._device.display(image)

    @contextlib.contextmanager
    def _answering(self) -> Any:
        from luma.core.error import Error

        try:
            yield
        except (OSError, Error) as error:
            raise DisplayGone(
                f"{self._name} does not answer ({error}): look after its four wires, then i2cdetect -y 1"
            ) from error

    def close(self) -> None:
        """See `Display.close`."""
        device, self._device = self._device, None
        if device is not None:
            from luma.core.error import Error

            with contextlib.suppress(OSError, Error):
                device.cleanup()


def open_oled(choice: DisplayChoice, bus: Any = None) -> OledDisplay:
    """Open the display. ``bus`` takes the place of the I²C bus of ``choice``: an SMBus, or `Glass`.

    Raises `DeviceError` saying what to do.
    """
    name = f"the display ({choice.kind.value} at 0x{choice.address:02X})"
    try:
        from luma.core.error import Error
        from luma.core.interface.serial import i2c
        from luma.oled import device as devices
    except ImportError as error:
        raise DeviceError("luma.oled is missing: pip install 'tabletop[panel]', or make setup") from error
    try:
        line = i2c(bus=bus, address=choice.address) if bus else i2c(port=choice.bus, address=choice.address)
        device = getattr(devices, choice.kind.value)(line, rotate=2 if choice.upside_down else 0)
    except (OSError, Error) as error:
        raise DeviceError(
            f"{name} cannot be used ({error}): switch I²C on (sudo raspi-config), look after the four wires,"
            f" and look for it with i2cdetect -y {choice.bus}"
        ) from error
    return OledDisplay(device, name)
