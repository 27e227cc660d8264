"""TOML documents that know on which line each value stands, so that every complaint has a place."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tilewright.document.text import close_matches
from tilewright.errors import TilewrightError

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True, order=True)
class Complaint:
    """What is wrong, on which line and in which column (0 if that cannot be told)."""

    line: int
    message: str
    column: int = 0

    def told(self, name: str) -> str:
        """The same with its place in the file of that name."""
        place = (name, *(str(number) for number in (self.line, self.column) if number))
        return f"{':'.join(place)}: {self.message}"


class FileError(TilewrightError, ValueError):
    """A file does not say what it should; `complaints` lists everything that is wrong with it."""

    def __init__(self, name: str, complaints: Sequence[Complaint]) -> None:
        self.name = name
        self.complaints = tuple(complaints)
        super().__init__(name, self.complaints)

    def __str__(self) -> str:
        return "\n".join(complaint.told(self.name) for complaint in self.complaints)

    @property
    def line(self) -> int:
        """The line of the first complaint."""
        return self.complaints[0].line

    @property
    def column(self) -> int:
        """Its column."""
        return self.complaints[0].column


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed TOML text, its name for messages, and the line of each key.

    `texts` has the line on which the text of a string begins that goes over several.
    """

    name: str
    data: dict[str, Any]
    lines: dict[Path, int] = field(repr=False)
    texts: dict[Path, int] = field(default_factory=dict, repr=False)

    def line(self, path: Path) -> int:
        """The line of a key, or of the nearest table around it; of several tables, the first."""
        for length in range(len(path), 0, -1):
            for nearest in (path[:length], (*path[:length], 0)):
                if nearest in self.lines:
                    return self.lines[nearest]
        return 0


class Complaints:
    """Gathers complaints about a document, so that all of them can be told at once.

    `fields` has the fields that each kind of table may have, as far as tables have been read.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.found: list[Complaint] = []
        self.fields: dict[Path, dict[str, None]] = {}
        self._known: set[Complaint] = set()
        self._misplaced: dict[Complaint, tuple[str, Path]] = {}

    def add(self, path: Path, message: str, *, row: int | None = None) -> Complaint:
        """Something is wrong with the value at `path` (or with a row of its text, from 0 on)."""
        line = self.document.line(path)
        if row is not None and path in self.document.texts:
            line = self.document.texts[path] + row
        complaint = Complaint(line, message)
        if complaint not in self._known:
            self._known.add(complaint)
            self.found.append(complaint)
        return complaint

    def add_unknown(self, path: Path, hint: str) -> None:
        """A table has a field that it may not have.  Perhaps another one may: that is seen later.

        Not all tables have been read yet, so the hint is replaced when everything is told.
        """
        key = str(path[-1])
        complaint = self.add(path, f"unknown field {key!r}; {hint}")
        self._misplaced[complaint] = key, path[:-1]

    def raise_any(self) -> None:
        """Raise what was gathered, if anything was."""
        if self.found:
            raise FileError(self.document.name, sorted(map(self._settled, self.found)))

    def _settled(self, complaint: Complaint) -> Complaint:
        key, path = self._misplaced.get(complaint, ("", ()))
        homes = [home for home, fields in self.fields.items() if key in fields]
        if not homes:
            return complaint
        if () in homes:
            where = "of the whole file: move it up, above the first [table]"
        else:
            where = f"of {' or '.join(map(_header, homes))}: move it there"
        here = f" in {_header(kind_of_table(path))}" if path else ""
        return Complaint(complaint.line, f"unknown field {key!r}{here}; it is a field {where}")


def kind_of_table(path: Path) -> Path:
    """The path of a table, the same for all tables of an array."""
    return tuple(part if isinstance(part, str) else 0 for part in path)


def _header(kind: Path) -> str:
    """How such a table begins in a file: [board], [[piece]]."""
    dotted = ".".join(part for part in kind if isinstance(part, str))
    return f"[[{dotted}]]" if kind[-1] == 0 else f"[{dotted}]"


def parse_document(text: str, name: str = "<text>") -> Document:
    """Parse a TOML text.

    >>> parse_document("a = 1\\n[[b]]\\nc = 2\\n").line(("b", 0, "c"))
    3
    """
    text = text.removeprefix("\ufeff")
    bare = _QUOTED.sub(_blank, text)
    _require_short(bare, name)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = re.search(r"\(at line (\d+), column (\d+)\)", message)
        line = int(place[1]) if place else _last_line(text, message)
        message = re.sub(r" ?\(at (line \d+, column \d+|end of document)\)", "", message)
        if twice := re.match(r"Cannot declare \('(\w+)',\) twice", message):
            message += (
                f"; write it once or, with double brackets, [[{twice[1]}]] for each of several"
            )
        else:
            there = text.split("\n")[line - 1]
            hint = advice(message, there, int(place[2]) if place else len(there) + 1)
            message += f"; {hint}" if hint else ""
        raise FileError(name, [Complaint(line, f"this is not TOML: {message}")]) from None
    except RecursionError:
        raise FileError(name, [Complaint(0, "this is nested too deeply")]) from None
    except ValueError:  # the only one: a number of thousands of digits
        raise FileError(name, [Complaint(0, "this has a number that is too long")]) from None
    texts: dict[Path, int] = {}
    lines = dict(_key_lines(text, bare, texts))
    return Document(name, data, lines, texts)


_OPEN = ("Unterminated string", "Expected \"'''\"")


def _last_line(text: str, message: str) -> int:
    """Where to look if the parser only noticed at the end: at the last quotes, if one is open."""
    end = max(map(text.rfind, ('"""', "'''"))) if message.startswith(_OPEN) else -1
    return (text.count("\n", 0, end) if end >= 0 else text.rstrip("\n").count("\n")) + 1


# Strings that do not end are taken as far as they go: else each quote in one would be tried anew.
_QUOTED = re.compile(
    r'''"""(?:\\.|[^\\])*?(?:"""|\Z)|'{3}.*?'{3}|"(?:\\.|[^"\\\n])*+"?|'[^'\n]*+'?|#[^\n]*+''',
    re.DOTALL,
)
_LONG = {
    "this key has more than 16 names: it is nested too deeply": re.compile(
        r"(?<![\w.-])[\w-]++(?:[ \t]*+\.[ \t]*+[\w-]++){16}"
    ),
    "this number is too long": re.compile(r"\b0[box][0-9A-Fa-f_]{200}"),
}


def _blank(quoted: re.Match[str]) -> str:
    """As many lines; on one line letters, as many, since what is quoted there may be a key."""
    if quoted[0].startswith("#"):
        return ""
    return "\n" * quoted[0].count("\n") or "q" * len(quoted[0])


def _require_short(bare: str, name: str) -> None:
    """Keys of thousands of names take the parser minutes; numbers so long cannot be printed."""
    for message, long in _LONG.items():
        if found := long.search(bare):
            line = bare.count("\n", 0, found.start()) + 1
            raise FileError(name, [Complaint(line, message)])


_TABLE = re.compile(r"\s*+(\[\[?)([^\[\]]++)\]\]?\s*+$")
_KEY = re.compile(r"\s*+([\w-]++(?:\s*+\.\s*+[\w-]++)*+)\s*+=\s*+")


def _key_lines(text: str, bare: str, texts: dict[Path, int]) -> Iterator[tuple[Path, int]]:
    """Each key's path and line.  Keys inside inline tables have the line of the whole."""
    table: Path = ()
    sizes: dict[Path, int] = {}
    depth = 0  # brackets that are open
    lines = text.split("\n")
    for number, (line, shown) in enumerate(zip(lines, bare.split("\n"), strict=True), 1):
        if depth == 0 and (header := _TABLE.match(shown)):
            table = _names(line[slice(*header.span(2))])
            table = _inside_arrays(table[:-1], sizes) + table[-1:]
            if header[1] == "[[":
                sizes[table] = sizes.get(table, 0) + 1
                table = (*table, sizes[table] - 1)
            yield table, number
        elif depth == 0 and (key := _KEY.match(shown)):
            path = table + _names(line[slice(*key.span(1))])
            yield path, number
            quotes, rest = line[key.end() :][:3], line[key.end() :][3:].strip()
            if quotes in ('"""', "'''") and quotes not in rest:
                texts[path] = number + (not rest)
        depth += sum(map(shown.count, "[{")) - sum(map(shown.count, "]}"))


def _names(dotted: str) -> Path:
    return tuple(
        word.strip().strip("\"'") for word in re.findall(r"""[\w-]+|"[^"]*"|'[^']*'""", dotted)
    )


def _inside_arrays(path: Path, sizes: dict[Path, int]) -> Path:
    """`[a.b]` after `[[a]]` means the last of the a."""
    whole: Path = ()
    for name in path:
        whole = (*whole, name)
        if whole in sizes:
            whole = (*whole, sizes[whole] - 1)
    return whole


_ASSIGNED = re.compile(r"""\s*([\w.-]+|"[^"]*"|'[^']*')\s*=\s*([^#"']*)""")
_WORD = re.compile(r"[^\s,\[\]{}#\"'=(][^,\[\]{}#\"'=]*")
_SIDES = re.compile(r"\d+(?:\s*[x×*]\s*\d+)+")
_CURLED = "“”„‟«»‘’‚"
_LITERALS = {"true": "write true", "false": "write false"}
_LITERALS |= dict.fromkeys(("none", "null", "nil"), "leave the field out")


def advice(message: str, line: str, column: int) -> str:
    """Advice for those who meant something else; "" if there is none.

    `message` is the parser's, `line` the text of the line, `column` counts from 1.

    >>> advice("Invalid value", "lattice = square", 11)
    'text stands in quotes: lattice = "square"'
    """
    rest = line[column - 1 :].strip()
    assigned = _ASSIGNED.match(line)
    key = assigned[1] if assigned else ""
    match message:
        case "Invalid value":
            return _for_value(rest, key if assigned and assigned.start(2) == column - 1 else "")
        case "Expected newline or end of document after a statement" if assigned:
            return _for_number(key, assigned[2].strip())
        case "Expected '=' after a key in a key/value pair":
            return "write field = value" + (", with = and not :" if rest.startswith(":") else "")
        case "Illegal character '\\n'":
            return 'text of several lines stands between three quotes, """, at each end'
        case "Unterminated string" | "Expected \"'''\"":
            return "the quotes at its end are missing"
        case "Unclosed array":
            return "put a comma between its values, and ] at its end"
        case "Cannot overwrite a value":
            return "a field is given twice"
    return ""


def _for_value(rest: str, key: str) -> str:
    if not rest or rest[0] == "#":
        return "there is no value; # begins a remark, so a drawing stands in quotes"
    if rest[0] == "=":
        return "write one ="
    if rest[0] in _CURLED:
        return 'write plain quotes, "'
    if rest[0] == "(":
        return "write [ ] for ( )"
    found = _WORD.match(rest)
    word = found[0].strip() if found else ""
    if word.lower() in _LITERALS:
        return _LITERALS[word.lower()]
    return f"text stands in quotes: {_spelt(key, word)}" if word else ""


def _for_number(key: str, value: str) -> str:
    """For a number that goes on with something else, such as 0..2."""
    if _SIDES.fullmatch(value):
        return f"write {key} = [{', '.join(re.findall(r'[0-9]+', value))}]"
    if re.fullmatch(r"[+-]?0\d+", value):
        return "a number does not begin with 0"
    return f"text stands in quotes: {_spelt(key, value)}" if value.rstrip(",") == value else ""


def _spelt(key: str, word: str) -> str:
    word = word if len(word) <= 40 else word[:39] + "…"
    return f'{key} = "{word}"' if key else f'"{word}"'


T = TypeVar("T")

MOST_TOLD = 50  # fields that are unknown


def quote(value: object) -> str:
    """A value as it would stand in a file, shortened if it is long."""
    spelt = repr(value).lower() if isinstance(value, bool) else repr(value)
    return spelt if len(spelt) <= 60 else spelt[:57] + "…"


FORMAT = 1  # of the files that this program reads


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

    @classmethod
    def of(cls, document: Document) -> "Fields":
        """The whole of a document.  Complains if it is written in another format."""
        fields = cls(document.data, (), Complaints(document))
        if fields.whole("format", FORMAT) != FORMAT:
            given = document.data["format"]
            fields.complain("format", f"format is {given}: this program reads format {FORMAT}")
        return fields

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
