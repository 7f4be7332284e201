"""What can go wrong with a clock before it runs."""

from tabletop.errors import TabletopError


class ClockError(TabletopError):
    """A clock that cannot be set."""
