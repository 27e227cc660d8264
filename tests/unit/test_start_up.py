"""What `import tilewright` does not bring along, since it is needed rarely and takes long."""

import subprocess
import sys

import pytest

import tilewright as tw

HEAVY = {
    "difflib",
    "email",
    "flint",
    "hashlib",
    "importlib.metadata",
    "importlib.resources",
    "PIL",
    "rich",
    "scipy",
    "shapely",
    "shutil",
    "tempfile",
    "typer",
    "tilewright.cli",
    "tilewright.cover.examples",
    "tilewright.polygons.read",
}


def modules_after(command: str) -> set[str]:
    code = f"{command}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_heavy_modules_wait() -> None:
    loaded = modules_after("import tilewright")
    assert {"tilewright", "numpy"} <= loaded
    assert not HEAVY & (loaded - modules_after("import numpy"))


def test_the_shell_shows_no_progress_before_it_has_to() -> None:
    loaded = modules_after("import tilewright.cli.progress")
    assert "tilewright.cli.progress" in loaded
    assert "rich.console" not in loaded - modules_after("import typer")


def test_the_version_is_there_when_asked_for() -> None:
    assert tw.__version__.count(".") >= 2
    with pytest.raises(AttributeError, match="has no attribute 'versoin'"):
        tw.versoin  # noqa: B018
