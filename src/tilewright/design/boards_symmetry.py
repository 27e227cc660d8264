"""The symmetry that is wanted of a pattern of black cells."""

from collections.abc import Sequence

from tilewright.lattice import Lattice, Motion
from tilewright.lattice.lattice import Matrix
from tilewright.puzzle import Board, PuzzleError, motion_of_word
from tilewright.symmetry import board_motions

__all__ = ["SYMMETRIES", "pattern_motions"]

_LEFT_RIGHT, _TOP_BOTTOM = ((-1, 0), (0, 1)), ((1, 0), (0, -1))

# Names for the plane.  A lattice that has none of its matrices is asked by its own words.
_NAMED: dict[str, tuple[Matrix, ...]] = {
    "half-turn": (((-1, 0), (0, -1)),),
    "quarter-turn": (((0, -1), (1, 0)),),
    "left-right": (_LEFT_RIGHT,),
    "top-bottom": (_TOP_BOTTOM,),
    "both": (_LEFT_RIGHT, _TOP_BOTTOM),
    "diagonal": (((0, 1), (1, 0)),),
}
SYMMETRIES = ("none", *_NAMED, "all")


def pattern_motions(lattice: Lattice, board: Board, symmetry: str) -> list[Motion]:
    """The motions of a board that a pattern has to keep, the identity first.

    `symmetry` is one of `SYMMETRIES`, or words of the lattice's generators between commas, such
    as "turn turn" or "turn, flip"; all motions that follow from them are meant.

    >>> from tilewright.lattice import lattice
    >>> from tilewright.puzzle import box
    >>> square, board = lattice("square"), Board(box(4, 4))
    >>> [len(pattern_motions(square, board, name)) for name in ("none", "both", "quarter-turn")]
    [1, 4, 4]
    """
    there = board_motions(lattice, board)
    if symmetry == "none":
        return there[:1]
    if symmetry == "all":
        return there
    by_matrix = {motion.matrix: motion for motion in there}
    found = []
    for matrix in _matrices(lattice, symmetry):
        if matrix not in by_matrix:
            names = [n for n, ms in _NAMED.items() if all(m in by_matrix for m in ms)]
            words = [str(motion) for motion in there[1:]]
            raise PuzzleError(
                f"symmetry {symmetry!r}: the board itself does not have it; it has "
                f"{', '.join([*names, *words]) or 'none'}"
            )
        found.append(by_matrix[matrix])
    return _closed(there[0], found)


def _matrices(lattice: Lattice, symmetry: str) -> list[Matrix]:
    known = {motion.matrix for motion in lattice.motions}
    if symmetry in _NAMED:
        matrices = _NAMED[symmetry]
        if all(matrix in known for matrix in matrices) and _is_upright(lattice, symmetry):
            return list(matrices)
    elif all(w in lattice.generators for word in symmetry.split(",") for w in word.split()):
        return [motion_of_word(lattice, word).matrix for word in symmetry.split(",")]
    names = [n for n in _NAMED if set(_NAMED[n]) <= known and _is_upright(lattice, n)]
    raise PuzzleError(
        f"symmetry is {symmetry!r}: on {lattice.name} expected {', '.join(['none', *names, 'all'])}"
        f", or words of {', '.join(lattice.generators)}"
    )


def _is_upright(lattice: Lattice, name: str) -> bool:
    """Do the coordinates' axes stand at right angles, as the name supposes?  A half-turn is one."""
    return name == "half-turn" or _NAMED["quarter-turn"][0] in {m.matrix for m in lattice.motions}


def _closed(identity: Motion, generators: Sequence[Motion]) -> list[Motion]:
    """All motions that follow from these."""
    found = {identity.matrix: identity}
    todo = [identity]
    for motion in todo:  # grows
        for generator in generators:
            product = generator.after(motion)
            if product.matrix not in found:
                found[product.matrix] = product
                todo.append(product)
    return list(found.values())
