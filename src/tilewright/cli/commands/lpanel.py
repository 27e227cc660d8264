"""`tilewright lpanel`: L-Panels, solved, checked, made and drawn."""

import json as json_text
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from tilewright.catalogue import catalogue_name
from tilewright.cli import options, panels
from tilewright.cli.answers import DONE, INTERRUPTED, NONE, UNDECIDED, Clock, Ending, amount, picked
from tilewright.cli.colour import Paper
from tilewright.cli.commands.generate import Difficulty, made_by
from tilewright.cli.options import common, exclude
from tilewright.cli.puzzles import STDIN
from tilewright.cli.solutions import Answer, JsonSolutions, TextSolutions, check_drawing, hand_on
from tilewright.cli.terminal import Progress, on_signal
from tilewright.design.lpanel import LPanel, PanelVerdict, judge_panel
from tilewright.design.lpanel.make import GENERATOR, MadePanel, generate_panel, parse_size
from tilewright.engines import OptionError
from tilewright.engines.registry import that_can
from tilewright.formats import format_puzzle
from tilewright.solutions import Solution, placed_entry
from tilewright.solving import PuzzleSearch

File = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A board as text, `.` white and `#` black, or a puzzle file, or - for one of them on "
        "stdin; or a name of the catalogue, such as lpanel-01.",
    ),
]
First = Annotated[
    str,
    options.search(
        "--engine",
        help=f"The engine that begins; another one has to agree.  auto is cpsat, if it is "
        f"installed; others are {', '.join(that_can('repeats'))}.",
    ),
]
Board = Annotated[int | None, common(min=1, metavar="N", help="Only the N-th board in the file.")]


def solve_panel(
    file: File,
    find_all: options.FindAll = False,
    max_solutions: Annotated[
        int | None,
        common(min=1, metavar="N", help="Print the first N solutions; default: at most 2."),
    ] = None,
    board: Board = None,
    engine: First = "auto",
    render: options.Render = None,
    max_seconds: options.MaxSeconds = None,
    colour: options.Colour = "auto",
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Solve an L-Panel: cover the white cells with Ls, and say whether there is another solution.

    A second engine, which shares no code with the first, has to confirm that.  If there is no
    solution, reasons are given.  Without --max-seconds each question that follows the first
    solution is given up after 10 seconds.

    Exit status: 0 solved, 1 no solution, 2 bad input, 3 stopped by a limit before there was a
    solution, or all that were asked for, 130 interrupted.
    """
    exclude({"--all": find_all, "--max-solutions": max_solutions})
    clock, paper = Clock(), Paper.of(colour)
    panel = panels.the_board(file, board)
    sheet = panels.PanelSheet(render, panel)
    with Progress(quiet=quiet) as progress, on_signal() as received:
        verdict = _judge(panel, progress, received, engine=engine, max_seconds=max_seconds)
    answer = _answer(file, panel, paper, json=json)
    shown = verdict.solutions[:max_solutions]
    further = find_all or (max_solutions or 0) > len(shown)  # than are known
    done = verdict.unique is not None and (bool(verdict.unique) or not shown or not further)
    if shown and not verdict.unique and further and not received:
        search = PuzzleSearch(
            panel.puzzle,
            up_to="nothing",
            engine=engine,
            verify=True,
            max_solutions=max_solutions,
            max_seconds=None if max_seconds is None else max(0.0, max_seconds - clock.seconds),
        )
        received = hand_on(search, answer, sheet, clock, quiet=quiet)
        done = search.finished or search.solutions == max_solutions
    else:
        for solution in shown:
            answer.add(solution)
            sheet.add(solution)
    ending = Ending(clock, answer.number, received, done=done)
    _finish(answer, verdict, ending, everything=find_all and done)
    sheet.save()
    if ending.stopped_by == "limit" and shown and not further:
        return DONE  # it is solved, and more was not asked for
    return ending.status


def _judge(
    panel: LPanel, progress: Progress, received: list[int], where: str = "", **how: Any
) -> PanelVerdict:
    """The verdict about a board, unless a signal is received."""
    found: list[Solution] = []

    def keep_going() -> bool:
        what = "found a solution, looking for another one" if found else "looking for a solution"
        progress.say(where + what)
        return not received

    return judge_panel(panel, keep_going=keep_going, on_solution=found.append, **how)


def _answer(file: str, panel: LPanel, paper: Paper, *, json: bool) -> Answer:
    if json:
        name = "stdin" if file == STDIN else catalogue_name(file) or Path(file).stem
        return JsonSolutions({"puzzle": {"name": name}, **panels.panel_entry(panel)})
    print(panels.size_of(panel), end="\n\n")
    return TextSolutions(paper)


def _finish(answer: Answer, verdict: PanelVerdict, ending: Ending, *, everything: bool) -> None:
    """Print the verdict.  With `everything` all solutions there are have been printed."""
    if isinstance(answer, JsonSolutions):
        tail = {
            "found": ending.found,
            **ending.entry(),
            **panels.verdict_entry(verdict),
            "everything": everything or bool(verdict.unique),
        }
        answer.close(tail)
    else:
        several = everything and len(verdict.solutions) > 1
        print(
            *([f"{ending.found:,} solutions"] if several else panels.verdict_lines(verdict)),
            sep="\n",
        )
        if ending.stopped_by:
            print(f"stopped by {ending.stopped_by}, {ending.seconds:.1f} s")
    sys.stdout.flush()


def check_panel(
    file: File,
    engine: First = "auto",
    max_seconds: options.MaxSeconds = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Say of each board in a file whether it has exactly one solution, and if it has none, why.

    The limit is for each board.

    Exit status: 0 each has exactly one, 1 one of them has none or several, 2 bad input, 3 not
    known, 130 interrupted.
    """
    boards, verdicts = panels.boards_given(file), []
    with Progress(quiet=quiet) as progress, on_signal() as received:
        for number, panel in enumerate(boards, 1):
            where = f"board {number} of {len(boards)}: "
            verdict = _judge(
                panel, progress, received, where, engine=engine, max_seconds=max_seconds
            )
            verdicts.append(verdict)
            if received:
                break
    panels.print_checks(file, verdicts, json=json)
    sys.stdout.flush()
    if received:
        return INTERRUPTED
    found = [verdict.unique for verdict in verdicts]
    return NONE if False in found else UNDECIDED if None in found else DONE


def generate_panels(
    size: Annotated[str, common(metavar="WxH", help="Columns and rows, such as 8x8.")] = "8x8",
    black: Annotated[
        int | None, common(min=0, metavar="N", help="N black cells; default: about a fifth.")
    ] = None,
    symmetry: Annotated[
        str,
        common(
            help="The pattern's symmetry: none, half-turn, quarter-turn, left-right, top-bottom, "
            "both, diagonal or all."
        ),
    ] = "none",
    difficulty: Difficulty = None,
    seed: Annotated[
        int, common(min=0, metavar="N", help="Same number, same wishes: same board.")
    ] = 0,
    count: Annotated[int, common(min=1, metavar="K", help="K boards, with seeds N, N + 1, …")] = 1,
    toml: Annotated[bool, options.output("--toml", help="Print a puzzle file.")] = False,
    output: Annotated[
        Path | None,
        options.written_to(
            help="Write there, not to stdout; a name that ends in .toml is for a puzzle file."
        ),
    ] = None,
    render: Annotated[
        Path | None,
        options.drawn_to(help="Draw the boards to be printed, too: .svg, .png or .pdf."),
    ] = None,
    max_seconds: options.MaxSeconds = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Make boards of L-Panel that have exactly one solution, which two engines confirm.

    The boards can be given to `tilewright lpanel solve`; with --toml to every other command.

    Exit status: 0 made, 2 bad input, 3 not all were found, in the time given or at all, 130
    interrupted.
    """
    toml |= output is not None and output.suffix == ".toml"
    if toml and (json or count > 1):
        other = "--json" if json else "--count"
        raise OptionError(f"a puzzle file (--toml) and {other} exclude each other")
    if render is not None:
        check_drawing(render, "--render")
    width, height = parse_size(size)
    wishes: dict[str, Any] = {"black": black, "symmetry": symmetry, "difficulty": difficulty}
    made = made_by(
        lambda number, **how: generate_panel(width, height, seed=number, **wishes, **how),
        range(seed, seed + count),
        "board",
        max_seconds=max_seconds,
        quiet=quiet,
    )
    boards = made.made
    if json:
        text = json_text.dumps({"boards": list(map(_entry, boards)), **made.entry()}) + "\n"
    elif toml:
        text = "".join(format_puzzle(one.puzzle) for one in boards)
    else:
        text = "\n".join(
            f"; {panels.size_of(one.panel)}, {one.grade.level}, seed {one.seed}: one solution "
            f"({' and '.join(one.engines)})\n{one.panel}\n"
            for one in boards
        )
    if output is None:
        print(text, end="", flush=True)
    elif boards:
        output.write_text(text, encoding="utf-8")
    if render is not None and boards:
        captions = [f"{one.grade.level}, seed {one.seed}" for one in boards]
        panels.save_boards([(one.panel, None) for one in boards], render, captions)
    return made.status()


def _entry(one: MadePanel) -> dict[str, object]:
    return panels.panel_entry(one.panel) | {
        **picked(one, "symmetry", "seed"),
        "generator": GENERATOR,
        "grade": asdict(one.grade),
        "unique": True,
        "confirmed": len(one.engines) > 1,
        "engines": one.engines,
        "solution": list(map(placed_entry, one.solution.placed)),
    }


def render_panels(
    file: File,
    output: Annotated[
        Path, common("--output", "-o", metavar="FILE", help="A .svg, .png or .pdf file.")
    ],
    solved: Annotated[
        bool, common("--solved", help="Draw solutions, not the empty boards.")
    ] = False,
    board: Board = None,
    engine: First = "auto",
    max_seconds: options.MaxSeconds = None,
    quiet: options.Quiet = False,
) -> int:
    """Draw the boards in a file as they are printed, or their solutions, on one sheet.

    The limit is for each board.

    Exit status: 0 drawn, 1 one of them has no solution, 2 bad input, 3 not known, 130 interrupted.
    """
    check_drawing(output, "-o")
    boards = panels.boards_given(file) if board is None else (panels.the_board(file, board),)
    drawn: list[tuple[LPanel, Solution | None]] = []
    with Progress(quiet=quiet) as progress, on_signal() as received:
        for number, panel in enumerate(boards, board or 1):
            solution = None
            if solved:
                verdict = _judge(panel, progress, received, engine=engine, max_seconds=max_seconds)
                if received:
                    return INTERRUPTED
                if not verdict.solutions:
                    known = verdict.complete
                    why = "has no solution" if known else "is not solved in the time given"
                    print(f"error: board {number} {why}: nothing was drawn", file=sys.stderr)
                    return NONE if known else UNDECIDED
                if len(verdict.solutions) > 1:
                    print(f"note: board {number} has more than one solution", file=sys.stderr)
                solution = verdict.solutions[0]
            drawn.append((panel, solution))
    panels.save_boards(drawn, output, [str(number) for number in range(1, len(drawn) + 1)])
    print(f"{output}: {amount(len(drawn), 'solved board' if solved else 'board')}")
    return DONE
