"""The `tilewright` command."""

import io
import os
import sys
import traceback
from collections.abc import Callable
from dataclasses import is_dataclass
from functools import wraps
from importlib import import_module
from inspect import Parameter, signature
from typing import Annotated, Any, NoReturn, ParamSpec

import typer
from typer.core import TyperCommand, TyperGroup

import tilewright
from tilewright.cli.answers import BAD_INPUT, BROKEN, BROKEN_PIPE, INTERRUPTED
from tilewright.cli.options import PANELS as OPTION_PANELS
from tilewright.cli.terminal import only_visible
from tilewright.engines import OptionError
from tilewright.errors import TilewrightError, visible

P = ParamSpec("P")

LONGEST = 20_000  # digits of a number that is printed or read; Python itself takes 4,300


def _printing(command: Callable[P, int]) -> Callable[P, NoReturn]:
    """Print what can be seen only, and end with the status that the command returns.

    End without a word if whoever read our output has gone; Typer would call that status 1.
    """

    @wraps(command)
    def guarded(*arguments: P.args, **options: P.kwargs) -> NoReturn:
        try:
            with only_visible():
                status = command(*arguments, **options)
            sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = BROKEN_PIPE
        raise typer.Exit(status)

    return guarded


def _handed_rightly(name: str, command: Callable[P, int]) -> Callable[P, int]:
    """Name the right command if this one fails because it was handed what another one takes."""
    first = next(iter(signature(command).parameters), "")

    @wraps(command)
    def guarded(*arguments: P.args, **options: P.kwargs) -> int:
        try:
            return command(*arguments, **options)
        except OptionError:
            raise
        except (TilewrightError, OSError):
            from tilewright.cli.kinds import wrong_kind  # only errors ask for it

            if error := wrong_kind(name, options.get(first), options):
                raise error from None
            raise

    return guarded


def _spread(command: Callable[..., int]) -> Callable[..., int]:
    """The command with the options of a group in place of each parameter that is a dataclass."""
    groups: dict[str, type] = {}
    parameters: list[Parameter] = []
    for name, parameter in signature(command).parameters.items():
        if isinstance(group := parameter.annotation, type) and is_dataclass(group):
            groups[name] = group
            parameters += signature(group).parameters.values()
        else:
            parameters.append(parameter.replace(kind=Parameter.KEYWORD_ONLY))

    @wraps(command)
    def gathering(**options: Any) -> int:
        for name, group in groups.items():
            options[name] = group(**{one: options.pop(one) for one in signature(group).parameters})
        return command(**options)

    gathering.__signature__ = signature(command).replace(  # type: ignore[attr-defined]
        parameters=parameters
    )
    return gathering


# The commands, in the panels of `tilewright --help`.  Each is a function of that name, in a module
# of `cli.commands` of that name, if nothing else is said below.  It is loaded when it is asked for,
# so that nobody waits for what other commands need.
PANELS = {
    "Solve": ("solve", "count", "estimate", "best", "sample", "shares", "explain"),
    "Look": ("list", "show", "render", "check", "convert", "counts"),
    "Design": ("generate", "grade", "unify", "lpanel"),
    "Exact covers": ("cover", "example"),
    "Runs and server": ("run", "resume", "runs", "serve"),
}
ELSEWHERE: dict[str, Any] = {
    "list": "list:list_puzzles",
    "unify": "unify:unify_puzzle",
    "example": "convert:example",
    "run": "resume:run",
    "generate": {
        "board": "generate:generate_boards",
        "pieces": "generate:generate_pieces",
        "dissection": "generate:generate_dissection",
    },
    "lpanel": {
        "solve": "lpanel:solve_panel",
        "check": "lpanel:check_panel",
        "generate": "lpanel:generate_panels",
        "render": "lpanel:render_panels",
    },
    "runs": {
        "show": "runs:show_run",
        "merge": "runs:merge_runs",
        "verify": "runs:verify_run",
        "export": "runs:export_run",
    },
}
COMMANDS = {name: ELSEWHERE.get(name, name) for names in PANELS.values() for name in names}
ABOUT = {
    "": "Tiling puzzles and exact covers: find, count, estimate, draw at random.",
    "runs": "Runs, which are searches stored in a file: show, merge, verify, export.",
    "generate": "Make puzzles that have a solution.",
    "lpanel": "L-Panel, a puzzle of Ls on white cells: solve, check, make, draw.",
}


def command_named(*words: str) -> Callable[..., int]:
    """The function behind a command, such as `solve` or `runs`, `merge`."""
    found: Any = COMMANDS
    for word in words:
        found = found[word]
    module, _, name = found.partition(":")
    command: Callable[..., int] = getattr(
        import_module(f"tilewright.cli.commands.{module}"), name or module
    )
    return command


class _Command(TyperCommand):
    """A command whose options are shown panel by panel, --help among the common ones."""

    def get_params(self, ctx: Any) -> list[Any]:
        def rank(option: Any) -> int:
            return OPTION_PANELS.index(getattr(option, "rich_help_panel", None) or OPTION_PANELS[0])

        return sorted(super().get_params(ctx), key=rank)

    def get_help_option(self, ctx: Any) -> Any:
        option: Any = super().get_help_option(ctx)
        option.rich_help_panel = OPTION_PANELS[0]
        return option


class _Group(TyperGroup):
    """Commands that are loaded when they are asked for, or listed."""

    @property
    def _table(self) -> dict[str, Any]:
        table: dict[str, Any] = COMMANDS.get(str(self.name), COMMANDS)
        return table

    def list_commands(self, ctx: object) -> list[str]:  # noqa: ARG002
        return list(self._table)

    def get_command(self, ctx: object, cmd_name: str) -> Any:  # noqa: ARG002
        if cmd_name not in self._table:
            return None
        if isinstance(self._table[cmd_name], dict):
            found: Any = _typer(cmd_name)
        else:
            words = (cmd_name,) if self._table is COMMANDS else (str(self.name), cmd_name)
            command = _handed_rightly(" ".join(words), _spread(command_named(*words)))
            tool = typer.Typer(add_completion=False)
            tool.command(cmd_name, cls=_Command)(_printing(command))
            found = typer.main.get_command(tool)
        if self._table is COMMANDS:
            found.rich_help_panel = next(name for name in PANELS if cmd_name in PANELS[name])
        return found


def _typer(group: str = "") -> TyperGroup:
    made = typer.Typer(
        name=group or "tilewright",
        cls=_Group,
        help=ABOUT[group],
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    made.callback()((lambda: None) if group else _common)
    return typer.main.get_group(made)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tilewright {tilewright.__version__}")
        raise typer.Exit


def _common(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Tiling puzzles and exact covers: find, count, estimate, draw at random."""


def run_command(command: Callable[..., int]) -> None:
    """A command of a tool beside the package, run as the package's own are."""
    tool = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    tool.command()(_printing(command))
    main(tool)


def main(command: Callable[[], object] | None = None) -> None:
    """Run the command; mistakes end with a sentence and status 2, never with a traceback."""
    if sys.stdout is None:  # closed by whoever called us
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.set_int_max_str_digits(LONGEST)
    os.environ["PYTHONINTMAXSTRDIGITS"] = str(LONGEST)  # of processes that this one starts
    try:
        (command or _typer())()
    except TilewrightError as error:
        _leave("\n".join(f"error: {line}" for line in str(error).splitlines()), BAD_INPUT)
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        _leave(f"error: {name}{error.strerror or error}", BAD_INPUT)
    except MemoryError:
        _leave("error: the problem does not fit into memory", BAD_INPUT)
    except KeyboardInterrupt:
        _leave("interrupted", INTERRUPTED)
    except Exception as error:
        if str(error).startswith("Exceeds the limit"):
            _leave(f"error: a number has more than {LONGEST:,} digits", BAD_INPUT)
        traceback.print_exc()
        _leave("This is a mistake in Tilewright, not yours: please report it.", BROKEN)


def _leave(message: str, status: int) -> None:
    print(visible(message), file=sys.stderr)
    sys.exit(status)
