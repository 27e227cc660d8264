"""The gallery of the documentation: pictures of the catalogue, which are golden files too."""

import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from tilewright import catalogue_names

DOCS = Path(__file__).parents[2] / "docs"
SHOWN = (
    "aquabelle-starter",  # colours
    "checkers-6x6",  # no solution
    "discs-3-test",
    "happy-cube-red",
    "hex-flower",
    "hexiamond-4x9",
    "jigsaw-4x4-star",  # keys and locks
    "scott",
    "soma",
    "spheres-900",
    "stomachion",
    "tangram-square",
    "tetrahexes-4x7",
    "tetrasticks-welded-4x4",
)


@cache
def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_puzzle_has_a_picture() -> None:
    assert {path.stem for path in (DOCS / "gallery").iterdir()} == set(catalogue_names())
    assert (DOCS / "gallery.md").read_text(encoding="utf-8") == script("make_gallery").page()


@pytest.mark.parametrize("name", SHOWN)
def test_pictures_are_current(name: str) -> None:
    kept = (DOCS / "gallery" / f"{name}.svg").read_text(encoding="utf-8")
    assert script("make_gallery").picture(name) == kept


def test_pictures_of_the_pages_are_current() -> None:
    assert script("make_pictures").main(check=True) == 0
