"""What `tilewright render` draws: a puzzle, and where its solutions come from."""

import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from tilewright.catalogue import catalogue_name
from tilewright.cli.answers import StoppedBy, why_stopped
from tilewright.cli.puzzles import STDIN, AnyGiven, sound_any, sound_text, stdin_text
from tilewright.cli.terminal import Progress, on_signal
from tilewright.document.reading import LONGEST_LIST, read_bytes
from tilewright.encoding import encode
from tilewright.engines import OptionError
from tilewright.formats import AnyPuzzle
from tilewright.formats.solutions import SolutionFile, parse_solutions
from tilewright.polygons import PolygonPuzzle, PolygonSolution
from tilewright.solutions import Decoder, Solution, check_solution
from tilewright.solving import PuzzleSearch

if TYPE_CHECKING:
    from tilewright.solving.polygons import PolygonSearch


SQLITE = b"SQLite format 3\0"  # how run files begin

AnySolution = PolygonSolution | Solution


@dataclass(frozen=True, slots=True)
class Taken:
    """Solutions that were taken.  `seen` counts those before them too."""

    solutions: list[AnySolution]
    seen: int
    stopped_by: StoppedBy = None


class Subject(Protocol):
    """A puzzle with solutions.  `total` says how many there are, if that is known."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def puzzle(self) -> AnyPuzzle:
        """The puzzle."""
        ...

    @property
    def total(self) -> int | None:
        """How many solutions there are, if that is known."""
        ...

    @property
    def up_to(self) -> str:
        """Which solutions are counted as one, in words."""
        ...

    def take(self, first: int, count: int) -> Taken:
        """So many solutions, from the first-th on; fewer if there are no more."""
        ...


def subject_of(name: str, puzzle: str | None, *, max_seconds: float | None, quiet: bool) -> Subject:
    """What is called that: a puzzle, a run, or a file of solutions, which may need its puzzle."""
    if name == STDIN:
        text = stdin_text(LONGEST_LIST)
        if text.lstrip().startswith("{"):
            return _InFile.of(parse_solutions(text, "<stdin>"), puzzle)
        found = sound_text(text)
    elif name.endswith(".json") and catalogue_name(name) is None:
        return _InFile.of(parse_solutions(read_bytes(name, LONGEST_LIST), name), puzzle)
    elif _is_run(Path(name)):
        _refuse_puzzle(name, puzzle)
        return _InRun.of(Path(name))
    else:
        found = sound_any(name)
    _refuse_puzzle(name, puzzle)
    return _Searched(found, max_seconds, quiet)


def _refuse_puzzle(name: str, puzzle: str | None) -> None:
    if puzzle is not None:
        raise OptionError(f"--puzzle is for files of solutions (.json), and {name} is none")


def _is_run(path: Path) -> bool:
    if not path.is_file():  # what is read from a pipe is gone
        return path.suffix == ".run"  # and opening it will say what is wrong
    try:
        with path.open("rb") as file:
            return file.read(len(SQLITE)) == SQLITE
    except OSError:
        return path.suffix == ".run"


@dataclass(frozen=True, slots=True)
class _Searched:
    """Solutions that a search will find, one of each class of symmetric ones."""

    found: AnyGiven
    max_seconds: float | None
    quiet: bool
    up_to: str = " up to symmetry"

    @property
    def name(self) -> str:
        return self.found.name

    @property
    def puzzle(self) -> AnyPuzzle:
        return self.found.puzzle

    @property
    def total(self) -> int | None:
        return self.found.known.up_to_symmetry

    def take(self, first: int, count: int) -> Taken:
        wanted = first + count - 1
        search = self._search(wanted)
        kept: list[AnySolution] = []
        with Progress(quiet=self.quiet) as progress, on_signal(search.stop) as interrupted:
            for number, solution in enumerate(_one_by_one(search, progress), 1):
                if number >= first:
                    kept.append(solution)
        # Of a noisy puzzle it is never known that there is no more.
        noisy = isinstance(self.puzzle, PolygonPuzzle) and not self.puzzle.exact
        done = search.finished or search.solutions >= (1 if noisy else wanted)
        stopped_by = why_stopped(done=done, interrupted=bool(interrupted))
        return Taken(kept, search.solutions, stopped_by)

    def _search(self, wanted: int) -> "PuzzleSearch | PolygonSearch":
        if isinstance(self.puzzle, PolygonPuzzle):
            from tilewright.solving.polygons import (
                PolygonSearch,  # brings exact arithmetic along
            )

            return PolygonSearch(self.puzzle, max_solutions=wanted, max_seconds=self.max_seconds)
        return PuzzleSearch(
            encode(self.puzzle),
            verify=True,
            threads=0,
            max_solutions=wanted,
            max_seconds=self.max_seconds,
        )


def _one_by_one(
    search: "PuzzleSearch | PolygonSearch", progress: Progress
) -> Iterator[AnySolution]:
    for batch in search:
        yield from batch
        progress.show(search, search.solutions)


@dataclass(frozen=True, slots=True)
class _InFile:
    """Solutions that `tilewright solve --json` has written."""

    file: SolutionFile
    found: AnyGiven
    up_to: str = ""

    @staticmethod
    def of(file: SolutionFile, puzzle: str | None) -> "_InFile":
        """The solutions of a file, with their puzzle: the one it names, or the one given."""
        if puzzle is None and catalogue_name(file.puzzle) is None:
            raise OptionError(
                f"{file.name} holds solutions of {file.puzzle or 'a puzzle'!r}, which is not in "
                f"the catalogue: give its file, --puzzle FILE"
            )
        return _InFile(file, sound_any(puzzle or file.puzzle))

    @property
    def name(self) -> str:
        return self.file.name

    @property
    def puzzle(self) -> AnyPuzzle:
        return self.found.puzzle

    @property
    def total(self) -> int | None:
        return len(self.file.entries)

    def take(self, first: int, count: int) -> Taken:
        total = len(self.file.entries)
        numbers = range(first, min(total, first + count - 1) + 1)
        return Taken([self.file.solution(n, self.puzzle) for n in numbers], total)


@dataclass(frozen=True, slots=True)
class _InRun:
    """Solutions that a run has kept."""

    path: Path
    puzzle: AnyPuzzle
    total: int | None
    up_to: str = ""

    @staticmethod
    def of(path: Path) -> "_InRun":
        """The solutions of a run."""
        from tilewright.runs import RunError, open_run  # other commands start faster without

        with closing(open_run(path)) as run:
            if run.plan.request.task != "solve":
                raise RunError(
                    f"{path} only counts, and keeps no solutions: `tilewright solve PUZZLE --run "
                    f"FILE` does"
                )
            if not run.complete:
                print(f"note: {path} is not complete", file=sys.stderr)
            return _InRun(path, run.model.puzzle, run.solutions)

    @property
    def name(self) -> str:
        return str(self.path)

    def take(self, first: int, count: int) -> Taken:
        from tilewright.polygons.exact.certify import Certifier
        from tilewright.polygons.search.jigsaw import Jigsaw
        from tilewright.runs import open_run

        kept: list[AnySolution] = []
        with closing(open_run(self.path)) as run:
            covers = islice(run.covers(), first - 1, first + count - 1)
            if isinstance(run.model, Jigsaw):
                certifier = Certifier(run.model.puzzle)
                for polygons in map(run.polygons(run.model), covers):
                    certifier.certificate(polygons.placed)
                    kept.append(polygons)
            else:
                for solution in map(Decoder(run.model).solution, covers):
                    check_solution(solution.puzzle, solution)
                    kept.append(solution)
        return Taken(kept, self.total or 0)
