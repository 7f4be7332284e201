"""What can be wrong with something a caller told the referee."""

from tabletop.errors import TabletopError


class RefereeError(TabletopError, ValueError):
    """A statement about the refereeing that cannot be meant."""


class UnknownProfile(RefereeError):
    """A set of error rules that is not in ``profiles/``."""
