"""How much memory there is for states: on the device, and on the host for what does not fit there.

On the host, states take memory up to a limit, then temporary files up to another one.
"""

import os
from typing import NoReturn

import numpy as np

from tilewright import _core
from tilewright.engines.contract import FrontierError
from tilewright.engines.device.machine import CudaMachine, Words

FEW = 2**17  # words that may be copied in memory
# For a guess whether the states of a count will fit, so that nobody waits in vain.
PROBED_STATES = 200  # of each stage
NARROW = 40  # bits: there are never too many such states in practice, and nothing is probed
KEY_BITS = 63  # of a word
WAITING = 0.5  # of all states are there at a time, at worst
FAR_OFF = 8  # the probe is within a factor of four or so


class Room:
    """Keeps account of bytes."""

    def __init__(self, machine: CudaMachine, host: int, disk: int) -> None:
        self.device_limit, self.host_limit, self.disk_limit = machine.memory, host, disk
        self.device = self.host = self.disk = 0
        self.most_device = self.most_away = 0

    def has(self, size: int) -> bool:
        """Is there that much on the device?"""
        return self.device + size <= self.device_limit

    def take(self, size: int) -> None:
        """Bytes more that are in use on the device, or fewer."""
        self.device += size
        self.most_device = max(self.most_device, self.device)

    def keep(self, entries: Words) -> Words:
        """Entries that leave the device, in memory or in a file."""
        size = entries.nbytes
        if self.host + size <= self.host_limit:
            self.host += size
            kept = entries
        elif self.disk + size <= self.disk_limit:
            self.disk += size
            kept = in_file(len(entries))
            kept[:] = entries
        else:
            self.refuse()
        self.most_away = max(self.most_away, self.host + self.disk)
        return kept

    def let_go(self, entries: Words) -> None:
        """Entries that are needed no more."""
        if isinstance(entries, np.memmap):
            self.disk -= entries.nbytes
        else:
            self.host -= entries.nbytes

    def refuse(self) -> NoReturn:
        """Say that there is not enough."""
        now = (self.device, self.host, self.disk)
        most = (self.device_limit, self.host_limit, self.disk_limit)
        raise FrontierError(
            "the states that wait take {} MiB on the device, {} MiB of memory and {} MiB of "
            "disk, and the limits are {}, {} and {} MiB: allow more memory, or use another "
            "engine".format(*(size >> 20 for size in now + most))
        )


def in_file(words: int) -> Words:
    """Room for words in a temporary file, which is gone as soon as nobody needs them."""
    import tempfile  # takes time to load

    try:
        with tempfile.TemporaryFile(prefix="tilewright-") as file:
            if hasattr(os, "posix_fallocate"):  # or else a full disk ends the process, later
                os.posix_fallocate(file.fileno(), 0, 8 * words)
            return np.memmap(file, dtype=np.uint64, mode="w+", shape=(words,))
    except OSError as error:
        raise FrontierError(
            f"states would take {8 * words >> 20} MiB more of {tempfile.gettempdir()}, and there "
            f"is no room ({error.strerror}): make room, or name another directory by TMPDIR"
        ) from None


def aside(words: int) -> Words:
    """Room for words on the host that no limit was set for: if they are many, in a file."""
    return in_file(words) if words > FEW else np.empty(words, dtype=np.uint64)


def refuse_hopeless(native: _core.FrontierInput, machine: CudaMachine, away: int) -> None:
    """Raise FrontierError if states need far more than the device, and `away` bytes elsewhere."""
    if _core.frontier_outline(native)[1] <= NARROW:
        return
    _, states, bits, *_ = _core.frontier_probe(
        native, most=PROBED_STATES, seed=0, meet=None, symmetries=False
    )
    guess = needed_bytes(states, bits)
    if guess > FAR_OFF * (machine.memory + away):
        raise FrontierError(
            f"about {states:.1e} states of {bits} bits would need {_spell(guess)}, and there are "
            f"{_spell(machine.memory)} on the device and {_spell(away)} of memory and disk: "
            f"allow more memory, or use another engine"
        )


def needed_bytes(states: float, bits: int) -> float:
    """Roughly how much room so many states of so many bits need."""
    slot = 8 * (bits // KEY_BITS + 2)  # words of the key, and one for the count
    return WAITING * slot * states


def _spell(size: float) -> str:
    return f"{size / 2**30:,.1f} GiB"
