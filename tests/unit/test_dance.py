"""Films: a search at work on a lattice, and how a solution is put together."""

from io import BytesIO
from itertools import groupby, pairwise
from pathlib import Path

import pytest
from PIL import Image

import tilewright as tw
from tests.shell import run
from tests.texts import check_text
from tilewright.puzzle import Puzzle
from tilewright.render import Patch, PictureError, Scene, to_gif, to_webp
from tilewright.render.dance import (
    GLIDE,
    LAST,
    REST,
    DanceStep,
    assembly_scenes,
    dance_scenes,
    dance_sheet,
    dance_steps,
)
from tilewright.render.film import captioned, strip_scene
from tilewright.render.scene import Lines, Text
from tilewright.render.space.bodies import solution_model

# One of each lattice that has puzzles; searches of some steps.
LATTICES = [
    "ascii-3x3",
    "tetrahexes-4x7",
    "tangram-square",
    "tetrasticks-5x5",
    "soma",
    "hex-flower",
    "spheres-1",
    "discs-3-test",
]


def lattice_puzzle(name: str) -> Puzzle:
    puzzle = tw.load(name)
    assert isinstance(puzzle, Puzzle)
    return puzzle


# Steps of a search


@pytest.mark.parametrize("name", [*LATTICES[:3], *LATTICES[5:]])
def test_every_step_follows_from_the_one_before(name: str) -> None:
    puzzle = lattice_puzzle(name)
    steps = list(dance_steps(puzzle))
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert steps[-1].solved
    for before, after in pairwise(steps):
        kept = [one for one in before.placed if one not in after.taken]
        assert [*after.placed[: len(kept)]] == kept
        assert len(after.placed) - len(kept) == after.newest
        assert after.newest or after.taken or after.solved
    for step in steps:
        covered = [cell for one in step.placed for cell in one.cells]
        assert len(covered) == len(set(covered))
        assert set(covered) <= set(puzzle.board.cells)
        assert step.solved == (set(puzzle.board.must) <= set(covered) and not step.newest)


def test_a_search_without_a_solution_takes_everything_back() -> None:
    puzzle = tw.make_puzzle("square", tw.box(4, 1), {"C": "#.#", "I": "##"})
    *_, last = dance_steps(puzzle)
    assert (last.placed, last.solved, last.title) == ((), False, f"{last.number}: back")
    assert last.taken


def test_all_solutions() -> None:
    puzzle = lattice_puzzle("ascii-3x3")
    solved = [step for step in dance_steps(puzzle, max_solutions=None) if step.solved]
    assert len(solved) == tw.count(puzzle).solutions
    assert len({frozenset((o.piece, o.cells) for o in s.placed) for s in solved}) == len(solved)


def test_cells_left_empty_are_no_pieces() -> None:
    puzzle = lattice_puzzle("ascii-3x3")
    names = {piece.name for piece in puzzle.pieces}
    assert all({one.piece for one in step.placed} <= names for step in dance_steps(puzzle))


# Scenes


def fills(scene: Scene) -> list[tuple[str, float]]:
    return [
        (element.fill, element.opacity)
        for element in scene.elements
        if isinstance(element, Patch) and element.title
    ]


def test_the_newest_piece_is_strong_and_colours_stay() -> None:
    puzzle = lattice_puzzle("pentominoes-6x10")
    some = [step for step, _ in zip(dance_steps(puzzle), range(40), strict=False)]
    scenes = list(dance_scenes(puzzle, some))
    assert len({scene.box for scene in scenes}) == 1
    assert [scene.title for scene in scenes] == [step.title for step in some]
    colours: dict[tw.solutions.Placed, str] = {}
    for step, scene in zip(some, scenes, strict=True):
        drawn = fills(scene)
        assert len(drawn) == len(step.placed)
        strong = [opacity == 1 for _, opacity in drawn]
        assert strong == [step.newest and one is step.placed[-1] for one in step.placed]
        for one, (fill, _) in zip(step.placed, drawn, strict=True):
            assert colours.setdefault(one, fill) == fill
        outlines = [e for e in scene.elements if isinstance(e, Patch) and 0 < e.opacity < 1]
        assert len(outlines) == len([s for s in strong if not s]) + len(step.taken)


@pytest.mark.parametrize("name", LATTICES)
def test_all_scenes_have_one_box(name: str) -> None:
    puzzle = lattice_puzzle(name)
    steps = [step for step, _ in zip(dance_steps(puzzle), range(12), strict=False)]
    scenes = list(dance_scenes(puzzle, steps))
    assert len({scene.box for scene in scenes}) == 1
    assert all(scene.elements for scene in scenes)
    assert list(dance_scenes(puzzle, steps)) == scenes


def test_pieces_in_space_are_pale_but_for_the_newest() -> None:
    puzzle = lattice_puzzle("soma")
    steps = [step for step, _ in zip(dance_steps(puzzle), range(7), strict=False)]
    (empty, *_) = dance_scenes(puzzle, [DanceStep(1, ())])
    assert all(isinstance(element, Lines) for element in empty.elements)  # the edges of the board
    first, *_, back = dance_scenes(puzzle, steps)
    again, *_ = dance_scenes(puzzle, [DanceStep(1, steps[0].placed, solved=True)])
    assert fills(again) == fills(first)  # alone it is strong
    pale, *_ = dance_scenes(puzzle, [DanceStep(1, steps[0].placed)])
    assert not set(fills(pale)) & set(fills(first))
    ghosts = [e for e in back.elements if isinstance(e, Lines) and e.opacity < 1]
    assert steps[-1].taken
    assert len(ghosts) == len(steps[-1].taken)


def test_on_a_sheet_and_with_captions() -> None:
    puzzle = lattice_puzzle("ascii-3x3")
    steps = list(dance_steps(puzzle))
    sheet = strip_scene(dance_scenes(puzzle, steps), title=puzzle.title)
    said = [element.text for element in sheet.elements if isinstance(element, Text)]
    assert said == [step.title for step in steps]
    assert sheet.title == puzzle.title
    frames = list(captioned(dance_scenes(puzzle, steps)))
    assert len({scene.box for scene in frames}) == 1
    assert len(frames) == len(steps)


# Putting it together


@pytest.mark.parametrize("name", [*LATTICES, "tangram-cat"])
def test_pieces_come_one_by_one(name: str) -> None:
    solution = next(iter(tw.solve(tw.load(name))))
    scenes = list(assembly_scenes(solution))
    assert len({scene.box for scene in scenes}) == 1
    shown = [next(same) for _, same in groupby(scenes, key=id)]
    pieces = len(solution.placed)
    assert len(shown) == pieces * (GLIDE + 1)
    assert len(scenes) == pieces * (GLIDE + REST) + LAST - REST
    comes = [name for name, _ in groupby(scene.title for scene in shown)]
    assert sorted(set(comes)) == sorted({one.piece for one in solution.placed})
    assert list(assembly_scenes(solution)) == scenes


def test_the_last_scene_is_the_solution() -> None:
    solution = next(iter(tw.solve(tw.load("soma"))))
    *_, last = assembly_scenes(solution)
    colours = {body.name for body in solution_model(solution).bodies}
    assert {e.title for e in last.elements if isinstance(e, Patch)} <= colours
    flat = next(iter(tw.solve(tw.load("ascii-3x3"))))
    *_, last = assembly_scenes(flat)
    assert [e.title.split(",")[0] for e in last.elements if isinstance(e, Patch) and e.title] == [
        one.piece for one in flat.placed
    ]


def test_a_scene_that_stays_is_one_frame() -> None:
    puzzle = tw.make_puzzle("square", tw.box(3, 1), {"I": "##", "O": "#"})
    (solution,) = tw.solve(puzzle)
    scenes = list(assembly_scenes(solution))
    for make in (to_gif, to_webp):
        with Image.open(BytesIO(make(scenes, 60, 0.05))) as film:
            times = []
            for frame in range(film.n_frames):  # type: ignore[attr-defined]
                film.seek(frame)
                film.load()
                times.append(film.info["duration"])
        assert len(times) == 2 * (GLIDE + 1)
        assert times[GLIDE] == 50 * REST
        assert times[-1] == 50 * (LAST + 2)
        assert make(scenes, 60, 0.05) == make(iter(scenes), 60, 0.05)
    with pytest.raises(PictureError, match="no scene"):
        to_gif([])
    with pytest.raises(PictureError, match="ask for fewer pixels"):
        to_webp(scenes, 20_000)


# The shell


@pytest.mark.parametrize("ending", ["gif", "webp", "svg", "png", "pdf"])
def test_a_search_is_drawn_by_the_shell(tmp_path: Path, ending: str) -> None:
    picture = tmp_path / f"steps.{ending}"
    steps = len(list(dance_steps(lattice_puzzle("ascii-3x3"))))
    done = run("solve", "ascii-3x3", "--trace", "--render", str(picture))
    assert (done.returncode, done.stderr) == (0, "")
    if ending == "svg":
        assert picture.read_text(encoding="utf-8").count(": solved</text>") == 1
    elif ending == "pdf":
        assert picture.read_bytes().startswith(b"%PDF")
    else:
        with Image.open(picture) as image:
            assert getattr(image, "n_frames", 1) == (1 if ending == "png" else steps)


@pytest.mark.parametrize(
    ("name", "last"), [("stomachion", "30: E, solved"), ("ascii-3x3", "4: solved")]
)
def test_steps_that_are_left_out_are_counted(
    name: str, last: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilewright.render.dance.ON_A_SHEET", 2)
    texts = [e.text for e in dance_sheet(tw.load(name)).elements if isinstance(e, Text)]
    assert [texts[0].split(":")[0], *texts[1:]] == ["1", last]


def test_of_a_long_search_some_steps_are_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "steps.svg"
    done = run("solve", "pentominoes-6x10", "--trace", "--render", str(picture))
    assert done.stderr == f"note: {picture} shows 60 of 743 steps\n"
    text = picture.read_text(encoding="utf-8")
    assert ">1: X<" in text
    assert ">743: solved<" in text
    polygons = run("solve", "tangram-cat", "--trace", "--render", str(tmp_path / "cat.gif"))
    assert polygons.returncode == 0
    with Image.open(tmp_path / "cat.gif") as film:
        assert film.n_frames > 1  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "name",
    ["steps.stl", "no/steps.gif"],
)
def test_where_steps_cannot_be_drawn(tmp_path: Path, name: str) -> None:
    done = run("solve", "soma", "--trace", "--render", str(tmp_path / name))
    assert (done.returncode, done.stdout) == (2, "")
    check_text(done.stderr)
