"""What runs kernels: a graphics card of NVIDIA's, by way of CuPy.

The tests have a twin of it, which runs the same kernels on the processor.
"""

from functools import cache
from typing import Any
from warnings import catch_warnings

import numpy as np
import numpy.typing as npt

from tilewright import _core
from tilewright.engines.contract import DEVICES, OptionError, require_one_of
from tilewright.errors import how_to_install

INSTALL = how_to_install("gpu")

Words = npt.NDArray[np.uint64]


class DeviceError(OptionError):
    """There is no such device here, or it cannot do what was asked."""


INSTEAD = "leave the device out to use the processor"
BLOCK_THREADS = 256  # as the kernels have it (portable.hpp)
BLOCKS_PER_PROCESSOR = 6  # that a multiprocessor has at work at a time
PART_OF_MEMORY = 0.92  # the rest is for the driver, and for what is cut off
PART_OF_CACHE = 0.5
FIRST_CAPACITY = 2**19
KERNELS = ("expand", "drain", "clear", "move", "gather", "meet", "complete")


class CudaMachine:
    """The card that CuPy calls the current one: memory in words, and kernels.

    What is launched is done in that order, but perhaps later.  Kernels are compiled when they are
    needed first.
    """

    def __init__(self, cupy: Any) -> None:
        self._cupy = cupy
        device = cupy.cuda.Device()
        properties = cupy.cuda.runtime.getDeviceProperties(device.id)
        self.name = properties["name"].decode()
        # The driver's own pool: tables come and go in all sizes, and it maps pages anew where
        # CuPy's would be left with gaps that fit nothing.
        self._pool = cupy.cuda.MemoryAsyncPool()
        self.memory = int(PART_OF_MEMORY * device.mem_info[0])  # bytes that may be used
        # Of threads that are at work at a time:
        self.blocks = BLOCKS_PER_PROCESSOR * int(properties["multiProcessorCount"])
        self.cache = int(PART_OF_CACHE * properties["l2CacheSize"])  # of a table filled fast
        self.first_capacity = FIRST_CAPACITY  # of a table that nothing is known of
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
        """Memory with anything in it.  Raises MemoryError if there is not that much."""
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
        """Kernels will be launched for keys and counts of that many words."""
        sizes = words, count_words
        if sizes not in self._modules:
            here = f"-DTW_WORDS={words}", f"-DTW_COUNT_WORDS={count_words}"
            options = ("-std=c++17", "-DTW_ON_CARD", *here)
            try:
                module = self._cupy.RawModule(code=_core.kernel_text(), options=options)
                self._modules[sizes] = {name: module.get_function(name) for name in KERNELS}
            except Exception as error:  # of the compiler, or because it is not there
                why = _first_line(error)
                raise DeviceError(
                    f"device cuda cannot compile its kernels ({why}): {INSTALL}, or {INSTEAD}"
                ) from error
        self._kernels = self._modules[sizes]

    def launch(self, kernel: str, blocks: int, *arguments: int) -> None:
        """Have a kernel run."""
        words = tuple(np.uint64(argument) for argument in arguments)
        self._kernels[kernel]((blocks,), (BLOCK_THREADS,), words)

    def tidy(self) -> None:
        """Give memory that nobody uses back."""
        self._pool.free_all_blocks()


def find_machine(device: str) -> CudaMachine | None:
    """The machine of that name; None if it is the processor, which needs none.

    Raises DeviceError, with what to do, if it is not there.

    >>> find_machine("cpu") is None
    True
    """
    require_one_of("device", device, DEVICES)
    return None if device == "cpu" else CudaMachine.find()


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


class LargeCountError(Exception):
    """A count needs more words than it has."""


class Desk:
    """Places of the desk."""

    PROGRAM, TABLES, LEDGERS, HALTED, LIST, TODO, BINS, CURSORS = range(8)
    BIN_COUNT, BIN_SIZE, BIN_LIMIT, STAGES, TOTAL = range(8, 13)
    SIZE = 16


class Ledger:
    """Places of a ledger."""

    NEXT, LISTED, FROM, HALTED, TODO, NEED, MOVES, STATES, STRANDED = range(9)
    OVERFLOW, BINNED, GATHERED = range(9, 12)
    SIZE = 16


class TableLayout:
    """Places of a table."""

    SLOTS, CAPACITY, LIMIT, USED, SALT, BINNED = range(6)
    SIZE = 8


class DeviceBoard:
    """What the host and the kernels exchange: the desk, a ledger and a table for each stage.

    All of it lies in one piece on the device, so that one copy brings it here: `words` is what the
    host has last seen of it, or written to it.  `core/include/tilewright/kernels/sweep.hpp` has the
    same places of words.
    """

    def __init__(self, machine: CudaMachine, stages: int) -> None:
        self._machine = machine
        self._tables_at = Desk.SIZE + (stages + 2) * Ledger.SIZE
        size = self._tables_at + (stages + 1) * TableLayout.SIZE
        self.words = np.zeros(size, dtype=np.uint64)
        self._memory: Any = machine.allocate(size)
        self.address = machine.address(self._memory)
        self.desk = self.words[: Desk.SIZE]
        self.ledgers = self.words[Desk.SIZE : self._tables_at].reshape(-1, Ledger.SIZE)
        self.tables = self.words[self._tables_at :].reshape(-1, TableLayout.SIZE)
        self.desk[Desk.LEDGERS] = self.address + 8 * Desk.SIZE
        self.desk[Desk.TABLES] = self.address + 8 * self._tables_at
        self.desk[Desk.STAGES] = stages
        # A block that cannot do its tile ends, so no list is longer than there are blocks.
        self._half = machine.blocks
        self._lists: Any = machine.allocate(2 * self._half)
        self.desk[Desk.LIST] = machine.address(self._lists)
        self.desk[Desk.TODO] = machine.address(self._lists) + 8 * self._half

    def write(self) -> None:
        """Send all of it to the device, where nothing runs."""
        self._machine.write(self._memory, 0, self.words)

    def read(self) -> None:
        """Wait until the device is done, and see what it says.

        Raises LargeCountError at once if a count has grown into the bits that entries of bins have
        for the landing: nothing may be made of such entries.
        """
        self.words[:] = self._machine.read(self._memory, 0, len(self.words))
        if self.ledgers[:, Ledger.OVERFLOW].any():
            raise LargeCountError

    def left(self, number: int) -> Words:
        """The tiles that a kernel which has halted had on its list, or put off, and has not done.

        All kernels share the lists: ask before another one is launched.
        """
        ledger = self.ledgers[number]
        done, listed, todo = (int(ledger[k]) for k in (Ledger.NEXT, Ledger.LISTED, Ledger.TODO))
        left = self._machine.read(self._lists, self._half, self._half + todo)
        if done < listed:
            left = np.concatenate([self._machine.read(self._lists, done, listed), left])
        return left

    def resume(self, number: int, left: Words) -> None:
        """Let a kernel that has halted resume with what is left, when it is launched."""
        ledger = self.ledgers[number]
        done, listed = int(ledger[Ledger.NEXT]), int(ledger[Ledger.LISTED])
        self._machine.write(self._lists, 0, left)
        ledger[Ledger.FROM] += max(0, done - listed)
        ledger[Ledger.NEXT : Ledger.FROM] = 0, len(left)
        ledger[Ledger.HALTED : Ledger.NEED + 1] = 0
        self.desk[Desk.HALTED] = 0
        self.write()
