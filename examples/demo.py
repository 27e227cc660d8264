"""What `make demo` shows: Dana Scott's pentomino problem, solved before your eyes.

Cover a chessboard without its four central squares with the twelve pentominoes.  The X has three
essentially different places; together they give 65 solutions, and any other solution is one of
these, turned or reflected.
"""

import time

import tilewright as tw
from tilewright.cover.examples import scott


def picture(problem: tw.ExactCover, cover: tw.Cover) -> list[str]:
    """The board, each square with the letter of its piece."""
    letters = {}
    for number in cover:
        *squares, piece = problem.option(number).items
        letters.update(dict.fromkeys(squares, piece))
    ranks = range(1, 9)
    return [" ".join(letters.get(f"{r}{f}", ".") for f in ranks) for r in ranks]


def main() -> None:
    """Solve the three cases and draw the first solution of each."""
    print(__doc__)
    began = time.perf_counter()
    drawings, captions, total = [], [], tw.Counters()
    for place in ((2, 3), (2, 4), (3, 3)):
        problem = scott(place)
        search = tw.search(problem)
        covers = [cover for batch in search for cover in batch]
        for cover in covers:
            tw.check_cover(problem, cover)
        drawings.append(picture(problem, covers[0]))
        captions.append(f"X at {place[0]}{place[1]}: {search.counters.solutions}")
        total += search.counters
    seconds = time.perf_counter() - began
    for row in (*zip(*drawings, strict=True), captions):
        print("    ".join(f"{part:15}" for part in row))
    print(
        f"\n{total.solutions} solutions, {total.nodes:,} nodes, {total.updates:,} updates in "
        f"{seconds:.2f} s, each solution checked.\n"
        f"Go on with `.venv/bin/tilewright --help`, or read docs/index.md."
    )


if __name__ == "__main__":
    main()
