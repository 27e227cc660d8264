"""What runs kernels: a graphics card, or the processor in its place."""

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from tilewright import _core
from tilewright.engines.engine import DEVICES, OptionError, require_one_of
from tilewright.errors import how_to_install

__all__ = ["INSTALL", "DeviceError", "Machine", "TwinMachine", "Words", "find_machine"]

INSTALL = how_to_install("gpu")

Words = npt.NDArray[np.uint64]


class DeviceError(OptionError):
    """There is no such device here, or it cannot do what was asked."""


class Machine(Protocol):
    """Memory in words, and kernels.  What is launched is done in that order, but perhaps later."""

    name: str
    memory: int  # bytes that may be used
    blocks: int  # of threads that are at work at a time
    cache: int  # bytes of a table that is filled fast
    first_capacity: int  # of a table that nothing is known of

    def allocate(self, words: int) -> Any:
        """Memory with anything in it.  Raises MemoryError if there is not so much."""
        ...

    def address(self, memory: Any) -> int:
        """Where it lies."""
        ...

    def write(self, memory: Any, at: int, words: Words) -> None:
        """Put words there, from a place on."""
        ...

    def read(self, memory: Any, begin: int, end: int) -> Words:
        """What is there, once all that was launched is done."""
        ...

    def prepare(self, words: int, count_words: int) -> None:
        """Kernels will be launched for keys and counts of so many words."""
        ...

    def launch(self, kernel: str, blocks: int, *arguments: int) -> None:
        """Have a kernel run."""
        ...

    def tidy(self) -> None:
        """Give memory that nobody uses back."""
        ...


class TwinMachine:
    """The processor, which runs the same kernels: to see that they are right, not to be fast."""

    name = "the processor"

    def __init__(
        self,
        memory: int = 2**30,
        *,
        threads: int = 1,
        cache: int = 2**16,
        first_capacity: int = 2**10,
        blocks: int = 4,
    ) -> None:
        self.memory, self.cache, self.first_capacity = memory, cache, first_capacity
        self.blocks, self._threads = blocks, threads
        self._sizes = (1, 1)

    def allocate(self, words: int) -> Words:
        """Memory with anything in it."""
        return np.full(words, 0xABABABABABABABAB, dtype=np.uint64)

    def address(self, memory: Words) -> int:
        """Where it lies."""
        return memory.ctypes.data

    def write(self, memory: Words, at: int, words: Words) -> None:
        """Put words there, from a place on."""
        memory[at : at + len(words)] = words

    def read(self, memory: Words, begin: int, end: int) -> Words:
        """What is there."""
        return memory[begin:end].copy()

    def prepare(self, words: int, count_words: int) -> None:
        """Kernels will be launched for keys and counts of so many words."""
        self._sizes = (words, count_words)

    def launch(self, kernel: str, blocks: int, *arguments: int) -> None:
        """Run a kernel to its end."""
        words, count_words = self._sizes
        _core.run_kernel(
            kernel,
            words=words,
            count_words=count_words,
            blocks=blocks,
            threads=self._threads,
            arguments=list(arguments),
        )

    def tidy(self) -> None:
        """Give memory that nobody uses back: Python does."""


def find_machine(device: str) -> Machine | None:
    """The machine of that name; None if it is the processor, which needs none.

    Raises DeviceError, with what to do, if it is not there.

    >>> find_machine("cpu") is None
    True
    """
    require_one_of("device", device, DEVICES)
    if device == "cpu":
        return None
    from tilewright.engines.device.cuda import CudaMachine

    return CudaMachine.find()
