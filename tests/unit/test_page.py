"""Pages: what is written into them.  What they do is tested in a browser, in tests/web."""

import json
import re
from itertools import islice

import pytest

import tilewright as tw
from tests.texts import raises_text
from tilewright.render import PictureError
from tilewright.render.space import Body, Model, pieces_model, solution_model
from tilewright.render.space.order import AssemblyMove
from tilewright.render.space.page import SCRIPTS, VIEWER, to_page, viewer_data
from tilewright.render.space.spots import solution_spots


def models(name: str, count: int = 1) -> list[Model]:
    return [solution_model(found) for found in islice(tw.solve(tw.load(name)), count)]


def test_pages_are_small_and_need_nothing() -> None:
    page = to_page(models("soma", 3))
    assert len(page) < 45_000
    assert re.findall(r"(?:src|href)=\S+", page) == ['href="data:,">']
    assert "import " not in page
    assert page.count("<script") == page.count("</script") == 1
    assert "default-src 'none'" in page


def test_the_same_models_give_the_same_page() -> None:
    assert to_page(models("soma")) == to_page(models("soma"))


def test_all_scripts_are_in_it() -> None:
    assert {f"{name}.js" for name in SCRIPTS} == {path.name for path in VIEWER.glob("*.js")}
    page = to_page(models("soma"))
    for path in sorted(VIEWER.glob("*.js")):
        for name in re.findall(r"^(?:export )?(?:function|class) (\w+)", path.read_text(), re.M):
            assert len(re.findall(rf"^(?:function|class) {name}\b", page, re.M)) == 1


def test_shapes_are_told_once() -> None:
    data = viewer_data(models("soma", 3))
    (cube,) = data["shapes"]
    assert sorted(cube["points"])[0] == (-0.5, -0.5, -0.5)
    assert len(cube["faces"]) == 6
    assert [len(model["bodies"]) for model in data["models"]] == [7, 7, 7]
    names = {tuple(body["name"] for body in model["bodies"]) for model in data["models"]}
    assert names == {tuple("VLTZABP")}  # in the puzzle's order, whatever the solution's
    assert sum(len(body["cells"]) for body in data["models"][0]["bodies"]) == 4 * 27
    assert not data["flat"]


def test_pieces_are_put_together_from_the_bottom_up() -> None:
    (model,) = viewer_data(models("soma"))["models"]
    lowest = [min(model["bodies"][k]["cells"][3::4]) for k in model["order"]]
    assert lowest == sorted(lowest)
    assert sorted(model["order"]) == list(range(7))


def test_an_order_goes_by_the_bodies_of_the_model() -> None:
    (model,) = models("soma")
    wanted = [6, 5, 4, 3, 2, 1, 0]
    moves = [AssemblyMove(k, (0.0, 0.6, 0.8) if k else None) for k in wanted]
    (told,) = viewer_data(model, orders=[moves])["models"]
    assert told["from"] == [[0.0, 0.6, 0.8]] * 6 + [None]
    assert [told["bodies"][k]["name"] for k in told["order"]] == [
        model.bodies[k].name for k in wanted
    ]


@pytest.mark.parametrize("name", ["pentominoes-6x10", "tangram-cat"])
def test_flat_puzzles_are_told_apart(name: str) -> None:
    data = viewer_data(models(name))
    assert data["flat"]


def test_sizes_are_such_that_a_thousandth_is_nothing() -> None:
    (model,) = models("soma")
    for factor in (1e-5, 1e5):
        tiny = Model(tuple(scaled(body, factor) for body in model.bodies))
        data = viewer_data(tiny)
        (shape,) = data["shapes"]
        assert 0.5 < max(x for point in shape["points"] for x in point) < 4


def scaled(body: Body, factor: float) -> Body:
    solids = tuple(
        type(solid)(tuple(tuple(tuple(x * factor for x in p) for p in f) for f in solid.faces))  # type: ignore[arg-type]
        for solid in body.solids
    )
    return Body(body.name, body.kind, body.colour, solids)


def test_names_are_data() -> None:
    (model,) = models("soma")
    page = to_page(Model((Body("</script>", 0, "#112233", model.bodies[0].solids),), "<&>"))
    assert page.count("</script") == 1
    assert "<title>&lt;&amp;&gt;</title>" in page
    told = re.search(r'^startViewers\("\w+", (\{.*\}), (\{.*\})\);$', page, re.M)
    assert told
    assert json.loads(told[1])["models"][0]["bodies"][0]["name"] == "</script>"
    assert json.loads(told[2])["wheel"] == "always"
    assert "<title>\ufffd</title>" in to_page(Model(model.bodies, "\ud800"))


def test_a_still_picture_is_there_without_scripts() -> None:
    svg = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>\n'
    page = to_page(models("soma"), svg=svg, title="Soma!", captions=["the first"])
    assert '"><svg xmlns="http://www.w3.org/2000/svg"><g/></svg>' in page
    assert "<title>Soma!</title>" in page
    assert '"title":"the first"' in page


def test_colours_of_cells_are_told() -> None:
    solution = next(iter(tw.solve(tw.load("hex-prisms"))))
    assert isinstance(solution, tw.Solution)
    model = solution_model(solution)
    data = viewer_data(model, spots=[solution_spots(solution, model.bodies)])
    bodies = data["models"][0]["bodies"]
    assert {len(body["spots"]) for body in bodies} == {4, 5}
    assert len({spot for body in bodies for spot in body["spots"]}) == 2
    assert all("spots" not in body for body in viewer_data(models("soma"))["models"][0]["bodies"])


def test_pieces_alone_can_be_shown() -> None:
    data = viewer_data(pieces_model(tw.load("bedlam")))
    assert len(data["models"][0]["bodies"]) == 13


def test_bad_requests_are_explained() -> None:
    (model,) = models("soma")
    with pytest.raises(PictureError, match="at least one model"):
        to_page([])
    with raises_text(PictureError):
        to_page(model, captions=["a", "b"])
    with raises_text(PictureError):
        to_page(model, orders=[[AssemblyMove(0, None)]])
