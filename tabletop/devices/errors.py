"""What can go wrong at the edge, in sentences that say what to do."""

from tabletop.errors import TabletopError


class DeviceError(TabletopError):
    """A device cannot be used."""


class PortLostError(DeviceError):
    """The line to a device is gone, most likely because the cable was pulled."""


class CameraStalled(DeviceError):
    """No new picture in time. It may come back by itself."""


class CameraGone(DeviceError):
    """The camera is lost, and has to be opened anew."""


class PanelGone(DeviceError):
    """The lamps and buttons do not answer any more."""


class DisplayGone(DeviceError):
    """The display does not answer any more."""


class SpeakerGone(DeviceError):
    """Nothing can be said aloud."""
