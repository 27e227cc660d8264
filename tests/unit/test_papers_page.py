"""The page of `make papers`: its tables, notes and pictures."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from papers import Chapter, Claim, Figure, Finding, Job, Store, chapters
from papers.__main__ import papers
from papers.figures import figure_svg
from papers.fingerprints import fingerprint
from papers.page import Page, page, pictures_on
from papers.report import claim_lines
from papers.tables import linked
from papers.tasks.drawn import to_draw
from papers.verdicts import judge
from tests.shell import run
from tilewright.engines import Figure as Guess

DOCS = Path(__file__).parents[2] / "docs"
PROFILE = [1, 2, 2200, 7, 21, 51, 13]


def _claim(quantity: str, published: Any = None, **more: Any) -> Claim:
    words = {"source": "k", "place": "p. 1", "key": quantity, **more}
    return Claim(quantity=quantity, published=published, **words)


def _job(name: str, *claims: Claim, subject: str = "", figures: tuple[Figure, ...] = ()) -> Job:
    return Job(name=name, subject=subject or name, task="none", claims=claims, figures=figures)


def _chapter(*jobs: Job, **more: Any) -> Chapter:
    words = {"name": "c", "section": "knuth", "title": "Queens", "about": "About\nthem."}
    return Chapter(**{**words, "sources": {"k": "K"}, "jobs": jobs, **more})


def _page(chapter: Chapter, **found: dict[str, Any] | Finding) -> Page:
    findings = {
        name: values if isinstance(values, Finding) else Finding(values=values)
        for name, values in found.items()
    }
    judged = [
        judge(job, claim, findings.get(job.name, Finding()))
        for job in chapter.jobs
        for claim in job.claims
    ]
    return page([chapter], judged, findings)


def _rows(text: str) -> list[list[str]]:
    """The lines of all tables but the first, which is the summary."""
    body = text.partition("\n### ")[2]
    lines = [line for line in body.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_list_says_once_what_is_the_same() -> None:
    job = _job("eight", _claim("solutions", 92), _claim("nodes", 1049), _claim("updates", 7))
    other = _job("one", _claim("nodes", 5))
    values = {"solutions": 92, "nodes": 2048, "updates": 7}
    made = _page(_chapter(job, other), eight=values, one={"nodes": 5})
    assert _rows(made.text)[1:] == [
        ["**eight**", "", "", "", ""],
        ["solutions", "92", "92", "same", "p. 1"],
        ["nodes", "1,049", "2,048", "different<sup>1</sup>", ""],
        ["updates", "7", "7", "same", ""],
        ["**one**: nodes", "5", "5", "same", "p. 1"],
    ]
    assert "\n1. Nobody has found out why.\n" in made.text
    assert "| [Queens](#queens) | 4 | 3 | 1 | 0 |" in made.text
    assert "\nAbout them.\n" in made.text


def test_a_reason_is_told_once() -> None:
    claims = [_claim(name, 1, why="It is\n{computed}.") for name in "abc"]
    made = _page(_chapter(_job("j", *claims)), j={"a": 3, "b": 4, "c": 3})
    assert made.text.endswith("Why they differ:\n\n1. It is 3.\n2. It is 4.\n")
    marks = [row[3] for row in _rows(made.text)[2:]]
    assert marks == [f"different<sup>{n}</sup>" for n in (1, 2, 1)]


def test_what_was_not_computed_has_an_estimate() -> None:
    job = _job("j", _claim("nodes", 9), _claim("updates", 8))
    guess = Guess(1.2e12, 1.1e12, 1.4e12, 1e10)
    made = _page(_chapter(job), j=Finding(guesses={"nodes": guess}))
    assert [row[2:4] for row in _rows(made.text)[2:]] == [
        ["≈ 1.20·10¹² (1.10–1.40·10¹²)", "not computed"],
        ["–", "not computed"],
    ]


def test_what_is_not_printed_is_no_claim() -> None:
    chapter = _chapter(_job("j", _claim("nodes", 9), _claim("updates")))
    for found, counts in (
        ({}, "1 | 0 | 0 | 1"),
        ({"j": {"nodes": 9, "updates": 1}}, "1 | 1 | 0 | 0"),
    ):
        assert f"| [Queens](#queens) | {counts} |" in _page(chapter, **found).text


def test_grid_has_a_line_for_each_subject() -> None:
    jobs = [
        _job("one", _claim("nodes", 2), _claim("updates", 3), subject="1"),
        _job("one-r", _claim("R-nodes", 5), subject="1"),
        _job("two", _claim("nodes", 4), _claim("updates", 19), subject="2"),
        _job("three", _claim("nodes", 4000), _claim("updates"), subject="3"),
        _job("two-r", _claim("R-nodes", 6), subject="2"),
    ]
    found: dict[str, Any] = {
        "one": {"nodes": 2, "updates": 3},
        "two": {"nodes": 5, "updates": 19},
        "three": Finding(guesses={"nodes": Guess(3900.0, 3000.0, 5000.0, 1.0)}),
    }
    found |= {"one-r": {"R-nodes": 5}, "two-r": {"R-nodes": 6}}
    made = _page(_chapter(*jobs, layout="grid"), **found)
    assert _rows(made.text) == [
        ["", "nodes", "updates", "R-nodes", "verdict"],
        ["1", "2", "3", "5", "same"],
        ["2", "5 ≠ 4<sup>1</sup>", "19", "6", "in part different, same"],
        ["3", "printed 4,000<br>≈ 3,900<br>(3,000–5,000)", "–", "", "not computed"],
    ]


def test_jobs_of_a_table_are_a_grid_of_their_own() -> None:
    jobs = [_job(f"q{n}", _claim("nodes", n), subject=f"{n} queens") for n in (1, 2, 3)]
    jobs[1] = replace(jobs[1], claims=(*jobs[1].claims, _claim("ways", 7)))
    jobs = [replace(job, table="Queens", row=job.name[1:]) for job in jobs]
    other = _job("other", _claim("nodes", 9))
    found = {f"q{n}": {"nodes": n, "ways": 7} for n in (1, 2, 3)}
    made = _page(_chapter(*jobs, other), other={"nodes": 9}, **found)
    assert "\n\n**Queens** (p. 1):\n\n" in made.text
    assert _rows(made.text) == [
        ["quantity", "printed", "ours", "verdict", "where"],
        ["**other**: nodes", "9", "9", "same", "p. 1"],
        ["**2 queens**: ways", "7", "7", "same", "p. 1"],  # only one line has such a number
        ["", "nodes", "verdict"],
        *([str(n), str(n), "same"] for n in (1, 2, 3)),
    ]


def test_what_several_places_print_stands_in_one_cell() -> None:
    jobs = [
        _job(
            f"q{n}",
            *(_claim("nodes", n, place=place) for place in ("the paper", "the thesis")),
            _claim("updates", 7, place="the paper"),
            _claim("updates", 8, place="the thesis"),
        )
        for n in (1, 2)
    ]
    jobs = [replace(job, table="Queens") for job in jobs]
    made = _page(_chapter(*jobs), **{f"q{n}": {"nodes": n, "updates": 8} for n in (1, 2)})
    assert "\n\n**Queens** (the paper; the thesis):\n\n" in made.text
    assert _rows(made.text)[1] == ["q1", "1", "8 ≠ 7<sup>1</sup><br>8", "in part different, same"]


def test_notes_stand_below_their_table() -> None:
    """Each list begins with 1: as Markdown has it, none can begin with another number."""
    profile = _claim("nodes", PROFILE, key="nodes_per_level", why="see `docs/decisions/a.md`")
    job = _job("j", _claim("a", 1, why="one"), profile)
    made = _page(_chapter(job), j={"a": 2, "nodes_per_level": [1]})
    before, _, after = made.text.partition("level by level")
    assert before.count("\n1. One.\n") == 1
    assert after.count("\n1. See [a](decisions/a.md).\n") == 1
    assert [re.findall("<sup>(.)</sup>", part) for part in (before, after)] == [["1"], ["1"]]


def test_profiles_are_tables_of_levels() -> None:
    ours = [1, 2, 2200, 8, 21, 51]
    claims = [
        _claim("nodes", PROFILE, key="nodes_per_level"),
        _claim("updates", PROFILE, key="updates_per_level"),
    ]
    made = _page(
        _chapter(_job("j", *claims)), j={"nodes_per_level": PROFILE, "updates_per_level": ours}
    )
    rows = _rows(made.text)
    assert rows[0] == ["level", "nodes", "updates"]
    assert rows[3] == ["2", "2,200", "2,200"]
    assert rows[4] == ["3", "7", "8 ≠ 7"]
    assert rows[7] == ["6", "13", "– ≠ 13"]
    assert rows[8] == ["", "same", "different<sup>1</sup>"]


def _figures() -> tuple[Chapter, dict[str, Any]]:
    solution = next(iter(tw.solve(tw.load("scott"), max_solutions=1)))
    assert isinstance(solution, tw.Solution)
    figure = Figure(name="scott-1", place="Figure 1", caption="the | first")
    other = Figure(name="none", place="Figure 2", caption="the second")
    chapter = _chapter(
        _job("s", figures=(figure,)), replace(_job("t", figures=(other,)), given={"n": 2})
    )
    return chapter, {"s": {"figure": to_draw("scott", solution.placed)}}


def test_pictures_stand_beside_the_page() -> None:
    chapter, found = _figures()
    made = _page(chapter, **found)
    assert list(made.pictures) == ["scott-1.svg"]
    assert made.pictures["scott-1.svg"].startswith("<svg")
    assert "![the \\| first](papers/scott-1.svg)<br>Figure 1: the \\| first" in made.text
    assert "Figure 2 is not drawn: it was not computed." in made.text
    assert _page(chapter, **found) == made


def test_no_picture_of_what_is_no_solution() -> None:
    chapter, found = _figures()
    found["s"]["figure"]["placed"].pop()
    made = _page(chapter, **found)
    assert not made.pictures
    assert "Figure 1 is not drawn: Scott's problem: solution 1 does not solve" in made.text


def test_figures_of_polygons_panels_and_files() -> None:
    for name in ("tangram-cat", "lpanel-01"):
        solution = next(iter(tw.solve(tw.load(name), max_solutions=1)))
        assert figure_svg(to_draw(name, solution.placed))[0].startswith("<svg")
    text = 'lattice = "square"\n[board]\nbox = [5, 1]\n[[piece]]\nname = "I"\ndrawing = "#####"\n'
    svg, wide = figure_svg({"puzzle": text})
    assert wide
    assert svg.startswith("<svg")
    piece = {"piece": "I", "cells": [[x, 0] for x in range(5)]}
    with_piece, _ = figure_svg({"puzzle": text, "some": [piece]})
    assert len(with_piece) > len(svg)


@pytest.mark.parametrize("value", [None, 3, {}, {"puzzle": "no-such-puzzle"}])
def test_what_cannot_be_drawn(value: Any) -> None:
    with pytest.raises(tw.TilewrightError):
        figure_svg(value)


def test_text_groups_by_subject_and_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    why = "because " * 20
    claims = [
        _claim("solutions", 92),
        _claim("nodes", 1, why=why),
        _claim("per level", PROFILE, key="p"),
    ]
    chapter = _chapter(_job("j", *claims, subject="Eight queens"))
    values = {"solutions": 92, "nodes": 2, "p": PROFILE}
    judged = [judge(chapter.jobs[0], claim, Finding(values=values)) for claim in claims]
    lines = list(claim_lines([chapter], judged))
    assert max(map(len, lines)) <= 60
    assert lines[:3] == ["DANCING LINKS", "", "Queens"]
    assert lines[3] == "  same          Eight queens – solutions: 92; per level: [7"
    assert lines[5] == "  different     Eight queens – nodes: 2, printed 1"
    assert lines[6].lstrip().startswith("– because because")


def test_page_is_refused_before_anything_is_computed(tmp_path: Path) -> None:
    for name, words in (("none/page.md", "there is no folder"), ("page", "expected a file such")):
        done = run("--file", f"{tmp_path}/a.run", "--page", f"{tmp_path}/{name}", tool=papers)
        assert done.returncode == 2
        assert words in done.stderr
        assert not (tmp_path / "a.run").exists()
    (tmp_path / "taken").touch()
    done = run("--file", f"{tmp_path}/a.run", "--page", f"{tmp_path}/taken.md", tool=papers)
    assert done.returncode == 2
    assert f"the pictures go into {tmp_path}/taken, which is no folder" in done.stderr


def test_names_with_spaces_are_links() -> None:
    chapter, found = _figures()
    made = page([chapter], [], {"s": Finding(values=found["s"])}, "my papers (1)")
    assert "](my%20papers%20%281%29/scott-1.svg)" in made.text
    assert pictures_on(made.text, "my papers (1)") == ["scott-1.svg"]


def test_page_and_pictures_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chapter, found = _figures()
    monkeypatch.setattr("papers.chapters", lambda _section: (chapter,))
    with Store(tmp_path / "a.run") as store:
        store.keep_result(fingerprint(chapter.jobs[0]), "s", found["s"], 1.0)
    call = ("--budget", "0", "--file", f"{tmp_path}/a.run")
    said = run(*call, "--page", f"{tmp_path}/mine.md", tool=papers).stdout
    assert f"the page is {tmp_path}/mine.md, with 1 picture in {tmp_path}/mine\n" in said
    assert "(mine/scott-1.svg)" in (tmp_path / "mine.md").read_text()
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["scott-1.svg"]
    before = (tmp_path / "mine.md").read_bytes()
    run(*call, "--page", f"{tmp_path}/mine.md", tool=papers)
    assert (tmp_path / "mine.md").read_bytes() == before
    (tmp_path / "mine" / "holiday.svg").touch()
    run(
        *call, "--fresh", "--page", f"{tmp_path}/mine.md", tool=papers
    )  # nothing is known, so nothing drawn
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["holiday.svg"]


def test_chapters_ask_for_known_layouts() -> None:
    chapter = _chapter(_job("j", _claim("nodes", 1)), layout="grid")
    assert _page(replace(chapter, layout="list"), j={"nodes": 1}).text != (
        _page(chapter, j={"nodes": 1}).text
    )


def test_pictures_of_the_documentation_are_those_of_its_page() -> None:
    shown = pictures_on((DOCS / "papers.md").read_text(encoding="utf-8"), "papers")
    assert sorted(shown) == sorted(path.name for path in (DOCS / "papers").iterdir())


def test_links_of_the_manifest_lead_to_pages() -> None:
    """They are seen from docs/papers.md."""
    texts = [chapter.about for chapter in chapters()]
    texts += [claim.why for one in chapters() for job in one.jobs for claim in job.claims]
    targets = {path for text in texts for path in re.findall(r"\]\(([^):#]+\.md)", linked(text))}
    assert [path for path in targets if not (DOCS / path).is_file()] == []


def test_figures_have_names_of_their_own() -> None:
    names = [figure.name for one in chapters() for job in one.jobs for figure in job.figures]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[\w-]+", name) for name in names)
