"""Writes what is made from the catalogue: the tables of reference/catalogue.md, and its names as
types, src/tilewright/catalogue_literals.pyi.

python docs/make_catalogue.py            writes them
python docs/make_catalogue.py --check    only says whether they are current
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from textwrap import fill

from tilewright.catalogue import catalogue_aliases, catalogue_names, known, load, load_file
from tilewright.cli.puzzles import lattice_name
from tilewright.formats import POLYGON, AnyPuzzle
from tilewright.polygons import PolygonPuzzle
from tilewright.puzzle import Count

PAGE = Path(__file__).parent / "reference" / "catalogue.md"
BEGIN = "<!-- made by docs/make_catalogue.py: begin -->\n"
LITERALS = Path(__file__).parents[1] / "src" / "tilewright" / "catalogue_literals.pyi"
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


def literals() -> str:
    """The names of all puzzles and their other names, as types."""
    names = {*catalogue_names(), *catalogue_aliases()}
    polygons = {name for name in names if isinstance(load(name), PolygonPuzzle)}
    return "\n".join(
        (
            "# Made by docs/make_catalogue.py.",
            "# fmt: off",
            "from typing import Literal",
            "",
            _literal("LatticeName", names - polygons),
            "",
            _literal("PolygonName", polygons),
            "",
        )
    )


def _literal(name: str, values: Iterable[str]) -> str:
    spelt = ", ".join(f'"{value}"' for value in sorted(values))
    indent = "    "
    lines = fill(spelt, 98, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
    return f"{name} = Literal[\n{lines},\n]"


def main(*, check: bool) -> int:
    """Write the tables and the names, or only check them."""
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    _, after = rest.split(END)
    made = {PAGE: f"{before}{BEGIN}\n{tables()}\n{END}{after}", LITERALS: literals()}
    old = {
        path
        for path, text in made.items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    }
    for path in sorted(old):
        if check:
            print(f"{path} is not current: run python docs/make_catalogue.py", file=sys.stderr)
        else:
            path.write_text(made[path], encoding="utf-8")
    return 1 if check and old else 0


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
