"""What `make demo` shows: puzzles on six lattices and of free polygons, solved before your eyes.

Each is a small text file; so is each lattice.  For every puzzle you see the first solution and
three numbers: all solutions, those that differ by more than a rotation, and those that differ by
more than a rotation or reflection.  Free polygons are drawn, and each solution is proved.
"""

import time
from itertools import zip_longest
from pathlib import Path

import tilewright as tw
from tilewright.cli.colour import Paper
from tilewright.render.terminal.canvas import Canvas, above, beside, words
from tilewright.render.terminal.pictures import solution_canvas

WIDTH = 44  # of a solution, two of which are in a row
SHOWN = (
    ("scott", "tetrasticks-5x5-without-h"),
    ("tangram-square", "snowflake"),
    ("soma", "spheres-900"),
)


def solve(name: str) -> tuple[str, tw.Solution, list[str]]:
    """The title of a puzzle, the first solution, and the counts as lines."""
    puzzle = tw.load(name)
    began = time.perf_counter()
    first = next(tw.solve(puzzle, verify=True))
    counts = tw.count(puzzle)
    seconds = time.perf_counter() - began
    numbers = [
        f"{counts.solutions:,} solutions",
        f"{counts.up_to_rotation:,} up to rotation",
        f"{counts.up_to_symmetry:,} up to symmetry",
        f"{seconds:.2f} s",
    ]
    return f"{puzzle.title} ({puzzle.lattice.name})", first, numbers


def in_letters(title: str, first: tw.Solution, numbers: list[str]) -> list[str]:
    """All of this as lines."""
    return [title, *str(first).splitlines()[:11], *numbers]


def in_colours(title: str, first: tw.Solution, numbers: list[str]) -> Canvas:
    """All of this as a picture."""
    drawn = solution_canvas(first, WIDTH) or words(str(first))
    return above([words(title.ljust(WIDTH)), drawn, words("\n".join(numbers))])


POLYGONS = ("stomachion", "tangram-cat")
PICTURES = Path("build/demo")


def draw(name: str) -> str:
    """The counts of a puzzle of free polygons, and where its first solution is drawn."""
    puzzle = tw.load(name)
    began = time.perf_counter()
    first, counts = next(tw.solve(puzzle)), tw.count(puzzle)
    seconds = time.perf_counter() - began
    PICTURES.mkdir(parents=True, exist_ok=True)
    picture = PICTURES / f"{name}.svg"
    tw.save(tw.picture_of(first), picture)
    proof = counts.certificate.kind if counts.certificate else "nothing"
    return f"{puzzle.title}: {counts}, proof: {proof}, {seconds:.2f} s, drawn in {picture}"


def main() -> None:
    """Solve the puzzles, two in a row."""
    print(__doc__)
    paper = Paper.of("auto")
    for row in SHOWN:
        solved = [solve(name) for name in row]
        if paper.coloured:
            print(paper.write(beside((in_colours(*one) for one in solved), paper.width, gap=4)))
        else:
            for lines in zip_longest(*(in_letters(*one) for one in solved), fillvalue=""):
                print("    ".join(f"{line:{WIDTH}}" for line in lines).rstrip())
        print()
    print(*map(draw, POLYGONS), sep="\n", end="\n\n")
    page = PICTURES / "soma.html"
    tw.save(list(tw.solve(tw.load("soma"))), page)
    print(f"All 240 Soma cubes, to be turned and pulled apart in a browser: {page}", end="\n\n")
    print("Go on with `.venv/bin/tilewright list`, or read docs/index.md.")


if __name__ == "__main__":
    main()
