"""A voice: espeak-ng, a program of its own, so that a sound card that hangs hangs alone."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from typing import Final

from tabletop.devices.errors import DeviceError, SpeakerGone

_VOICES: Final = {"en": "en", "de": "de", "fr": "fr-fr", "es": "es"}
_STOP_SECONDS: Final = 1.0


class EspeakSpeaker:
    """A `Speaker`. Made by `open_espeak`."""

    def __init__(self, program: str, words_a_minute: int = 160) -> None:
        self._program = program
        self._speed = words_a_minute
        self._speaking: subprocess.Popen[bytes] | None = None
        self._closed = False

    def say(self, text: str, language: str) -> None:
        """See `Speaker.say`."""
        if self._closed:
            raise SpeakerGone("the voice was closed: open it again")
        failed = self._stop()
        if failed:
            raise SpeakerGone(
                f"espeak-ng could not speak (exit status {failed}): is there a sound card? aplay -l"
            )
        command = [self._program, "-v", _VOICES.get(language, language), "-s", str(self._speed), "--", text]
        try:
            self._speaking = subprocess.Popen(  # noqa: S603 - no shell, and the text is one argument
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise SpeakerGone(
                f"{self._program} cannot be started ({error.strerror}): install espeak-ng"
            ) from error

    def _stop(self) -> int:
        """Be silent; returns the exit status of what had ended badly by itself, else 0."""
        speaking, self._speaking = self._speaking, None
        if speaking is None:
            return 0
        status = speaking.poll()
        if status is not None:
            return status
        speaking.terminate()
        try:
            speaking.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            speaking.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                speaking.wait(_STOP_SECONDS)
        return 0

    def close(self) -> None:
        """See `Speaker.close`."""
        self._closed = True
        self._stop()


def open_espeak(words_a_minute: int = 160, program: str = "espeak-ng") -> EspeakSpeaker:
    """A voice by espeak-ng. Raises `DeviceError` when it is not installed."""
    found = shutil.which(program)
    if found is None:
        raise DeviceError(f"{program} is missing: sudo apt install espeak-ng")
    return EspeakSpeaker(found, words_a_minute)
