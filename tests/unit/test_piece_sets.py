"""Sets of pieces: nothing is missing, nothing is there twice, and the names are as documented."""

from collections.abc import Iterable

import pytest

from tests.texts import raises_text
from tilewright.lattices import Lattice, lattice
from tilewright.puzzle import Piece, PuzzleError
from tilewright.puzzle.build import piece_set, piece_set_lattice, piece_set_names
from tilewright.puzzle.polyforms import Form, Sides, canonical, forms, is_welded

# set, lattice, cells, names (numbered sets: how many)
COMPLETE: list[tuple[str, str, int, str | int]] = [
    ("monominoes", "square", 1, "O"),
    ("dominoes", "square", 2, "I"),
    ("trominoes", "square", 3, "I V"),
    ("tetrominoes", "square", 4, "I L O S T"),
    ("pentominoes", "square", 5, "F I L N P T U V W X Y Z"),
    ("hexominoes", "square", 6, 35),
    ("heptominoes", "square", 7, 108),
    ("tetriamonds", "triangle", 4, "C I T"),
    ("pentiamonds", "triangle", 5, "C I L P"),
    (
        "hexiamonds",
        "triangle",
        6,
        "Bar Butterfly Chevron Crook Crown Hexagon Hook Lobster Signpost Snake Sphinx Yacht",
    ),
    ("heptiamonds", "triangle", 7, 24),
    ("trihexes", "hexagon", 3, "A I V"),
    ("tetrahexes", "hexagon", 4, "Arch Bar Bee Pistol Propeller Wave Worm"),
    ("pentahexes", "hexagon", 5, 22),
    ("disticks", "square-sticks", 2, "I V"),
    ("tristicks", "square-sticks", 3, "I L T U Z"),
    ("tetrasticks", "square-sticks", 4, "F H I J L N O P R T U V W X Y Z"),
    ("pentasticks", "square-sticks", 5, 55),
    ("tritrigs", "triangle-sticks", 3, 12),
    ("tetratrigs", "triangle-sticks", 4, 60),
    ("tetratwigs", "hexagon-sticks", 4, 4),
    ("pentatwigs", "hexagon-sticks", 5, 12),
    ("hexatwigs", "hexagon-sticks", 6, 27),
    ("tetracubes", "cube", 4, "A B I L O P S T"),
    ("pentacubes", "cube", 5, 29),
    ("hexacubes", "cube", 6, 166),
]
OTHERS = {"soma", "bedlam", "tangram"}


def shapes(on: Lattice, pieces: Iterable[Piece], sides: Sides) -> list[Form]:
    return sorted(canonical(on, piece.cells, sides) for piece in pieces)


def test_every_set_is_tested() -> None:
    assert {row[0] for row in COMPLETE} | OTHERS == set(piece_set_names())


@pytest.mark.parametrize(("name", "on", "size", "names"), COMPLETE)
def test_complete_sets(name: str, on: str, size: int, names: str | int) -> None:
    sides: Sides = "free" if lattice(on).flat else "one-sided"
    assert shapes(lattice(on), piece_set(name), sides) == sorted(forms(lattice(on), size, sides))
    found = [piece.name for piece in piece_set(name)]
    if isinstance(names, str):
        assert found == names.split()
    else:
        assert len(found) == len(set(found)) == names
        assert found[0] == f"{name[0].upper()}1"


@pytest.mark.parametrize(("name", "on", "size", "names"), COMPLETE)
def test_one_sided_sets(name: str, on: str, size: int, names: object) -> None:
    del names
    pieces = piece_set(name, sides="one-sided")
    found = shapes(lattice(on), pieces, "one-sided")
    assert found == sorted(forms(lattice(on), size, "one-sided"))
    assert not any(piece.flip for piece in pieces)
    assert len({piece.name for piece in pieces}) == len(pieces)
    for piece in pieces:
        if piece.name == piece.name.lower():
            before = pieces[pieces.index(piece) - 1]
            assert before.name.lower() == piece.name
            assert canonical(lattice(on), before.cells) == canonical(lattice(on), piece.cells)


def test_twins_have_lower_case_names() -> None:
    names = "".join(piece.name for piece in piece_set("pentominoes", sides="one-sided"))
    assert names == "FfILlNnPpTUVWXYyZz"


def test_welded_tetrasticks() -> None:
    on = lattice("square-sticks")
    welded = [p.name for p in piece_set("tetrasticks") if is_welded(on, p.cells)]
    assert welded == ["F", "H", "R", "T", "X", "Y"]


def test_tetrasticks_with_an_excess_of_one_direction() -> None:
    """Knuth, Dancing links: without one of H, J, L, N, Y the rest fills a 5×5 grid."""

    def excess(cells: tuple[tuple[int, ...], ...]) -> int:
        return abs(sum(1 if x % 2 else -1 for x, _ in cells))

    odd = {p.name: excess(p.cells) for p in piece_set("tetrasticks") if excess(p.cells)}
    assert odd == {"H": 2, "I": 4, "J": 2, "L": 2, "N": 2, "Y": 2}


def test_soma_is_every_irregular_form_of_up_to_four_cubes() -> None:
    on = lattice("cube")
    boxes = {canonical(on, [(x, 0, 0) for x in range(n)]) for n in (3, 4)}
    boxes.add(canonical(on, [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]))
    irregular = [f for n in (3, 4) for f in forms(on, n, "one-sided") if f not in boxes]
    assert shapes(on, piece_set("soma"), "one-sided") == sorted(irregular)
    assert [piece.name for piece in piece_set("soma")] == list("VLTZABP")


def test_bedlam_and_tangram_have_the_right_sizes() -> None:
    assert sorted(piece.size for piece in piece_set("bedlam")) == [4] + [5] * 12
    tangram = {p.name: (p.size, p.count.lo) for p in piece_set("tangram")}
    assert tangram == {
        "Large triangle": (8, 2),
        "Small triangle": (2, 2),
        "Medium triangle": (4, 1),
        "Square": (4, 1),
        "Parallelogram": (4, 1),
    }


def test_flat_pieces_can_be_solid() -> None:
    solid = piece_set("pentominoes", sides="one-sided", on=lattice("cube"))
    assert [piece.name for piece in solid] == list("FILNPTUVWXYZ")
    assert all(lattice("cube").is_connected(piece.cells) for piece in solid)


@pytest.mark.parametrize(
    ("name", "wish"),
    [
        ("pentominos", {}),
        ("dragons", {}),
        ("soma", {"sides": "both"}),
        ("soma", {"on": lattice("square")}),
        ("pentominoes", {"on": lattice("sphere")}),
    ],
)
def test_what_is_not_there(name: str, wish: dict[str, object]) -> None:
    with raises_text(PuzzleError):
        piece_set(name, **wish)  # type: ignore[arg-type]


def test_fixed_sets_are_the_fixed_forms() -> None:
    for name, size in (("tetrominoes", 4), ("tetrasticks", 4)):
        home = piece_set_lattice(name)
        fixed = piece_set(name, sides="fixed")
        assert {piece.cells for piece in fixed} == set(forms(home, size, "fixed"))
        assert len({piece.name for piece in fixed}) == len(fixed) == len(forms(home, size, "fixed"))
        assert not any(piece.turn for piece in fixed)
