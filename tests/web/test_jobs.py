"""Jobs of a server: what they find, what is told of it, and what becomes of them."""

import json
import random
import threading
import time
from collections.abc import Iterator

import pytest

import tilewright as tw
from tests.shell import answer
from tests.web.working import Asker, bad, good, number_found
from tilewright.formats.solutions import parse_solutions
from tilewright.solutions import Solution

LONG = "pentominoes-5x4x3"  # some seconds
LONG_ANSWER = 3940


@pytest.fixture(scope="module")
def ask(server: str) -> Iterator[Asker]:
    with Asker(server) as asker:
        yield asker


@pytest.fixture(scope="module")
def soma(ask: Asker) -> str:
    """A job that is done: all solutions of the Soma cube."""
    job = ask.post("soma")
    ask.until(job["id"], "done")
    return str(job["id"])


def test_a_stream_tells_every_solution_once_and_in_order(ask: Asker) -> None:
    job = ask.post("soma")
    assert job["state"] in ("queued", "running")
    events = list(ask.events(job["id"]))
    solutions = [event for event in events if event.kind == "solution"]
    assert [event.id for event in solutions] == list(range(1, 241))
    assert all(event.data["number"] == event.id for event in solutions)
    assert len({json.dumps(event.data["pieces"]) for event in solutions}) == 240
    assert events[0].kind == "job"
    assert events[-1].kind == "end"
    end = events[-1].data
    assert end["state"] == "done"
    assert end["complete"]
    assert end["counts"] == {"solutions": 11520, "up_to_rotation": 480, "up_to_symmetry": 240}
    assert (number_found(end), end["engine_used"]) == (240, "bits")


def test_a_stream_goes_on_wherever_it_was_left(ask: Asker) -> None:
    """Several clients at once, each of which comes and goes, while solutions are being found."""
    job = ask.post(LONG)
    seen: list[list[int]] = [[] for _ in range(3)]
    texts: dict[int, str] = {}

    def watch(mine: list[int], chance: random.Random) -> None:
        while True:
            for event in ask.events(job["id"], last=mine[-1] if mine else None):
                if event.kind == "end":
                    return
                if event.kind == "solution":
                    assert event.id is not None
                    mine.append(event.id)
                    assert texts.setdefault(event.id, event.text) == event.text
                    if chance.random() < 0.001:
                        break

    threads = [
        threading.Thread(target=watch, args=(mine, random.Random(k))) for k, mine in enumerate(seen)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(mine == list(range(1, LONG_ANSWER + 1)) for mine in seen)
    kept = ask.all_solutions(job["id"])
    assert kept == [json.loads(texts[k]) for k in range(1, LONG_ANSWER + 1)]
    assert len({json.dumps(one["pieces"]) for one in kept}) == LONG_ANSWER


def test_counting_keeps_nothing_and_tells_three_numbers(ask: Asker) -> None:
    job = ask.until(ask.post("soma", "count")["id"], "done")
    assert job["counts"] == {"solutions": 11520, "up_to_rotation": 480, "up_to_symmetry": 240}
    assert job["found"] == {"number": 11520, "name": "solutions", "complete": True}
    assert ask.solutions(job["id"]) == {"total": 0, "first": 0, "solutions": []}


def test_a_count_tells_one_number_if_it_is_asked_for_one(ask: Asker) -> None:
    names = {"nothing": "solutions", "rotation": "up_to_rotation", "symmetry": "up_to_symmetry"}
    numbers = {"nothing": 11520, "rotation": 480, "symmetry": 240}
    for up_to, number in numbers.items():
        job = ask.until(ask.post("soma", "count", up_to=up_to)["id"], "done")
        assert job["up_to"] == up_to
        told = {name: value for name, value in job["counts"].items() if value is not None}
        assert told == {names[up_to]: number}
        assert job["found"] == {"number": 11520, "name": "solutions", "complete": True}


def test_one_is_one(ask: Asker) -> None:
    job = ask.until(ask.post("soma", "one", up_to="nothing", threads=1)["id"], "done")
    assert (number_found(job), job["counts"], job["complete"]) == (1, None, False)
    assert ask.solutions(job["id"])["total"] == 1
    assert [e.id for e in ask.events(job["id"]) if e.kind == "solution"] == [1]
    assert ask.solutions(job["id"], 1) == {"total": 1, "first": 1, "solutions": []}
    bad(ask.http.get(f"/jobs/{job['id']}/solutions/2/file.svg"), 404)


def test_a_puzzle_without_solution_is_searched_to_the_end(ask: Asker) -> None:
    job = ask.until(ask.post("ascii-3x3-nosol", "one")["id"], "done")
    assert (number_found(job), job["complete"]) == (0, True)


def test_polygons_have_rings(ask: Asker) -> None:
    number = ask.post("bruegner-rectangle", up_to="nothing")["id"]
    job = ask.until(number, "done")
    assert (job["kind"], number_found(job), job["engine_used"]) == ("polygon", 4, "corners")
    assert job["counts"] == {"solutions": 4, "up_to_rotation": None, "up_to_symmetry": None}
    one = ask.solutions(number)["solutions"][0]
    assert len(one["pieces"]) == 3
    assert all(len(point) == 2 for piece in one["pieces"] for point in piece["rings"][0])
    assert "polygons" in bad(
        ask.http.get(f"/jobs/{number}/solutions", params={"where": "A at 0,0"}), 422
    )
    assert good(ask.http.get(f"/jobs/{number}/solutions/1/viewer.json"))["flat"]


def test_solutions_can_be_asked_for(ask: Asker, soma: str) -> None:
    everything = ask.all_solutions(soma)
    with_l = [
        one
        for one in everything
        if any(p["piece"] == "L" and [0, 0, 0] in p["cells"] for p in one["pieces"])
    ]
    found = ask.solutions(soma, where="L at 0,0,0")
    assert found["total"] == len(with_l) == 61
    assert found["solutions"] == with_l
    page = ask.solutions(soma, 10, 5, where=["L at 0,0,0"])
    assert page["solutions"] == with_l[10:15]
    both = ask.solutions(soma, where=["L at 0,0,0", "V not at 2,2,2"])
    assert 0 < both["total"] < 61
    for wrong in ("L at 0,0", "Q at 0,0,0", "nonsense"):
        bad(ask.http.get(f"/jobs/{soma}/solutions", params={"where": wrong}), 422)


@pytest.mark.parametrize("kind", ["svg", "png", "pdf", "html", "glb", "stl", "3mf"])
def test_a_solution_is_a_file(ask: Asker, soma: str, kind: str) -> None:
    answer = ask.http.get(f"/jobs/{soma}/solutions/7/file.{kind}")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == f'attachment; filename="soma-7.{kind}"'
    begins = {"png": b"\x89PNG", "pdf": b"%PDF", "glb": b"glTF", "3mf": b"PK", "svg": b"<"}
    assert answer.content.startswith(begins.get(kind, b""))
    assert len(answer.content) > 1000


def test_a_solution_is_what_the_shell_reads(ask: Asker, soma: str) -> None:
    text = ask.http.get(f"/jobs/{soma}/solutions/7/file.json").text
    file = parse_solutions(text, "soma-7.json")
    solution = file.solution(1, tw.load(file.puzzle))
    assert isinstance(solution, Solution)
    told = ask.solutions(soma, 6, 1)["solutions"][0]["pieces"]
    assert [[list(c) for c in one.cells] for one in solution.placed] == [p["cells"] for p in told]


def test_a_solution_can_be_turned(ask: Asker, soma: str) -> None:
    data = good(ask.http.get(f"/jobs/{soma}/solutions/7/viewer.json"))
    (model,) = data["models"]
    assert len(model["bodies"]) == 7
    assert sorted(model["order"]) == list(range(7))
    bad(ask.http.get(f"/jobs/{soma}/solutions/7/file.svg", params={"view": "flat"}), 422)
    bad(ask.http.get(f"/jobs/{soma}/solutions/7/file.gif", params={"view": "dance"}), 422)
    bad(ask.http.get(f"/jobs/{soma}/solutions/241/file.svg"), 404)
    bad(ask.http.get(f"/jobs/{soma}/solutions/0/file.svg"), 422)
    bad(ask.http.get(f"/jobs/{soma}/solutions/1/file.exe"), 404)


def test_a_puzzle_is_a_file(ask: Asker, soma: str) -> None:
    answer = ask.http.get(f"/jobs/{soma}/puzzle.toml")
    assert answer.headers["content-disposition"] == 'attachment; filename="soma.toml"'
    job = good(ask.http.post("/jobs", json={"puzzle": {"toml": answer.text}, "task": "count"}), 201)
    assert (job["puzzle_name"], job["title"]) == (None, "Soma cube")
    assert ask.until(job["id"], "done")["counts"]["up_to_symmetry"] == 240


def test_pausing_changes_nothing(ask: Asker) -> None:
    number = ask.post(LONG, threads=1)["id"]
    while ask.job(number)["engine_used"] is None:  # it has not begun
        time.sleep(0.02)
    job = ask.have(number, "pause")
    assert job["state"] == "paused"
    before = ask.all_solutions(number)
    assert len(before) == number_found(job)
    assert ask.have(number, "resume")["state"] == "running"
    bad(ask.http.post(f"/jobs/{number}/resume"), 409)
    job = ask.until(number, "done")
    assert job["counts"]["solutions"] == 31520
    everything = ask.all_solutions(number)
    assert everything[: len(before)] == before
    assert len({json.dumps(one["pieces"]) for one in everything}) == LONG_ANSWER


def test_cancelling_is_quick_and_keeps_what_was_found(ask: Asker) -> None:
    number = ask.post("bedlam")["id"]
    ask.until_found(number)
    bad(ask.http.delete(f"/jobs/{number}"), 409)
    began = time.monotonic()
    job = ask.have(number, "cancel")
    assert time.monotonic() - began < 5  # the promise is 1; machines may be busy
    assert (job["state"], job["complete"]) == ("cancelled", False)
    assert len(ask.all_solutions(number)) == number_found(job) > 0
    for what in ("pause", "resume", "cancel"):
        bad(ask.http.post(f"/jobs/{number}/{what}"), 409)
    assert list(ask.events(number, last=number_found(job) - 1))[-1].kind == "end"
    assert ask.http.delete(f"/jobs/{number}").status_code == 204
    bad(ask.http.get(f"/jobs/{number}"), 404)


def test_what_makes_no_sense_is_refused(ask: Asker) -> None:
    def refused(status: int, **given: object) -> str:
        return bad(ask.http.post("/jobs", json={"task": "all", **given}), status)

    soma = {"name": "soma"}
    assert "soma" in refused(404, puzzle={"name": "some"})
    refused(422, puzzle={"toml": "lattice = 3"})
    refused(422, puzzle={"toml": 'lattice = "square"\n[board]\nbox = [2, 2]\n'})
    refused(422, puzzle=soma, engine="steam")
    assert "frontier" in refused(422, puzzle=soma, engine="frontier")
    refused(422, puzzle=soma, engine="corners")
    assert "expected one of symmetric" in refused(422, puzzle=soma, require=["round"])
    refused(422, puzzle={"name": "tangram-hen"}, require=["symmetric"])
    refused(422, puzzle={"name": "tangram-hen"}, engine="bits")
    refused(422, puzzle=soma, threads=100_000)
    assert "threads is a huge number" in refused(422, puzzle=soma, threads=10**400)
    refused(422, puzzle=soma, max_seconds=1e9)
    refused(422, puzzle=soma, task="some")
    refused(413, puzzle={"toml": 'lattice = "square"\n[board]\nbox = [2000, 2000]\n'})
    for path in ("nothing", "0" * 16, "..%2f..%2fetc", "%00", "server.lock"):
        bad(ask.http.get(f"/jobs/{path}/solutions"), 404)


def test_all_jobs_are_told_the_newest_first(ask: Asker, soma: str) -> None:
    jobs = good(ask.http.get("/jobs"))["jobs"]
    assert soma in [job["id"] for job in jobs]
    assert [job["created"] for job in jobs] == sorted((j["created"] for j in jobs), reverse=True)


def test_special_solutions(ask: Asker) -> None:
    """As `tilewright count soma --require 3-colourable` counts them."""
    job = ask.until(ask.post("soma", "count", require=["3-colourable"])["id"], "done")
    assert job["counts"] == {"solutions": 336, "up_to_rotation": 14, "up_to_symmetry": 7}
    assert job["nodes"] == answer("count", "soma", "--require", "3-colourable")["nodes"]
    job = ask.until(ask.post("soma", "all", require=["3-colourable"])["id"], "done")
    assert number_found(job) == 7
