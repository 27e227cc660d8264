"""DXF: pairs of lines that a reader of our own takes apart."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.golden.make_pictures import ELEMENTS, FOLDER
from tilewright.render import Box, Lines, Patch, Scene, to_dxf

Point = tuple[float, float]


@dataclass
class Entity:
    """A circle, a text, or a line with its corners."""

    kind: str
    layer: str
    values: dict[int, str]
    points: list[Point] = field(default_factory=list)


def records(dxf: str) -> Iterator[tuple[str, dict[int, str]]]:
    """Each thing with its values by their codes."""
    lines = dxf.splitlines()
    assert len(lines) % 2 == 0
    things: list[tuple[str, dict[int, str]]] = []
    for code, value in zip(map(int, lines[::2]), lines[1::2], strict=True):
        if code == 0:
            things.append((value, {}))
        else:
            things[-1][1][code] = value
    return iter(things)


def entities(dxf: str) -> list[Entity]:
    found: list[Entity] = []
    layers = [values[2] for kind, values in records(dxf) if kind == "LAYER"]
    assert len(layers) == len({layer.upper() for layer in layers})
    for kind, values in records(dxf):
        place = float(values.get(10, 0)), float(values.get(20, 0))
        if kind == "VERTEX":
            assert values[8] == found[-1].layer
            found[-1].points.append(place)
        elif kind in {"POLYLINE", "CIRCLE", "TEXT"}:
            assert values[8] in layers
            found.append(Entity(kind, values[8], values, [] if kind == "POLYLINE" else [place]))
    return found


def test_areas_are_closed_lines_in_layers() -> None:
    triangle = ((0.0, 0.0), (4.0, 0.0), (0.0, 3.0))
    scene = Scene(
        (
            Patch((triangle, triangle[::-1]), title="Big one"),
            Lines((triangle, (*triangle, triangle[0])), title="big_one"),
        ),
        Box(-1, -2, 9, 8),
        mm=10,
    )
    dxf = to_dxf(scene)
    ring, other, line, loop = entities(dxf)
    assert [e.layer for e in (ring, other, line, loop)] == ["Big_one"] * 2 + ["big_one-2"] * 2
    assert ring.points == loop.points == line.points == [(10, 20), (50, 20), (10, 50)]
    assert [e.values[70] for e in (ring, other, line, loop)] == ["1", "1", "0", "1"]
    assert "$INSUNITS\n70\n4\n" in dxf  # millimetres
    assert "$EXTMAX\n10\n100.0\n20\n100.0\n" in dxf
    assert dxf.endswith("ENDSEC\n0\nEOF\n")


def test_every_element_is_there() -> None:
    found = entities(to_dxf(ELEMENTS))
    kinds = [entity.kind for entity in found]
    assert kinds == ["POLYLINE"] * 7 + ["CIRCLE"] * 3 + ["TEXT"] * 2
    circle, text = found[7], found[-2]
    assert (circle.points, circle.values[40]) == ([(4, 10)], "1.5")
    assert text.values[1] == r"Br\U+00FCgner\U+2019s \U+00D72\U+2026"
    assert float(text.values[11]) == 7  # its middle


def test_the_file_is_as_it_was() -> None:
    assert to_dxf(ELEMENTS) == (FOLDER / "elements.dxf").read_text(encoding="utf-8")
