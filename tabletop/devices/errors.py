"""What can go wrong at the edge, in sentences that say what to do."""

from tabletop.errors import TabletopError


class DeviceError(TabletopError):
    """A device cannot be used."""


class PortLostError(DeviceError):
    """The line to a device is gone, most likely because the cable was pulled."""
