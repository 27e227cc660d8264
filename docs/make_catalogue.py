"""Writes the tables of reference/catalogue.md.

python docs/make_catalogue.py            writes them
python docs/make_catalogue.py --check    only says whether they are current
"""

import sys
from pathlib import Path

from tilewright.catalogue import catalogue_names, known, load_file
from tilewright.cli.puzzles import lattice_name
from tilewright.formats import POLYGON, AnyPuzzle
from tilewright.polygons import PolygonPuzzle
from tilewright.puzzle import Count

PAGE = Path(__file__).parent / "reference" / "catalogue.md"
BEGIN = "<!-- made by docs/make_catalogue.py: begin -->\n"
END = "<!-- made by docs/make_catalogue.py: end -->\n"
COLUMNS = (
    "name",
    "title",
    "cells",
    "pieces",
    "solutions",
    "up to rotation",
    "up to symmetry",
    "printed",
)


def pieces(puzzle: AnyPuzzle) -> str:
    """How many pieces there are."""
    if isinstance(puzzle, PolygonPuzzle):
        return str(puzzle.piece_count)
    total = Count(0, 0)
    for piece in puzzle.pieces:
        total = total + piece.count
    spare = f", {puzzle.spare} spare" if puzzle.spare else ""
    return f"{total}{spare}"


def cells(puzzle: AnyPuzzle) -> str:
    """How many cells the board has."""
    if isinstance(puzzle, PolygonPuzzle):
        return ""
    may = f" + {len(puzzle.board.may)}" if puzzle.board.may else ""
    return f"{len(puzzle.board.must)}{may}"


def number(value: int | None) -> str:
    """A number of a table."""
    return "" if value is None else f"{value:,}"


def tables() -> str:
    """All puzzles, by lattice, and the notes."""
    puzzles = {name: load_file(name).puzzle for name in catalogue_names()}
    by_lattice: dict[str, list[str]] = {}
    for name, puzzle in puzzles.items():
        by_lattice.setdefault(lattice_name(puzzle), []).append(name)
    lattices = len(by_lattice.keys() - {POLYGON})
    lines = [f"{len(puzzles)} puzzles, on {lattices} lattices and of free polygons.", ""]
    for lattice, names in sorted(by_lattice.items()):
        lines += [
            f"### {lattice}",
            "",
            "| " + " | ".join(COLUMNS) + " |",
            "|---|---|" + "---:|" * (len(COLUMNS) - 2),
        ]
        for name in names:
            facts = known().get(name)
            found = (
                (facts.solutions, facts.up_to_rotation, facts.up_to_symmetry, facts.printed)
                if facts
                else (None,) * 4
            )
            row = [f"`{name}`", puzzles[name].title, cells(puzzles[name]), pieces(puzzles[name])]
            lines.append("| " + " | ".join([*row, *map(number, found)]) + " |")
        lines.append("")
    lines += ["### Notes", ""]
    lines += [f"- `{name}`: {facts.note}" for name, facts in known().items() if facts.note]
    return "\n".join(lines) + "\n"


def main(*, check: bool) -> int:
    """Write the tables, or only check them."""
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    old, after = rest.split(END)
    new = "\n" + tables() + "\n"
    if new == old:
        return 0
    if check:
        print(f"{PAGE} is not current: run python docs/make_catalogue.py", file=sys.stderr)
        return 1
    PAGE.write_text(before + BEGIN + new + END + after, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
