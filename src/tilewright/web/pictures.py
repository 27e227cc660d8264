"""Solutions as files to keep, and as what the viewer in the browser shows."""

import io
import json
import re
import zipfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

from fastapi import HTTPException

from tilewright.polygons import PolygonSolution
from tilewright.polygons.certify import Certifier
from tilewright.render import ENDINGS
from tilewright.render.contents import Style, file_contents
from tilewright.render.picture import model_of
from tilewright.render.space.order import assembly_moves
from tilewright.render.space.page import viewer_data
from tilewright.render.space.spots import solution_spots
from tilewright.solutions import Solution, check_solution, placed_entry

__all__ = ["FORMATS", "checked", "download_name", "solution_file", "solution_view"]

AnySolution = Solution | PolygonSolution

FORMATS = (*(ending.removeprefix(".") for ending in ENDINGS), "json")
MEDIA = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "dxf": "image/vnd.dxf",
    "html": "text/html; charset=utf-8",
    "glb": "model/gltf-binary",
    "gltf": "model/gltf+json",
    "x3d": "model/x3d+xml",
    "stl": "model/stl",
    "3mf": "model/3mf",
    "gif": "image/gif",
    "webp": "image/webp",
    "json": "application/json",
    "zip": "application/zip",
}
OTHER_VIEWS = ("dance",)  # which show no solution, and take long
LONGEST_NAME = 60


def checked(solution: AnySolution) -> AnySolution:
    """The same.  Raises an error if it does not solve its puzzle, which cannot be."""
    if isinstance(solution, Solution):
        check_solution(solution.puzzle, solution)
        return solution
    proof = Certifier(solution.puzzle).certificate(solution.placed)
    return PolygonSolution(solution.puzzle, solution.placed, proof)


def download_name(title: str, end: str) -> str:
    """A name for a file that every system takes.

    >>> download_name("Soma cube: 240!", ".toml")
    'soma-cube-240.toml'
    """
    stem = re.sub(r"[^a-z0-9]+", "-", title.lower())[:LONGEST_NAME].strip("-")
    return f"{stem or 'puzzle'}{end}"


def solution_file(
    solution: AnySolution, number: int, title: str, kind: str, view: str | None
) -> tuple[str, str, bytes]:
    """A solution as a file of some kind: its name, its media type, and what is in it.

    Raises PictureError if there is no such view of it.
    """
    name = download_name(title, f"-{number}.{kind}")
    if kind == "json":
        return name, MEDIA[kind], json.dumps(_entry(solution, title)).encode()
    if view in OTHER_VIEWS:
        raise HTTPException(422, f"view {view!r} shows a search, not a solution: leave it out")
    contents = file_contents(checked(solution), name, Style(view=view))
    if len(contents) == 1:
        ((path, data),) = contents.items()
        return path.name, MEDIA[kind], data
    return f"{name}.zip", MEDIA["zip"], _zipped(contents)


def _entry(solution: AnySolution, title: str) -> dict[str, Any]:
    """What `tilewright solve --json` writes of a solution, and `tilewright render` reads."""
    entry: object
    if isinstance(solution, Solution):
        entry = list(map(placed_entry, solution.placed))
    else:
        entry = {"placed": [asdict(one) for one in solution.placed]}
    return {"puzzle": {"name": title}, "solutions": [entry]}


def _zipped(contents: dict[Path, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for path, data in contents.items():
            file.writestr(path.name, data)
    return packed.getvalue()


def solution_view(solution: AnySolution, number: int) -> bytes:
    """What the viewer is told of a solution: its bodies, and in which order they come together."""
    model = model_of(checked(solution))
    spots = solution_spots(solution, model.bodies) if isinstance(solution, Solution) else ()
    data = viewer_data(
        [model],
        captions=[f"solution {number}"],
        orders=[assembly_moves(solution)],
        spots=[spots],
    )
    return json.dumps(data, separators=(",", ":")).encode()
