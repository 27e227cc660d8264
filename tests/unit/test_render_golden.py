"""Pictures of solutions on every flat lattice stay as they are, to the byte."""

import pytest
from shapely.geometry import Polygon, box

import tilewright as tw
from tests.golden.make_flat import FOLDER, pictures
from tilewright.render import Patch, Text, solution_scene


def test_pictures_stay_as_they_are() -> None:
    changed = [n for n, now in pictures() if now != (FOLDER / n).read_text(encoding="utf-8")]
    assert changed == []


@pytest.mark.parametrize("name", ["hexiamond-hexagon", "tangram-square", "tetrahexes-4x7"])
def test_labels_stay_inside_of_their_pieces(name: str) -> None:
    solution = next(iter(tw.solve(tw.load(name))))
    scene = solution_scene(solution, labels=True)
    pieces = [Polygon(e.rings[0]) for e in scene.elements if isinstance(e, Patch) and e.title]
    texts = [e for e in scene.elements if isinstance(e, Text)]
    assert len(texts) > len(pieces) / 2
    for text in texts:
        (x, y), half = text.at, 0.25 * text.size * len(text.text)
        ink = box(x - half, y - 0.35 * text.size, x + half, y + 0.35 * text.size)
        assert any(piece.contains(ink) for piece in pieces)
    sizes = [text.size for text in texts]
    assert max(sizes) < 2 * min(sizes)
