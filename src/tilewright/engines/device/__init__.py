"""Engine frontier on a graphics card: the same sweeps, by kernels."""

from tilewright.engines.device.count import DeviceCount
from tilewright.engines.device.machine import DeviceError, Machine, TwinMachine, find_machine
from tilewright.engines.device.outlook import refuse_hopeless

__all__ = [
    "DeviceCount",
    "DeviceError",
    "Machine",
    "TwinMachine",
    "find_machine",
    "refuse_hopeless",
]
