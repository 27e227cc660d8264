"""Tilewright and its peers, each run in processes and an environment of its own."""

import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NotRequired, TypedDict

from problems import WARM_UP, Job, Problem
from process import BenchmarkError, run

__all__ = ["OURS", "Answer", "Solver", "run_solver", "solvers"]

_HERE = Path(__file__).parent
_PEERS = _HERE.parent / "build" / "peers"


class Answer(TypedDict):
    """What a worker writes: solutions of each cover problem and CPU seconds, or why it cannot."""

    version: str
    solutions: NotRequired[list[int]]
    seconds: NotRequired[float]
    unsupported: NotRequired[str]


@dataclass(frozen=True)
class Solver:
    """A worker script, and the Python that runs it."""

    name: str
    worker: str
    python: Path


@dataclass(frozen=True)
class Peer:
    """A solver of others: what to install, and the worker script."""

    name: str
    worker: str
    requirement: str


OURS = Solver("tilewright", "tilewright_worker.py", Path(sys.executable))

_OTHERS = (
    Peer("xcover", "xcover_worker.py", "xcover==0.2.6"),
    Peer("sage", "sage_worker.py", "passagemath-categories==10.8.13"),
)


def solvers() -> tuple[list[Solver], dict[str, str]]:
    """Ours and the peers that work here, and what is wrong with the others."""
    usable, left_out = [OURS], {}
    for peer in _OTHERS:
        try:
            solver = Solver(peer.name, peer.worker, _environment(peer))
            run_solver(solver, WARM_UP, WARM_UP.job())  # xcover compiles now, not on the clock
            usable.append(solver)
        except (BenchmarkError, OSError) as error:
            left_out[peer.name] = str(error)
    return usable, left_out


def run_solver(solver: Solver, problem: Problem, job: Job) -> Answer:
    """Have a fresh process solve a problem, and check the number of solutions."""
    worker = _HERE / "workers" / solver.worker
    request = json.dumps({"warm_up": WARM_UP.job(), "job": job})
    output = run(
        f"{solver.worker} failed",
        [str(solver.python), str(worker)],
        request,
        OPENBLAS_NUM_THREADS="1",  # numpy's idle threads spin for a while, and that is CPU time
    )
    answer: Answer = json.loads(output.splitlines()[-1])
    if "solutions" in answer and answer["solutions"] != list(problem.solutions):
        raise BenchmarkError(
            f"{problem.title}: {solver.name} found {answer['solutions']} solutions, "
            f"expected {list(problem.solutions)}"
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
