"""Puzzles as commands take them: by name or from a file, and looked over beforehand."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from tilewright.catalogue import Known, catalogue_name, known, load_file
from tilewright.cli.answers import picked
from tilewright.document import Complaint, FileError
from tilewright.document.reading import LARGEST, read_stream, text_of
from tilewright.engines import OptionError
from tilewright.faults import Fault
from tilewright.formats import POLYGON, AnyPuzzle, PuzzleFile, parse_file, require_lattice
from tilewright.placements import Block
from tilewright.polygons import PolygonPuzzle
from tilewright.puzzle import Count, Puzzle
from tilewright.symmetry import NUMBERS

STDIN = "-"


@dataclass(frozen=True, slots=True)
class NamedPuzzle:
    """A puzzle that was `asked` for by name; `known` is what the catalogue knows about it."""

    asked: str
    name: str
    file: PuzzleFile
    known: Known

    @property
    def puzzle(self) -> AnyPuzzle:
        """The puzzle itself."""
        return self.file.puzzle

    @property
    def on_lattice(self) -> Puzzle:
        """The same.  Raises PuzzleError if it is made of polygons."""
        return require_lattice(self.file.puzzle, self.name)

    def say(self, what: str, line: int, fault: Fault) -> None:
        """Tell a fault on stderr."""
        told = Complaint(line, fault.message).told(self.file.document.name)
        print(f"{what}: {told}", file=sys.stderr)


def given(name: str) -> NamedPuzzle:
    """The puzzle of that name, in that file, or on stdin (-).  Its faults are not looked at."""
    if name == STDIN:
        return _given_text(stdin_text())
    own = catalogue_name(name)
    about_it = known().get(own or "", Known())
    return NamedPuzzle(name, own or Path(name).stem, load_file(name), about_it)


def stdin_text(most: int = LARGEST) -> str:
    """What stands on stdin.  Raises FileError if that is too large or no text."""
    return text_of(read_stream(stdin(), "<stdin>", most), "<stdin>")


def stdin() -> BinaryIO:
    """Where stdin is read.  Raises OptionError if it is closed."""
    if sys.stdin is None:
        raise OptionError("there is no standard input to read from")
    return sys.stdin.buffer


def puzzle_of_text(text: str) -> NamedPuzzle:
    """The puzzle in this text, which stood on stdin, looked over as `any_puzzle` does."""
    return _looked_over(_given_text(text))


def _given_text(text: str) -> NamedPuzzle:
    try:
        return NamedPuzzle(STDIN, "stdin", parse_file(text, "<stdin>", Path.cwd()), Known())
    except FileError:
        from tilewright.cli.kinds import wrong_text  # only errors ask for it

        if error := wrong_text(text):
            raise error from None
        raise


def any_puzzle(name: str) -> NamedPuzzle:
    """The puzzle of that name.  Raises FileError for serious faults; warns of others."""
    return _looked_over(given(name))


def lattice_puzzle(name: str) -> NamedPuzzle:
    """The same.  Raises PuzzleError if it is made of polygons."""
    found = given(name)
    require_lattice(found.puzzle, found.name)
    return _looked_over(found)


def _looked_over(found: NamedPuzzle) -> NamedPuzzle:
    faults = found.file.faults()
    serious = [Complaint(line, fault.message) for line, fault in faults if fault.serious]
    if serious:
        raise FileError(found.file.document.name, serious)
    for line, fault in faults:
        found.say("warning", line, fault)
    return found


def in_all(puzzle: AnyPuzzle) -> Count | int:
    """How many pieces there are."""
    if isinstance(puzzle, PolygonPuzzle):
        return puzzle.piece_count
    return sum((piece.count for piece in puzzle.pieces), Count(0, 0))


def lattice_name(puzzle: AnyPuzzle) -> str:
    """The lattice of a puzzle, or "polygon"."""
    return POLYGON if isinstance(puzzle, PolygonPuzzle) else puzzle.lattice.name


def about(puzzle: NamedPuzzle) -> dict[str, object]:
    """A puzzle in a few words, for JSON."""
    what = puzzle.puzzle
    return {
        "name": puzzle.name,
        "title": what.title,
        "lattice": lattice_name(what),
        **size(what),
        "pieces": str(in_all(what)),
    }


def about_in_full(puzzle: NamedPuzzle) -> dict[str, object]:
    """The same, with what is written and known about it."""
    words = picked(puzzle.puzzle, "about", "source")
    return {**about(puzzle), **words, "known": known_numbers(puzzle.known)}


def size(puzzle: AnyPuzzle) -> dict[str, object]:
    """The size of a board: its cells, or its area."""
    if isinstance(puzzle, PolygonPuzzle):
        return {"area": puzzle.area}
    return {"cells": len(puzzle.board.cells)}


def known_numbers(known: Known) -> dict[str, int | None]:
    """The three numbers, as far as the catalogue knows them."""
    return picked(known, *NUMBERS.values())


def ways_of(blocks: Sequence[Block]) -> dict[str, int]:
    """How many orientations these are, how many of them fit, and all their placements."""
    fitting = sum(len(block) > 0 for block in blocks)
    return {"orientations": len(blocks), "fitting": fitting, "placements": sum(map(len, blocks))}
