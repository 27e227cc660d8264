"""The pages as they are sent: the right kinds, kept as long as they may be, and nothing else."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI

from tests.web.asking import Asking
from tilewright.web.app import make_app
from tilewright.web.pages import Pages
from tilewright.web.settings import Settings


def app_with(static: Path) -> FastAPI:
    app = make_app(Settings(static.parent / "jobs"))
    app.router.default = Pages(static)
    return app


@pytest.fixture
def built(tmp_path: Path) -> Iterator[Asking]:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>the program")
    (folder / "assets" / "index-B0a1_c2d.js").write_text("a script")
    (folder / "assets" / "index-B0a1_c2d.js.gz").write_bytes(gzip.compress(b"a packed script"))
    (folder / "logo.svg").write_text("<svg/>")
    with Asking(app_with(folder)) as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/edit", "/solve", "/play/", "/jobs", "/jobs/ab-12"])
def test_every_view_is_the_program(built: Asking, path: str) -> None:
    answer = built.get(path)
    assert answer.text == "<!doctype html>the program"
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"
    tag = {"If-None-Match": f'"x", W/{answer.headers["ETag"]}'}
    again = built.get(path, headers=tag)
    assert (again.status_code, again.content) == (304, b"")


def test_assets(built: Asking) -> None:
    name = "/assets/index-B0a1_c2d.js"
    plain = built.get(name, headers={"Accept-Encoding": "identity"})
    assert plain.text == "a script"
    assert plain.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert "immutable" in plain.headers["Cache-Control"]
    packed = built.get(name, headers={"Accept-Encoding": "br, gzip;q=0.8"})
    assert packed.text == "a packed script"
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["ETag"] != plain.headers["ETag"]
    assert built.get(f"{name}.gz").status_code == 404
    picture = built.get("/logo.svg").headers
    assert picture["Content-Encoding"] == "gzip"
    assert picture["Content-Type"] == "image/svg+xml"
    assert picture["Cache-Control"] == "no-cache"
    head = built.head(name)
    assert (head.status_code, head.content) == (200, b"")


def test_it_says_what_to_do_if_nothing_is_built(tmp_path: Path) -> None:
    with Asking(app_with(tmp_path / "nowhere")) as client:
        answer = client.get("/play")
    assert answer.status_code == 503
    assert "Run make" in answer.text
