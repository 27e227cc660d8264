"""The fields of one table of a document, taken one by one; what is wrong is complained about."""

import re
from collections.abc import Iterator
from typing import Any, TypeVar

from tilewright.document.near import close_matches
from tilewright.document.toml import Complaints, Path, kind_of_table

__all__ = ["Fields", "quote"]

T = TypeVar("T")

MOST_TOLD = 50  # fields that are unknown


def quote(value: object) -> str:
    """A value as it would stand in a file, shortened if it is long."""
    spelt = (
        {True: "true", False: "false"}.get(value, repr(value))
        if isinstance(value, bool)
        else repr(value)
    )
    return spelt if len(spelt) <= 60 else spelt[:57] + "…"


class Fields:
    """One table.  Ask for each field, then call `done()`, which complains about all others."""

    def __init__(self, table: Any, path: Path, complaints: Complaints) -> None:
        self.path = path
        self.complaints = complaints
        self._asked: dict[str, None] = {}  # in the order in which they were asked for
        self._kind = complaints.fields.setdefault(kind_of_table(path), {})
        self._table: dict[str, Any] = table if isinstance(table, dict) else {}
        if not isinstance(table, dict):
            name = next((part for part in reversed(path) if isinstance(part, str)), "")
            self.complain(None, f"expected a table such as [{name}], found {quote(table)}")

    def __contains__(self, key: str) -> bool:
        self.expect(key)
        return key in self._table

    def expect(self, *keys: str) -> None:
        """These fields are known, whether they are there or not."""
        for key in keys:
            self._asked[key] = self._kind[key] = None

    def complain(self, key: str | None, message: str, *, row: int | None = None) -> None:
        """Something is wrong with a field, or with the whole table."""
        path = self.path if key is None else (*self.path, key)
        self.complaints.add(path, message, row=row)

    def value(self, key: str) -> Any:
        """A field as it stands; None if it is not there."""
        self.expect(key)
        return self._table.get(key)

    def typed(self, key: str, kind: type[T], default: T, expected: str) -> T:
        """A field of a plain type."""
        value = self.value(key)
        if value is None:
            return default
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.complain(key, f"{key} is {quote(value)}: expected {expected}")
            return default
        return value

    def text(self, key: str, default: str = "") -> str:
        """A string."""
        rows = isinstance(self.value(key), list)
        more = ', that of several lines between """ and """' if rows else ""
        return self.typed(key, str, default, f"text in quotes{more}")

    def flag(self, key: str, default: bool = False) -> bool:
        """True or false."""
        return self.typed(key, bool, default, "true or false")

    def whole(self, key: str, default: int = 0) -> int:
        """A whole number."""
        return self.typed(key, int, default, "a whole number")

    def items(self, key: str) -> list[Any]:
        """A list."""
        return self.typed(key, list, [], "a list in [ ]")

    def names(self, key: str) -> list[str]:
        """A list of strings; numbers are taken as their digits."""
        found = []
        for value in self.items(key):
            if isinstance(value, (str, int)) and not isinstance(value, bool):
                found.append(str(value))
            else:
                self.complain(key, f"{key} has {quote(value)}: expected names")
        return found

    def vector(self, key: str, dimension: int | None) -> tuple[int, ...] | None:
        """A list of whole numbers."""
        if key not in self:
            return None
        return self._vector(key, self.value(key), dimension)

    def vectors(self, key: str, dimension: int | None) -> list[tuple[int, ...]]:
        """A list of lists of whole numbers."""
        given = self.items(key)
        if given and not any(isinstance(value, list) for value in given):
            self.complain(
                key, f"{key} is {quote(given)}: expected a list of lists, such as [{quote(given)}]"
            )
            return []
        found = [self._vector(key, value, dimension) for value in given]
        return [vector for vector in found if vector is not None]

    def tables(self, key: str) -> Iterator["Fields"]:
        """The tables of an array of tables, such as `[[piece]]`."""
        value = self.value(key)
        if value is None:
            return
        if not isinstance(value, list):
            one = f"[{key}]" if isinstance(value, dict) else f"{key} is {quote(value)}"
            self.complain(key, f"{one}: expected [[{key}]] tables, with double brackets")
            return
        for number, table in enumerate(value):
            yield Fields(table, (*self.path, key, number), self.complaints)

    def table(self, key: str) -> "Fields | None":
        """A table inside this one, if there is one."""
        value = self.value(key)
        return None if value is None else Fields(value, (*self.path, key), self.complaints)

    def all_keys(self) -> list[str]:
        """All keys, which thereby count as asked for."""
        self._asked.update(dict.fromkeys(self._table))
        return list(self._table)

    def done(self) -> None:
        """Complain about every field that nobody asked for; of very many, about the first."""
        unknown = [key for key in self._table if key not in self._asked]
        for key in unknown[:MOST_TOLD]:
            near = close_matches(key, self._asked)
            hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(self._asked)}"
            self.complaints.add_unknown((*self.path, key), hint)
        if len(unknown) > MOST_TOLD:
            self.complain(None, f"{len(unknown) - MOST_TOLD} more unknown fields")

    def _vector(self, key: str, value: Any, dimension: int | None) -> tuple[int, ...] | None:
        whole = isinstance(value, list) and all(
            isinstance(x, int) and not isinstance(x, bool) and abs(x) < 2**31 for x in value
        )
        if not whole or (dimension is not None and len(value) != dimension):
            how_many = "" if dimension is None else f"{dimension} "
            numbers = re.fullmatch(r"\s*\d+(?:\s*[x×*,; ]\s*\d+)+\s*", str(value))
            such = (
                f", such as {key} = [{', '.join(re.findall('[0-9]+', value))}]" if numbers else ""
            )
            self.complain(
                key, f"{key} has {quote(value)}: expected a list of {how_many}whole numbers{such}"
            )
            return None
        return tuple(value)
