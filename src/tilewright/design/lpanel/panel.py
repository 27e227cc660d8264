"""Boards of L-Panel as text: `.` is a white cell, `#` a black one.

A text may hold several boards, with empty lines or lines of remarks between them.  What follows a
`;` is a remark.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tilewright.document import Complaint, FileError
from tilewright.document.text import many
from tilewright.errors import refuse_text
from tilewright.lattices import Cell, lattice
from tilewright.puzzle import Board, Count, Piece, Puzzle, PuzzleError, piece_set
from tilewright.puzzle.polyforms import canonical
from tilewright.render.flat import solution_scene
from tilewright.render.scene import Box, Element, Lines, Patch, Ring, Scene
from tilewright.solutions import Solution

WHITE, BLACK, REMARK = ".", "#", ";"
INK, PAPER, LINE = "#222222", "#ffffff", "#888888"
THIN, THICK, MARGIN = 0.03, 0.08, 0.2  # where a cell is 1 wide
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
        for number, fault in _faults(self.rows):
            raise PuzzleError(f"row {number + 1}: {fault}")
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
        left, top = map(min, zip(*white, strict=True))
        left, top = (0 if 0 <= low <= WIDEST_MARGIN else low for low in (left, top))
        right, bottom = (max(ends) + 1 for ends in zip(*white, strict=True))
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
    lines = re.split("\r\n?|\n", text.removeprefix("\ufeff"))
    drawn = ((number, line.partition(REMARK)[0].rstrip()) for number, line in enumerate(lines, 1))
    for there, group in groupby(drawn, lambda one: bool(one[1])):
        if there:
            yield list(group)


def _board(lines: list[tuple[int, str]], complaints: list[Complaint]) -> tuple[str, ...]:
    """The rows of one board, without what stands left of all of them."""
    margin = min(len(line) - len(line.lstrip()) for _, line in lines)
    rows = [line[margin:] for _, line in lines]
    first = lines[0][0]
    complaints += [Complaint(lines[k][0], fault) for k, fault in _faults(rows, margin, first)]
    if not complaints and not any(WHITE in row for row in rows):
        message = "this board has no white cell (`.`): there is nothing to cover"
        complaints.append(Complaint(first, message))
    return tuple(rows)


def _faults(rows: Sequence[str], margin: int = 0, first: int = 1) -> Iterator[tuple[int, str]]:
    """What is wrong with rows: the number of each such row, and a sentence.

    `margin` columns were left of them, and the first row is called `first`.
    """
    for number, row in enumerate(rows):
        wrong = next((k for k, letter in enumerate(row) if letter not in (WHITE, BLACK)), None)
        if wrong is not None:
            what = "a blank" if row[wrong].isspace() else repr(row[wrong])
            remedy = "write `.` for a white cell and `#` for a black one"
            yield number, f"column {margin + wrong + 1}: {what}: {remedy}"
        elif len(row) != len(rows[0]):
            fault = f"this row has {len(row)} cells, but row {first} has {len(rows[0])}"
            remedy = "fill it up with `#`" if len(row) < len(rows[0]) else "shorten it"
            yield number, f"{fault}: rows are equally long; {remedy}, or correct the others"


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


def panel_scene(panel: LPanel, title: str = "") -> Scene:
    """A picture of a board, which `tilewright.render.save` writes as SVG, PNG or PDF.

    >>> scene = panel_scene(LPanel.parse("..#\\n.#.\\n.#.\\n#.."))
    >>> scene.box.width < scene.box.height
    True
    """
    width, height = float(panel.width), float(panel.height)
    across = [((0.0, float(y)), (width, float(y))) for y in range(1, panel.height)]
    down = [((float(x), 0.0), (float(x), height)) for x in range(1, panel.width)]
    black = [
        Patch((_box(x, panel.height - 1 - y, x + 1, panel.height - y),), fill=INK)
        for x, y in panel.black
    ]
    grid = Lines((*across, *down), stroke=LINE, width=THIN)
    return _framed(panel, PAPER, (grid, *black), title)


def solved_scene(panel: LPanel, solution: Solution, title: str = "") -> Scene:
    """A picture of a solution, with the black cells between the Ls.

    >>> panel = LPanel.parse("..#\\n.#.\\n.#.\\n#..")
    >>> from tilewright.solving import solve
    >>> scene = solved_scene(panel, next(iter(solve(panel.puzzle))))
    >>> scene.box == panel_scene(panel).box
    True
    """
    solved = solution_scene(solution).moved(0.5, panel.height - 0.5)
    return _framed(panel, INK, solved.elements, title)


def _framed(panel: LPanel, ground: str, elements: Iterable[Element], title: str) -> Scene:
    """A scene of a board on a ground, with a frame around it."""
    frame = _box(0, 0, panel.width, panel.height)
    around = Patch((frame,), stroke=INK, width=THICK)
    box = Box(0, 0, panel.width, panel.height).wider(MARGIN)
    return Scene((Patch((frame,), fill=ground), *elements, around), box, title=title)


def _box(left: int, bottom: int, right: int, top: int) -> Ring:
    return (left, bottom), (right, bottom), (right, top), (left, top)
