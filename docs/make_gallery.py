"""Writes the gallery: gallery.md, and a picture of each puzzle of the catalogue in gallery/.

python docs/make_gallery.py               writes all; it takes a few minutes
python docs/make_gallery.py soma scott    draws these anew
python docs/make_gallery.py --check       only says whether the page and the pictures are current
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import tilewright as tw
from tilewright.catalogue import Known, catalogue_names, known, load_file
from tilewright.cli.puzzles import lattice_name
from tilewright.design.lpanel.panel import solved_scene
from tilewright.formats import POLYGON, AnyPuzzle
from tilewright.render import picture_of, to_svg

FOLDER = Path(__file__).parent / "gallery"
PAGE = FOLDER.with_suffix(".md")
PIXELS = 180  # of the longer side of a picture
ACROSS = 4  # pictures in a row

BEGINNING = """\
# Gallery

One picture of each puzzle of the [catalogue](reference/catalogue.md), drawn by the program: the \
first solution that `tilewright solve` finds, or the puzzle itself where there is none. \
Solutions are counted up to symmetry. `tilewright render NAME -o FILE` draws them larger; see \
[Draw pictures](how-to/pictures.md).

<!-- made by docs/make_gallery.py -->
"""


def picture(name: str) -> str:
    """The picture of a puzzle, as SVG."""
    puzzle = load_file(name).puzzle
    solution = next(iter(tw.solve(puzzle, max_solutions=1)), None)
    if name.startswith("lpanel-"):
        assert isinstance(solution, tw.Solution)
        panel = tw.design.LPanel.of_puzzle(solution.puzzle)
        return to_svg(solved_scene(panel, solution, puzzle.title), PIXELS)
    return to_svg(picture_of(puzzle if solution is None else solution), PIXELS)


def counted(facts: Known | None) -> str:
    """How many solutions there are, in words."""
    if facts is None or facts.solutions is None:
        return ""
    if not facts.solutions:
        return "no solution"
    number = facts.solutions if facts.up_to_symmetry is None else facts.up_to_symmetry
    return f"{number:,} solution{'s' if number > 1 else ''}"


def cell(name: str, puzzle: AnyPuzzle) -> str:
    """A puzzle in the table."""
    title = puzzle.title.replace("|", "\\|")
    words = (f"![{title}](gallery/{name}.svg)", f"`{name}`", title, counted(known().get(name)))
    return "<br>".join(filter(None, words))


def rows(cells: Sequence[str]) -> Iterator[str]:
    """The lines of a table."""
    yield "| " * ACROSS + "|"
    yield "|" + ":---:|" * ACROSS
    for first in range(0, len(cells), ACROSS):
        some = [*cells[first : first + ACROSS], *[""] * ACROSS][:ACROSS]
        yield f"| {' | '.join(some)} |"


def page() -> str:
    """The page with all pictures, by lattice."""
    by_lattice: dict[str, list[str]] = {}
    for name in catalogue_names():
        puzzle = load_file(name).puzzle
        by_lattice.setdefault(lattice_name(puzzle), []).append(cell(name, puzzle))
    lines = [BEGINNING]
    for lattice, cells in sorted(by_lattice.items()):
        title = "Free polygons" if lattice == POLYGON else f"Lattice `{lattice}`"
        lines += [f"## {title}", "", *rows(cells), ""]
    return "\n".join(lines)


def files(names: Iterable[str]) -> Iterator[tuple[Path, str]]:
    """What is to stand in which file."""
    yield PAGE, page()
    for name in names:
        yield FOLDER / f"{name}.svg", picture(name)


def main(names: Sequence[str], *, check: bool) -> int:
    """Write the gallery, or only check it."""
    status = 0
    FOLDER.mkdir(exist_ok=True)
    for path, text in files(names or catalogue_names()):
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        if check:
            print(f"{path} is not current: run python docs/make_gallery.py", file=sys.stderr)
            status = 1
        else:
            path.write_text(text, encoding="utf-8")
    for path in sorted(FOLDER.glob("*.svg")):
        if path.stem not in catalogue_names():
            print(f"{path} shows no puzzle of the catalogue: remove it", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(main([name for name in given if name != "--check"], check="--check" in given))
