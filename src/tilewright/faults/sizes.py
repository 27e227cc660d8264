"""Whether the pieces can have as many cells together as the board."""

from collections import Counter
from collections.abc import Iterator

from tilewright.faults.fault import Fault
from tilewright.puzzle import Count, Puzzle

__all__ = ["size_faults"]


def size_faults(puzzle: Puzzle) -> Iterator[Fault]:
    """What is wrong with the numbers of cells: of the pieces together, and of the board."""
    must = len(puzzle.board.must)
    all_cells = must + len(puzzle.board.may)
    wanted = f"{must}" if must == all_cells else f"{must} to {all_cells}"
    if puzzle.spare:
        most = [piece.count.hi for piece in puzzle.pieces]
        endless = next((p for p in puzzle.pieces if p.count.hi is None), None)
        if endless:
            yield Fault(
                ("piece", endless.name),
                f"piece {endless.name!r} may be used any number of times, so that spare pieces "
                f"mean nothing: give it a count, or leave `spare` out",
            )
            return
        total = sum(hi for hi in most if hi)
        if puzzle.spare.lo > total:
            yield Fault(
                ("spare",),
                f"spare is {puzzle.spare}, but the pieces are {total} in all",
            )
            return
    if _some_total(puzzle, must, all_cells):
        return
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
    yield Fault(
        ("board",),
        f"the pieces{spare} cover {cover}, the board has {wanted}: {remedy}",
    )


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
    """Can some of the pieces have such a size, if so many are left over?"""
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
    # A row of bits for each number of pieces: the sizes that so many may have.
    width = 2 * all_cells + 1
    rows = _repeated(full, width, most + 1)
    bits = 1
    for size, times in used.items():
        bits = _sums(bits, width + size, times, rows)
    return bool(bits & (_repeated(window, width, most - least + 1) << (least * width)))


def _sums(bits: int, size: int, most: int, kept: int) -> int:
    """All that becomes of some sums if up to `most` times `size` is added: by doubling."""
    step = 1
    while most > 0:
        step = min(step, most)
        bits |= (bits << (step * size)) & kept
        most -= step
        step *= 2
    return bits


def _repeated(bits: int, width: int, times: int) -> int:
    """The same bits so many times, so far apart."""
    there = 1
    while there < times:
        more = min(there, times - there)
        bits |= bits << (more * width)
        there += more
    return bits
