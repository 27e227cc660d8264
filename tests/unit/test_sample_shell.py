"""`tilewright sample` and `shares`: what they print, how they end, interrupts and pipes."""

import json
import os
import re
import signal
import subprocess

import pytest

import tilewright as tw
from tests.shell import COMMAND, answer, interrupted, run

# sample


def test_sample_prints_as_solve_does() -> None:
    done = run("sample", "ascii-3x3", "--n", "2", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, "")
    drawn = tw.sample(tw.load("ascii-3x3"), 2, seed=1)
    spelt = "".join(f"solution {k}:\n{solution}\n\n" for k, solution in enumerate(drawn, 1))
    assert done.stdout.startswith(spelt)
    summary = r"2 solutions, drawn at random from 16; \d+\.\d\d s\n"
    assert re.fullmatch(summary, done.stdout.removeprefix(spelt))
    assert "\n1 solution, drawn at random from 16; " in run("sample", "ascii-3x3").stdout


@pytest.mark.parametrize("engine", ["auto", "frontier", "links"])
def test_sample_as_json(engine: str) -> None:
    value = answer("sample", "ascii-3x3", "--n", "40", "--seed", "7", "--engine", engine)
    listed = answer("solve", "ascii-3x3", "--all", "--up-to", "nothing")["solutions"]
    assert len(listed) == value["drawn_from"] == 16
    assert all(solution in listed for solution in value["solutions"])
    assert len(value["solutions"]) == value["found"] == 40
    assert (value["task"], value["up_to"], value["seed"]) == ("sample", "nothing", 7)
    assert value["engine"] == ("bits" if engine == "auto" else engine)
    assert (value["complete"], value["stopped_by"]) == (True, None)


def test_a_thousand_tilings_of_6x10() -> None:
    value = answer("sample", "pentominoes-6x10", "--n", "1000", "--seed", "1")
    assert (value["found"], value["drawn_from"]) == (1000, 9356)
    different = {json.dumps(solution) for solution in value["solutions"]}
    # Of so many draws, 948.5 different ones are to be expected; the standard deviation is 6.7.
    assert 920 < len(different) < 977


def test_nothing_to_draw_from() -> None:
    done = run("sample", "ascii-3x3-nosol", "--n", "3")
    assert done.returncode == 1
    assert done.stdout.startswith("0 solutions; ")
    value = answer("sample", "ascii-3x3-nosol", status=1)
    assert (value["found"], value["drawn_from"], value["complete"]) == (0, 0, True)


# shares


def test_shares_on_the_board() -> None:
    done = run("shares", "ascii-3x3")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(
        "A, % of solutions:\n 6 13  6\n13 25 13\n 6 13  6\n\nB, % of solutions:\n19 38 19\n"
    )
    assert done.stdout.splitlines()[-1].startswith("16 solutions; ")
    one = run("shares", "ascii-3x3", "--piece", "C").stdout
    assert one.startswith("C, % of solutions:\n75 50 75\n50  . 50\n75 50 75\n\n16 solutions; ")


def test_shares_as_json() -> None:
    value = answer("shares", "ascii-3x3")
    assert [entry["pieces"] for entry in value["pieces"]] == [["A"], ["B"], ["C"]]
    (middle,) = [c for c in value["pieces"][0]["cells"] if c["cell"] == [1, 1]]
    assert middle["solutions"] == 4
    assert (value["solutions"], value["complete"], value["stopped_by"]) == (16, True, None)
    assert sum(placed["solutions"] for placed in value["placements"]) == 3 * 16
    part = answer("shares", "ascii-3x3", "--piece", "C")
    assert part["pieces"] == value["pieces"][2:]
    assert part["placements"] == [p for p in value["placements"] if p["piece"] == "C"]
    swept = answer("shares", "ascii-3x3", "--engine", "frontier")
    assert swept["engine"] == "frontier"
    assert (swept["pieces"], swept["placements"]) == (value["pieces"], value["placements"])


def test_shares_of_no_solutions() -> None:
    assert run("shares", "ascii-3x3-nosol").returncode == 1
    assert answer("shares", "ascii-3x3-nosol", status=1)["placements"] == []


# mistakes, interrupts and pipes


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["sample", "somma"], "error: no puzzle 'somma' in the catalogue"),
        (["sample", "soma", "--engine", "steam"], "error: engine 'steam'"),
        (["sample", "soma", "--n", "0"], "--n"),
        (["sample", "soma", "--seed", "-1"], "--seed"),
        (["sample", "soma", "--memory", "much"], "error: --memory is 'much'"),
        (["sample", "dudeney", "--engine", "frontier", "--memory", "1M"], "error: "),
        (["shares", "soma", "--piece", "Q"], "error: there is no piece 'Q'; there are "),
        (["shares", "dudeney", "--engine", "frontier", "--memory", "1M"], "error: "),
    ],
)
def test_bad_options(arguments: list[str], said: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stdout == ""


@pytest.mark.alone
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    "search", [["dudeney", "--engine", "frontier"], ["hexiamond-hexagon", "--engine", "bits"]]
)
@pytest.mark.parametrize("command", ["sample", "shares"])
def test_an_interrupt_is_answered(command: str, search: list[str], number: signal.Signals) -> None:
    done = interrupted(command, *search, "--json", number=number)
    assert (done.returncode, done.stderr) == (130, "")
    value = json.loads(done.stdout)
    assert (value["complete"], value["stopped_by"]) == (False, "interrupt")


def test_an_interrupt_keeps_what_was_drawn() -> None:
    with subprocess.Popen(
        [COMMAND, "sample", "pentominoes-6x10", "--n", "100000", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        begun = process.stdout.readline() + process.stdout.readline()
        os.kill(process.pid, signal.SIGINT)
        out, err = begun + process.stdout.read(), process.stderr.read()
    assert (process.returncode, err) == (130, "")
    value = json.loads(out)
    assert (value["complete"], value["stopped_by"]) == (False, "interrupt")
    assert 0 < value["found"] == len(value["solutions"]) < 100_000


def test_a_closed_pipe_is_no_error() -> None:
    script = f"{COMMAND} sample pentominoes-6x10 --n 500 | head -n 2; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (141, "")
