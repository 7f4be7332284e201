"""What can go wrong in telling."""

from tabletop.errors import TabletopError


class UnknownLanguage(TabletopError):
    """There is no catalogue of this language."""
