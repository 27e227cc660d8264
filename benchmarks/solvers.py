"""Our engines and the peers, each run in processes and an environment of its own."""

import importlib
import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NotRequired, TypedDict

from problems import Covers, Question
from process import BenchmarkError, OutOfTimeError, run

__all__ = ["AUTO", "Answer", "Solver", "ask", "our_engines", "peers"]

_HERE = Path(__file__).parent
_PEERS = _HERE.parent / "build" / "peers"


class Answer(TypedDict):
    """What a worker writes: solutions of each problem and CPU seconds, or why it cannot."""

    version: str
    solutions: NotRequired[list[int]]
    seconds: NotRequired[float]
    nodes: NotRequired[int]
    engine: NotRequired[str]  # of ours: the one that was chosen
    peak_mb: NotRequired[float]
    unsupported: NotRequired[str]
    out_of_time: NotRequired[float]  # it was ended after so many CPU seconds


@dataclass(frozen=True)
class Solver:
    """A column of the table: a worker script, the Python that runs it, and what it is told."""

    name: str  # of ours: the engine
    worker: str
    python: Path
    ours: bool


@dataclass(frozen=True)
class Peer:
    """A solver of others: what to install, and the worker script."""

    name: str
    worker: str
    requirement: str


_OTHERS = (
    Peer("xcover", "xcover_worker.py", "xcover==0.2.6"),
    Peer("sage", "sage_worker.py", "passagemath-categories==10.8.13"),
    Peer("exact-cover", "exact_cover_worker.py", "exact-cover==1.5.0"),
)


def _engine(name: str) -> Solver:
    return Solver(name, "tilewright_worker.py", Path(sys.executable), ours=True)


AUTO = _engine("auto")


def our_engines(names: tuple[str, ...]) -> list[Solver]:
    """The automatic choice, and those of the named engines that this Tilewright has."""
    # The name tilewright.engines.covers is that of a function, too.
    known = importlib.import_module("tilewright.engines.registry").COVER_ENGINES
    return [AUTO, *(_engine(name) for name in names if name in known)]


def peers() -> tuple[list[Solver], dict[str, str]]:
    """The peers that work here, and what is wrong with the others."""
    usable, left_out = [], {}
    small = Covers((), "count", list).warm_up()
    for peer in _OTHERS:
        try:
            solver = Solver(peer.name, peer.worker, _environment(peer), ours=False)
            ask(solver, small, cpu_limit=60)  # xcover compiles now, not on the clock
            usable.append(solver)
        except (BenchmarkError, OSError) as error:
            left_out[peer.name] = str(error)
    return usable, left_out


def ask(solver: Solver, question: Question, cpu_limit: float) -> Answer:
    """Have a fresh process solve a problem, and check the number of solutions."""
    worker = _HERE / "workers" / solver.worker
    engine = solver.name if solver.ours else ""
    before = question.warm_up()
    request = json.dumps(
        {
            "warm_up": before and before.job(engine),
            "job": question.job(engine),
            "cpu_limit": cpu_limit,
        }
    )
    try:
        output = run(
            f"{solver.name} failed",
            [str(solver.python), str(worker)],
            request,
            OPENBLAS_NUM_THREADS="1",  # numpy's idle threads spin a while, and that is CPU time
        )
    except OutOfTimeError:
        return {"version": "", "out_of_time": cpu_limit}
    answer: Answer = json.loads(output.splitlines()[-1])
    if "solutions" in answer and not question.is_right(answer["solutions"]):
        raise BenchmarkError(
            f"{solver.name} found {answer['solutions']} solutions, expected {question.expected}"
        )
    return answer


def _environment(peer: Peer) -> Path:
    """The Python of a peer's environment, which is made if it is not there."""
    folder = _PEERS / peer.name
    python, done = folder / "bin" / "python", folder / "installed.txt"
    if not done.exists() or done.read_text(encoding="utf-8") != peer.requirement:
        print(f"installing {peer.requirement} …", file=sys.stderr)
        shutil.rmtree(folder, ignore_errors=True)
        run("no environment", [sys.executable, "-m", "venv", str(folder)])
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        run("not installed", [*pip, "--only-binary", ":all:", peer.requirement])
        done.write_text(peer.requirement, encoding="utf-8")
    return python
