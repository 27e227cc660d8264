"""How `tilewright lpanel generate` works."""

import json as jsons
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from tilewright.cli.answers import DONE, INTERRUPTED, UNDECIDED
from tilewright.cli.lpanel_answers import panel_entry, size_of
from tilewright.cli.lpanel_pictures import check_picture, save_boards
from tilewright.cli.terminal import Progress, on_signal
from tilewright.design.generated import NothingMadeError, Tried
from tilewright.design.lpanel.make import GENERATOR, MadePanel, generate_panel, parse_size
from tilewright.engines import OptionError
from tilewright.formats import format_puzzle
from tilewright.solutions import placed_entry

__all__ = ["Wishes", "generate"]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What boards are to be like, how many, and how long to look for them."""

    size: str
    black: int | None
    symmetry: str
    difficulty: str | None
    seed: int
    count: int
    max_seconds: float | None


@dataclass(frozen=True, slots=True)
class Made:
    """The boards that were made, and why there are no more, if there should be."""

    panels: list[MadePanel]
    stopped: NothingMadeError | None
    seconds: float


def generate(
    wishes: Wishes,
    *,
    output: Path | None,
    render: Path | None,
    toml: bool,
    json: bool,
    quiet: bool,
) -> int:
    """Make boards, print and draw them, and return the status."""
    toml |= output is not None and output.suffix == ".toml"
    if toml and (json or wishes.count > 1):
        other = "--json" if json else "--count"
        raise OptionError(f"a puzzle file (--toml) and {other} exclude each other")
    if render is not None:
        check_picture(render, "--render")
    made = _make(wishes, quiet=quiet)
    text = _json(made) if json else _toml(made.panels) if toml else _boards(made.panels)
    if output is None:
        sys.stdout.write(text)
        sys.stdout.flush()
    elif made.panels:
        output.write_text(text, encoding="utf-8")
    if render is not None and made.panels:
        captions = [f"{one.grade.level}, seed {one.seed}" for one in made.panels]
        save_boards([(one.panel, None) for one in made.panels], render, captions)
    if made.stopped is None:
        return DONE
    print(f"error: {made.stopped}", file=sys.stderr)
    interrupted = made.stopped.stopped_by == "interrupt"
    return INTERRUPTED if interrupted else UNDECIDED


def _make(wishes: Wishes, *, quiet: bool) -> Made:
    """Board after board, each with the next seed."""
    columns, rows = parse_size(wishes.size)
    began = time.monotonic()
    made: list[MadePanel] = []
    stopped = None
    with Progress(quiet=quiet) as progress, on_signal(lambda: None) as received:

        def tell(tried: Tried) -> None:
            place = f"board {len(made) + 1} of {wishes.count}: " if wishes.count > 1 else ""
            progress.say(f"{place}{tried.looks:,} patterns tried, {tried.unique:,} unique")

        try:
            for number in range(wishes.seed, wishes.seed + wishes.count):
                left = None
                if wishes.max_seconds is not None:
                    left = max(0.0, began + wishes.max_seconds - time.monotonic())
                one = generate_panel(
                    columns,
                    rows,
                    black=wishes.black,
                    symmetry=wishes.symmetry,
                    difficulty=wishes.difficulty,
                    seed=number,
                    max_seconds=left,
                    keep_going=lambda: not received,
                    tell=tell,
                )
                made.append(one)
        except NothingMadeError as error:
            stopped = error
    return Made(made, stopped, time.monotonic() - began)


def _boards(made: list[MadePanel]) -> str:
    """The boards as text, each below a remark."""
    return "\n".join(f"; {caption(one)}\n{one.panel}\n" for one in made)


def caption(one: MadePanel) -> str:
    """A new board in a few words."""
    engines = " and ".join(one.engines)
    return f"{size_of(one.panel)}, {one.grade.level}, seed {one.seed}: one solution ({engines})"


def _toml(made: list[MadePanel]) -> str:
    return "".join(format_puzzle(one.puzzle) for one in made)


def _json(made: Made) -> str:
    answer = {
        "boards": list(map(_entry, made.panels)),
        "stopped_by": None if made.stopped is None else made.stopped.stopped_by or "limit",
        "seconds": round(made.seconds, 6),
    }
    return jsons.dumps(answer) + "\n"


def _entry(one: MadePanel) -> dict[str, object]:
    return panel_entry(one.panel) | {
        "symmetry": one.symmetry,
        "seed": one.seed,
        "generator": GENERATOR,
        "grade": asdict(one.grade),
        "unique": True,
        "confirmed": len(one.engines) > 1,
        "engines": one.engines,
        "solution": list(map(placed_entry, one.solution.placed)),
    }
