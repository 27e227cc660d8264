"""Finding puzzles of the catalogue by words, as people write them.

The shell and the browser both ask here.  Plurals, capitals, accents and the order of words and of
sides do not matter, number words are numbers, and “12 pieces” is looked up and not read.
"""

import re
import tomllib
import unicodedata
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tilewright.catalogue import Known, catalogue_aliases, catalogue_names, known, load_file
from tilewright.document.reading import data_text
from tilewright.document.text import close_matches
from tilewright.formats import POLYGON, AnyPuzzle
from tilewright.puzzle import Count, Puzzle

NUMBERS = re.findall(
    r"\w+",
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty",
)
IDLE = frozenset(re.findall(r"\w+", "a an and by for in of on puzzle the to with"))
SIDES = re.compile(r"\d+(x\d+)+")
INSIDE = 4  # letters of a word that is also looked for within others
DIGITS = 12  # longer numbers count nothing here
LONGEST = 40  # characters of a word that are said back
NEAR = 6  # puzzles that are offered where none was found


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The puzzles with all that was asked for; if there are none, why, and those nearest to it."""

    names: tuple[str, ...]
    message: str = ""
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    words: frozenset[str]
    numbers: Mapping[str, Container[int]]  # of pieces, cells and solutions

    def has(self, wish: tuple[str, ...]) -> bool:
        """Is it what one part of a query asks for: a word, or a number of things?"""
        if len(wish) == 2:
            return int(wish[0]) in self.numbers[wish[1]]
        (word,) = wish
        if word.isdigit():
            return word in self.words
        if SIDES.fullmatch(word) and any(_holds(other, word) for other in self.words):
            return True
        if len(word) >= INSIDE and not word[0].isdigit():
            return any(word in other for other in self.words)
        return any(other.startswith(word) for other in self.words)


def search(text: str) -> SearchResult:
    """The puzzles of the catalogue that have all of these words.

    >>> search("pentominos 10x6").names
    ('pentominoes-6x10',)
    >>> search("burr").near[0]
    'bedlam'
    """
    wishes = list(_wishes(text))
    names = _with_all(wishes)
    if names:
        return SearchResult(names)
    for family in _data()["families"]:
        if set(family["words"]) & {word for wish in wishes for word in wish}:
            return SearchResult((), family["about"], tuple(family["near"]))
    unknown = [wish for wish in wishes if not _with_all([wish])]
    if not unknown:
        return SearchResult((), "No puzzle has all of that.", _with_most(wishes))
    message = f"No puzzle mentions {' or '.join(f'“{_said(wish)}”' for wish in unknown)}."
    mended = [_mended(wish) if wish in unknown else wish for wish in wishes]
    near = _with_all(mended)[:NEAR]
    if near:
        message += f" Did you mean “{' '.join(map(_said, mended))}”?"
    return SearchResult((), message, near or _with_most(wishes))


def _said(wish: tuple[str, ...]) -> str:
    return " ".join(wish)[:LONGEST]


def _with_all(wishes: list[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(entry.name for entry in _index() if all(map(entry.has, wishes)))


def _with_most(wishes: list[tuple[str, ...]]) -> tuple[str, ...]:
    counts = {entry.name: sum(map(entry.has, wishes)) for entry in _index()}
    most = max(counts.values())
    return tuple(name for name, count in counts.items() if count == most > 0)[:NEAR]


def _mended(wish: tuple[str, ...]) -> tuple[str, ...]:
    """The word that may have been meant."""
    if len(wish) > 1 or wish[0][0].isdigit():
        return wish
    vocabulary = sorted({word for entry in _index() for word in entry.words})
    return tuple(close_matches(wish[0], vocabulary)) or wish


@cache
def _index() -> tuple[_Entry, ...]:
    return tuple(_entry(name, load_file(name).puzzle) for name in catalogue_names())


def _entry(name: str, puzzle: AnyPuzzle) -> _Entry:
    lattice = puzzle.lattice.name if isinstance(puzzle, Puzzle) else POLYGON
    aliases = (other for other, meant in catalogue_aliases().items() if meant == name)
    more = _data()["lattices"].get(lattice, "")
    texts = (name, puzzle.title, puzzle.about, puzzle.source, lattice, more, *aliases)
    facts = known().get(name, Known())
    numbers = {
        "piece": _pieces(puzzle),
        "cell": {len(puzzle.board.cells)} if isinstance(puzzle, Puzzle) else (),
        "solution": {facts.solutions, facts.up_to_rotation, facts.up_to_symmetry},
    }
    return _Entry(name, frozenset(_words(" ".join(texts))), numbers)


def _pieces(puzzle: AnyPuzzle) -> Container[int]:
    """How many pieces there may be; nothing is told of those that come in any number."""
    if not isinstance(puzzle, Puzzle):
        return {puzzle.piece_count}
    count = sum((piece.count for piece in puzzle.pieces), Count(0, 0))
    return () if count.hi is None else range(count.lo, count.hi + 1)


def _wishes(text: str) -> Iterable[tuple[str, ...]]:
    """The parts of a query: words, and numbers with what they count."""
    words = [word for word in _words(text) if word not in IDLE]
    while words:
        word = words.pop(0)
        number = word.isdigit() and len(word) <= DIGITS
        if number and words and words[0] in ("piece", "cell", "solution"):
            yield word, words.pop(0)
        else:
            yield (word,)


def _words(text: str) -> list[str]:
    """Text as it is compared.

    >>> _words("Twelve Pentominoes, 10 × 6; Brügner's")
    ['12', 'pentomino', '10x6', 'brugner', 's']
    """
    plain = unicodedata.normalize("NFD", text.casefold().replace("×", "x"))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    plain = re.sub(r"(?<=\d)\s*(?:x|\bby\b)\s*(?=\d)", "x", plain)
    return [_stem(word) for word in re.findall(r"[a-z0-9]+", plain)]


def _holds(box: str, part: str) -> bool:
    """Do the sides of a box include those of another, as 5x4x3 does 3x5?"""
    if not SIDES.fullmatch(box):
        return False
    sides = box.split("x")
    return all(part.split("x").count(side) <= sides.count(side) for side in part.split("x"))


def _stem(word: str) -> str:
    """A word without its plural; a number as digits."""
    if word in NUMBERS:
        return str(NUMBERS.index(word) + 1)
    if word.endswith("oes"):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(data_text("search.toml"))
