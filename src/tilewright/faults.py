"""What is wrong or odd with a puzzle, found by looking it over.

A fault is serious if the puzzle contradicts itself, or if it can be seen that there is no solution.
Faults are found in the order in which a reader would meet them: cells and motions, without which
nothing else makes sense; numbers of cells; the rules for colours, marks and crossings; and in the
end, if these make sense, where the pieces fit.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from tilewright.document.text import close_matches
from tilewright.lattices import Cell, plus
from tilewright.placements import Placements, place
from tilewright.puzzle import Count, Piece, Puzzle, PuzzleError


@dataclass(frozen=True, slots=True)
class Fault:
    """Something about a puzzle.  `place` is a field of it, such as ("piece", "X").

    If `serious`, the puzzle contradicts itself, or it can be seen that it has no solution: one
    that has solutions has no serious fault.
    """

    place: tuple[str, ...]
    message: str
    serious: bool = True


def find_faults(
    puzzle: Puzzle, placed: Callable[[], Placements | None] | None = None
) -> list[Fault]:
    """Everything that is wrong or odd, in the order in which a reader would meet it.

    `placed` works out the placements if they are needed; where it gives None, nothing is said
    about them.
    """
    found = [*_cell_faults(puzzle), *_motion_faults(puzzle)]
    if any(fault.serious for fault in found):
        return found  # nothing else makes sense yet
    rules = [*_colour_faults(puzzle), *_mark_faults(puzzle), *_crossing_faults(puzzle)]
    found += [*size_faults(puzzle), *rules, *_odd_shapes(puzzle)]
    if not any(fault.serious for fault in rules):  # or else pieces do not fit because of them
        found += _colour_totals(puzzle)
        placements = placed() if placed else place(puzzle)
        if placements is not None:
            told = {fault.place[1] for fault in rules if fault.place[0] == "piece"}
            found += _place_faults(placements, told)
    return found


def sound_placements(puzzle: Puzzle) -> Placements:
    """The placements of a puzzle; raises PuzzleError if there are serious faults."""
    if not isinstance(puzzle, Puzzle):
        raise PuzzleError(f"a {type(puzzle).__name__} is not a puzzle on a lattice, as this needs")
    placed = cache(partial(place, puzzle))
    serious = [fault.message for fault in find_faults(puzzle, placed) if fault.serious]
    if serious:
        raise PuzzleError("\n".join(serious))
    return placed()


def must_be_used(puzzle: Puzzle, piece: Piece) -> bool:
    """Is there no solution without this piece?  False where that takes more than a look."""
    if puzzle.spare is None:
        return piece.count.lo > 0
    spare, most = puzzle.spare.hi, piece.count.hi
    return spare is not None and most is not None and most > spare


def _of_piece(piece: Piece, what: str, *, serious: bool = True) -> Fault:
    return Fault(("piece", piece.name), f"piece {piece.name!r} {what}", serious)


def _useless(puzzle: Puzzle, piece: Piece, what: str) -> Fault:
    """Such a piece can lie nowhere, which matters only if it has to."""
    serious = must_be_used(puzzle, piece)
    never = "" if serious else "; as it is, this piece is never used"
    return _of_piece(piece, what + never, serious=serious)


def _cell_faults(puzzle: Puzzle) -> Iterator[Fault]:
    lattice = puzzle.lattice
    if not puzzle.board.cells:
        yield Fault(("board",), "the board is empty: draw at least one cell to fill, with #")
    elif not puzzle.board.must:
        message = "the board has only cells that may stay empty: cells to fill are drawn with #"
        yield Fault(("board",), message, serious=False)
    if not puzzle.pieces:
        yield Fault(("pieces",), "there are no pieces: add [[piece]] tables, or a set of pieces")
    named: list[tuple[tuple[str, ...], str, tuple[Cell, ...]]]
    named = [(("board",), "the board", puzzle.board.cells)]
    named += [(("piece", p.name), f"piece {p.name!r}", p.cells) for p in puzzle.pieces]
    for at, name, cells in named:
        number = lattice.core.stranger(cells)
        if number is None:
            continue
        if len(cells[number]) != lattice.dimension:
            what = f"cells of {lattice.name!r} have {lattice.dimension} coordinates"
        else:
            first = ", ".join(str(kind.at) for kind in lattice.kinds[:4])
            what = f"{lattice.name!r} has no cell there; its first ones are at {first}"
        yield Fault(at, f"{name} has the cell {cells[number]}: {what}")


def _motion_faults(puzzle: Puzzle) -> Iterator[Fault]:
    for piece in puzzle.pieces:
        try:
            piece.allowed_motions(puzzle.lattice)
        except PuzzleError as error:
            yield Fault(("piece", piece.name), str(error))


def _colour_faults(puzzle: Puzzle) -> Iterator[Fault]:
    """Colours of pieces and cells that go with none of the others."""
    on_board = {puzzle.board.colours.get(cell, "") for cell in puzzle.board.cells}
    fits = puzzle.colour_fits

    def agree(board: str, piece: str) -> bool:
        return board == piece if fits is None else (board, piece) in fits

    on_pieces = {colour for piece in puzzle.pieces for colour in piece.colours or ("",)}
    alone = {mine for mine in on_pieces if not any(agree(board, mine) for board in on_board)}
    for piece in puzzle.pieces:
        for colour in sorted(alone.intersection(piece.colours or ("",))):
            yield _useless(
                puzzle,
                piece,
                f"has cells {_coloured(colour)}, which have no partner: the board has cells "
                f"{', '.join(map(_coloured, sorted(on_board)))}; colour the board, or list the "
                f"pair in colours.fits",
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


def _colour_totals(puzzle: Puzzle) -> Iterator[Fault]:
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


def _mark_faults(puzzle: Puzzle) -> Iterator[Fault]:
    """Marks where no mark can be, and marks that may face nothing."""
    if puzzle.marks is None:
        return
    known = puzzle.marks.names
    for piece in puzzle.pieces:
        seen = set()
        for mark in piece.marks:
            where = f"at {mark.cell} towards {mark.step}"
            if (mark.cell, mark.step) in seen:
                yield _of_piece(piece, f"has two marks {where}")
            seen.add((mark.cell, mark.step))
            if mark.mark not in known:
                near = close_matches(mark.mark, known)
                hint = f"; did you mean {near[0]!r}?" if near else ""
                what = f"has the mark {mark.mark!r}, which fits nothing: list what it may face in "
                yield _useless(puzzle, piece, f"{what}marks.fits{hint}")
            kind = puzzle.lattice.kind(mark.cell)
            if mark.cell not in piece.cells or kind is None or mark.step not in kind.edges.values():
                yield _of_piece(piece, f"has the mark {mark.mark!r} {where}: it has no such edge")
            elif plus(mark.cell, mark.step) in piece.cells:
                inside = "inside itself: only edges that lead out can be marked"
                yield _of_piece(piece, f"has the mark {mark.mark!r} {where}, {inside}")


def _crossing_faults(puzzle: Puzzle) -> Iterator[Fault]:
    """A rule about crossing where nothing can cross."""
    if not puzzle.crossing and not puzzle.lattice.junctions:
        yield Fault(
            ("crossing",),
            f"crossing is false, but {puzzle.lattice.name!r} has no junctions where anything could "
            f"cross: leave it out",
            serious=False,
        )


def _odd_shapes(puzzle: Puzzle) -> Iterator[Fault]:
    """Counts and shapes that may be meant as they are, or not."""
    for piece in puzzle.pieces:
        if puzzle.spare and 0 < piece.count.lo != piece.count.hi:
            fewer = "but since pieces may be left over, fewer may be used"
            yield _of_piece(piece, f"has the count {piece.count}, {fewer}", serious=False)
    for piece in puzzle.pieces:
        if not puzzle.lattice.is_connected(piece.cells):
            yield _of_piece(piece, "is in several parts, which move together", serious=False)


def size_faults(puzzle: Puzzle) -> Iterator[Fault]:
    """What is wrong with the numbers of cells: of the pieces together, and of the board."""
    must = len(puzzle.board.must)
    all_cells = must + len(puzzle.board.may)
    if puzzle.spare:
        for piece in puzzle.pieces:
            if piece.count.hi is None:
                yield _of_piece(
                    piece,
                    "may be used any number of times, so that spare pieces mean nothing: give it "
                    "a count, or leave `spare` out",
                )
                return
        total = sum(piece.count.hi or 0 for piece in puzzle.pieces)
        if puzzle.spare.lo > total:
            message = f"spare is {puzzle.spare}, but the pieces are {total} in all"
            yield Fault(("spare",), message)
            return
    if _some_total(puzzle, must, all_cells):
        return
    wanted = f"{must}" if must == all_cells else f"{must} to {all_cells}"
    lo = 0 if puzzle.spare else sum(p.count.lo * p.size for p in puzzle.pieces)
    ends = [None if p.count.hi is None else p.count.hi * p.size for p in puzzle.pieces]
    hi = None if None in ends else sum(x for x in ends if x)
    cover = f"{lo}" if lo == hi else f"at least {lo}" if hi is None else f"{lo} to {hi}"
    cover += " cell" if cover == "1" else " cells"
    if lo > all_cells:
        remedy = "allow spare pieces with `spare = …`, or draw more cells"
    elif hi is not None and hi < must:
        remedy = "draw cells that may stay empty with ?, or add pieces"
    else:
        remedy = "no choice of pieces has exactly that size; allow empty cells with ?"
    spare = f" with {puzzle.spare} spare" if puzzle.spare else ""
    message = f"the pieces{spare} cover {cover}, the board has {wanted}: {remedy}"
    yield Fault(("board",), message)


def _some_total(puzzle: Puzzle, must: int, all_cells: int) -> bool:
    """Can the pieces, counted as they are allowed, have a size from `must` to `all_cells`?"""
    window = ((1 << (all_cells - must + 1)) - 1) << must
    full = (1 << (all_cells + 1)) - 1
    if puzzle.spare is not None:
        return _some_choice(puzzle, puzzle.spare, all_cells, window, full)
    bits = 1  # of possible sizes
    for piece in puzzle.pieces:
        used = all_cells // piece.size
        if piece.count.lo > used:
            return False
        if piece.count.hi is not None:
            used = min(used, piece.count.hi)
        bits = (bits << (piece.count.lo * piece.size)) & full
        bits = _sums(bits, piece.size, used - piece.count.lo, full)
    return bool(bits & window)


def _some_choice(puzzle: Puzzle, spare: Count, all_cells: int, window: int, full: int) -> bool:
    """Can some of the pieces have such a size, if that many are left over?"""
    used: Counter[int] = Counter()  # by size
    total = 0
    for piece in puzzle.pieces:
        most = 0 if piece.count.hi is None else piece.count.hi
        total += most
        used[piece.size] = min(used[piece.size] + most, all_cells // piece.size)
    most = min(total - spare.lo, used.total())
    least = 0 if spare.hi is None else max(0, total - spare.hi)
    if least > most:
        return False
    # A row of bits for each number of pieces: the sizes that this many may have.
    width = 2 * all_cells + 1
    rows = _sums(full, width, most)
    bits = 1
    for size, times in used.items():
        bits = _sums(bits, width + size, times, rows)
    return bool(bits & (_sums(window, width, most - least) << (least * width)))


def _sums(bits: int, size: int, most: int, kept: int = -1) -> int:
    """All `kept` that becomes of some sums if up to `most` times `size` is added: by doubling."""
    step = 1
    while most > 0:
        step = min(step, most)
        bits |= (bits << (step * size)) & kept
        most -= step
        step *= 2
    return bits


def _place_faults(placements: Placements, told: Container[str]) -> Iterator[Fault]:
    """Pieces, cells and fixed pieces for which there is no place.

    Of the pieces in `told` it is known already, with the reason, that they fit nowhere.
    """
    puzzle = placements.puzzle
    nowhere = np.flatnonzero(placements.sizes == 0).tolist()
    for number in nowhere:
        kind = placements.types[number]
        for piece in (puzzle.pieces[k] for k in kind.pieces):
            if piece.name not in told:
                yield _of_piece(
                    piece,
                    f"({piece.size} cells) fits nowhere on the board, in none of its "
                    f"{len(kind.orientations)} orientations: {_remedy(puzzle, piece)}",
                    serious=must_be_used(puzzle, piece),
                )
    yield from _fixed_faults(puzzle, placements)
    if not nowhere:
        yield from _bare_cells(puzzle, placements)


def _remedy(puzzle: Puzzle, piece: Piece) -> str:
    if piece.marks:
        return "let its marks face the border (marks.fits), or draw a larger board"
    if piece.motions or not piece.turn:
        return "allow more motions, or draw a larger board"
    if not (puzzle.lattice.flat if piece.flip is None else piece.flip) and puzzle.lattice.flat:
        return "allow it to be flipped, or draw a larger board"
    return "draw a larger board, or allow spare pieces with `spare = …`"


def _fixed_faults(puzzle: Puzzle, placements: Placements) -> Iterator[Fault]:
    most = {piece.name: piece.count.hi for piece in puzzle.pieces}
    for name, times in Counter(fixed.piece for fixed in puzzle.fixed).items():
        there = most.get(name)
        if there is not None and times > there:
            message = f"piece {name!r} is fixed {times} times, but its count is at most {there}"
            yield Fault(("fixed",), message)
    taken: dict[Cell, str] = {}
    for number, fixed in enumerate(puzzle.fixed):
        at, name = ("fixed", str(number)), fixed.piece
        if name not in most:
            yield Fault(at, f"fixed piece {name!r}: there is no such piece")
            continue
        if not placements.fixed(fixed):
            yield Fault(
                at,
                f"piece {name!r} is fixed on {', '.join(map(str, fixed.cells))}, where it does not "
                f"fit: give cells of the board that have its shape",
            )
        for cell in fixed.cells:
            if cell in taken:
                yield Fault(at, f"pieces {taken[cell]!r} and {name!r} are both fixed on {cell}")
            taken[cell] = name


def _bare_cells(puzzle: Puzzle, placements: Placements) -> Iterator[Fault]:
    bare = [placements.ground.cells[k] for k in placements.core.bare()]
    if puzzle.board.may:
        must = set(puzzle.board.must)
        bare = [cell for cell in bare if cell in must]
    if bare:
        more = f", nor {len(bare) - 1} more" if len(bare) > 1 else ""
        yield Fault(("board",), f"no piece can cover the cell {bare[0]}{more}", serious=False)
