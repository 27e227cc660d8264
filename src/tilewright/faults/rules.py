"""What is wrong or odd with colours, marks, and the shapes of pieces."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

from tilewright.document.brief import close_matches
from tilewright.faults.fault import Fault, must_be_used
from tilewright.lattice import plus
from tilewright.puzzle import Piece, Puzzle

__all__ = ["colour_faults", "colour_totals", "crossing_faults", "mark_faults", "odd_shapes"]


def colour_faults(puzzle: Puzzle) -> Iterator[Fault]:
    """Colours of pieces and cells that go with none of the others."""
    on_board = {puzzle.board.colours.get(cell, "") for cell in puzzle.board.cells}
    fits = puzzle.colour_fits

    def agree(board: str, piece: str) -> bool:
        return board == piece if fits is None else (board, piece) in fits

    @cache
    def has_partner(piece: str) -> bool:
        return any(agree(board, piece) for board in on_board)

    on_pieces: set[str] = set()
    for piece in puzzle.pieces:
        mine = set(piece.colours or ("",))
        on_pieces |= mine
        for colour in sorted(mine):
            if not has_partner(colour):
                yield _without_partner(
                    puzzle,
                    piece,
                    f"piece {piece.name!r} has cells {_coloured(colour)}, which have no partner: "
                    f"the board has cells {', '.join(map(_coloured, sorted(on_board)))}; colour "
                    f"the board, or list the pair in colours.fits",
                )
    must = {puzzle.board.colours.get(cell, "") for cell in puzzle.board.must}
    for colour in sorted(must):
        if not any(agree(colour, piece) for piece in on_pieces):
            yield Fault(
                ("board",),
                f"the board has cells {_coloured(colour)}, which have no partner: the pieces have "
                f"cells {', '.join(map(_coloured, sorted(on_pieces)))}; colour a piece, or list "
                f"the pair in colours.fits",
            )


def _without_partner(puzzle: Puzzle, piece: Piece, message: str) -> Fault:
    """Such a piece can lie nowhere, which matters only if it has to."""
    serious = must_be_used(puzzle, piece)
    never = "" if serious else "; as it is, this piece is never used"
    return Fault(("piece", piece.name), message + never, serious)


def colour_totals(puzzle: Puzzle) -> Iterator[Fault]:
    """If every piece is used and every cell filled, each colour must be there as often."""
    exact = all(piece.count.lo == piece.count.hi for piece in puzzle.pieces)
    if puzzle.colour_fits is not None or puzzle.board.may or puzzle.spare or not exact:
        return
    board = Counter(puzzle.board.colours.get(cell, "") for cell in puzzle.board.must)
    pieces: Counter[str] = Counter()
    for piece in puzzle.pieces:
        for colour in piece.colours or ("",) * piece.size:
            pieces[colour] += piece.count.lo
    if board.total() == pieces.total():
        for colour in sorted(colour for colour in board if board[colour] != pieces[colour]):
            yield Fault(
                ("board",),
                f"the board has {board[colour]} cells {_coloured(colour)}, the pieces have "
                f"{pieces[colour]}: there is no solution",
                serious=False,
            )


def _coloured(colour: str) -> str:
    return f"of colour {colour!r}" if colour else "without colour"


def mark_faults(puzzle: Puzzle) -> Iterator[Fault]:
    """Marks where no mark can be, and marks that may face nothing."""
    if puzzle.marks is None:
        return
    known = puzzle.marks.names
    for piece in puzzle.pieces:
        seen = set()
        for mark in piece.marks:
            if (mark.cell, mark.step) in seen:
                yield Fault(
                    ("piece", piece.name),
                    f"piece {piece.name!r} has two marks at {mark.cell} towards {mark.step}",
                )
            seen.add((mark.cell, mark.step))
            if mark.mark not in known:
                near = close_matches(mark.mark, known)
                hint = f"; did you mean {near[0]!r}?" if near else ""
                yield _without_partner(
                    puzzle,
                    piece,
                    f"piece {piece.name!r} has the mark {mark.mark!r}, which fits nothing: list "
                    f"what it may face in marks.fits{hint}",
                )
            kind = puzzle.lattice.kind(mark.cell)
            if mark.cell not in piece.cells or kind is None or mark.step not in kind.edges.values():
                yield Fault(
                    ("piece", piece.name),
                    f"piece {piece.name!r} has the mark {mark.mark!r} at {mark.cell} towards "
                    f"{mark.step}: it has no such edge",
                )
            elif plus(mark.cell, mark.step) in piece.cells:
                yield Fault(
                    ("piece", piece.name),
                    f"piece {piece.name!r} has the mark {mark.mark!r} at {mark.cell} towards "
                    f"{mark.step}, inside itself: only edges that lead out can be marked",
                )


def crossing_faults(puzzle: Puzzle) -> Iterator[Fault]:
    """A rule about crossing where nothing can cross."""
    if not puzzle.crossing and not puzzle.lattice.junctions:
        yield Fault(
            ("crossing",),
            f"crossing is false, but {puzzle.lattice.name!r} has no junctions where anything could "
            f"cross: leave it out",
            serious=False,
        )


def odd_shapes(puzzle: Puzzle) -> Iterator[Fault]:
    """Counts and shapes that may be meant as they are, or not."""
    for piece in puzzle.pieces:
        if puzzle.spare and 0 < piece.count.lo != piece.count.hi:
            yield Fault(
                ("piece", piece.name),
                f"piece {piece.name!r} has the count {piece.count}, but since pieces may be left "
                f"over, fewer may be used",
                serious=False,
            )
    for piece in puzzle.pieces:
        if not puzzle.lattice.is_connected(piece.cells):
            yield Fault(
                ("piece", piece.name),
                f"piece {piece.name!r} is in several parts, which move together",
                serious=False,
            )
