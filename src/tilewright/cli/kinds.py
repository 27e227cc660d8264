"""What kind of thing a name or a file is, for those who handed it to the wrong command."""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from tilewright.catalogue import catalogue_name
from tilewright.cover import parse_cover
from tilewright.cover.examples import EXAMPLES
from tilewright.design.lpanel import parse_panels
from tilewright.document import FileError, parse_document, read_text
from tilewright.errors import TilewrightError
from tilewright.formats.write import describes_lattice, describes_puzzle
from tilewright.lattices import lattice_names
from tilewright.polygons.model.files import polygon_set_names
from tilewright.puzzle import piece_set_names

SQLITE = b"SQLite format 3\0"  # how run files begin

PUZZLE, LATTICE, SET = "a puzzle", "a lattice", "a set of pieces"
COVER, EXAMPLE = "an exact cover problem", "the name of an exact cover problem"
PANEL, RUN, SOLUTIONS = "a board of L-Panel", "a run", "a file of solutions"

# What commands take; all others take puzzles.
TAKES = {
    "show --lattice": {LATTICE},
    "show --set": {SET},
    "render": {PUZZLE, RUN, SOLUTIONS},
    "check": {PUZZLE, LATTICE},
    "cover": {COVER},
    "example": {EXAMPLE},
    **{name: {RUN} for name in ("resume", "runs show", "runs merge", "runs verify", "runs export")},
    **{name: {PANEL, PUZZLE} for name in ("lpanel solve", "lpanel check", "lpanel render")},
}
ENDINGS = {".toml": PUZZLE, ".svg": PUZZLE, ".dlx": COVER}  # if contents do not tell
FLAGS = {"count": "count", "estimated": "estimate", "best": "best"}  # of `cover`, as commands


class WrongKindError(TilewrightError, ValueError):
    """A command was handed what another command takes."""


def wrong_kind(command: str, given: object, options: Mapping[str, object]) -> WrongKindError | None:
    """What to say if a command was given something of another kind; None if it was not.

    It was given a name, a file or a list of files, and the options; anything else is let pass.
    """
    if command == "show":
        command += " --lattice" * bool(options["lattice"]) + " --set" * bool(options["pieces"])
    if command == "cover":
        asked = next((FLAGS[flag] for flag in FLAGS if options[flag]), "solve")
    else:
        asked = command
    for name in given if isinstance(given, list) else [given]:
        kind = _kind_of(str(name)) if isinstance(name, (str, Path)) else None
        if kind is not None and kind not in TAKES.get(command, {PUZZLE}):
            return WrongKindError(f"{name} is {kind}: say {_instead(kind, asked, str(name))}")
    return None


def wrong_text(text: str) -> WrongKindError | None:
    """The same for a text on stdin, where a puzzle was expected."""
    kind = _kind_of_text(text)
    if kind in (None, PUZZLE):
        return None
    return WrongKindError(f"<stdin> is {kind}: say {_instead(str(kind), 'solve', '-')}")


def _instead(kind: str, asked: str, name: str) -> str:
    """The command for a thing of that kind, as near as possible to what was asked."""
    flag = asked if asked in FLAGS.values() else ""
    verb = {"resume": "run", "show --lattice": "show", "show --set": "show"}.get(asked, flag)
    return {
        PUZZLE: f"`tilewright {verb or 'solve'} {name}`",
        LATTICE: f"`tilewright show --lattice {name}`",
        SET: f"`tilewright show --set {name}`",
        COVER: f"`tilewright cover {name}{flag and f' --{flag}'}`",
        EXAMPLE: f"`tilewright example {name}`, and hand what that prints to `tilewright cover -`",
        PANEL: {
            "check": f"`tilewright lpanel check {name}`",
            "render": f"`tilewright lpanel render {name} -o PICTURE`",
        }.get(asked, f"`tilewright lpanel solve {name}`"),
        RUN: f"`tilewright resume {name}`, or `tilewright runs show {name}`",
        SOLUTIONS: f"`tilewright render {name} -o PICTURE`",
    }[kind]


def _kind_of(name: str) -> str | None:
    """What is called that; None if that cannot be told."""
    path = Path(name)
    if not path.is_file():
        names = {
            EXAMPLE: name in EXAMPLES,
            SET: name in piece_set_names() or name in polygon_set_names(),
            LATTICE: name in lattice_names(),
            PUZZLE: catalogue_name(name) is not None,
        }
        return next((kind for kind in reversed(names) if names[kind]), None)
    try:
        if is_run(path):
            return RUN
        return _kind_of_text(read_text(path)) or ENDINGS.get(path.suffix.lower())
    except (OSError, FileError):
        return ENDINGS.get(path.suffix.lower())


def is_run(path: Path) -> bool:
    """Is this a run?  If it cannot be read, its name says so: opening it will say what is wrong."""
    with suppress(OSError):
        if path.is_file():  # what is read from a pipe is gone
            with path.open("rb") as file:
                return file.read(len(SQLITE)) == SQLITE
    return path.suffix == ".run"


def _kind_of_text(text: str) -> str | None:
    """What a text describes; None if that cannot be told."""
    if text.lstrip().startswith("{"):
        with suppress(ValueError, RecursionError):
            return SOLUTIONS if "solutions" in json.loads(text) else None
        return None
    with suppress(FileError):
        data = parse_document(text).data
        if describes_puzzle(data):
            return PUZZLE
        if describes_lattice(data):
            return LATTICE
    with suppress(TilewrightError):
        parse_panels(text)
        return PANEL
    with suppress(TilewrightError):
        cover = parse_cover(text)
        # Any text of one word a line is a cover; nobody means one with a single item.
        return COVER if cover.option_count and len(cover.items) > 1 else None
    return None
