"""Models as X3D, the ISO standard for scenes on the web and in archives (the heir of VRML).

Each piece is a Transform with a DEF name: its faces, the lines where it bends, or its balls.  X3D
has y up, so z goes there.
"""

import math
from collections.abc import Iterable, Iterator

from tilewright.render.palette import levels
from tilewright.render.scene import DARK, short
from tilewright.render.space.bodies import Body, Model, ending
from tilewright.render.space.gltf import smooth_faces
from tilewright.render.space.solids import Vec, rounded, unit, y_up
from tilewright.render.svg import quoted

VIEW = unit((0.5, 0.55, 1.0))  # from the front, right, above
ORIENTATION = "-0.69249 0.70266 0.16348 0.64823"  # so that we look there: an axis and an angle
DECIMALS = 5
ANGLE = math.radians(35)  # how wide we see


def to_x3d(model: Model) -> str:
    """The model as an X3D document in XML.

    >>> from tilewright.render.space.solids import SolidBall
    >>> ball = Body("A", 0, "#ff0000", (), (SolidBall((0, 0, 1), 0.5),))
    >>> text = to_x3d(Model((ball,), "one ball"))
    >>> text.splitlines()[11]
    '<Transform DEF="piece-1-A">'
    """
    return "\n".join(_lines(model)) + "\n"


def _lines(model: Model) -> Iterator[str]:
    title = quoted(model.title or "model")
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<X3D profile="Interchange" version="3.3">'
    yield "<head>"
    yield f'<meta name="title" content={title}/>'
    yield '<meta name="generator" content="Tilewright"/>'
    yield "</head>"
    yield "<Scene>"
    yield f"<WorldInfo title={title}/>"
    yield '<Background skyColor="0.96 0.96 0.97"/>'
    yield """<NavigationInfo type='"EXAMINE" "ANY"'/>"""
    yield _viewpoint(model)
    paints: dict[str, str] = {}
    for number, body in enumerate(model.bodies, 1):
        yield f'<Transform DEF="piece-{number}{ending(body.name)}">'
        yield f'<MetadataString name="piece" value={quoted(_quoted(body.name))}/>'
        yield from _shapes(body, paints)
        yield "</Transform>"
    yield "</Scene>"
    yield "</X3D>"


def _shapes(body: Body, paints: dict[str, str]) -> Iterator[str]:
    if body.solids:
        faces, directions = zip(*smooth_faces(body), strict=True)
        rings, points = _indexed(faces)
        turns, vectors = _indexed([rounded(way, DECIMALS) for way in face] for face in directions)
        yield (
            f"<Shape>{_paint(body.colour, paints)}"
            f'<IndexedFaceSet coordIndex="{rings}" normalIndex="{turns}">'
            f'<Coordinate point="{points}"/><Normal vector="{vectors}"/></IndexedFaceSet></Shape>'
        )
        rings, points = _indexed(body.edges)
        yield (
            f'<Shape><Appearance><Material emissiveColor="{_colour(DARK)}"/></Appearance>'
            f'<IndexedLineSet coordIndex="{rings}">'
            f'<Coordinate point="{points}"/></IndexedLineSet></Shape>'
        )
    for ball in body.balls:
        yield (
            f'<Transform translation="{_point(y_up(ball.centre))}">'
            f"<Shape>{_paint(body.colour, paints)}"
            f'<Sphere radius="{_number(ball.radius)}"/></Shape></Transform>'
        )


def _indexed(rings: Iterable[Iterable[Vec]]) -> tuple[str, str]:
    """Rings as numbers of points, each ended by -1, and the points."""
    numbers: dict[Vec, int] = {}
    written = [
        " ".join(str(numbers.setdefault(point, len(numbers))) for point in ring) for ring in rings
    ]
    return " ".join(f"{ring} -1" for ring in written), ", ".join(_point(y_up(p)) for p in numbers)


def _paint(colour: str, paints: dict[str, str]) -> str:
    """The look of a colour: written once, then named."""
    if colour in paints:
        return f'<Appearance USE="{paints[colour]}"/>'
    paints[colour] = f"paint-{len(paints) + 1}"
    return (
        f'<Appearance DEF="{paints[colour]}"><Material diffuseColor="{_colour(colour)}" '
        f'specularColor="0.1 0.1 0.1" shininess="0.4"/></Appearance>'
    )


def _viewpoint(model: Model) -> str:
    centre = y_up(model.centre)
    distance = math.dist(*model.box) / 2 / math.sin(ANGLE / 2)
    x, y, z = (c + distance * b for c, b in zip(centre, VIEW, strict=True))
    return (
        f'<Viewpoint description="from the front" position="{_point((x, y, z))}" '
        f'orientation="{ORIENTATION}" fieldOfView="{_number(ANGLE)}" '
        f'centerOfRotation="{_point(centre)}"/>'
    )


def _quoted(text: str) -> str:
    """A string as X3D writes those of a list."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _colour(colour: str) -> str:
    return " ".join(_number(level / 255) for level in levels(colour))


def _point(point: Vec) -> str:
    return " ".join(map(_number, point))


def _number(value: float) -> str:
    return short(value, DECIMALS)
