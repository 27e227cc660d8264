"""The catalogue, its pictures, and the sets of pieces in the browser."""

from xml.etree import ElementTree

import pytest

import tilewright as tw
from tests.web.puzzle_app import puzzle_client
from tilewright.catalogue import known
from tilewright.puzzle import piece_set
from tilewright.web.puzzles.cards import read_ahead


def test_the_catalogue_has_all_puzzles_with_what_is_known() -> None:
    read_ahead()
    found = {one["name"]: one for one in puzzle_client().get("/api/catalogue").json()["puzzles"]}
    assert tuple(found) == tw.catalogue_names()
    soma = found["soma"]
    assert (soma["kind"], soma["lattice"]) == ("lattice", "cube")
    assert (soma["dimension"], soma["cells"], soma["pieces"]) == (3, 27, "7")
    assert soma["counts"] == {"solutions": 11520, "up_to_rotation": 480, "up_to_symmetry": 240}
    assert found["tangram-cat"]["lattice"] == "polygon"
    assert found["tangram-cat"]["cells"] is None
    assert found["y-15x15"]["pieces"] == "45"
    for name, facts in known().items():
        if name in found:
            assert found[name]["counts"]["solutions"] == facts.solutions


@pytest.mark.parametrize("name", ["pentominoes-6x10", "tangram-cat", "spheres-801", "ascii-6x6"])
def test_pictures_are_small_transparent_and_known_again(name: str) -> None:
    address = f"/api/catalogue/{name}/picture.svg"
    answer = puzzle_client().get(address)
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "max-age" in answer.headers["cache-control"]
    root = ElementTree.fromstring(answer.text)
    assert max(float(root.get(side, "0")) for side in ("width", "height")) == 260
    assert "M0 0H" not in answer.text  # no ground
    assert len(answer.text) < 20_000
    tag = answer.headers["etag"]
    again = puzzle_client().get(address, headers={"If-None-Match": f'"other", W/{tag}'})
    assert again.status_code == 304
    assert not again.content


def test_a_solved_picture_has_the_colours_of_all_pieces() -> None:
    text = puzzle_client().get("/api/catalogue/pentominoes-6x10/picture.svg").text
    doc = puzzle_client().post("/api/puzzles/read", json={"name": "pentominoes-6x10"}).json()["doc"]
    assert all(piece["colour"] in text for piece in doc["pieces"])


def test_the_only_solution_of_a_puzzle_is_not_given_away() -> None:
    text = puzzle_client().get("/api/catalogue/aquabelle-expert/picture.svg").text
    assert "#dcdcdc" in text  # the board is empty


def test_there_is_no_picture_of_what_is_not_there() -> None:
    answer = puzzle_client().get("/api/catalogue/nothing/picture.svg")
    assert answer.status_code == 404
    assert answer.json()["message"] == "The catalogue has no puzzle 'nothing'."


def test_lattices_have_examples_that_are_on_them() -> None:
    catalogue = puzzle_client().get("/api/catalogue").json()["puzzles"]
    on = {one["name"]: one["lattice"] for one in catalogue}
    found = puzzle_client().get("/api/lattices").json()["lattices"]
    assert {one["name"] for one in found} == {*tw.lattice_names(), "polygon"}
    assert {one["name"] for one in found if one["example"]} == set(on.values())
    assert all(on[one["example"]] == one["name"] for one in found if one["example"])


def test_sets_of_pieces() -> None:
    sets = {one["name"]: one for one in puzzle_client().get("/api/sets").json()["sets"]}
    assert sets["pentominoes"] == {
        "name": "pentominoes", "lattice": "square", "pieces": 12, "cells": 60,
    }  # fmt: skip
    answer = puzzle_client().get("/api/sets/tangram").json()
    assert answer["lattice"] == "tangram"
    assert [piece["name"] for piece in answer["pieces"]] == [p.name for p in piece_set("tangram")]
    assert puzzle_client().get("/api/sets/nothing").status_code == 404
