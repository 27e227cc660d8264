"""A subtree of the search for covers."""

from collections.abc import Mapping
from dataclasses import dataclass

from tilewright.document.text import brief_repr
from tilewright.errors import TilewrightError


class SubtreeError(TilewrightError, ValueError):
    """A subtree does not fit the problem."""


@dataclass(frozen=True, slots=True)
class Subtree:
    """All covers that contain every option of `chosen` and none of `excluded`.

    `Subtree()` is the whole search.  `chosen` is in the order of choice.  `via` matters only to
    the counters: it is the item (its number) on which the last option was chosen, set when the
    search that handed the subtree back had not entered it yet, so that entering it is still to be
    counted.  Leave it out when you write a subtree yourself.
    """

    chosen: tuple[int, ...] = ()
    excluded: tuple[int, ...] = ()
    via: int | None = None

    __repr__ = brief_repr

    def to_json(self) -> dict[str, object]:
        """As plain lists and numbers."""
        return {"chosen": list(self.chosen), "excluded": list(self.excluded), "via": self.via}

    @classmethod
    def from_json(cls, value: object) -> "Subtree":
        """Back from what `to_json` gave."""
        if not isinstance(value, Mapping):
            raise SubtreeError(f"a subtree is an object with 'chosen', not {value!r}")
        via = value.get("via")
        lists = [value.get("chosen"), value.get("excluded", [])]
        for numbers in lists:
            if not isinstance(numbers, list) or not all(_is_number(n) for n in numbers):
                raise SubtreeError(f"a subtree has lists of option numbers, not {numbers!r}")
        if via is not None and not _is_number(via):
            raise SubtreeError(f"'via' of a subtree is an item number or null, not {via!r}")
        return cls(tuple(lists[0]), tuple(lists[1]), via)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**32 - 1
