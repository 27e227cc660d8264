"""The twin of a graphics card: the same kernels, run by the processor."""

import numpy as np

from tilewright import _core
from tilewright.engines.device.machine import Words


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
