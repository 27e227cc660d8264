"""Covers survive packing, and damage is found."""

import tracemalloc
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.texts import raises_text
from tilewright.cover import Subtree, SubtreeError
from tilewright.encoding import encode
from tilewright.execution import job
from tilewright.execution.packing import HEAD, VERSION, PackingError, pack, unpack

SIZES = st.sampled_from([3, 2**8 - 1, 2**8, 2**16 - 1, 2**16, 2**32 - 1])


@st.composite
def lists_of_covers(draw: st.DrawFn) -> list[list[int]]:
    """Covers that share beginnings, as those of a search do; of one length, or of several."""
    number = st.integers(0, draw(SIZES))
    lengths = st.just(draw(st.integers(0, 5))) if draw(st.booleans()) else st.integers(0, 5)
    covers: list[list[int]] = []
    for length in draw(st.lists(lengths, max_size=12)):
        kept = covers[-1][: draw(st.integers(0, length))] if covers else []
        missing = length - len(kept)
        covers.append(kept + draw(st.lists(number, min_size=missing, max_size=missing)))
    return covers


def arrays(covers: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    options = np.array([option for cover in covers for option in cover], dtype=np.uint32)
    return options, np.cumsum([len(cover) for cover in covers]).astype(np.uint64)


@given(lists_of_covers())
def test_unpacking_gives_what_was_packed(covers: list[list[int]]) -> None:
    options, ends = arrays(covers)
    again = unpack(pack(options, ends))
    assert [part.dtype for part in again] == [np.uint32, np.uint64]
    assert [part.tolist() for part in again] == [options.tolist(), ends.tolist()]


@given(lists_of_covers())
def test_packing_has_one_answer(covers: list[list[int]]) -> None:
    options, ends = arrays(covers)
    data = pack(options, ends)
    assert pack(*unpack(data)) == data


@given(lists_of_covers(), st.data())
def test_a_flipped_bit_is_found(covers: list[list[int]], data: st.DataObject) -> None:
    packed = bytearray(pack(*arrays(covers)))
    place = data.draw(st.integers(0, 8 * len(packed) - 1))
    packed[place // 8] ^= 1 << place % 8
    try:
        again = unpack(bytes(packed))
    except PackingError:
        return
    # A few bits of a zlib stream mean nothing, such as those that pad it to whole bytes.
    assert [part.tolist() for part in again] == [part.tolist() for part in arrays(covers)]


@given(lists_of_covers(), st.data())
def test_a_piece_that_is_missing_is_found(covers: list[list[int]], data: st.DataObject) -> None:
    packed = pack(*arrays(covers))
    with pytest.raises(PackingError, match="damaged"):
        unpack(packed[: data.draw(st.integers(0, len(packed) - 1))])
    with pytest.raises(PackingError, match="damaged"):
        unpack(packed + b"\0")


@given(lists_of_covers(), st.data())
def test_nonsense_with_a_right_checksum(covers: list[list[int]], data: st.DataObject) -> None:
    """Whatever the bytes are: covers, or an error of ours."""
    body = bytearray(zlib.decompress(pack(*arrays(covers))[1:]))
    for place in data.draw(st.lists(st.integers(0, len(body) - 1), max_size=3)):
        body[place] = data.draw(st.integers(0, 255))
    try:
        options, ends = unpack(bytes([VERSION]) + zlib.compress(bytes(body)))
    except PackingError:
        return
    assert (ends[-1] if len(ends) else 0) == len(options)


@pytest.mark.parametrize("ends", [[1], [2, 1, 3], [4], []])
def test_ends_that_do_not_fit(ends: list[int]) -> None:
    with pytest.raises(PackingError, match="3 options cannot be cut"):
        pack(np.array([1, 2, 3], np.uint32), np.array(ends, np.uint64))


def test_covers_of_a_search_take_few_bytes() -> None:
    problem = encode(tw.load("pentominoes-6x10")).problem
    batches = list(tw.engines.search(problem, engine="links"))
    options = np.concatenate([batch.options for batch in batches])
    ends = np.arange(12, 12 * 9356 + 1, 12, dtype=np.uint64)
    data = pack(options, ends)
    assert len(data) < 9 * 9356  # there are 12 options, of two bytes each
    assert np.array_equal(unpack(data)[0], options)


def bomb(covers: int, options: int, longest: int, size: int) -> bytes:
    """Few bytes that say so, and unpack to so many."""
    body = HEAD.pack(covers, options, longest, 1, 1) + bytes(size)
    return b"\x01" + zlib.compress(body, 9)


@pytest.mark.parametrize(
    "packed",
    [
        bomb(10, 20, 2, 1 << 26),
        bomb(1 << 40, 20, 2, 100),
        bomb(10, 1 << 40, 2, 100),
    ],
)
def test_few_bytes_that_unpack_to_many(packed: bytes) -> None:
    """4 MB unpacked to more than 4 GB.  No more is unpacked than there may be."""
    tracemalloc.start()
    try:
        with raises_text(PackingError):
            unpack(packed)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


MANY = 1 << 20


@pytest.mark.parametrize(
    "lengths",
    [[MANY, *[1] * MANY], [*[1] * MANY, MANY], [MANY], [MANY] * 3, [0] * MANY, [1] * MANY],
    ids=["first", "last", "alone", "three", "empty", "short"],
)
def test_few_bytes_with_one_cover_that_is_very_long(lengths: list[int]) -> None:
    """Each column of the longest cover went through all covers: hours, and nobody was told."""
    total, longest = sum(lengths), max(lengths)
    number = np.uint32 if longest == MANY else np.uint8
    head = HEAD.pack(len(lengths), total, longest, 1, 0)
    given = np.array(lengths, number).tobytes()
    new = np.arange(total, dtype=np.uint8)
    body = head + given + bytes(len(given)) + new.tobytes()
    options, ends = unpack(bytes([VERSION]) + zlib.compress(body))
    assert np.array_equal(options, new)
    assert np.array_equal(ends, np.cumsum(lengths))


def test_subtrees_that_unpack_to_many_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job, "MOST_BYTES", 1000)
    packed = zlib.compress(b"[" + b" " * (1 << 26) + b"]", 9)
    with raises_text(SubtreeError):
        job.unpack_starts(packed, Subtree())
    with raises_text(SubtreeError):
        job.pack_starts([Subtree(tuple(range(1000)))], Subtree())
