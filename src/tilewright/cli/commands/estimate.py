"""`tilewright estimate`: how many solutions to expect, and how long each engine would take."""

from contextlib import suppress
from typing import Annotated, Any

from tilewright.cli import options
from tilewright.cli.answers import DONE, INTERRUPTED, amount, columns, picked, print_json
from tilewright.cli.covers import SAMPLES, estimate_entry, figure_entry
from tilewright.cli.options import size_in_bytes
from tilewright.cli.puzzles import lattice_puzzle
from tilewright.cli.reasons import reason_entry
from tilewright.cli.terminal import on_signal, waiting
from tilewright.encoding import encode
from tilewright.engines import EstimateError, Figure, SearchOptions, thread_count
from tilewright.engines.estimates import estimate as estimate_search
from tilewright.solving import EngineOutlook, Outlook, outlook

SECONDS = 12.0
LEAST_SECONDS = 0.001  # less is not told apart
UNITS = ((365.25 * 86400, "years"), (86400, "days"), (3600, "hours"), (60, "minutes"))


def estimate(
    puzzle: options.Puzzle,
    samples: Annotated[
        int | None,
        options.limits(min=2, metavar="N", help="At most N random soundings for each engine."),
    ] = None,
    max_seconds: Annotated[
        float, options.limits(min=0, metavar="S", help="Take about S seconds for all of it.")
    ] = SECONDS,
    rule: options.Rule = None,
    stranding: options.Stranding = None,
    memory: options.Memory = None,
    seed: Annotated[
        int | None, options.search(min=0, metavar="N", help="Draw at random by N.")
    ] = None,
    json: options.Json = False,
) -> int:
    """Estimate how many solutions there are, and how long each engine would take to count them.

    Exit status: 0, 2 bad input, 130 interrupted (the estimate is made from what was drawn).
    """
    with waiting("reading the puzzle"):
        found = lattice_puzzle(puzzle).on_lattice
    size = None if memory is None else size_in_bytes(memory)
    given = {"rule": rule, "stranding": stranding, "max_memory": size}
    how: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    drawn: dict[str, Any] = {"max_seconds": max_seconds, "sample_seed": seed or 0}
    with waiting("estimating"), on_signal() as interrupted:
        drawn["keep_going"] = lambda: not interrupted
        encoding = encode(found)
        view = outlook(encoding, samples=samples, **drawn, **how)
        figures = None
        if json and not view.refutation:
            drawn |= {"samples": samples or SAMPLES, "rule": rule or "fewest"}
            with suppress(EstimateError):  # more than doubles can tell: the outlook says so
                figures = estimate_search(encoding.problem, **drawn)
    if json:
        print_json({**estimate_entry(encoding.problem, figures), "outlook": _entries(view)})
    else:
        print(*_page(view), sep="\n")
    return INTERRUPTED if interrupted else DONE


def _page(view: Outlook) -> list[str]:
    lines = [f"solutions: {_solutions(view)}", f"  {view.source}", ""]
    if view.refutation:
        return [*lines, *view.refutation.sentences]
    rows = [("engine", "nodes", "time on one core"), *map(_row, view.engines)]
    lines += columns(rows)
    cores = thread_count(SearchOptions(threads=0))
    share = "half" if cores == 2 else f"1/{cores}"
    threads = (
        f"with {cores} threads about {share} of the time" if cores > 1 else "there is one core"
    )
    percent = round(100 * view.confidence)
    return [*lines, "", f"{percent} % intervals; nodes of frontier are moves; {threads}"]


def _solutions(view: Outlook) -> str:
    if view.solutions is None or view.up_to_symmetry is None:
        return "unknown"
    if view.symmetries == 1 or view.refutation:
        return _figure(view.solutions, exact=view.exact)
    some, s = view.solutions, view.symmetries
    high = None if some.high is None else some.high / s
    classes = Figure(some.mean / s, some.low / s, high, some.error / s)
    return (
        f"{_figure(some, exact=view.exact)}\nup to symmetry: at least "
        f"{_figure(classes, exact=view.exact)}, which is divided by {amount(s, 'symmetry')}"
    )


def _row(engine: EngineOutlook) -> tuple[str, str, str]:
    if engine.nodes is None or engine.seconds is None:
        return engine.engine, "-", engine.note
    time = _time(engine.seconds, exact=engine.exact)
    note = f"; {engine.note}" if engine.note else ""
    return engine.engine, _figure(engine.nodes, exact=engine.exact), time + note


def _figure(figure: Figure, *, exact: bool) -> str:
    return f"{figure.mean:,.0f}" if exact else f"{_short(figure.mean)} {_interval(figure)}"


def _time(figure: Figure, *, exact: bool) -> str:
    if exact and figure.mean < LEAST_SECONDS:
        return f"less than {LEAST_SECONDS} s, measured"
    size, unit = next(((s, u) for s, u in UNITS if figure.mean >= 2 * s), (1, "s"))
    in_words = f", {_short(figure.mean / size)} {unit}" if size > 1 else ""
    if exact:
        return f"{_short(figure.mean)} s{in_words}, measured"
    return f"{_short(figure.mean)} s {_interval(figure)}{in_words}"


def _interval(figure: Figure) -> str:
    return f"({_short(figure.low)} to {'?' if figure.high is None else _short(figure.high)})"


def _short(number: float) -> str:
    """Two digits, written out if it is not too long.

    >>> _short(1234), _short(0.0567), _short(4.2e11)
    ('1,200', '0.057', '4.2e11')
    """
    rounded = float(f"{number:.2g}")
    if 10 <= rounded < 1e6:
        return f"{rounded:,.0f}"
    return f"{number:.2g}".replace("e+0", "e").replace("e+", "e")


def _entries(view: Outlook) -> dict[str, object]:
    return {
        "solutions": figure_entry(view.solutions),
        **picked(view, "up_to_symmetry", "symmetries", "exact", "source"),
        "engines": [
            {
                "engine": engine.engine,
                **{name: figure_entry(getattr(engine, name)) for name in ("nodes", "seconds")},
                **picked(engine, "exact", "note"),
            }
            for engine in view.engines
        ],
        "seconds": round(view.seconds, 6),
        **reason_entry(view.refutation),
    }
