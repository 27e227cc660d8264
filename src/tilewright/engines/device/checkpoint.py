"""Checkpoints of a count on a device, between two stages, as values and as bytes.

A checkpoint has the states that wait, all of them, and what was counted up to there: a count that
resumes from it ends as if it had never stopped.  As bytes it is a header, a line of JSON, then
the states as they are, in pieces of a limited size.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

import numpy as np

from tilewright.engines.contract import OptionError
from tilewright.engines.device.machine import Words
from tilewright.engines.device.room import aside

FORMAT = 1
COUNTED = 3  # numbers for each stage: moves, states, stranded


class CheckpointError(OptionError):
    """A checkpoint cannot be made, or cannot be resumed from."""


@dataclass(frozen=True, slots=True, eq=False)
class SavedLayer:
    """States of a stage that wait: those on the device, and runs away from it, all in pieces."""

    stage: int
    table: tuple[Words, ...]
    runs: tuple[tuple[Words, ...], ...] = ()

    def arrays(self) -> Iterator[Words]:
        """All pieces, in order."""
        return chain(self.table, *self.runs)


@dataclass(frozen=True, slots=True, eq=False)
class SavedSweep:
    """A sweep before a stage; `counted` are the moves, states and stranded ones of all stages."""

    stage: int
    counted: Words
    layers: tuple[SavedLayer, ...]

    def arrays(self) -> Iterator[Words]:
        """All words there are, in order."""
        return chain([self.counted.reshape(-1)], *(layer.arrays() for layer in self.layers))


@dataclass(frozen=True, slots=True, eq=False)
class Checkpoint:
    """The sweeps that have begun, for the programs of that fingerprint."""

    fingerprint: str
    count_words: int
    sweeps: tuple[SavedSweep, ...]

    def arrays(self) -> Iterator[Words]:
        """All words there are, in order."""
        return chain(*(sweep.arrays() for sweep in self.sweeps))


def pack_checkpoint(checkpoint: Checkpoint, most: int) -> Iterator[bytes]:
    """As bytes: the header, then pieces of at most `most` bytes."""
    header = {
        "format": FORMAT,
        "fingerprint": checkpoint.fingerprint,
        "count_words": checkpoint.count_words,
        "digest": digest_of(map(_raw, checkpoint.arrays())).hex(),
        "sweeps": [
            {
                "stage": sweep.stage,
                "stages": len(sweep.counted),
                "layers": [
                    [layer.stage, _lengths(layer.table), [*map(_lengths, layer.runs)]]
                    for layer in sweep.layers
                ],
            }
            for sweep in checkpoint.sweeps
        ],
    }
    text = json.dumps(header, separators=(",", ":")).encode()
    yield text + digest_of([text])
    yield from _pieces(checkpoint.arrays(), most)


def unpack_checkpoint(pieces: Iterable[bytes]) -> Checkpoint:
    """Back from what `pack_checkpoint` gave.  Raises CheckpointError if it is damaged."""
    stream = iter(pieces)
    header = _header(next(stream, b""))
    try:
        lengths = [length for row in header["sweeps"] for length in _lengths_of(row)]
        body = _body(stream, sum(lengths))
        if digest_of([_raw(body)]).hex() != header["digest"]:
            raise _damaged("its states are not those that were stored")
        words = iter(np.split(body, np.cumsum(lengths)))
        sweeps = tuple(_sweep(row, words) for row in header["sweeps"])
        return Checkpoint(header["fingerprint"], header["count_words"], sweeps)
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, CheckpointError):
            raise
        raise _damaged(f"its header makes no sense: {error}") from None


def digest_of(parts: Iterable[bytes | memoryview]) -> bytes:
    """A name for some bytes."""
    from hashlib import sha256  # takes time to load

    digest = sha256()
    for part in parts:
        digest.update(part)
    return digest.digest()


def _pieces(arrays: Iterable[Words], most: int) -> Iterator[bytes]:
    """All words as bytes, in pieces that are full but for the last."""
    waiting = bytearray()
    for array in arrays:
        raw = _raw(array)
        while len(raw):
            room = most - len(waiting)
            waiting += raw[:room]
            raw = raw[room:]
            if len(waiting) == most:
                yield bytes(waiting)
                waiting.clear()
    if waiting:
        yield bytes(waiting)


def _raw(array: Words) -> memoryview:
    return np.ascontiguousarray(array).view(np.uint8).data


def _lengths(pieces: Iterable[Words]) -> list[int]:
    return [len(piece) for piece in pieces]


def _header(data: bytes) -> dict[str, Any]:
    text, check = data[:-32], data[-32:]
    if not text or digest_of([text]) != check:
        raise _damaged("its header is not the one that was stored")
    header: dict[str, Any] = json.loads(text)
    if header.get("format") != FORMAT:
        raise CheckpointError(
            f"the checkpoint has format {header.get('format')}, and this Tilewright knows "
            f"{FORMAT}: resume with the version that made it, or begin anew"
        )
    return header


def _lengths_of(row: dict[str, Any]) -> list[int]:
    """The lengths of all arrays of a sweep, in order."""
    layers = (chain(table, *runs) for _, table, runs in row["layers"])
    return [COUNTED * int(row["stages"]), *chain.from_iterable(layers)]


def _body(pieces: Iterable[bytes], words: int) -> Words:
    body = aside(words)
    raw, filled = body.view(np.uint8).data, 0
    for piece in pieces:
        if filled + len(piece) > len(raw):
            raise _damaged("there is more of it than its header says")
        raw[filled : filled + len(piece)] = piece
        filled += len(piece)
    if filled != len(raw):
        raise _damaged(f"{filled} bytes of its states are there, of {len(raw)}")
    return body


def _sweep(row: dict[str, Any], words: Iterator[Words]) -> SavedSweep:
    counted = next(words).reshape(-1, COUNTED)
    layers = [
        SavedLayer(stage, _next(words, table), tuple(_next(words, run) for run in runs))
        for stage, table, runs in row["layers"]
    ]
    return SavedSweep(row["stage"], counted, tuple(layers))


def _next(words: Iterator[Words], lengths: list[int]) -> tuple[Words, ...]:
    return tuple(islice(words, len(lengths)))


def _damaged(what: str) -> CheckpointError:
    return CheckpointError(f"the checkpoint is damaged: {what}; resume from a copy, or begin anew")
