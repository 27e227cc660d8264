"""Writes the tables of reference/counts.md.

python docs/make_counts.py            writes them
python docs/make_counts.py --check    only says whether they are current
"""

import sys
from pathlib import Path

from tilewright.dataset import Entry, entries, machine

PAGE = Path(__file__).parent / "reference" / "counts.md"
BEGIN = "<!-- made by docs/make_counts.py: begin -->\n"
END = "<!-- made by docs/make_counts.py: end -->\n"
COLUMNS = (
    "name",
    "solutions",
    "up to rotation",
    "up to symmetry",
    "engines and seconds",
    "source",
)


def engines(entry: Entry) -> str:
    """The engines, each with its time."""
    listed = ", ".join(
        engine if seconds is None else f"{engine} {seconds:g}"
        for engine, seconds in entry.seconds.items()
    )
    if entry.confirmed_by == "two orders":
        return f"two orders: {listed}"
    return listed if entry.confirmed else f"one engine: {listed}"


def tables() -> str:
    """All entries, by lattice."""
    by_lattice: dict[str, list[Entry]] = {}
    for entry in entries().values():
        by_lattice.setdefault(entry.lattice, []).append(entry)
    found = [entry.confirmed_by for entry in entries().values()]
    lines = [
        f"{len(entries())} entries, {found.count('two engines')} of them counted by two engines or "
        f"more, {found.count('two orders')} by one in two orders. Seconds are CPU time, measured "
        f"on {machine()}.",
        "",
    ]
    for lattice, here in sorted(by_lattice.items()):
        lines += [
            f"### {lattice}",
            "",
            "| " + " | ".join(COLUMNS) + " |",
            "|---|---:|---:|---:|---|---|",
        ]
        for entry in here:
            numbers = " | ".join(f"{number:,}" for number in entry.numbers)
            lines.append(f"| `{entry.name}` | {numbers} | {engines(entry)} | {entry.source} |")
        lines.append("")
    return "\n".join(lines)


def main(*, check: bool) -> int:
    """Write the tables, or only check them."""
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    old, after = rest.split(END)
    new = "\n" + tables() + "\n"
    if new == old:
        return 0
    if check:
        print(f"{PAGE} is not current: run python docs/make_counts.py", file=sys.stderr)
        return 1
    PAGE.write_text(before + BEGIN + new + END + after, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
