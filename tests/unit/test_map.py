"""The map of the house: what docs/explanation/architecture.md names is there, and all is named."""

import re
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src/tilewright"
MAP = (ROOT / "docs/explanation/architecture.md").read_text(encoding="utf-8")
ROOTS = (ROOT, PACKAGE, PACKAGE / "data", *(path.parent for path in PACKAGE.glob("*/__init__.py")))


def _section(title: str) -> str:
    return MAP.split(f"## {title}\n")[1].split("\n## ")[0]


def test_every_room_is_on_the_map() -> None:
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    rooms |= {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "catalogue_literals"}
    rows = [line.split("|")[1] for line in _section("The rooms").splitlines() if "| `" in line]
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == rooms


def test_what_the_map_names_is_there() -> None:
    named = set(re.findall(r"`([\w./]+/[\w./]*)`", MAP))
    assert len(named) > 20
    assert [name for name in named if not any((root / name).exists() for root in ROOTS)] == []


def test_what_a_room_has_is_there_and_listed_before_it_is_loaded() -> None:
    rooms = [
        import_module(f"tilewright.{path.parent.name}") for path in PACKAGE.glob("*/__init__.py")
    ]
    public = {room.__name__: getattr(room, "__all__", ()) for room in rooms}
    assert sum(map(len, public.values())) > 200
    for room in rooms:
        names = public[room.__name__]
        assert sorted(set(names).difference(dir(room))) == []
        assert [name for name in names if not hasattr(room, name)] == []
