"""What the page is told: the latest view of the match, and when there is a newer one.

The referee's thread publishes, the page's threads read. Pictures are drawn and packed only when somebody
fetches them, and not again while nothing has changed.
"""

from __future__ import annotations

import io
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import cv2
from PIL import Image

from tabletop.app.runtime import Published
from tabletop.present.screen import Look, Screen, draw
from tabletop.present.shown import Shown
from tabletop.referee import State
from tabletop.vision.calibration import Calibration
from tabletop.vision.overlay import draw_overlay
from tabletop.vision.reader import Reading
from tabletop.vision.sampling import Picture
from tabletop.web.ports import Health, NewMatch, OnTable, Said, Seen, View

SAID_KEPT: Final = 60
PICTURE_SECONDS: Final = 0.2
"""Between two pictures that the page is told of."""
ENLARGED: Final = 4
QUALITY: Final = 80


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """The last frame and what was read of the board."""

    picture: Picture
    calibration: Calibration
    reading: Reading | None


class Feed:
    """The page's `tabletop.web.ports.Feed`. May be read by many threads; one thread publishes."""

    def __init__(
        self,
        state: State,
        shown: Shown,
        names: tuple[str, str] = ("", ""),
        language: str = "en",
        table: Callable[[], OnTable] | None = None,
    ) -> None:
        self.timed: Callable[[Screen], Screen] = lambda screen: screen
        """Puts the clocks on the display and the page, where somebody plays against them."""
        self._changed = threading.Condition()
        self._language = language
        self._table = table
        self._said: deque[Said] = deque(maxlen=SAID_KEPT)
        self._sight: Sight | None = None
        self._sighted_at = float("-inf")
        self._packed: tuple[Sight, bytes] | None = None
        self._view = View(
            number=1,
            state=state,
            shown=shown,
            camera=Health(state.trouble is None),
            tower=Health(state.tower),
            table=table() if table else None,
            light_name=names[0],
            dark_name=names[1],
        )

    # ---- read by the page

    def latest(self) -> View:
        """See `tabletop.web.ports.Feed.latest`."""
        with self._changed:
            return self._view

    def wait(self, after: int, timeout: float) -> View:
        """See `tabletop.web.ports.Feed.wait`."""
        with self._changed:
            self._changed.wait_for(lambda: self._view.number > after, timeout)
            return self._view

    def picture(self) -> bytes | None:
        """See `tabletop.web.ports.Feed.picture`."""
        with self._changed:
            sight, packed = self._sight, self._packed
        if sight is None:
            return None
        if packed is not None and packed[0] is sight:
            return packed[1]
        drawn = draw_overlay(sight.picture, sight.calibration, sight.reading)
        _, content = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        fresh = sight, content.tobytes()
        with self._changed:
            self._packed = fresh
        return fresh[1]

    def screen(self) -> bytes:
        """See `tabletop.web.ports.Feed.screen`."""
        image = draw(self.latest().shown.screen, language=self._language)
        large = image.resize((image.width * ENLARGED, image.height * ENLARGED), Image.Resampling.NEAREST)
        content = io.BytesIO()
        large.save(content, "PNG")
        return content.getvalue()

    # ---- told by the referee's thread

    def tell(self, published: Published) -> None:
        """A step of the match."""
        state = published.told.state
        for sentence in published.shown.said:
            number = self._said[-1].number + 1 if self._said else 1
            look = Look.NOTHING if sentence is published.shown.hint else published.shown.screen.look
            self._said.append(Said(number, published.told.event.at, sentence, look))
        self._publish(
            state=state,
            shown=published.shown,
            said=tuple(self._said),
            camera=Health(state.trouble is None),
            tower=Health(state.tower),
        )

    def begin(self, state: State, shown: Shown, match: NewMatch) -> None:
        """Another match begins."""
        self._said.clear()
        names = {"light_name": match.light_name, "dark_name": match.dark_name}
        self._publish(state=state, shown=shown, said=(), **names)

    def sight(self, sight: Sight, at: float, *, moving: bool) -> None:
        """A frame has been looked at; told on not too often, and only if there is something new in it."""
        reading = sight.reading
        news = self._sight is None or moving or self._sight.reading is not reading
        if not news or at - self._sighted_at < PICTURE_SECONDS:
            return
        self._sighted_at = at
        with self._changed:
            self._sight = sight
        self._publish(picture=self._view.picture + 1, seen=_seen(reading))

    def look(self) -> None:
        """Something may have changed on the virtual table."""
        self._publish()

    def _publish(self, **changes: object) -> None:
        with self._changed:
            if self._table is not None:
                changes["table"] = self._table()
            view = replace(self._view, **changes)  # type: ignore[arg-type]
            timed = replace(view.shown, screen=self.timed(view.shown.screen))
            view = replace(view, shown=timed)
            if view != self._view:
                self._view = replace(view, number=view.number + 1)
                self._changed.notify_all()


def _seen(reading: Reading | None) -> Seen | None:
    if reading is None:
        return None
    observation = reading.observation
    return Seen(observation.position, observation.confidence, observation.unsure)
