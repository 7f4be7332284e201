"""What can go wrong between the host and the dice tower; whose fault it is stands in the type."""

from tabletop.errors import TabletopError


class TowerError(TabletopError):
    """Something about the dice tower that a person must know; the sentence says what to do."""


class OurProtocolError(TowerError):
    """This program asked for something that the protocol cannot say."""


class TowerProtocolError(TowerError):
    """The tower speaks another protocol, or is another tower than expected."""
