"""Engine frontier on a graphics card: the same sweeps, by kernels."""

from tilewright.engines.device.checkpoint import (
    Checkpoint,
    CheckpointError,
    pack_checkpoint,
    unpack_checkpoint,
)
from tilewright.engines.device.count import DeviceCount
from tilewright.engines.device.machine import DeviceError, Machine, TwinMachine, find_machine

__all__ = [
    "Checkpoint",
    "CheckpointError",
    "DeviceCount",
    "DeviceError",
    "Machine",
    "TwinMachine",
    "find_machine",
    "pack_checkpoint",
    "unpack_checkpoint",
]
