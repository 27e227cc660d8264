"""The sheets of all views stay once they are loaded: none may reach into another view."""

import re
from pathlib import Path

import pytest

VIEWS = Path(__file__).parents[2] / "web" / "src" / "views"
ROOTS = {  # what every selector of a view begins with
    "solve": r"\.solving\b|\.darkroom\b",
    "play": r"\.game\b|\.celebration\b|\.confetti\b|\.shell\.play\b",
}


def selectors(sheet: str) -> list[str]:
    plain = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    plain = re.sub(r"@keyframes [^{]*\{(?:[^{}]*\{[^}]*\})*\s*\}", "", plain)
    preludes = [found.strip() for found in re.findall(r"([^{};]+)\{", plain)]
    lists = [prelude for prelude in preludes if not prelude.startswith("@")]
    return [one.strip() for each in lists for one in re.split(r",(?![^(]*\))", each)]


@pytest.mark.parametrize("view", ROOTS)
def test_a_sheet_keeps_to_its_view(view: str) -> None:
    found = [one for file in VIEWS.glob(f"{view}/*.css") for one in selectors(file.read_text())]
    assert len(found) > 20
    assert [one for one in found if not re.match(ROOTS[view], one)] == []
