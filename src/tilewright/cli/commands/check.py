"""`tilewright check`: everything that is wrong or odd with puzzle and lattice files."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import typer

from tilewright.cli import options
from tilewright.cli.answers import BAD_INPUT, DONE, amount, print_json
from tilewright.cli.kinds import wrong_kind
from tilewright.cli.puzzles import given, in_all, size
from tilewright.cli.terminal import waiting
from tilewright.document import Complaint, FileError
from tilewright.errors import TilewrightError
from tilewright.formats import is_lattice_file, read_lattice
from tilewright.placements import place
from tilewright.polygons import PolygonPuzzle

ERROR, NOTE = "error", "note"


@dataclass(slots=True)
class _Report:
    """What is to be said about a file."""

    file: str
    kind: str = "puzzle"
    problems: list[tuple[int, str, str]] = field(default_factory=list)  # line, error or note, text
    sizes: dict[str, Any] = field(default_factory=dict)

    @property
    def fine(self) -> bool:
        return all(what != ERROR for _, what, _ in self.problems)


def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Puzzle or lattice files.")],
    json: options.Json = False,
) -> int:
    """Say everything that is wrong or odd with puzzle files or lattice files, line by line.

    Exit status: 0 if they can be used, 2 if there is an error in one of them.
    """
    reports = []
    for file in files:
        with waiting(f"checking {file}"):
            reports.append(_look_at(file))
    if json:
        print_json({"files": list(map(_entry, reports))})
    else:
        for report in reports:
            print(*_lines(report), sep="\n")
    return DONE if all(report.fine for report in reports) else BAD_INPUT


def _look_at(file: str) -> _Report:
    report = _Report(file)
    try:
        if Path(file).is_file() and is_lattice_file(file):
            report.kind = "lattice"
            lattice = read_lattice(file)
            parts = {"kinds": len(lattice.kinds), "motions": len(lattice.motions)}
            report.sizes = {"dimension": lattice.dimension, **parts}
        else:
            _look_at_puzzle(file, report)
    except (TilewrightError, OSError) as error:
        wrong = wrong_kind("check", report.file, {})
        if isinstance(error, FileError) and not wrong:
            report.file = error.name
            report.problems += [(c.line, ERROR, c.message) for c in error.complaints]
        else:
            plain = error.strerror if isinstance(error, OSError) else None
            report.problems.append((0, ERROR, str(wrong or plain or error)))
    return report


def _look_at_puzzle(file: str, report: _Report) -> None:
    found = given(file)
    report.file = found.file.document.name
    puzzle = found.puzzle
    placed = cache(lambda: None if isinstance(puzzle, PolygonPuzzle) else place(puzzle))
    report.problems += [
        (line, ERROR if fault.serious else NOTE, fault.message)
        for line, fault in found.file.faults(placed)
    ]
    if report.fine:
        report.sizes = {**size(puzzle), "pieces": str(in_all(puzzle))}
        placements = placed()
        if isinstance(puzzle, PolygonPuzzle):
            report.sizes |= {"corners": sum(s.corner_count for s in puzzle.shapes())}
            report.sizes |= {"exact": puzzle.exact}
        elif placements is not None:
            report.sizes |= {"placements": len(placements)}


def _lines(report: _Report) -> list[str]:
    lines = [
        Complaint(line, f"{what}: {text}").told(report.file) for line, what, text in report.problems
    ]
    if report.fine:
        sizes = report.sizes
        if report.kind == "lattice":
            spelt = (
                f"a lattice of dimension {sizes['dimension']}, {amount(sizes['kinds'], 'kind')} of "
                f"cells, {amount(sizes['motions'], 'motion')}"
            )
        else:
            number = str(sizes["pieces"]).replace("any", "any number of")
            pieces = f"{number} {'piece' if number == '1' else 'pieces'}"
            if "area" in sizes:
                known = "exact" if sizes["exact"] else "decimal"
                spelt = f"polygons of area {sizes['area']:.6g}, {pieces}, {known} coordinates"
            else:
                placements = amount(sizes["placements"], "placement")
                spelt = f"{amount(sizes['cells'], 'cell')}, {pieces}, {placements}"
        lines.append(f"{report.file}: fine ({spelt})")
    return lines


def _entry(report: _Report) -> dict[str, object]:
    return {
        "file": report.file,
        "kind": report.kind,
        "fine": report.fine,
        "problems": [
            {"line": line or None, "severity": what, "message": text}
            for line, what, text in report.problems
        ],
        **report.sizes,
    }
