"""What `make demo` shows: puzzles on six lattices and of free polygons, solved before your eyes.

Each is a small text file; so is each lattice.  For every puzzle you see the first solution and
three numbers: all solutions, those that differ by more than a rotation, and those that differ by
more than a rotation or reflection.  Free polygons are drawn, and each solution is proved.
"""

import time
from itertools import zip_longest
from pathlib import Path

import tilewright as tw

SHOWN = (
    ("scott", "tetrasticks-5x5-without-h"),
    ("tangram-square", "snowflake"),
    ("soma", "spheres-900"),
)


def solve(name: str) -> list[str]:
    """The name, the first solution and the counts of a puzzle, as lines."""
    puzzle = tw.load(name)
    began = time.perf_counter()
    first = next(tw.solve(puzzle, verify=True))
    counts = tw.count(puzzle)
    seconds = time.perf_counter() - began
    return [
        f"{puzzle.title} ({puzzle.lattice.name})",
        *str(first).splitlines()[:11],
        f"{counts.solutions:,} solutions",
        f"{counts.up_to_rotation:,} up to rotation",
        f"{counts.up_to_symmetry:,} up to symmetry",
        f"{seconds:.2f} s",
    ]


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
    for row in SHOWN:
        for lines in zip_longest(*map(solve, row), fillvalue=""):
            print("    ".join(f"{line:44}" for line in lines).rstrip())
        print()
    print(*map(draw, POLYGONS), sep="\n", end="\n\n")
    print("Go on with `.venv/bin/tilewright list`, or read docs/index.md.")


if __name__ == "__main__":
    main()
