"""Boards of L-Panel as text: `.` is a white cell, `#` a black one.

A text may hold several boards, with empty lines or lines of remarks between them.  What follows a
`;` is a remark.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tilewright.document import Complaint, FileError
from tilewright.document.brief import many
from tilewright.errors import refuse_text
from tilewright.lattices import Cell, lattice
from tilewright.puzzle import Board, Count, Piece, Puzzle, PuzzleError, piece_set
from tilewright.puzzle.forms import canonical
from tilewright.render.flat import solution_scene
from tilewright.render.scene import Box, Lines, Patch, Ring, Scene
from tilewright.solutions import Solution

WHITE, BLACK, REMARK = ".", "#", ";"
MOST_COMPLAINTS = 10
WIDEST_MARGIN = 100  # a puzzle further away from (0, 0) is moved there
SQUARE = "square"


@dataclass(frozen=True, slots=True)
class LPanel:
    """A board of L-Panel: rows of white (`.`) and black (`#`) cells.

    Every white cell is to be covered by L-tetrominoes, turned or turned over at will.

    >>> panel = LPanel.parse("....\\n.##.\\n....")
    >>> panel.width, panel.height, len(panel.white), panel.black
    (4, 3, 10, ((1, 1), (2, 1)))
    """

    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        refuse_text(self.rows, "rows, which LPanel.parse takes as one text,", PuzzleError)
        object.__setattr__(self, "rows", tuple(self.rows))
        if not self.rows or not self.rows[0]:
            raise PuzzleError("the board is empty: draw white cells as `.` and black ones as `#`")
        for number, row in enumerate(self.rows, 1):
            for column, letter in enumerate(row, 1):
                if letter not in (WHITE, BLACK):
                    raise PuzzleError(f"row {number}, {_wrong_letter(letter, column)}")
            if len(row) != self.width:
                raise PuzzleError(f"row {number} {_wrong_width(row, self.width, 1)}")
        if not any(WHITE in row for row in self.rows):
            raise PuzzleError("the board has no white cell (`.`): there is nothing to cover")

    @staticmethod
    def parse(text: str, name: str = "<text>") -> "LPanel":
        """The one board of a text.  Raises FileError with everything that is wrong with it."""
        panels = parse_panels(text, name)
        if len(panels) > 1:
            message = f"there are {len(panels)} boards, between empty lines or remarks: give one"
            raise FileError(name, [Complaint(0, message)])
        return panels[0]

    @staticmethod
    def of_white(white: Iterable[Cell], width: int, height: int) -> "LPanel":
        """The board of that size with these white cells, each (column, row) from (0, 0) on."""
        cells = set(white)
        stray = [(x, y) for x, y in cells if not (0 <= x < width and 0 <= y < height)]
        if stray:
            raise PuzzleError(f"the white cell {min(stray)} is not on a board of {width}×{height}")
        return LPanel(
            tuple(
                "".join(WHITE if (x, y) in cells else BLACK for x in range(width))
                for y in range(height)
            )
        )

    @staticmethod
    def of_puzzle(puzzle: Puzzle) -> "LPanel":
        """The board of a puzzle that is an L-Panel.  Raises PuzzleError for other puzzles.

        It reaches from the corner (0, 0), if that is near, to the last white cells.
        """
        if not _is_panel(puzzle):
            raise PuzzleError(
                "this is no L-Panel: expected a board of squares that must all be filled, and one "
                "piece, the L-tetromino, any number of times, turned and turned over at will; "
                "`tilewright solve` takes every puzzle"
            )
        white = puzzle.board.must
        if not white:
            raise PuzzleError("the board has no white cell: there is nothing to cover")
        (left, right), (top, bottom) = (_span([cell[axis] for cell in white]) for axis in (0, 1))
        moved = [(x - left, y - top) for x, y in white]
        return LPanel.of_white(moved, right - left, bottom - top)

    def __repr__(self) -> str:
        white = many(sum(row.count(WHITE) for row in self.rows), "white cell")
        return f"<LPanel {self.width}×{self.height}: {white}>"

    def _repr_svg_(self) -> str:
        from tilewright.render.svg import to_svg

        return to_svg(panel_scene(self))

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    @property
    def white(self) -> tuple[Cell, ...]:
        """The white cells, each (column, row), in reading order."""
        return tuple(self._cells(WHITE))

    @property
    def black(self) -> tuple[Cell, ...]:
        """The black cells, in reading order."""
        return tuple(self._cells(BLACK))

    def _cells(self, letter: str) -> Iterator[Cell]:
        for y, row in enumerate(self.rows):
            for x, found in enumerate(row):
                if found == letter:
                    yield x, y

    @property
    def puzzle(self) -> Puzzle:
        """The same as a puzzle: fill the white cells with any number of Ls."""
        return Puzzle(lattice(SQUARE), Board(self.white), (the_l(),))

    def regions(self) -> tuple[tuple[Cell, ...], ...]:
        """The white cells that hang together by their edges, region by region.

        >>> [len(region) for region in LPanel.parse("..#.\\n..#.").regions()]
        [4, 2]
        """
        return tuple(lattice(SQUARE).regions(self.white))

    def __str__(self) -> str:
        return "\n".join(self.rows)


def parse_panels(text: str, name: str = "<text>") -> tuple[LPanel, ...]:
    """All boards of a text.  Raises FileError with everything that is wrong with them.

    >>> [panel.width for panel in parse_panels("....\\n....\\n; another\\n..\\n..\\n..\\n\\n....")]
    [4, 2, 4]
    """
    complaints: list[Complaint] = []
    panels = [_board(lines, complaints) for lines in _groups(text)]
    if complaints:
        raise FileError(name, complaints[:MOST_COMPLAINTS])
    if not panels:
        message = "there is no board: draw white cells as `.` and black ones as `#`, row by row"
        raise FileError(name, [Complaint(0, message)])
    return tuple(LPanel(rows) for rows in panels)


def _groups(text: str) -> Iterator[list[tuple[int, str]]]:
    """Lines that follow each other, with their numbers; remarks and what ends a line are off."""
    group: list[tuple[int, str]] = []
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, whole in enumerate([*lines, ""], 1):
        line = whole.partition(REMARK)[0].rstrip()
        if line:
            group.append((number, line))
        elif group:
            yield group
            group = []


def _board(lines: list[tuple[int, str]], complaints: list[Complaint]) -> tuple[str, ...]:
    """The rows of one board, without what stands left of all of them."""
    margin = min(len(line) - len(line.lstrip()) for _, line in lines)
    first, top = lines[0]
    width = len(top) - margin
    rows = []
    for number, line in lines:
        row = line[margin:]
        wrong = next((k for k, letter in enumerate(row) if letter not in (WHITE, BLACK)), None)
        if wrong is not None:
            complaints.append(Complaint(number, _wrong_letter(row[wrong], margin + wrong + 1)))
        elif len(row) != width:
            complaints.append(Complaint(number, f"this row {_wrong_width(row, width, first)}"))
        rows.append(row)
    if not complaints and not any(WHITE in row for row in rows):
        message = "this board has no white cell (`.`): there is nothing to cover"
        complaints.append(Complaint(first, message))
    return tuple(rows)


def _span(numbers: list[int]) -> tuple[int, int]:
    """Where these begin and end; they begin at 0 if that is not far."""
    low, high = min(numbers), max(numbers) + 1
    return (0 if 0 <= low <= WIDEST_MARGIN else low), high


def _wrong_letter(letter: str, column: int) -> str:
    what = "a blank" if letter.isspace() else repr(letter)
    return f"column {column}: {what}: write `.` for a white cell and `#` for a black one"


def _wrong_width(row: str, width: int, first: int) -> str:
    short = "fill it up with `#`" if len(row) < width else "shorten it"
    return (
        f"has {len(row)} cells, but row {first} has {width}: rows are equally long; {short}, or "
        f"correct the others"
    )


def the_l() -> Piece:
    """The L, any number of times."""
    found = next(piece for piece in piece_set("tetrominoes") if piece.name == "L")
    return found.times("any")


def _is_panel(puzzle: Puzzle) -> bool:
    """Is it about squares that must be filled, and about Ls alone?"""
    if puzzle.lattice != lattice(SQUARE) or len(puzzle.pieces) != 1:
        return False
    (piece,) = puzzle.pieces
    plain = Piece(piece.name, piece.cells, Count.of("any"), flip=piece.flip or None)
    bare = Puzzle(puzzle.lattice, Board(puzzle.board.must), (plain,))
    shape = canonical(puzzle.lattice, piece.cells)
    return shape == canonical(puzzle.lattice, the_l().cells) and bare == replace(
        puzzle, title="", about="", source=""
    )


# Boards of L-Panel as they are printed: black cells on a white grid, or between coloured Ls.


INK, PAPER, LINE = "#222222", "#ffffff", "#888888"
THIN, THICK, MARGIN = 0.03, 0.08, 0.2  # where a cell is 1 wide


def panel_scene(panel: LPanel, title: str = "") -> Scene:
    """A picture of a board, which `tilewright.render.save` writes as SVG, PNG or PDF.

    >>> scene = panel_scene(LPanel.parse("..#\\n.#.\\n.#.\\n#.."))
    >>> scene.box.width < scene.box.height
    True
    """
    width, height = panel.width, panel.height
    frame = _frame(panel)
    across = [((0.0, float(y)), (float(width), float(y))) for y in range(1, height)]
    down = [((float(x), 0.0), (float(x), float(height))) for x in range(1, width)]
    black = [Patch((_square(x, height - 1 - y),), fill=INK) for x, y in panel.black]
    return Scene(
        (
            Patch((frame,), fill=PAPER),
            Lines((*across, *down), stroke=LINE, width=THIN),
            *black,
            Patch((frame,), stroke=INK, width=THICK),
        ),
        Box(0, 0, width, height).wider(MARGIN),
        title=title,
    )


def solved_scene(panel: LPanel, solution: Solution, title: str = "") -> Scene:
    """A picture of a solution, with the black cells between the Ls.

    >>> panel = LPanel.parse("..#\\n.#.\\n.#.\\n#..")
    >>> from tilewright.solving import solve
    >>> scene = solved_scene(panel, next(iter(solve(panel.puzzle))))
    >>> scene.box == panel_scene(panel).box
    True
    """
    solved = solution_scene(solution).moved(0.5, panel.height - 0.5)
    return Scene(
        (
            Patch((_frame(panel),), fill=INK),
            *solved.elements,
            Patch((_frame(panel),), stroke=INK, width=THICK),
        ),
        Box(0, 0, panel.width, panel.height).wider(MARGIN),
        title=title,
    )


def _frame(panel: LPanel) -> Ring:
    width, height = panel.width, panel.height
    return (0, 0), (width, 0), (width, height), (0, height)


def _square(x: int, y: int) -> Ring:
    return (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)
