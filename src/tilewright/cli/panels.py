"""Boards of L-Panel as commands take them, and how verdicts about them are printed and drawn."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from tilewright.catalogue import catalogue_name, load_file
from tilewright.cli.answers import amount, picked, print_json
from tilewright.cli.puzzles import STDIN, stdin_text
from tilewright.cli.solutions import Sheet, Shown
from tilewright.design.lpanel import LPanel, PanelVerdict, Reason, parse_panels
from tilewright.document import read_text
from tilewright.engines import OptionError
from tilewright.formats import parse_file, require_lattice
from tilewright.solutions import Solution

MOST_REASONS = 3  # of a kind are printed
PIXELS = 320  # of each of several boards


def boards_given(file: str) -> tuple[LPanel, ...]:
    """The boards of a file, of stdin (-), or the one of a puzzle file or of the catalogue."""
    name = "<stdin>" if file == STDIN else file
    if file != STDIN and (catalogue_name(file) is not None or not Path(file).exists()):
        found = load_file(file)
    else:
        text = stdin_text() if file == STDIN else read_text(file)
        if "=" not in text:  # which no board has, and every puzzle file
            return parse_panels(text, name)
        found = parse_file(text, name, None)
    return (LPanel.of_puzzle(require_lattice(found.puzzle, name)),)


def the_board(file: str, number: int | None) -> LPanel:
    """The one board of a file, or the one that is asked for."""
    panels = boards_given(file)
    if number is None and len(panels) > 1:
        raise OptionError(f"{file} holds {len(panels)} boards: say which, with --board N")
    if number is not None and number > len(panels):
        raise OptionError(f"--board {number}: {file} holds {amount(len(panels), 'board')}")
    return panels[(number or 1) - 1]


def size_of(panel: LPanel) -> str:
    """How large a board is.

    >>> size_of(LPanel.parse("..#.\\n...."))
    '4×2, 1 black cell, 7 white cells'
    """
    size = f"{panel.width}×{panel.height}"
    black, white = (amount(len(c), "cell") for c in (panel.black, panel.white))
    return f"{size}, {black.replace('cell', 'black cell')}, {white.replace('cell', 'white cell')}"


def verdict_lines(verdict: PanelVerdict) -> Iterator[str]:
    """A verdict for people."""
    found = len(verdict.solutions)
    engines = " and ".join(verdict.engines)
    if found > 1:
        yield "more than one solution"
    elif found and verdict.complete and verdict.confirmed:
        yield f"one solution: {engines} agree"
    elif found and verdict.complete:
        yield f"one solution, says {engines}; no other engine has confirmed it in the time given"
    elif found:
        yield "whether there is another solution is not known: that takes longer (--max-seconds)"
    elif verdict.complete:
        yield "no solution:"
        yield from _reason_lines(verdict)
        if not verdict.confirmed:
            yield f"so says {engines}; no other engine has confirmed it in the time given"
    else:
        yield "no solution found so far: that takes longer (--max-seconds)"


def _reason_lines(verdict: PanelVerdict) -> Iterator[str]:
    by_kind: dict[str, list[Reason]] = {}
    for reason in verdict.reasons:
        by_kind.setdefault(reason.kind, []).append(reason)
    for several in by_kind.values():
        for reason in several[:MOST_REASONS]:
            yield f"- {reason.sentence}"
            yield from (f"    {row}" for row in reason.drawing(verdict.panel).splitlines())
        if len(several) > MOST_REASONS:
            yield f"- and {len(several) - MOST_REASONS:,} more of that kind"


def panel_entry(panel: LPanel) -> dict[str, object]:
    """A board, for JSON."""
    return {
        "board": panel.rows,
        **picked(panel, "width", "height"),
        "white": len(panel.white),
        "black": len(panel.black),
    }


def verdict_entry(verdict: PanelVerdict) -> dict[str, object]:
    """A verdict without its solutions, for JSON."""
    return {
        **picked(verdict, "unique", "confirmed", "engines", "complete"),
        "reasons": [picked(reason, "kind", "sentence", "cells") for reason in verdict.reasons],
    }


def print_checks(file: str, verdicts: Sequence[PanelVerdict], *, json: bool) -> None:
    """Print what was found out about several boards."""
    if json:
        entries = [
            panel_entry(v.panel) | {"solutions": len(v.solutions)} | verdict_entry(v)
            for v in verdicts
        ]
        print_json({"file": file, "boards": entries})
        return
    for number, verdict in enumerate(verdicts, 1):
        head = f"board {number}: " if len(verdicts) > 1 else ""
        first, *more = verdict_lines(verdict)
        if verdict.unique is None and verdict.solutions:
            first = "has a solution; whether there is another is not known (--max-seconds)"
        print(f"{head}{size_of(verdict.panel)}: {first}", *more, sep="\n")


def save_boards(
    boards: Sequence[tuple[LPanel, Solution | None]], path: Path, captions: Sequence[str]
) -> None:
    """Draw boards, each as it is printed or with a solution; captions stand below several."""
    from tilewright.design.lpanel.panel import panel_scene, solved_scene
    from tilewright.render import grid_scene, save

    scenes = [
        panel_scene(panel) if solution is None else solved_scene(panel, solution)
        for panel, solution in boards
    ]
    alone = len(scenes) == 1
    save(scenes[0] if alone else grid_scene(scenes, captions=captions, pixels=PIXELS), path)


class PanelSheet(Sheet):
    """A sheet that shows black cells, too, if it is a drawing."""

    def __init__(self, path: Path | None, panel: LPanel) -> None:
        super().__init__(path, panel.puzzle)
        self._panel = panel

    def _draw(self, path: Path, solutions: Sequence[Shown], captions: Sequence[str]) -> None:
        from tilewright.render import DRAWINGS

        if path.suffix.lower() not in DRAWINGS:
            super()._draw(path, solutions, captions)
            return
        boards = [(self._panel, one) for one in solutions if isinstance(one, Solution)]
        save_boards(boards, path, captions)
