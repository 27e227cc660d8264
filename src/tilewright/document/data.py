"""The files that come with the package."""

from pathlib import Path

__all__ = ["data_names", "data_text"]

# The package has a native part, so it always lies in a folder, and `importlib.resources`, which
# takes ten milliseconds to import, is not needed.
_FOLDER = Path(__file__).parents[1] / "data"


def data_text(name: str) -> str:
    """The text of a file."""
    return (_FOLDER / name).read_text(encoding="utf-8")


def data_names(folder: str) -> tuple[str, ...]:
    """The names of the TOML files in a folder, in order, without their ending."""
    return tuple(sorted(path.stem for path in (_FOLDER / folder).glob("*.toml")))
