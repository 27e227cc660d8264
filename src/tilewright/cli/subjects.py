"""A puzzle whose solutions are drawn or made the only one, and where those come from."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.catalogue import catalogue_name
from tilewright.cli.answers import StoppedBy, why_stopped
from tilewright.cli.kinds import is_run
from tilewright.cli.puzzles import STDIN, NamedPuzzle, any_puzzle, puzzle_of_text, stdin_text
from tilewright.cli.terminal import Progress, on_signal
from tilewright.document.reading import LONGEST_LIST, read_bytes
from tilewright.encoding import encode
from tilewright.engines import OptionError
from tilewright.formats import AnyPuzzle
from tilewright.formats.solutions import SolutionFile, parse_solutions
from tilewright.polygons import PolygonPuzzle, PolygonSolution
from tilewright.solutions import Solution
from tilewright.solving import PuzzleSearch
from tilewright.solving.sampling import solutions_of

if TYPE_CHECKING:
    from tilewright.runs import Run
    from tilewright.solving.polygons import PolygonSearch


AnySolution = PolygonSolution | Solution


@dataclass(frozen=True, slots=True)
class Taken:
    """Solutions that were taken.  `seen` counts those before them too."""

    solutions: Sequence[AnySolution]
    seen: int
    stopped_by: StoppedBy = None


@dataclass(frozen=True, slots=True)
class Subject:
    """A puzzle with solutions, of which some can be taken: N of them, from the first-th on.

    `total` says how many there are, if that is known; `up_to`, which are counted as one.
    """

    name: str
    puzzle: AnyPuzzle
    take: Callable[[int, int], Taken]
    total: int | None
    up_to: str = ""


def subject_of(name: str, puzzle: str | None, *, max_seconds: float | None, quiet: bool) -> Subject:
    """What is called that: a puzzle, a run, or a file of solutions, which may need its puzzle."""
    if name == STDIN:
        text = stdin_text(LONGEST_LIST)
        if text.lstrip().startswith("{"):
            return _in_file(parse_solutions(text, "<stdin>"), puzzle)
        subject = _searched(puzzle_of_text(text), max_seconds, quiet=quiet)
    elif name.endswith(".json") and catalogue_name(name) is None:
        return _in_file(parse_solutions(read_bytes(name, LONGEST_LIST), name), puzzle)
    elif is_run(Path(name)):
        subject = _in_run(Path(name))
    else:
        subject = _searched(any_puzzle(name), max_seconds, quiet=quiet)
    if puzzle is not None:
        raise OptionError(f"--puzzle is for files of solutions (.json), and {name} is none")
    return subject


def _searched(found: NamedPuzzle, max_seconds: float | None, *, quiet: bool) -> Subject:
    """Solutions that a search will find, one of each class of symmetric ones."""
    what = found.puzzle

    def take(first: int, count: int) -> Taken:
        wanted = first + count - 1
        search = _search(what, max_solutions=wanted, max_seconds=max_seconds)
        taken: list[AnySolution] = []
        with Progress(quiet=quiet) as progress, on_signal(search.stop) as interrupted:
            seen = 0
            for batch in search:
                for solution in batch:
                    seen += 1
                    if seen >= first:
                        taken.append(solution)
                progress.show(search, search.solutions)
        # Of a noisy puzzle it is never known that there is no more.
        noisy = isinstance(what, PolygonPuzzle) and not what.exact
        done = search.finished or search.solutions >= (1 if noisy else wanted)
        stopped_by = why_stopped(done=done, interrupted=bool(interrupted))
        return Taken(taken, search.solutions, stopped_by)

    return Subject(found.name, what, take, found.known.up_to_symmetry, " up to symmetry")


def _search(what: AnyPuzzle, **limits: Any) -> "PuzzleSearch | PolygonSearch":
    if isinstance(what, PolygonPuzzle):
        from tilewright.solving.polygons import PolygonSearch  # brings exact arithmetic along

        return PolygonSearch(what, **limits)
    return PuzzleSearch(encode(what), verify=True, threads=0, **limits)


def _in_file(file: SolutionFile, puzzle: str | None) -> Subject:
    """Solutions that `tilewright solve --json` has written, of the puzzle it names or the given."""
    if puzzle is None and catalogue_name(file.puzzle) is None:
        raise OptionError(
            f"{file.name} holds solutions of {file.puzzle or 'a puzzle'!r}, which is not in "
            f"the catalogue: give its file, --puzzle FILE"
        )
    what, total = any_puzzle(puzzle or file.puzzle).puzzle, len(file.entries)

    def take(first: int, count: int) -> Taken:
        numbers = range(first, min(total, first + count - 1) + 1)
        return Taken([file.solution(n, what) for n in numbers], total)

    return Subject(file.name, what, take, total)


def _in_run(path: Path) -> Subject:
    """Solutions that a run has stored."""
    from tilewright.runs import open_run  # other commands start faster without

    with closing(open_run(path)) as run:
        require_solutions(run)
        if not run.complete:
            print(f"note: {path} is not complete", file=sys.stderr)
        total, what = run.solutions, run.model.puzzle

    def take(first: int, count: int) -> Taken:
        with closing(open_run(path)) as run:
            covers = islice(run.covers(), first - 1, first + count - 1)
            return Taken(list(_checked(run, covers)), total)

    return Subject(str(path), what, take, total)


def require_solutions(run: "Run") -> None:
    """Raise RunError if a run only counts."""
    if run.plan.request.task != "solve":
        from tilewright.runs import RunError

        raise RunError(
            f"{run.path} only counts, and stores no solutions: `tilewright solve PUZZLE --run "
            f"FILE` does"
        )


def _checked(run: "Run", covers: Iterable[list[int]]) -> Iterator[AnySolution]:
    """The solutions that these covers are, each checked."""
    from tilewright.polygons.exact.certify import Certifier
    from tilewright.polygons.search.jigsaw import Jigsaw

    if isinstance(run.model, Jigsaw):
        certifier = Certifier(run.model.puzzle)
        for polygons in map(run.polygons(run.model), covers):
            certifier.certificate(polygons.placed)
            yield polygons
    else:
        yield from solutions_of(run.model, map(tuple, covers), verify=True)
