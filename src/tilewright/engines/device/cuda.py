"""A graphics card of NVIDIA's, by way of CuPy: kernels are compiled when they are needed first."""

from functools import cache
from typing import Any
from warnings import catch_warnings

import numpy as np

from tilewright import _core
from tilewright.engines.device.machine import INSTALL, DeviceError, Words

__all__ = ["CudaMachine"]

INSTEAD = "leave the device out to use the processor"
BLOCK_THREADS = 256  # as the kernels have it (portable.hpp)
BLOCKS_PER_PROCESSOR = 6  # that a multiprocessor has at work at a time
PART_OF_MEMORY = 0.92  # the rest is for the driver, and for what is cut off
PART_OF_CACHE = 0.5
FIRST_CAPACITY = 2**19


class CudaMachine:
    """The card that CuPy calls the current one."""

    def __init__(self, cupy: Any) -> None:
        self._cupy = cupy
        device = cupy.cuda.Device()
        properties = cupy.cuda.runtime.getDeviceProperties(device.id)
        self.name = properties["name"].decode()
        # The driver's own pool: tables come and go in all sizes, and it maps pages anew where
        # CuPy's would be left with gaps that fit nothing.
        self._pool = cupy.cuda.MemoryAsyncPool()
        self.memory = int(PART_OF_MEMORY * device.mem_info[0])
        self.blocks = BLOCKS_PER_PROCESSOR * int(properties["multiProcessorCount"])
        self.cache = int(PART_OF_CACHE * properties["l2CacheSize"])
        self.first_capacity = FIRST_CAPACITY
        self._kernels: dict[str, Any] = {}
        self._modules: dict[tuple[int, int], dict[str, Any]] = {}

    @classmethod
    @cache  # kernels are compiled once
    def find(cls) -> "CudaMachine":
        """The card of this machine, or a sentence that says why there is none."""
        try:
            with catch_warnings(action="ignore"):  # of which there is a page without a driver
                import cupy
        except ImportError as error:
            why = _first_line(error)
            raise DeviceError(f"device cuda needs CuPy ({why}): {INSTALL}, or {INSTEAD}") from None
        try:
            cupy.cuda.runtime.getDeviceCount()  # an error if there is none
            return cls(cupy)
        except Exception as error:  # CuPy has many ways to say that there is no driver
            why = _first_line(error)
            raise DeviceError(f"device cuda finds no GPU here ({why}): {INSTEAD}") from None

    def allocate(self, words: int) -> Any:
        """Memory with anything in it."""
        try:
            memory = self._pool.malloc(8 * words)
        except (self._cupy.cuda.memory.OutOfMemoryError, MemoryError) as error:
            raise MemoryError(str(error)) from None
        return self._cupy.ndarray((words,), dtype=np.uint64, memptr=memory)

    def address(self, memory: Any) -> int:
        """Where it lies."""
        return int(memory.data.ptr)

    def write(self, memory: Any, at: int, words: Words) -> None:
        """Put words there, from a place on."""
        words = np.ascontiguousarray(words)
        (memory.data + 8 * at).copy_from_host(words.ctypes.data, words.nbytes)

    def read(self, memory: Any, begin: int, end: int) -> Words:
        """What is there, once all that was launched is done."""
        words = np.empty(end - begin, dtype=np.uint64)
        (memory.data + 8 * begin).copy_to_host(words.ctypes.data, words.nbytes)
        return words

    def prepare(self, words: int, count_words: int) -> None:
        """Kernels will be launched for keys and counts of so many words."""
        sizes = words, count_words
        if sizes not in self._modules:
            try:
                self._modules[sizes] = self._compile(words, count_words)
            except Exception as error:  # of the compiler, or because it is not there
                why = _first_line(error)
                raise DeviceError(
                    f"device cuda cannot compile its kernels ({why}): {INSTALL}, or {INSTEAD}"
                ) from error
        self._kernels = self._modules[sizes]

    def _compile(self, words: int, count_words: int) -> dict[str, Any]:
        options = ("-std=c++17", "-DTW_ON_CARD", f"-DTW_WORDS={words}")
        module = self._cupy.RawModule(
            code=_core.kernel_text(), options=(*options, f"-DTW_COUNT_WORDS={count_words}")
        )
        names = ("expand", "drain", "clear", "move", "gather", "meet", "complete")
        return {name: module.get_function(name) for name in names}

    def launch(self, kernel: str, blocks: int, *arguments: int) -> None:
        """Have a kernel run."""
        words = tuple(np.uint64(argument) for argument in arguments)
        self._kernels[kernel]((blocks,), (BLOCK_THREADS,), words)

    def tidy(self) -> None:
        """Give memory that nobody uses back."""
        self._pool.free_all_blocks()


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
