"""What `import tilewright` does not bring along, since it is needed rarely and takes long."""

import signal
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
    "tilewright.invariants",
    "tilewright.polygons.model.files",
}


def modules_after(command: str) -> set[str]:
    code = f"{command}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_heavy_modules_wait() -> None:
    loaded = modules_after("import tilewright")
    assert {"tilewright", "numpy"} <= loaded
    assert not HEAVY & (loaded - modules_after("import numpy"))


# What only other commands need, and what Typer brings along from 0.29 on.
OF_OTHERS = {"pydantic", "tilewright.design", "tilewright.explanations", "urllib.request"}


COUNT_SOMA = """
import sys
from tilewright.cli.main import main
sys.argv = ["tilewright", "count", "soma"]
try:
    main()
except SystemExit:
    pass
"""


def test_counting_loads_nothing_of_other_commands() -> None:
    loaded = modules_after(COUNT_SOMA)
    assert "tilewright.cli.commands.count" in loaded
    assert not OF_OTHERS & loaded


def test_the_shell_shows_no_progress_before_it_has_to() -> None:
    loaded = modules_after("import tilewright.cli.terminal")
    assert "tilewright.cli.terminal" in loaded
    assert "rich.console" not in loaded - modules_after("import typer")


CTRL_C_WHILE_LOADING = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "tilewright.puzzle":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
from tilewright_command import main
main()
"""


def test_an_interrupt_while_loading_leaves_no_traceback() -> None:
    code = [sys.executable, "-c", CTRL_C_WHILE_LOADING]
    done = subprocess.run(code, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


def test_the_version_is_there_when_asked_for() -> None:
    assert tw.__version__.count(".") >= 2
    with pytest.raises(AttributeError, match="has no attribute 'versoin'"):
        tw.versoin  # noqa: B018
