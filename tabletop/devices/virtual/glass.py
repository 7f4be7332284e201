"""The display's chip without its glass: what an SSD1306 or SH1106 does with the bytes that come over the
I²C bus, pixel by pixel. It takes the place of the bus, so that the real driver is in the loop, and it can
come off its wires."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from typing import Final

from PIL import Image

_WIDE: Final = 132
"""Columns of memory; the SH1106 shows the middle 128 of them, the SSD1306 has no others."""
_PAGES: Final = 8
"""Of eight rows each."""
_WITH_AN_ARGUMENT: Final = {0x20, 0x81, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB, 0x8D, 0xAD}
_COLUMNS, _ROWS, _ON, _OFF = 0x21, 0x22, 0xAF, 0xAE
_COMMAND, _DATA = 0x00, 0x40


class Glass:
    """An I²C bus with one display on it, as `smbus2.SMBus` would show it to luma."""

    def __init__(self, address: int = 0x3C, first_column: int = 0) -> None:
        """``first_column`` of the memory is the picture's left edge: 0 in an SSD1306, 2 in an SH1106."""
        self.address = address
        self.on = False
        """Whether the display is lit at all."""
        self.unplugged = False
        self._first = first_column
        self._memory = [bytearray(_WIDE) for _ in range(_PAGES)]
        self._column, self._page = 0, 0
        self._window = (0, 127, 0, _PAGES - 1)

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int]) -> None:
        """What the bus is called to send; raises `OSError` when nobody answers at that address."""
        if self.unplugged or address != self.address:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        if register == _DATA:
            for byte in data:
                self._draw(byte)
        elif register == _COMMAND:
            self._obey(list(data))

    def _obey(self, commands: list[int]) -> None:
        while commands:
            command = commands.pop(0)
            if command == _COLUMNS:
                self._window = (commands.pop(0), commands.pop(0), *self._window[2:])
                self._column = self._window[0]
            elif command == _ROWS:
                self._window = (*self._window[:2], commands.pop(0), commands.pop(0))
                self._page = self._window[2]
            elif command in _WITH_AN_ARGUMENT:
                commands.pop(0)
            elif command in (_ON, _OFF):
                self.on = command == _ON
            elif 0xB0 <= command < 0xB0 + _PAGES:
                self._page = command - 0xB0
            elif command < 0x10:
                self._column = self._column & 0xF0 | command
            elif command < 0x20:
                self._column = self._column & 0x0F | (command & 0x0F) << 4

    def _draw(self, byte: int) -> None:
        """Eight pixels, one below the other; then the next column."""
        if self._column < _WIDE:
            self._memory[self._page][self._column] = byte
        self._column += 1
        first, last, top, bottom = self._window
        if self._first == 0 and self._column > last:
            self._column = first
            self._page = top if self._page >= bottom else self._page + 1

    def image(self) -> Image.Image:
        """What can be seen now, of mode ``1``; all dark when it is switched off."""
        picture = Image.new("1", (128, 8 * _PAGES))
        if not self.on:
            return picture
        for page, row in enumerate(self._memory):
            for x in range(128):
                for bit in range(8):
                    picture.putpixel((x, 8 * page + bit), row[x + self._first] >> bit & 1)
        return picture

    def close(self) -> None:
        """Give the bus back."""
