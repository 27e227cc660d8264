"""What type checkers make of the public face: the examples of the docs pass, mistakes are found."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MISTAKES = """\
import tilewright as tw

soma = tw.load("soma")
soma.no_such_thing  # attr-defined
soma.with_fixed("V", [(0, 0, 0), (1, 0, 0), (0, 1, 0)])
tw.load("stomachion").pieces[0].shape
tw.load("stomachion").with_fixed("V", [])  # attr-defined
tw.load(input()).with_fixed("V", [])  # union-attr
tw.solve(soma, max_soultions=1)  # call-overload
tw.solve(soma, max_solutions="1")  # call-overload
tw.solve(soma, max_solutions=1, threads=2)
tw.count(soma, thread=2)  # call-overload
tw.count(soma, max_nodes=2)  # call-overload
tw.count(soma).up_to_symmetry + 1
tw.count(soma).upto_symmetry  # attr-defined
tw.sample(soma, "2")  # call-overload
tw.estimate(soma, sample=100)  # call-arg
tw.engines.search(tw.encoding.encode(soma).problem, max_node=1)  # call-arg
tw.from_options([["a"]])  # attr-defined
tw.cover.from_options([["a"]])
next(tw.solve(soma)).placed[0].cells
next(tw.solve(soma)).place  # attr-defined
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What mypy says, by file."""
    folder = tmp_path_factory.mktemp("typing")
    for page in PAGES:
        examples = doctest.DocTestParser().get_examples(page.read_text(encoding="utf-8"))
        if examples:
            name = re.sub(r"\W", "_", str(page.relative_to(ROOT)))
            (folder / f"{name}.py").write_text("".join(one.source for one in examples))
    (folder / "mistakes.py").write_text(MISTAKES)
    files = sorted(map(str, folder.glob("*.py")))
    assert len(files) > 20
    call = [sys.executable, "-m", "mypy", "--strict", "--show-error-codes", *files]
    done = subprocess.run(call, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 1, done.stdout + done.stderr
    said: dict[str, list[str]] = {}
    for line in done.stdout.splitlines():
        path, _, error = line.partition(":")
        if ": error: " in line:
            said.setdefault(Path(path).name, []).append(error)
    return said


def test_the_examples_of_the_docs_are_typed(found: dict[str, list[str]]) -> None:
    assert {name: errors for name, errors in found.items() if name != "mistakes.py"} == {}


def test_mistakes_are_found(found: dict[str, list[str]]) -> None:
    expected = {
        number: code
        for number, line in enumerate(MISTAKES.splitlines(), 1)
        if (code := line.partition("  # ")[2])
    }
    errors = [re.fullmatch(r"(\d+): error: .*\[(.*)\]", error) for error in found["mistakes.py"]]
    assert {int(one[1]): one[2] for one in errors if one} == expected
