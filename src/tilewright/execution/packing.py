"""Covers as few bytes.

Successive covers of a search agree in their first options, as they stand on one branch of the tree.
So of each cover only the options are stored from the first one on that differs from the cover
before, together with the number of those that do not.  Ends of covers come again and again, too:
zlib sees to them, and its checksum finds damage.
"""

import struct
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.errors import TilewrightError

VERSION = 1
LEVEL = 1  # of zlib: higher ones take longer and save little
HEAD = struct.Struct("<QQIBB")  # covers, options in all, longest cover, bytes of an option, flags
EQUALLY_LONG = 1  # a flag: there are no lengths, as each is that of the longest cover
MOST_NUMBERS = 1 << 27  # options, or covers, of one job: there is no more room than for these

Options = npt.NDArray[np.uint32]
Ends = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]


class PackingError(TilewrightError, ValueError):
    """These are not covers as `pack` takes them, or not bytes as it gives them."""


def pack(options: Options, ends: Ends) -> bytes:
    """Covers, given as in `tilewright.engines.Batch`, as bytes.

    >>> data = pack(np.array([7, 1, 7, 2], np.uint32), np.array([2, 4], np.uint64))
    >>> [part.tolist() for part in unpack(data)]
    [[7, 1, 7, 2], [2, 4]]
    """
    lengths = ends.astype(np.int64)
    lengths[1:] -= lengths[:-1].copy()
    if lengths.min(initial=0) < 0 or lengths.sum() != len(options):
        raise PackingError(
            f"{len(options)} options cannot be cut where the ends say: expected numbers that "
            f"never fall, the last of them {len(options)}"
        )
    longest = int(lengths.max(initial=0))
    equally_long = bool((lengths == longest).all())
    width, narrow = _width(int(options.max(initial=0))), _width(longest)
    small = options.astype(_dtype(width))
    shared, new = _shared(small, _starts(lengths), lengths, equally_long)
    parts = [
        HEAD.pack(len(ends), len(options), longest, width, equally_long * EQUALLY_LONG),
        b"" if equally_long else lengths.astype(_dtype(narrow)).tobytes(),
        shared.astype(_dtype(narrow)).tobytes(),
        small[new].tobytes(),
    ]
    return bytes([VERSION]) + zlib.compress(b"".join(parts), LEVEL)


def _shared(
    options: npt.NDArray[Any], starts: Numbers, lengths: Numbers, equally_long: bool
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.bool_]]:
    """How many options each cover begins with as the one before; which options are not among them.

    Column by column: the k-th options of all covers at a time.
    """
    shared = np.zeros(len(lengths), dtype=np.uint32)
    new = np.ones(len(options), dtype=np.bool_)
    alike = np.ones(len(lengths), dtype=np.bool_)  # with the cover before, so far
    alike[:1] = False
    longest = int(lengths.max(initial=0))
    for k in range(longest):
        if equally_long:
            column = options[k::longest]
            alike[1:] &= column[1:] == column[:-1]
            new[k::longest] = ~alike
        else:
            there = lengths > k
            column = np.zeros(len(lengths), dtype=options.dtype)
            column[there] = options[starts[there] + k]
            alike[1:] &= (column[1:] == column[:-1]) & there[:-1]
            alike &= there
            new[starts[alike] + k] = False
        shared += alike
    return shared, new


def unpack(data: bytes) -> tuple[Options, Ends]:
    """The covers that `pack` made these bytes of."""
    if not data or data[0] != VERSION:
        found = f"version {data[0]}" if data else "nothing"
        raise PackingError(
            f"packed covers are to begin with version {VERSION}, but there is {found}: they are "
            f"damaged, or a later Tilewright wrote them"
        )
    packed = memoryview(data)[1:]
    return _Reader(inflated(packed, _size(packed), "packed covers")).covers()


def _size(packed: memoryview) -> int:
    """How many bytes these covers may take, as they say in the beginning."""
    try:
        head = zlib.decompressobj().decompress(packed, HEAD.size)
        covers, options, longest, width, _ = HEAD.unpack(head)
    except (zlib.error, struct.error) as error:
        raise PackingError(f"packed covers are damaged: {error}") from None
    if max(covers, options) > MOST_NUMBERS:
        raise PackingError(
            f"packed covers claim to be {covers:,} with {options:,} options in all, and no job "
            f"has more than {MOST_NUMBERS:,}: they are damaged"
        )
    return int(HEAD.size + 2 * covers * _width(longest) + options * width)


def inflated(packed: bytes | memoryview, most: int, what: str) -> bytes:
    """What zlib has packed, if it is at most `most` bytes.  Raises PackingError."""
    stream = zlib.decompressobj()
    try:
        body = stream.decompress(packed, most + 1)
    except zlib.error as error:
        raise PackingError(f"{what} are damaged: {error}") from None
    if len(body) > most:
        raise PackingError(
            f"{what} are damaged: {len(packed):,} bytes unpack to more than {most:,}, and that is "
            f"the most they may be"
        )
    if not stream.eof or stream.unused_data:
        fault = "more bytes than there should be" if stream.eof else "their end is missing"
        raise PackingError(f"{what} are damaged: {fault}")
    return body


class _Reader:
    """Takes apart what `pack` wrote, trusting nothing."""

    def __init__(self, body: bytes) -> None:
        self._body = body
        self._at = 0

    def covers(self) -> tuple[Options, Ends]:
        """The covers."""
        count, total, longest, width, flags = HEAD.unpack(self._take(HEAD.size))
        self._require(width in (1, 2, 4) and flags in (0, EQUALLY_LONG))
        self._require(count <= len(self._body) and total <= count * longest)
        narrow = _width(longest)
        equally_long = flags == EQUALLY_LONG
        lengths = np.full(count, longest, dtype=np.int64)
        if not equally_long:
            lengths = self._numbers(count, narrow).astype(np.int64)
        self._require(lengths.max(initial=0) == longest and lengths.sum() == total)
        shared = self._numbers(count, narrow)
        self._require(not shared[:1].any() and bool((shared <= lengths).all()))
        self._require(bool((shared[1:] <= lengths[:-1]).all()))
        new = self._numbers(int((lengths - shared).sum()), width)
        self._require(self._at == len(self._body))
        options = _filled(new, shared.astype(np.int64), lengths)
        return options, np.cumsum(lengths).astype(np.uint64)

    def _numbers(self, count: int, width: int) -> npt.NDArray[Any]:
        return np.frombuffer(self._take(count * width), dtype=_dtype(width))

    def _take(self, size: int) -> bytes:
        self._require(self._at + size <= len(self._body))
        self._at += size
        return self._body[self._at - size : self._at]

    def _require(self, holds: bool) -> None:
        if not holds:
            raise PackingError(
                f"packed covers contradict themselves before byte {self._at} of "
                f"{len(self._body)}: they are damaged"
            )


def _filled(new: npt.NDArray[Any], shared: Numbers, lengths: Numbers) -> Options:
    """All options, of which only the new ones are given.

    Column by column while many covers have that column, then cover by cover: whatever the lengths
    are, neither loop has many more steps than the root of the number of options.
    """
    options = np.empty(int(lengths.sum()), dtype=np.uint32)
    starts = _starts(lengths)
    firsts = _starts(lengths - shared) - shared  # option k of a cover is new[first + k]
    covers, k = np.arange(len(lengths)), 0
    while len(lengths) ** 2 > len(options):
        if lengths.min() <= k:  # those that share option k stay right behind those who have it
            there = lengths > k
            starts, firsts = starts[there], firsts[there]
            shared, lengths = shared[there], lengths[there]
        # A shared option is that of the last cover before that does not share it.
        owners = np.maximum.accumulate(np.where(shared <= k, covers[: len(shared)], 0))
        options[starts + k] = new[firsts[owners] + k]
        k += 1
    before = 0
    rows = (starts.tolist(), firsts.tolist(), shared.tolist(), lengths.tolist())
    for start, first, same, end in zip(*rows, strict=True):
        same = max(same, k)
        options[start + k : start + same] = options[before + k : before + same]
        options[start + same : start + end] = new[first + same : first + end]
        before = start
    return options


def _starts(lengths: Numbers) -> Numbers:
    return np.cumsum(lengths) - lengths


def _width(most: int) -> int:
    """How many bytes a number takes that is at most this one."""
    return 1 if most < 1 << 8 else 2 if most < 1 << 16 else 4


def _dtype(width: int) -> np.dtype[Any]:
    return np.dtype(f"<u{width}")
