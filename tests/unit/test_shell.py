"""The `tilewright` command: exact covers, mistakes, exit statuses, interrupts and pipes."""

import json
import signal
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest

import tilewright as tw
from tests.shell import COMMAND, interrupted, run
from tests.texts import check_text
from tilewright.cover.examples import EXAMPLES, make_example, queens, scott


@pytest.fixture
def scott_23(tmp_path: Path) -> str:
    path = tmp_path / "scott-23.dlx"
    tw.cover.write_cover(scott((2, 3)), path)
    return str(path)


def test_scott_as_json(scott_23: str) -> None:
    done = run("cover", scott_23, "--all", "--profile", "--json")
    assert done.returncode == 0
    assert done.stderr == ""
    answer = json.loads(done.stdout)
    assert answer["solutions"] == len(answer["covers"]) == 19
    assert (answer["nodes"], answer["updates"]) == (10_421, 3_617_723)
    assert answer["nodes_per_level"] == [1, 2, 22, 77, 219, 518, 1395, 2483, 2574, 2475, 636, 19]
    assert answer["updates_per_level"][:3] == [2031, 1676, 28492]
    assert answer["complete"] is True
    assert answer["remainder"] is None
    assert answer["problem"]["options"] == scott((2, 3)).option_count
    for cover in answer["covers"]:
        tw.cover.check_cover(scott((2, 3)), [choice["option"] for choice in cover])


def test_scott_as_text(scott_23: str) -> None:
    done = run("cover", scott_23, "--count", "--profile")
    assert "Total  10,421 (100%)  3,617,723 (100%)             347.2" in done.stdout
    last = done.stdout.splitlines()[-1]
    assert last.startswith("19 solutions; 10,421 nodes, 3,617,723 updates, ")


def test_colours_on_stdin() -> None:
    done = run("cover", "-", "--all", "--json", text="a b | c\na c:1\nb c:1\nb c:2\n")
    answer = json.loads(done.stdout)
    assert answer["solutions"] == 1
    assert answer["covers"] == [
        [
            {"option": 0, "items": ["a", "c"], "colours": [None, "1"]},
            {"option": 1, "items": ["b", "c"], "colours": [None, "1"]},
        ]
    ]


def test_text_is_spelt_as_in_the_paper() -> None:
    text = "A B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n"
    done = run("cover", "-", text=text)
    assert done.stdout.startswith("solution 1:\nA D\nE F C\nB G\n\n1 solution, maybe more; 5 nodes")
    assert run("cover", "-", "--all", "--rule", "leftmost", text=text).stdout.startswith(
        "solution 1:\nA D\nB G\nC E F\n\n1 solution; "
    )


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["-"], "a b | c\na c:1\nb cc:1\n"),
        (["-"], ""),
        (["-"], "a\x00b\n\x00"),
        (["no/such/file"], ""),
        (["."], ""),
        (["-", "--all", "--count"], "a\na\n"),
        (["-", "--engine", "steam"], "a\na\n"),
        (["-", "--rule", "best"], "a\na\n"),
        (["-", "--order", "b"], "a\na\n"),
        (["-", "--max-solutions", "0"], "a\na\n"),
        (["-", "--max-solutions", "9" * 20], "a\na\n"),
        (["-", "--remainder", "no/such/folder/rest"], "a\na\n"),
        (["-", "--remainder", "/dev/full"], "a\na\n"),
        (["-"], "a\n" + "x" * 10_000),
        (["-"], "٣|a\n"),
        (["-", "--samples", "9"], "a\na\n"),
        (["-", "--estimate", "--from", "x"], "a\na\n"),
        (["-", "--estimate", "--engine", "links"], "a\na\n"),
        (["-", "--estimate", "--threads", "2"], "a\na\n"),
        (["-", "--from", "no/such/rest"], "a\na\n"),
    ],
)
def test_bad_input(arguments: list[str], text: str) -> None:
    done = run("cover", *arguments, text=text)
    assert done.returncode == 2
    check_text(done.stderr)
    assert done.stdout == ""


def test_exit_statuses() -> None:
    assert run("cover", "-", text="a\na\n").returncode == 0
    assert run("cover", "-", text="a b\na\n").returncode == 1
    assert run("cover", "-", "--count", text="a b\na\n").returncode == 1
    text = tw.cover.format_cover(queens(12))
    for nodes in ("5", "100000"):  # before and after the first solution
        stopped = run("cover", "-", "--count", "--max-nodes", nodes, "--json", text=text)
        assert stopped.returncode == 3
        assert json.loads(stopped.stdout)["stopped_by"] == "limit"
    first = run("cover", "-", "--max-solutions", "3", "--json", text=text)
    assert first.returncode == 0
    assert json.loads(first.stdout)["stopped_by"] is None
    assert json.loads(first.stdout)["complete"] is False


def twos(items: int) -> str:
    """So many items with two options each: 2**items covers."""
    names = [f"i{k}" for k in range(items)]
    return "\n".join([" ".join(names), *names, *names]) + "\n"


def test_numbers_of_thousands_of_digits() -> None:
    """Python spells 4,300 at most: it was a traceback, and the status of no solution."""
    done = run("cover", "-", "--count", "--engine", "frontier", text=twos(15_000))
    assert done.returncode == 0
    counted = done.stdout.split(" ", 1)[0].replace(",", "")
    assert len(counted) == 4_516
    assert Decimal(counted) == Decimal(2**15_000)
    done = run("cover", "-", "--count", "--engine", "frontier", text=twos(67_000))
    assert done.returncode == 2
    assert done.stderr == "error: a number has more than 20,000 digits\n"


def test_our_own_mistakes_are_no_answer() -> None:
    """They had the status of no solution."""
    code = (
        "import sys\n"
        "from unittest.mock import patch\n"
        "from tilewright.cli.main import main\n"
        "sys.argv = ['tilewright', 'example', 'queens', '8']\n"
        "make = 'tilewright.cli.commands.convert.make_example'\n"
        "with patch(make, side_effect=RuntimeError('so')):\n"
        "    main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 70
    assert "RuntimeError: so" in done.stderr
    assert done.stderr.endswith("This is a mistake in Tilewright, not yours: please report it.\n")


def test_idle_options_are_pointed_out() -> None:
    done = run("cover", "-", "--all", text="a | s\na\ns\n")
    assert done.returncode == 0
    assert "warning: option 1 (s) has no primary item" in done.stderr


def test_limits_and_going_on(tmp_path: Path) -> None:
    problem, rest = tmp_path / "queens.dlx", tmp_path / "rest.json"
    tw.cover.write_cover(queens(9), problem)
    total = nodes = updates = 0
    arguments = ["--count", "--json", "--max-nodes", "1000", "--remainder", str(rest)]
    extra: list[str] = []
    for _ in range(10):
        answer = json.loads(run("cover", str(problem), *arguments, *extra).stdout)
        total += answer["solutions"]
        nodes += answer["nodes"]
        updates += answer["updates"]
        if answer["complete"]:
            break
        extra = ["--from", str(rest)]
    assert (total, nodes, updates) == (352, 3439, 54_818)
    assert json.loads(rest.read_text())["subtrees"] == []  # nothing is left, and the file says so


def test_listing_in_portions(tmp_path: Path) -> None:
    problem, rest = tmp_path / "queens.dlx", tmp_path / "rest.json"
    tw.cover.write_cover(queens(7), problem)
    first = run("cover", str(problem), "--max-solutions", "25", "--json", "--remainder", str(rest))
    second = run("cover", str(problem), "--max-solutions", "25", "--json", "--from", str(rest))
    covers = json.loads(first.stdout)["covers"] + json.loads(second.stdout)["covers"]
    found = [tuple(choice["option"] for choice in cover) for cover in covers]
    assert found == list(tw.solve(queens(7), engine="links"))


def test_a_rest_goes_with_its_problem(tmp_path: Path) -> None:
    problem, other = tmp_path / "queens.dlx", tmp_path / "other.dlx"
    answer = tmp_path / "answer.json"
    tw.cover.write_cover(queens(8), problem)
    tw.cover.write_cover(queens(7), other)
    done = run("cover", str(problem), "--count", "--json", "--max-nodes", "99")
    answer.write_text(done.stdout)  # what --json printed will do as well
    assert run("cover", str(problem), "--count", "--from", str(answer)).returncode == 0
    refused = run("cover", str(other), "--count", "--from", str(answer))
    assert refused.returncode == 2
    assert "another problem" in refused.stderr
    finished = tmp_path / "finished.json"
    finished.write_text(run("cover", str(problem), "--count", "--json").stdout)
    assert run("cover", str(problem), "--count", "--from", str(finished)).returncode == 1
    told = run("cover", str(problem), "--from", str(answer), "--rule", "leftmost")
    assert told.returncode == 2
    for text in ("", "{}", "[1]", '{"format": "tilewright rest 1"}', "{" * 5000):
        answer.write_text(text)
        assert run("cover", str(problem), "--from", str(answer)).returncode == 2


@pytest.mark.alone
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupt(tmp_path: Path, number: signal.Signals) -> None:
    """Ctrl-C during a long count: an answer within a second; rest + done = whole."""
    problem, rest = tmp_path / "queens.dlx", tmp_path / "rest.json"
    tw.cover.write_cover(queens(15), problem)
    done = interrupted(
        *("cover", str(problem), "--count", "--json", "--remainder", str(rest)), number=number
    )
    assert (done.returncode, done.stderr) == (130, "")
    part = json.loads(done.stdout)
    assert part["complete"] is False
    assert part["stopped_by"] == "interrupt"
    assert part["remainder"] == json.loads(rest.read_text())
    after = json.loads(run("cover", str(problem), "--count", "--json", "--from", str(rest)).stdout)
    assert after["complete"] is True
    assert part["solutions"] + after["solutions"] == 2_279_184
    assert part["nodes"] + after["nodes"] == 31_214_674
    assert part["updates"] + after["updates"] == 513_013_152


def test_estimate(scott_23: str) -> None:
    done = run("cover", scott_23, "--estimate", "--samples", "5000", "--json", "--seed", "3")
    answer = json.loads(done.stdout)
    assert answer["samples"] == 5000
    assert answer["nodes"]["low"] < 10_421 < answer["nodes"]["high"]
    again = run("cover", scott_23, "--estimate", "--samples", "5000", "--json", "--seed", "3")
    assert again.stdout == done.stdout
    assert "nodes " in run("cover", scott_23, "--estimate").stdout


def test_examples_list_and_print() -> None:
    listed = run("example").stdout
    for name in EXAMPLES:
        assert name in listed
        if name != "sudoku":
            done = run("example", name)
            assert tw.cover.parse_cover(done.stdout).option_count == make_example(name).option_count
    assert run("example", "queens", "0").returncode == 2
    assert run("example", "queens", "x").returncode == 2
    assert run("example", "queens", "4", "4").returncode == 2
    assert run("example", "scott", "99").returncode == 2
    assert run("example", "nothing").returncode == 2
    assert "chess" in run("example").stdout


def test_help_and_version() -> None:
    assert run("--version").stdout == f"tilewright {tw.__version__}\n"
    assert "--estimate" in run("cover", "--help").stdout
    assert run("nonsense").returncode == 2


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "dominoes.dlx"
    tw.cover.write_cover(make_example("dominoes", ["6", "6"]), path)
    command = f"{COMMAND} cover {path} --all | head -n 3"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("solution 1:")
    assert done.stderr == ""
    status = subprocess.run(["bash", "-c", f"{command}; exit ${{PIPESTATUS[0]}}"], check=False)
    assert status.returncode == 141
    closed = subprocess.run(["bash", "-c", f"{COMMAND} cover {path} >&-"], check=False)
    assert closed.returncode == 0
    no_input = subprocess.run(
        ["bash", "-c", f"{COMMAND} cover - <&-"], capture_output=True, text=True, check=False
    )
    assert no_input.returncode == 2
    assert "Traceback" not in no_input.stderr
