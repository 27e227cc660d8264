"""Will the states of a count fit?  A guess before it begins, so that nobody waits in vain."""

from tilewright import _core
from tilewright.engines.device.machine import Machine
from tilewright.engines.engine import FrontierError

__all__ = ["refuse_hopeless"]

PROBED_STATES = 200  # of each stage
NARROW = 20  # bits: there cannot be many such states, and nothing is probed
KEY_BITS = 63  # of a word
WAITING = 0.5  # so many of all states are there at a time, at worst
FAR_OFF = 8  # the probe is within a factor of four or so


def refuse_hopeless(native: _core.FrontierInput, machine: Machine, away: int) -> None:
    """Raise FrontierError if states need far more than the device, and `away` bytes elsewhere."""
    if _core.frontier_outline(native)[1] <= NARROW:
        return
    _, states, bits, _ = _core.frontier_probe(native, most=PROBED_STATES, seed=0, meet=None)
    slot = 8 * (bits // KEY_BITS + 2)  # words of the key, and one for the count
    guess = WAITING * slot * states
    if guess > FAR_OFF * (machine.memory + away):
        raise FrontierError(
            f"about {states:.1e} states of {bits} bits would need {_spell(guess)}, and there are "
            f"{_spell(machine.memory)} on the device and {_spell(away)} of memory and disk: "
            f"allow more memory, or use another engine"
        )


def _spell(size: float) -> str:
    return f"{size / 2**30:,.1f} GiB"
