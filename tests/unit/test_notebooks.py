"""What notebooks show, and the gallery notebook, which is run as its readers run it."""

import base64
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import tilewright as tw
from tests.texts import raises_text
from tilewright.render import PictureError, notebook_svg
from tilewright.render.space import solution_model
from tilewright.render.space.notebook import notebook_bundle

GALLERY = Path("examples/gallery.ipynb")
SVG, HTML, TEXT = "image/svg+xml", "text/html", "text/plain"


def first(name: str) -> Any:
    return next(iter(tw.solve(tw.load(name))))


@pytest.mark.parametrize("name", ["scott", "tangram-cat"])
def test_flat_puzzles_are_still_pictures(name: str) -> None:
    for shown in (tw.load(name), first(name)):
        bundle = shown._repr_mimebundle_(include=None, exclude=None)  # as IPython asks
        assert bundle[SVG] == shown._repr_svg_() == notebook_svg(shown)
        assert bundle[SVG] == still_picture(bundle[HTML])
        assert len(bundle[TEXT]) < 600
        assert bundle[TEXT].startswith(tw.load(name).title)


@pytest.mark.parametrize("name", ["soma", "spheres-1", "discs-3-test"])
def test_puzzles_in_space_can_be_turned(name: str) -> None:
    for shown in (tw.load(name), first(name)):
        html = shown._repr_mimebundle_()[HTML]
        assert html.startswith('<div data-tilewright="')
        assert "startViewers(" in html
        assert html.count("<script") == 1
        assert len(html) < 150_000


def test_where_scripts_are_taken_out_a_still_picture_stays() -> None:
    html = notebook_bundle(first("soma"))[HTML]
    still = re.sub("<script>.*</script>", "", html, flags=re.DOTALL)
    assert 'alt="Soma cube"' in still
    assert still_picture(still).startswith("<svg ")


def still_picture(html: str) -> str:
    svg = re.search('src="data:image/svg.xml;base64,(.*?)"', html)
    assert svg
    return base64.b64decode(svg[1]).decode()


def test_anything_can_be_viewed() -> None:
    for shown in (tw.load("scott"), first("scott"), first("tangram-cat"), tw.load("tangram-cat")):
        view = tw.render.view(shown)
        assert repr(view) == f"View({view.title!r})"
        assert set(view._repr_mimebundle_(include=None)) == {TEXT, HTML, SVG}
    model = solution_model(first("soma"))
    assert set(model._repr_mimebundle_()) == {TEXT, HTML, SVG}
    several = tw.render.view([first("soma"), first("soma")], height=300, spin=False)
    assert several.html.count('"order":') == 2
    assert "height: 300px" in several.html
    assert '"spin":false' in several.html


def test_scenes_show_themselves() -> None:
    scene = tw.picture_of(first("scott"))
    bundle = scene._repr_mimebundle_(include=None, exclude=None)
    assert bundle[SVG] == scene._repr_svg_() == still_picture(bundle[HTML])
    assert bundle[TEXT] == "Scott's problem\na picture"


def test_bad_requests_are_explained() -> None:
    with raises_text(PictureError):
        tw.render.view(7)  # type: ignore[arg-type]
    with raises_text(PictureError):
        tw.render.view(["soma"])  # type: ignore[list-item]
    with pytest.raises(PictureError, match="at least one model"):
        tw.render.view([])


def test_a_lattice_that_cannot_be_drawn_leaves_text() -> None:
    text = """\
name = "bare"
translations = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
format = 1
pairs = [["left", "right"]]
[[kind]]
name = "cell"
at = [0, 0, 0]
edges = { left = [-1, 0, 0], right = [1, 0, 0] }
"""
    puzzle = tw.make_puzzle(
        tw.parse_lattice(text), [(0, 0, 0), (1, 0, 0)], [tw.Piece("A", ((0, 0, 0), (1, 0, 0)))]
    )
    assert notebook_bundle(puzzle) == {TEXT: "a puzzle with A"}


def test_the_gallery_runs(tmp_path: Path) -> None:
    notebook = nbformat.read(GALLERY, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells)
    client = NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    )
    client.execute()
    kinds = [
        set(cell.outputs[-1].data) if cell.outputs else set()
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]
    assert kinds[0] == set()
    for shown in kinds[1:]:
        assert {TEXT, HTML, SVG} <= shown


def test_counts_are_a_table_of_the_three_numbers() -> None:
    page = tw.count(tw.load("soma"))._repr_html_()
    for row in ("solutions</th><td>11,520", "up to rotation</th><td>480", "symmetry</th><td>240"):
        assert row in page
    page = tw.count(tw.load("stomachion"))._repr_html_()
    assert "solutions</th><td>4,288" in page
    assert "up to symmetry</th><td>536" in page


@pytest.mark.parametrize("name", ["ascii-3x3-nosol", "mutilated-chessboard", "soma"])
def test_an_explanation_is_its_text_and_a_picture(name: str) -> None:
    explained = tw.explain(tw.load(name))
    bundle = explained._repr_mimebundle_(include=None, exclude=None)
    assert bundle[TEXT] == str(explained)
    assert bundle[HTML].startswith(f"<p>{explained.sentences[0]}")
    assert still_picture(bundle[HTML]).startswith("<svg ")


def test_a_piece_is_a_table_without_a_guess_at_its_lattice() -> None:
    page = tw.Piece("<b>", ((0, 0), (1, 0)), "2..3")._repr_html_()
    assert "<caption>Piece &lt;b&gt;</caption>" in page
    assert "count</th><td>2..3<" in page
    assert "(0, 0) (1, 0)" in page


def test_other_values_are_tables_and_pictures() -> None:
    assert (
        "solutions</th>"
        in tw.estimate(tw.encoding.encode(tw.load("ascii-3x3")).problem)._repr_html_()
    )
    assert tw.design.LPanel.parse("....\n....")._repr_svg_().startswith("<svg ")
    piece = tw.load("stomachion").pieces[0]
    assert piece._repr_mimebundle_()[SVG].startswith("<svg ")
