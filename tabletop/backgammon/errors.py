"""What can be wrong with something a caller said about the game."""

from tabletop.errors import TabletopError


class BackgammonError(TabletopError, ValueError):
    """A statement about the game that cannot be meant."""


class InvalidPosition(BackgammonError):
    """Counts that no physical board can show: a negative count, a point that does not exist."""


class InvalidDice(BackgammonError):
    """A number that no die shows."""


class UnknownVariant(BackgammonError):
    """A game that is not in ``variants/``."""


class NotationError(BackgammonError):
    """Text that is not the notation it claims to be."""


class IllegalPlay(BackgammonError):
    """A play that the rules do not allow here."""
