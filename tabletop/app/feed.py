"""What the page is told: the latest view of the match, and when there is a newer one.

The referee's thread publishes, the page's threads read. Pictures are drawn and packed only when somebody
fetches them, and not again while nothing has changed.
"""

from __future__ import annotations

import io
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PIL import Image

from tabletop.present.screen import Screen, draw
from tabletop.present.sentences import NAMELESS, Names
from tabletop.present.shown import Shown, entries
from tabletop.referee import State
from tabletop.web.ports import Health, OnTable, Said, Seen, View

if TYPE_CHECKING:  # the page is up before there is anything to be seen
    from tabletop.app.runtime import Published
    from tabletop.app.sight import Sight
    from tabletop.vision.reader import Reading

SAID_KEPT: Final = 60
PICTURE_SECONDS: Final = 0.2
"""Between two pictures that the page is told of."""
ENLARGED: Final = 4


class Feed:
    """The page's `tabletop.web.ports.Feed`. May be read by many threads; one thread publishes."""

    def __init__(
        self,
        state: State,
        shown: Shown,
        names: Names = NAMELESS,
        language: str = "en",
        table: Callable[[], OnTable | None] = lambda: None,
    ) -> None:
        """``table`` tells what lies on a virtual table; None while there is none, and at a real one."""
        self.table = table
        self.timed: Callable[[Screen], Screen] = lambda screen: screen
        """Puts the clocks on the display and the page, where somebody plays against them."""
        self._changed = threading.Condition()
        self._language = language
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
            table=table(),
            names=names,
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
        fresh = sight, sight.jpeg()
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
        for sentence, look in entries(published.shown):
            number = self._said[-1].number + 1 if self._said else 1
            self._said.append(Said(number, published.told.event.at, sentence, look))
        self._publish(
            state=state,
            shown=published.shown,
            said=tuple(self._said),
            camera=Health(state.trouble is None),
            tower=Health(state.tower),
            names=published.names,
        )

    def begin(self, state: State, shown: Shown, names: Names) -> None:
        """Another match begins."""
        self._said.clear()
        self._publish(state=state, shown=shown, said=(), names=names)

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
            view = replace(self._view, table=self.table(), **changes)  # type: ignore[arg-type]
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
