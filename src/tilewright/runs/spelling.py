"""What jobs have done as the text that stands in a run file, and checksums of it."""

import hashlib
import json
from collections.abc import Sequence

from tilewright.cover import Subtree
from tilewright.engines import Counters

__all__ = ["digest", "digest_of_rest", "read_counters", "spell_counters", "spell_kept"]


def spell_kept(kept: int, tallies: Sequence[int]) -> str:
    """How many covers count, and the tallies of the stage."""
    return " ".join(map(str, (kept, *tallies)))


def spell_counters(counters: Counters) -> str:
    """Counters as text, always the same."""
    return json.dumps(
        [
            counters.nodes_per_level,
            counters.updates_per_level,
            counters.solutions,
            counters.stranded,
        ]
    )


def read_counters(text: str) -> Counters:
    """Back from what `spell_counters` gave."""
    nodes, updates, solutions, stranded = json.loads(text)
    return Counters(tuple(nodes), tuple(updates), solutions, stranded)


def digest_of_rest(rest: Sequence[Subtree]) -> bytes:
    """A checksum of what a job left."""
    return digest(json.dumps([[s.chosen, sorted(s.excluded), s.via] for s in rest]).encode())


def digest(*parts: bytes) -> bytes:
    """A checksum of bytes."""
    found = hashlib.sha256()
    for part in parts:
        found.update(part)
    return found.digest()[:16]
