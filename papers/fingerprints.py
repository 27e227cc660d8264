"""What a result hangs on: the computation asked for, and the program and the data that did it."""

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import tilewright
from papers.claims import Job

__all__ = ["fingerprint", "program_digest"]

PACKAGE = Path(tilewright.__file__).parent
TASKS = Path(__file__).parent / "tasks"

# Whatever can change a number.  How results are kept, shown and drawn is left out, and so is what
# the sources print.
COMPUTING = (
    "_core*",
    "*.py",
    *(f"{folder}/**/*.py" for folder in ("cover", "design", "document", "engines", "execution")),
    *(f"{folder}/**/*.py" for folder in ("formats", "lattice", "polygons", "puzzle", "runs")),
    *(f"{folder}/**/*.py" for folder in ("solutions", "symmetry", "tiling")),
    *(f"data/{folder}/*" for folder in ("lattices", "pieces", "polygons", "puzzles")),
    "data/*.txt",
)


def fingerprint(job: Job) -> str:
    """Two jobs have the same one only if they compute the same by the same program."""
    asked = json.dumps([job.task, job.given], sort_keys=True)
    return hashlib.sha256(f"{program_digest()}\n{asked}".encode()).hexdigest()


@cache
def program_digest() -> str:
    """One for all files of the package that have a part in what is computed."""
    digest = hashlib.sha256()
    for path in _files():
        digest.update(path.relative_to(path.parents[1]).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _files() -> Iterator[Path]:
    found = {path for pattern in COMPUTING for path in PACKAGE.glob(pattern) if path.is_file()}
    yield from sorted(found)
    yield from sorted(TASKS.glob("*.py"))
