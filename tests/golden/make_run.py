"""Makes soma-N.run, a finished run with the tables of version N: `python tests/golden/make_run.py`.

Run it once when the tables change, and never overwrite an older file: the tests see to it that old
runs can still be read.
"""

from pathlib import Path
from unittest import mock

import tilewright as tw
from tilewright.execution.job import JobOrder, explore, pack_starts
from tilewright.runs import create_run
from tilewright.runs.schema import SCHEMA

NODES = 200  # a job
ALONE = 2  # subtrees that become jobs of their own


def main() -> None:
    path = Path(__file__).with_name(f"soma-{SCHEMA}.run")
    soma = tw.load("soma")
    with (
        mock.patch("tilewright.runs.file.gethostname", return_value="golden"),
        create_run(path, soma, task="solve", engine="links", name="soma") as run,
    ):
        run.file.begin_session("1 thread", tw.__version__)
        while run.open:
            job = run.open.pop(0)
            stage = run.plan.stages[job.stage]
            outcome = explore(
                stage, JobOrder(job.stage, job.starts, nodes=NODES), "golden thread 1"
            )
            cut = max(0, len(outcome.rest) - ALONE)
            rests = [outcome.rest[:cut], *([one] for one in outcome.rest[cut:])]
            run.record([(job, outcome, [pack_starts(rest, stage.start) for rest in rests if rest])])
    print(path, path.stat().st_size)


if __name__ == "__main__":
    main()
