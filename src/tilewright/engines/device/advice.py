"""Would a GPU be faster than the processor?  Said where there is one."""

from tilewright.engines.device.machine import DeviceError, find_machine
from tilewright.engines.device.room import needed_bytes
from tilewright.engines.frontier import DISK_PER_MEMORY, FrontierProbe

START, MOVE = 3.0, 0.5e-9  # seconds until a count runs, and for a move on an H200: measured
WORTH = 5  # times as fast must it be


def device_advice(probe: FrontierProbe, seconds: float, memory: int) -> str:
    """What to do instead of a count that takes so long, in words; empty if there is nothing.

    `memory` is how many bytes of states may leave the device, for as much memory and disk.
    """
    there = START + MOVE * probe.moves
    if WORTH * there > seconds:
        return ""
    try:
        machine = find_machine("cuda")
    except DeviceError:
        return ""
    assert machine is not None
    room = machine.memory + (1 + DISK_PER_MEMORY) * memory
    if needed_bytes(probe.states, probe.width) > room:
        return ""
    return f"the GPU here ({machine.name}) would take about {there:.0f} s: device cuda"
