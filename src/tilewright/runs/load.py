"""The stages of a run as they travel to other machines: bytes, and a name for what is in them."""

import pickle
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from typing import Self

import tilewright
from tilewright.execution.packing import inflated
from tilewright.plan.plan import Stage

__all__ = ["Load", "unpacked"]

MOST_UNPACKED = 4  # loads that a worker keeps unpacked
MOST_BYTES = 1 << 31  # of one of them


@dataclass(frozen=True, slots=True)
class Load:
    """Stages, packed.  Loads of the same name have the same stages in them."""

    name: str
    data: bytes

    @classmethod
    def of(cls, stages: Sequence[Stage]) -> Self:
        """Pack stages."""
        data = zlib.compress(pickle.dumps(tuple(stages)))
        name = sha256(tilewright.__version__.encode() + data).hexdigest()[:32]
        return cls(f"tilewright-{name}", data)


_UNPACKED: dict[str, tuple[Stage, ...]] = {}
_LOCK = Lock()  # a worker may have several threads


def unpacked(name: str, data: bytes | None) -> tuple[Stage, ...] | None:
    """The stages of a load; None if we have not had them yet, and they are not given."""
    with _LOCK:
        stages = _UNPACKED.get(name)
        if stages is None and data is not None:
            while len(_UNPACKED) >= MOST_UNPACKED:
                del _UNPACKED[next(iter(_UNPACKED))]
            _UNPACKED[name] = stages = pickle.loads(inflated(data, MOST_BYTES, "stages"))
        return stages
