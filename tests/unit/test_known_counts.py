"""Published numbers of exact cover examples, recomputed.  Those of the papers are in
test_papers_claims."""

import tomllib
from importlib.resources import files
from typing import Any

import pytest

import tilewright as tw
from tilewright.cover.examples import make_example

TEXT = files("tilewright").joinpath("data/known_counts.toml").read_text(encoding="utf-8")
ROWS: list[dict[str, Any]] = tomllib.loads(TEXT)["count"]


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=row["name"], marks=[pytest.mark.slow] if row.get("slow") else [])
        for row in ROWS
    ],
)
def test_known_count(row: dict[str, Any]) -> None:
    name, *arguments = row["example"]
    counters = tw.search(make_example(name, arguments), engine="links", collect=False).run()
    assert counters.solutions == row["solutions"]
