"""New boards of L-Panel, each with exactly one solution."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from tilewright.design.boards import generate_board
from tilewright.design.generated import Tried
from tilewright.design.grading import Grade
from tilewright.design.lpanel.panel import LPanel, the_l
from tilewright.puzzle import Puzzle, PuzzleError, box
from tilewright.solutions import Solution

GENERATOR = 1  # goes up when the same wishes and seed give another board
LARGEST = 40  # columns or rows


@dataclass(frozen=True, slots=True)
class MadePanel:
    """A new board, its only solution, how hard it is, and the engines that agree on it.

    `symmetry`, `difficulty` and `seed` are what was asked for.
    """

    panel: LPanel
    solution: Solution
    grade: Grade
    engines: tuple[str, ...]
    symmetry: str
    difficulty: str | None
    seed: int

    @property
    def command(self) -> str:
        """What makes it again in a shell."""
        wishes = f"--size {self.panel.width}x{self.panel.height} --black {len(self.panel.black)}"
        if self.symmetry != "none":
            wishes += f" --symmetry {self.symmetry}"
        if self.difficulty is not None:
            wishes += f" --difficulty {self.difficulty}"
        return f"tilewright lpanel generate {wishes} --seed {self.seed}"

    @property
    def puzzle(self) -> Puzzle:
        """The board as a puzzle, with a title, and how it was made."""
        panel = self.panel
        title = f"L-Panel {panel.width}×{panel.height}, {self.grade.level}"
        about = (
            f"Cover the board with Ls, which may be turned over. There is one solution. Made by "
            f"`{self.command}` (generator {GENERATOR})."
        )
        return replace(panel.puzzle, title=title, about=about)


def generate_panel(
    width: int,
    height: int,
    *,
    black: int | None = None,
    symmetry: str = "none",
    difficulty: str | None = None,
    seed: int = 0,
    max_seconds: float | None = None,
    keep_going: Callable[[], bool] = lambda: True,
    progress: Callable[[Tried], None] = lambda _: None,
) -> MadePanel:
    """Make a board of that size that has exactly one solution, which two engines confirm.

    The wishes are those of `tilewright.design.boards.generate_board`: so many black cells, about a
    fifth of the board by default; a symmetry of the pattern; a difficulty.  Same wishes and seed,
    same board.  Raises PuzzleError if that is impossible, NothingMadeError if none was found.

    >>> made = generate_panel(6, 6, black=8, seed=1)
    >>> len(made.panel.black), len(made.solution.placed)
    (8, 7)
    """
    for what, length in (("width", width), ("height", height)):
        if not 1 <= length <= LARGEST:
            raise PuzzleError(f"the {what} is {length}: expected 1 to {LARGEST}")
    made = generate_board(
        box(width, height),
        [the_l()],
        black=black,
        symmetry=symmetry,
        difficulty=difficulty,
        seed=seed,
        up_to="nothing",
        max_seconds=max_seconds,
        keep_going=keep_going,
        progress=progress,
    )
    return MadePanel(
        panel=LPanel.of_white(made.puzzle.board.must, width, height),
        solution=made.solution,
        grade=made.grade,
        engines=made.engines,
        symmetry=symmetry,
        difficulty=difficulty,
        seed=seed,
    )


def parse_size(size: str) -> tuple[int, int]:
    """Columns and rows.

    >>> parse_size("8x6")
    (8, 6)
    """
    match = re.fullmatch(r"\s*(\d{1,6})\s*[x×]\s*(\d{1,6})\s*", size, re.IGNORECASE)
    if match is None:
        raise PuzzleError(f"the size is {size!r}: expected columns and rows, such as 8x8")
    return int(match[1]), int(match[2])
