"""Engine frontier on a graphics card: the same sweeps, by kernels."""

from tilewright.engines.device.checkpoint import (
    Checkpoint,
    CheckpointError,
    pack_checkpoint,
    unpack_checkpoint,
)
from tilewright.engines.device.count import DeviceCount, DeviceTable
from tilewright.engines.device.machine import DeviceError, find_machine
from tilewright.engines.device.room import refuse_hopeless

__all__ = [
    "Checkpoint",
    "CheckpointError",
    "DeviceCount",
    "DeviceError",
    "DeviceTable",
    "find_machine",
    "pack_checkpoint",
    "refuse_hopeless",
    "unpack_checkpoint",
]
