"""Knuth's text format for exact cover problems.

The first line names the items: primary ones, then, behind a bar, secondary ones.  Every further
line is an option.  For example::

    | A line that begins with a bar is a comment.
    A B 2:3|C | X Y
    A B X:0 Y:0
    A C X:1 Y:1 |7
    C X:0

`2:3|C` says that C is to be covered two or three times (`3|C` is short for `3:3|C`), `X:0` gives
the secondary item X the colour 0, and `|7` at the end gives the option the cost 7.  All programs of
Knuth's DLX family read this format, each as far as it goes.
"""

import io
import re
from array import array
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO, NoReturn

import numpy as np

from tilewright.cover.parts import MOST_COST, MOST_USES, CoverProblemError, Item
from tilewright.cover.problem import ExactCover
from tilewright.document import Complaint, FileError
from tilewright.document.reading import LONGEST_LIST, read_bytes, read_stream
from tilewright.document.text import close_matches

_BOUNDED = re.compile(r"(?:([0-9]{1,15}):)?([0-9]{1,15})\|(.*)", re.DOTALL)
_COST = re.compile(r"\|([0-9]{1,16})")
_WORD = re.compile(r"\S+")
LONGEST_MESSAGE = 300
_ITEM_BITS = 32
_ITEM_MASK = 2**_ITEM_BITS - 1


def read_cover(source: str | Path | BinaryIO, *, name: str | None = None) -> ExactCover:
    """Read a problem from a file, given by its path or open in binary mode."""
    if isinstance(source, (str, Path)):
        return _Reader(read_bytes(source, LONGEST_LIST), name or str(source)).read()
    name = name or str(getattr(source, "name", "<input>"))
    return _Reader(read_stream(source, name, LONGEST_LIST), name).read()


def parse_cover(text: str, *, name: str = "<text>") -> ExactCover:
    r"""Read a problem from a string.

    >>> parse_cover("a b | c\na c:1\nb c:1\nb c:2\n").option(1)
    Option(items=('b', 'c'), colours=(None, '1'), cost=0, label=None)
    """
    return _Reader(text.encode("utf-8", "surrogatepass"), name).read()


def write_cover(problem: ExactCover, path: str | Path) -> None:
    """Write a problem to a file."""
    Path(path).write_text(format_cover(problem), encoding="utf-8", newline="\n")


def format_cover(problem: ExactCover) -> str:
    """Write a problem as text; reading it gives the problem back, if its names are strings."""
    if not problem.primary:
        raise CoverProblemError(
            "the problem has no primary item: a first line that begins with a bar would be "
            "taken for a comment, so the text format cannot hold it"
        )
    names = [_writable(item.name, "item") for item in problem.items]
    colours = [_writable(colour, "colour") for colour in problem.colours]
    for words, kind in ((names, "items"), (colours, "colours")):
        if len(set(words)) < len(words):
            ((twice, _),) = Counter(words).most_common(1)
            raise CoverProblemError(f"two {kind} are written alike: {twice!r}")
    return "".join(f"{line}\n" for line in _lines(problem, names, colours))


def _lines(problem: ExactCover, names: list[str], colours: list[str]) -> Iterator[str]:
    head = [
        _bounds_prefix(item) + name
        for item, name in zip(problem.items[: problem.primary], names, strict=False)
    ]
    if problem.primary < len(names):
        head += ["|", *names[problem.primary :]]
    yield " ".join(head)
    entries, starts = problem.entries.tolist(), problem.starts.tolist()
    entry_colours = problem.colour_numbers
    costs = problem.costs.tolist() or [0] * problem.option_count
    for number, cost in enumerate(costs):
        words = [
            f"{names[entries[e]]}:{colours[entry_colours[e] - 1]}"
            if entry_colours[e]
            else names[entries[e]]
            for e in range(starts[number], starts[number + 1])
        ]
        yield " ".join([*words, f"|{cost}"] if cost else words)


def _bounds_prefix(item: Item) -> str:
    if item.lo != item.hi:
        return f"{item.lo}:{item.hi}|"
    return "" if item.hi == 1 else f"{item.hi}|"


def _writable(name: object, kind: str) -> str:
    word = str(name)
    if word.split() != [word] or "|" in word or ":" in word or "\ufeff" in word:
        raise CoverProblemError(
            f"{kind} {name!r} cannot be written: names in the text format have no blanks, "
            f"bars or colons, and are not empty"
        )
    try:
        word.encode("utf-8")
    except UnicodeEncodeError:
        raise CoverProblemError(f"{kind} {name!r} cannot be written as UTF-8") from None
    return word


class _Reader:
    """Reads a text line by line; knows where it is, to say so in an error."""

    def __init__(self, data: bytes, source: str) -> None:
        self.file, self.source = io.BytesIO(data), source
        self.line_number, self.line = 0, ""
        self.items: list[Item] = []
        self.colours: dict[str, int] = {}
        self.codes: dict[str, int] = {}  # of a word: its item's number, and above it its colour's

    def read(self) -> ExactCover:
        """The problem."""
        lines = self._lines()
        head = next(lines, None)
        if head is None:
            self.line_number = max(self.line_number, 1)
            self._fail(None, "there is no item in this text; the first line must name the items")
        self._read_items(head)
        packed, starts, costs = array("Q"), array("Q", [0]), array("q")
        for words in lines:
            cost = 0
            try:
                option = [self.codes[word] for word in words]
            except KeyError:
                option, cost = self._read_option(words)
            own = {code & _ITEM_MASK for code in option} if self.colours else set(option)
            if len(own) < len(option):
                self._fail_repeated(words)
            packed.extend(option)
            starts.append(len(packed))
            costs.append(cost)
        entries = np.frombuffer(packed, dtype=np.uint64) if packed else np.empty(0, np.uint64)
        try:
            return ExactCover(
                items=tuple(self.items),
                starts=np.frombuffer(starts, dtype=np.uint64),
                entries=(entries & np.uint64(_ITEM_MASK)).astype(np.uint32),
                entry_colours=(entries >> np.uint64(_ITEM_BITS)).astype(np.uint32),
                colours=tuple(self.colours),
                costs=np.frombuffer(costs, dtype=np.int64) if costs else np.empty(0, np.int64),
            )
        except CoverProblemError as error:
            self._fail(None, str(error))

    def _lines(self) -> Iterator[list[str]]:
        """The words of each line that is neither blank nor a comment."""
        for raw in self.file:
            self.line_number += 1
            try:
                self.line = raw.decode("utf-8-sig" if self.line_number == 1 else "utf-8")
            except UnicodeDecodeError as error:
                column = len(raw[: error.start].decode("utf-8", "replace")) + 1
                self._fail_at(column, "this is not UTF-8 text; save the file as UTF-8")
            words = self.line.split()
            if words and not words[0].startswith("|"):
                yield words

    def _fail(self, word: int | None, message: str) -> NoReturn:
        """The word of that number in the line, or all of the text, is wrong."""
        words = _WORD.finditer(self.line)
        self._fail_at(1 if word is None else next(islice(words, word, None)).start() + 1, message)

    def _fail_at(self, column: int, message: str) -> NoReturn:
        if len(message) > LONGEST_MESSAGE:  # it holds a huge word
            half = LONGEST_MESSAGE // 2
            message = f"{message[:half]} … {message[-half:]}"
        raise FileError(self.source, [Complaint(self.line_number, message, column)])

    def _read_items(self, words: list[str]) -> None:
        secondary = False
        for index, word in enumerate(words):
            if word == "|":
                if secondary:
                    self._fail(index, "there is a second bar; one separates the items")
                secondary = True
                continue
            item = self._read_item(index, word, secondary=secondary)
            if item.name in self.codes:
                self._fail(index, f"item {item.name!r} is named twice")
            self.codes[str(item.name)] = len(self.items)
            self.items.append(item)

    def _read_item(self, index: int, word: str, *, secondary: bool) -> Item:
        lo = hi = 1
        name = word
        if "|" in word:
            match = _BOUNDED.fullmatch(word)
            if not match:
                self._fail(
                    index,
                    f"{word!r} is neither a name nor a name with bounds such as '2:3|name'; a bar "
                    f"between the items stands alone",
                )
            if secondary:
                self._fail(index, f"secondary item {match[3]!r} has bounds; only primary items can")
            lo, hi, name = int(match[1] or match[2]), int(match[2]), match[3]
            if not lo <= hi or not 1 <= hi <= MOST_USES:
                self._fail(
                    index,
                    f"item {name!r} has bounds {lo}:{hi}; expected lo <= hi and 1 <= hi <= "
                    f"{MOST_USES}",
                )
        if not name or "|" in name or ":" in name:
            self._fail(
                index,
                f"{name!r} cannot be the name of an item; a name is not empty and has no ':' or "
                f"'|'",
            )
        return Item(name, 0, 1, secondary=True) if secondary else Item(name, lo, hi)

    def _read_option(self, words: list[str]) -> tuple[list[int], int]:
        """A line with a colour or word not met before, a cost, or a mistake."""
        option: list[int] = []
        cost = 0
        for index, word in enumerate(words):
            if word not in self.codes and not word.startswith("|"):
                self.codes[word] = self._read_coloured(index, word)
            if word in self.codes:
                if cost or (index and words[index - 1].startswith("|")):
                    self._fail(index, "costs stand at the end of an option")
                option.append(self.codes[word])
                continue
            match = _COST.fullmatch(word)
            cost += int(match[1]) if match else MOST_COST + 1
            if cost > MOST_COST:
                self._fail(
                    index,
                    f"{word!r} is not a cost; expected '|' and a whole number up to {MOST_COST}, "
                    f"such as '|7'",
                )
        return option, cost

    def _read_coloured(self, index: int, word: str) -> int:
        name, colon, colour = word.partition(":")
        number = self.codes.get(name)
        if number is None:
            some = self.items[:10_000] if len(name) < LONGEST_MESSAGE else []
            near = close_matches(name, (str(item.name) for item in some))
            hint = f"did you mean {near[0]!r}?" if near else "items are named in the first line"
            self._fail(index, f"unknown item {name!r}; {hint}")
        if not self.items[number].secondary:
            self._fail(
                index, f"primary item {name!r} has a colour; only items behind the bar can have one"
            )
        if not colon or not colour or ":" in colour or "|" in colour:
            self._fail(
                index, f"{word!r} is not an item with a colour; expected something like '{name}:1'"
            )
        return self.colours.setdefault(colour, len(self.colours) + 1) << _ITEM_BITS | number

    def _fail_repeated(self, words: list[str]) -> NoReturn:
        names = [word.partition(":")[0] for word in words]
        firsts = {name: index for index, name in reversed([*enumerate(names)])}
        index = next(k for k, name in enumerate(names) if firsts[name] < k)
        self._fail(index, f"item {names[index]!r} is in this option twice")
