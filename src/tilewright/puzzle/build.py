"""Short ways to write boards and pieces in Python: boxes, drawings, and sets of pieces by name.

A set, such as the pentominoes, is a file of `data/pieces`.  It lists its pieces, or says that the
set is `all` forms of N cells.  Those have no names of their own: they are numbered, after the first
letter of the set.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import product

from tilewright.document import Fields, parse_document
from tilewright.document.reading import data_names, data_text
from tilewright.document.text import close_matches
from tilewright.errors import refuse_text
from tilewright.lattices import Cell, Lattice, lattice
from tilewright.lattices.drawing import DrawingError, read_drawing
from tilewright.puzzle.polyforms import canonical, forms, is_chiral, mirrored
from tilewright.puzzle.puzzle import Board, Count, Piece, Puzzle, PuzzleError, require_sides

STACKED = {"square": "cube", "hexagon": "hexagon-prism", "triangle": "triangle-prism"}


@cache
def piece_set_names() -> tuple[str, ...]:
    """The names of all sets."""
    return data_names("pieces")


def piece_set(name: str, *, sides: str = "free", on: Lattice | None = None) -> tuple[Piece, ...]:
    """The pieces of a set.

    On a flat lattice they may be turned over.  With sides "one-sided" they may not; then each
    piece that differs from its mirror image comes with it, as a twin with the name in lower case.
    With sides "fixed" every orientation is a piece of its own, which may not be turned: F.1, F.2, …
    In space, where turning over is no choice, sets of all forms have these twins in any case.
    Flat pieces can also be had `on` the lattice that stacks their own, as solid pieces.

    >>> "".join(piece.name for piece in piece_set("pentominoes"))
    'FILNPTUVWXYZ'
    >>> "".join(piece.name for piece in piece_set("tetrominoes", sides="one-sided"))
    'ILlOSsT'
    >>> [piece.name for piece in piece_set("trominoes", sides="fixed")]
    ['I.1', 'I.2', 'V.1', 'V.2', 'V.3', 'V.4']
    >>> piece_set("tetrominoes", on=lattice("cube"))[0].cells
    ((0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0))
    """
    return _piece_set(name, sides, on)


@lru_cache(maxsize=64)
def _piece_set(name: str, sides: str, on: Lattice | None) -> tuple[Piece, ...]:
    require_sides(sides)
    home, pieces, numbered = _read(name)
    on = home if on is None else on
    if on != home:
        if on.name != STACKED.get(home.name):
            raise PuzzleError(f"the {name} are pieces of {home.name!r}, not of {on.name!r}")
        pieces = tuple(replace(p, cells=tuple((*cell, 0) for cell in p.cells)) for p in pieces)
    if sides == "one-sided" or (numbered and not home.flat):
        pieces = tuple(_with_twins(on, pieces))
    if sides == "fixed":
        return tuple(turned for piece in pieces for turned in _orientations(on, piece))
    return pieces if sides == "free" else tuple(replace(p, flip=False) for p in pieces)


def piece_set_lattice(name: str) -> Lattice:
    """The lattice on which a set of pieces is at home.

    >>> piece_set_lattice("soma")
    Lattice('cube')
    """
    return _read(name)[0]


def _orientations(on: Lattice, piece: Piece) -> Iterator[Piece]:
    motions = piece.allowed_motions(on)
    found = dict.fromkeys(canonical(on, map(motion, piece.cells), "fixed") for motion in motions)
    for number, cells in enumerate(found, 1):
        name = piece.name if len(found) == 1 else f"{piece.name}.{number}"
        yield replace(piece, name=name, cells=cells, turn=False)


def _with_twins(on: Lattice, pieces: Sequence[Piece]) -> Iterator[Piece]:
    there = {canonical(on, piece.cells, "one-sided") for piece in pieces}
    for piece in pieces:
        yield piece
        twin = mirrored(on, piece.cells)
        if is_chiral(on, piece.cells) and canonical(on, twin, "one-sided") not in there:
            yield replace(piece, name=piece.name.lower(), cells=twin)


@cache
def _read(name: str) -> tuple[Lattice, tuple[Piece, ...], bool]:
    """The lattice and the pieces of a set, and whether they are numbered."""
    if name not in piece_set_names():
        near = close_matches(name, piece_set_names())
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(piece_set_names())}"
        raise PuzzleError(f"unknown set of pieces {name!r}; {hint}")
    fields = Fields.of(parse_document(data_text(f"pieces/{name}.toml"), f"{name}.toml"))
    fields.text("about")
    home = lattice(fields.text("lattice"))
    size = fields.whole("all")
    if size:
        named = enumerate(forms(home, size), 1)
        pieces = [Piece(f"{name[0].upper()}{number}", form) for number, form in named]
    else:
        pieces = [_piece_of_set(table, home) for table in fields.tables("piece")]
    fields.done()
    fields.complaints.raise_any()
    return home, tuple(pieces), bool(size)


def _piece_of_set(table: Fields, on: Lattice) -> Piece:
    name, count = table.text("name"), table.whole("count", 1)
    cells: list[Cell] = table.vectors("cells", on.dimension)
    try:
        cells += [mark.cell for mark in read_drawing(on, table.text("drawing"))]
    except DrawingError as error:
        table.complain("drawing", str(error), row=error.row)
    table.done()
    return Piece(name, tuple(cells), Count.of(count))


def box(*sides: int) -> tuple[Cell, ...]:
    """All cells of a box (a rectangle, for two sides) of a square or cubic lattice.

    >>> box(2, 2)
    ((0, 0), (1, 0), (0, 1), (1, 1))
    """
    if not sides or any(side < 1 for side in sides):
        raise PuzzleError(
            f"a box of {'×'.join(map(str, sides)) or 'no sides'}: each side is 1 or more"
        )
    return tuple(cell[::-1] for cell in product(*(range(side) for side in reversed(sides))))


def board_of_drawing(on: Lattice, drawing: str) -> Board:
    """A board from a drawing: `#` must be filled, `?` may be, letters are colours.

    >>> from tilewright.lattices import lattice
    >>> board_of_drawing(lattice("square"), "##\\n#?").may
    ((1, 1),)
    """
    marks = read_drawing(on, drawing)
    return Board(
        must=tuple(m.cell for m in marks if m.letter != "?"),
        may=tuple(m.cell for m in marks if m.letter == "?"),
        colours={m.cell: m.letter for m in marks if m.letter.isalnum()},
    )


def piece_of_drawing(
    on: Lattice,
    name: str,
    drawing: str,
    count: int | str | Count = 1,
    *,
    turn: bool = True,
    flip: bool | None = None,
) -> Piece:
    """A piece from a drawing: letters are colours, every other mark is a plain cell."""
    marks = read_drawing(on, drawing)
    return Piece(
        name,
        tuple(m.cell for m in marks),
        Count.of(count),
        tuple(m.letter if m.letter.isalnum() else "" for m in marks),
        turn=turn,
        flip=flip,
    )


def make_puzzle(
    on: str | Lattice,
    board: str | Iterable[Cell] | Board,
    pieces: Mapping[str, str | Iterable[Cell]] | Iterable[Piece],
    *,
    title: str = "",
) -> Puzzle:
    """A puzzle from drawings or cells.

    Letters in drawings are colours if board and pieces both have them, as in puzzle files.

    >>> corner = make_puzzle("square", "###\\n###\\n###", {"A": "##\\n#.", "B": "##\\n##\\n##"})
    >>> [piece.size for piece in corner.pieces]
    [3, 6]
    """
    on = lattice(on) if isinstance(on, str) else on
    spelt = isinstance(board, Board) and bool(board.colours)  # colours given as such
    if isinstance(board, str):
        board = board_of_drawing(on, board)
    elif not isinstance(board, Board):
        board = Board(tuple(board))
    if isinstance(pieces, Mapping):
        made = [
            piece_of_drawing(on, name, shape)
            if isinstance(shape, str)
            else Piece(name, tuple(shape))
            for name, shape in pieces.items()
        ]
    else:
        refuse_text(pieces, "pieces", PuzzleError)
        made = list(pieces)
        for piece in made:
            if not isinstance(piece, Piece):
                raise PuzzleError(
                    f"a piece is {piece!r:.60}: expected a Piece, or a dict of names and drawings"
                )
        spelt |= any(piece.colours for piece in made)
    if not spelt and not (board.colours and any(piece.colours for piece in made)):
        board = replace(board, colours={})
        made = [replace(piece, colours=()) for piece in made]
    return Puzzle(on, board, tuple(made), title=title)
