"""Puzzles and documents with something wrong somewhere: refused in words, or taken as they are."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.web.asking import Asking
from tilewright.web.app import make_app
from tilewright.web.settings import Limits, Settings

NAMES = ("ascii-3x3", "soma", "checkers-6x6", "discs-3-test", "haberdasher-square", "stairs")
NUMBERS = [0, -1, 7, 10**6, 10**30, 0.5, 1e308, True]
STRINGS = ["", "\0", "é😀", "x" * 5000, "1/0", "sqrt(-1)", "cube", "polygon", "any", "2..1"]
OTHERS = [None, [], {}, [[]], [0, 0], [[0, 0], [1, 0]], {"a": 1}]
ODD: st.SearchStrategy[Any] = st.sampled_from([*NUMBERS, *STRINGS, *OTHERS])
SIGNS = ["", '"', "'''", "[", "]", "=", "\n", "#", ".", "\t", "\0", "é", "9" * 400]
LINES = ["[[pieces]]", "[board]", "name = 1", "lattice = 'cube'", "size = [9999, 9999]"]
SNIPPETS = st.sampled_from([*SIGNS, *(f"\n{line}\n" for line in LINES)])
FEW = settings(
    max_examples=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
MANY = settings(FEW, max_examples=600, derandomize=False)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    limits = Limits(max_cells=300, max_upload_bytes=100_000, max_queue=1)
    app = make_app(Settings(tmp_path_factory.mktemp("jobs"), limits=limits))
    with Asking(app, strict=True) as client:
        yield client


@pytest.fixture(scope="module")
def puzzles(client: Asking) -> dict[str, Any]:
    return {name: asked(client, "puzzles/read", {"name": name}) for name in NAMES}


def asked(client: Asking, path: str, what: Any) -> Any:
    """The answer, which is as it should be or says why not."""
    answer = client.post(f"/api/{path}", json=what)
    said = answer.json()
    if answer.status_code != 200:
        assert answer.status_code in (400, 404, 413, 422)
        assert said["message"]
        assert len(said["message"]) < 10_000
        assert "/" + "usr" not in said["message"]
        assert "Traceback" not in said["message"]
    return said


def places(value: Any) -> list[tuple[Any, ...]]:
    """The ways to everything in a value."""
    inside: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        inside = list(value.items())
    elif isinstance(value, list):
        inside = list(enumerate(value))
    return [(), *((key, *rest) for key, child in inside for rest in places(child))]


@st.composite
def spoilt(draw: st.DrawFn, value: Any) -> Any:
    """The same with a few things changed, left out or doubled."""
    value = copy.deepcopy(value)
    for _ in range(draw(st.integers(1, 3))):
        *way, last = draw(st.sampled_from(places(value)[1:]))
        parent = value
        for step in way:
            parent = parent[step]
        match draw(st.sampled_from(["change", "leave out", "double"])):
            case "change":
                parent[last] = copy.deepcopy(draw(ODD))
            case "leave out":
                del parent[last]
            case "double" if isinstance(parent, list):
                parent.insert(last, copy.deepcopy(parent[last]))
            case _:
                parent["x"] = parent[last]
        if not isinstance(value, dict) or len(places(value)) < 2:
            break
    return value


@st.composite
def torn(draw: st.DrawFn, text: str) -> str:
    """The same text with a few parts taken out, and others put in."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 20)))
        text = text[:start] + draw(SNIPPETS) + text[end:]
    return text


def documents(client: Asking, puzzles: dict[str, Any], how: settings) -> None:
    @how
    @given(st.data(), st.sampled_from(NAMES))
    def try_it(data: st.DataObject, name: str) -> None:
        doc = data.draw(spoilt(puzzles[name]["doc"]))
        asked(client, "puzzles/write", {"doc": doc})

    try_it()


def texts(client: Asking, puzzles: dict[str, Any], how: settings) -> None:
    @how
    @given(st.data(), st.sampled_from(NAMES))
    def try_it(data: st.DataObject, name: str) -> None:
        given = {"toml": data.draw(torn(puzzles[name]["toml"]))}
        asked(client, "puzzles/read", given)
        asked(client, "play/check", {"puzzle": given, "placed": [], "patience": 0.01})

    try_it()


def moves(client: Asking, puzzles: dict[str, Any], how: settings) -> None:
    @how
    @given(st.data(), st.sampled_from(NAMES))
    def try_it(data: st.DataObject, name: str) -> None:
        pieces = puzzles[name]["doc"]["pieces"]
        placed = [
            {"piece": piece["name"], "cells": piece["cells"]}
            if "cells" in piece
            else {"piece": piece["name"], "ring": piece["shape"]["rings"][0]}
            for piece in pieces[:2]
        ]
        asking = {"puzzle": {"name": name}, "placed": placed, "patience": 0.01}
        asked(client, "play/check", data.draw(spoilt(asking)))
        asked(client, "play/hint", {**data.draw(spoilt(asking)), "strength": "move"})

    try_it()


TRIED = pytest.mark.parametrize("what", [documents, texts, moves])


@TRIED
def test_a_few(client: Asking, puzzles: dict[str, Any], what: Any) -> None:
    what(client, puzzles, FEW)


@pytest.mark.slow
@TRIED
def test_many(client: Asking, puzzles: dict[str, Any], what: Any) -> None:
    what(client, puzzles, MANY)


def test_deep_and_large(client: Asking) -> None:
    deep: Any = []
    for _ in range(300):
        deep = [deep]
    for path in ("puzzles/write", "puzzles/read", "play/check", "play/hint", "jobs"):
        for name in ("doc", "puzzle", "toml"):
            asked(client, path, {name: deep})
        body = b'{"toml": "' + b"x" * 200_000 + b'"}'
        answer = client.post(
            f"/api/{path}", content=body, headers={"Content-Type": "application/json"}
        )
        assert answer.status_code == 413
    board = {"toml": 'lattice = "square"\n[board]\nsize = [1000000, 1000000]\n'}
    for path, what in (("puzzles/read", board), ("jobs", {"puzzle": board, "task": "one"})):
        assert client.post(f"/api/{path}", content=json.dumps(what)).status_code == 415
        assert "message" in asked(client, path, what)
