"""New boards of L-Panel, each with exactly one solution."""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields, replace

from tilewright.design.boards import generate_board
from tilewright.design.generated import Generated, Tried
from tilewright.design.lpanel.panel import LPanel, the_l
from tilewright.puzzle import PuzzleError, box

GENERATOR = 1  # goes up when the same wishes and seed give another board
LARGEST = 40  # columns or rows


@dataclass(frozen=True, slots=True)
class MadePanel(Generated):
    """A new board, its only solution, how hard it is, and the engines that agree on it.

    `symmetry`, `difficulty` and `seed` are what was asked for.  The puzzle has a title, and says
    how it was made.
    """

    panel: LPanel
    symmetry: str
    difficulty: str | None

    @property
    def command(self) -> str:
        """What makes it again in a shell."""
        wishes = f"--size {self.panel.width}x{self.panel.height} --black {len(self.panel.black)}"
        if self.symmetry != "none":
            wishes += f" --symmetry {self.symmetry}"
        if self.difficulty is not None:
            wishes += f" --difficulty {self.difficulty}"
        return f"tilewright lpanel generate {wishes} --seed {self.seed}"


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

    The wishes are those of `tilewright.design.boards.generate_board`: N black cells, about a
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
    panel = LPanel.of_white(made.puzzle.board.must, width, height)
    own = {field.name: getattr(made, field.name) for field in fields(made)}
    one = MadePanel(**own, panel=panel, symmetry=symmetry, difficulty=difficulty)
    title = f"L-Panel {width}×{height}, {made.grade.level}"
    about = (
        f"Cover the board with Ls, which may be turned over. There is one solution. Made by "
        f"`{one.command}` (generator {GENERATOR})."
    )
    return replace(one, puzzle=replace(panel.puzzle, title=title, about=about))


def parse_size(size: str) -> tuple[int, int]:
    """Columns and rows.

    >>> parse_size("8x6")
    (8, 6)
    """
    match = re.fullmatch(r"\s*(\d{1,6})\s*[x×]\s*(\d{1,6})\s*", size, re.IGNORECASE)
    if match is None:
        raise PuzzleError(f"the size is {size!r}: expected columns and rows, such as 8x8")
    return int(match[1]), int(match[2])
