"""Puzzles as commands take them: by name or from a file, and looked over beforehand."""

import sys
from dataclasses import dataclass
from pathlib import Path

from tilewright.catalogue import Known, catalogue_name, known, load_file
from tilewright.document import Complaint, FileError
from tilewright.faults import Fault
from tilewright.formats import PuzzleFile, parse_file
from tilewright.puzzle import Count, Puzzle

__all__ = ["NUMBERS", "Given", "about", "given", "in_all", "known_numbers", "sound"]

STDIN = "-"
NUMBERS = ("solutions", "up_to_rotation", "up_to_symmetry")


@dataclass(frozen=True, slots=True)
class Given:
    """A puzzle that was asked for; `known` is what the catalogue knows about it."""

    name: str
    file: PuzzleFile
    known: Known

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle itself."""
        return self.file.puzzle

    def say(self, what: str, line: int, fault: Fault) -> None:
        """Tell a fault on stderr."""
        place = f"{self.file.document.name}:{line}" if line else self.file.document.name
        print(f"{what}: {place}: {fault.message}", file=sys.stderr)


def given(name: str) -> Given:
    """The puzzle of that name, in that file, or on stdin (-).  Its faults are not looked at."""
    if name == STDIN:
        try:
            text = sys.stdin.buffer.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise FileError("<stdin>", [Complaint(0, "this is not text in UTF-8")]) from None
        return Given("stdin", parse_file(text, "<stdin>", Path.cwd()), Known())
    own = catalogue_name(name)
    return Given(own or Path(name).stem, load_file(name), known().get(own or "", Known()))


def sound(name: str) -> Given:
    """The puzzle of that name.  Raises FileError for serious faults, warns of others."""
    found = given(name)
    faults = found.file.faults()
    serious = [Complaint(line, fault.message) for line, fault in faults if fault.serious]
    if serious:
        raise FileError(found.file.document.name, serious)
    for line, fault in faults:
        found.say("warning", line, fault)
    return found


def in_all(puzzle: Puzzle) -> Count:
    """How many pieces there are."""
    return sum((piece.count for piece in puzzle.pieces), Count(0, 0))


def about(puzzle: Given) -> dict[str, object]:
    """A puzzle in a few words, for JSON."""
    return {
        "name": puzzle.name,
        "title": puzzle.puzzle.title,
        "lattice": puzzle.puzzle.lattice.name,
        "cells": len(puzzle.puzzle.board.cells),
        "pieces": str(in_all(puzzle.puzzle)),
    }


def known_numbers(known: Known) -> dict[str, int | None]:
    """The three numbers, as far as the catalogue knows them."""
    return {name: getattr(known, name) for name in NUMBERS}
