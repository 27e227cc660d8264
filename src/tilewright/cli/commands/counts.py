"""`tilewright counts`: numbers of solutions as a data set."""

import csv as csv_text
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from tilewright.cli import options
from tilewright.cli.answers import (
    DONE,
    NONE,
    amount,
    columns,
    picked,
    print_json,
    with_text,
)
from tilewright.cli.options import common, exclude, output
from tilewright.dataset import Entry, all_series, entries, entry, machine
from tilewright.document.text import close_matches
from tilewright.engines import OptionError
from tilewright.symmetry import NUMBERS

NAMED = ("name", "definition", "lattice", *NUMBERS.values(), "confirmed", "confirmed_by")
CSV_HEADER = (*NAMED, "engines", "seconds", "machine", "source")


def counts(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Only these entries; the name of a series stands for its members."),
    ] = None,
    lattice: Annotated[str | None, common(help="Only entries on this lattice, or polygon.")] = None,
    csv: Annotated[bool, output("--csv", help="Print comma-separated values.")] = False,
    json: options.Json = False,
    define: Annotated[
        bool, output("--define", help="Print the puzzle files of the entries.")
    ] = False,
    definitions: Annotated[
        Path | None, output(metavar="FOLDER", help="Write the puzzle files of the entries there.")
    ] = None,
) -> int:
    """Numbers of solutions, each with the engines that came to them, and where they were published.

    The entries are the puzzles of the catalogue, and series such as dominoes-4x{n}.

    Exit status: 0; 1 if no entry is left; 2 bad input.
    """
    exclude({"--csv": csv, "--json": json, "--define": define, "--definitions": definitions})
    chosen = chosen_entries(names or [], lattice)
    if csv:
        _print_csv(chosen)
    elif json:
        found = list(map(_entry, chosen))
        print_json({"task": "counts", "machine": machine(), "entries": found})
    elif define:
        print("\n".join(one.text for one in chosen), end="")
    elif definitions and chosen:
        definitions.mkdir(parents=True, exist_ok=True)
        for one in chosen:
            (definitions / f"{one.name}.toml").write_text(one.text, encoding="utf-8")
        print(f"{amount(len(chosen), 'puzzle file')} in {definitions}")
    elif chosen:
        print(*_table(chosen), sep="\n")
    if not chosen:
        print("no entry is left", file=sys.stderr)
    return DONE if chosen else NONE


def chosen_entries(names: list[str], lattice: str | None) -> list[Entry]:
    """Those of the names, or all, on the lattice."""
    members = {series.name: [series.member(n) for n in series.n] for series in all_series()}
    wanted = [entry(one) for name in names for one in members.get(name, [name])]
    found = list(dict.fromkeys(one.name for one in wanted)) if names else list(entries())
    known = sorted({one.lattice for one in entries().values()})
    if lattice is not None and lattice not in known:
        near = close_matches(lattice, known, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
        raise OptionError(f"no entry is on a lattice {lattice!r}; {hint}")
    return [entry(name) for name in found if lattice in (None, entry(name).lattice)]


def _print_csv(chosen: list[Entry]) -> None:
    """Comma-separated values as RFC 4180 has them."""
    table = csv_text.writer(sys.stdout)
    table.writerow(CSV_HEADER)
    for one in chosen:
        seconds = ["" if s is None else f"{s:g}" for s in one.seconds.values()]
        engines = " ".join(one.engines)
        where = machine() if any(seconds) else ""
        sure = ("yes", one.confirmed_by) if one.confirmed else ("no", "")
        row = (one.name, one.definition, one.lattice, *one.numbers, *sure, engines)
        table.writerow((*row, " ".join(s or "-" for s in seconds), where, one.source))


def _entry(one: Entry) -> dict[str, Any]:
    names = (
        "name",
        "definition",
        "series",
        "lattice",
        *NUMBERS.values(),
        "confirmed",
        "confirmed_by",
    )
    return picked(one, *names) | {"engines": dict(one.seconds), "source": one.source}


def _engines(one: Entry) -> str:
    return " ".join(one.engines) if one.confirmed else f"one engine: {one.engines[0]}"


def _table(chosen: list[Entry]) -> list[str]:
    rows: list[tuple[str, ...]] = [
        ("name", "lattice", "solutions", "up to rotation", "up to symmetry", "engines")
    ]
    rows += [
        (one.name, one.lattice, *(f"{n:,}" for n in one.numbers), _engines(one)) for one in chosen
    ]
    lines = columns(rows, right=range(2, 5))
    lines = with_text(lines, ["source", *(one.source for one in chosen)])
    return [*lines, f"{amount(len(chosen), 'entry')}, {_confirmed(chosen)}"]


def _confirmed(chosen: list[Entry]) -> str:
    """How many were confirmed, and how."""
    how = Counter(one.confirmed_by for one in chosen)
    told = f"{how['two engines']} of them counted by two engines or more"
    orders = how["two orders"]
    return f"{told}, {orders} by one in two orders" if orders else told
