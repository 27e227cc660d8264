"""The files with the numbers of series and with the times: read, changed, merged and written."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tilewright.catalogue import catalogue_names
from tilewright.dataset import all_series
from tools.recount import Numbers

__all__ = ["DATA", "KEYS", "CountsFiles"]

DATA = Path(__file__).parents[1] / "src" / "tilewright" / "data"
SERIES, MEASURED = "known_series.toml", "measured_counts.toml"
KEYS = ("solutions", "up_to_rotation", "up_to_symmetry")
ABOUT_SERIES = (
    "# The numbers of solutions of the members of the series; see series/ for what they are.\n"
    "# `python -m tools.measure_counts` wrote this.\n"
)
ABOUT_MEASURED = (
    "# Which engines came to the numbers of known_puzzles.toml and known_series.toml, and in how\n"
    "# many seconds: CPU time with one thread, from the puzzle to all three numbers; for names\n"
    "# that end in -cuda, the time that went by.  `python -m tools.measure_counts` wrote this.\n"
    "# Under [earlier] stand engines that came to the numbers before times were kept; that table\n"
    "# is written by hand.\n"
)


class CountsFiles:
    """Numbers and times, as they are in a folder; those of the package where it has none."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.members = {series.member(n) for series in all_series() for n in series.n}
        self._rows = _read(folder, SERIES)
        measured = _read(folder, MEASURED)
        self._times, self._earlier = measured.pop("seconds"), measured.pop("earlier")
        self.machines: dict[str, str] = measured

    def numbers(self, name: str) -> Numbers | None:
        """The numbers of a member of a series; None if it was not counted yet."""
        row = self._rows.get(name)
        return (row[KEYS[0]], row[KEYS[1]], row[KEYS[2]]) if row else None

    def times(self, name: str) -> Mapping[str, float]:
        """The ways that came to the numbers of a puzzle, with their seconds."""
        return dict(self._times.get(name, {}))

    def keep(self, name: str, numbers: Numbers, way: str, seconds: float) -> None:
        """Note that a way came to these numbers."""
        self._times.setdefault(name, {})[way] = float(f"{max(seconds, 0.001):.2g}")
        if name in self.members:
            self._rows[name] = dict(zip(KEYS, numbers, strict=True))

    def forget(self, name: str, way: str) -> None:
        """Note that a way did not come to the numbers."""
        self._times.get(name, {}).pop(way, None)

    def merge(self, other: "CountsFiles") -> int:
        """Take over what another folder has and this one has not; how many numbers differ."""
        wrong = 0
        for name in self.members:
            ours, theirs = self.numbers(name), other.numbers(name)
            if ours and theirs and ours != theirs:
                print(f"{name}: {other.folder} has {theirs} and not {ours}")
                wrong += 1
            elif theirs:
                for way, seconds in other.times(name).items():
                    if way not in self.times(name):
                        self.keep(name, theirs, way, seconds)
        self.machines = {**other.machines, **self.machines}
        return wrong

    def write(self) -> None:
        """Write both files; what is no longer in the data set is left out."""
        self.folder.mkdir(parents=True, exist_ok=True)
        rows = {name: self._rows[name] for name in sorted(self.members) if name in self._rows}
        names = sorted({*self.members, *catalogue_names()})
        times = {name: self._times[name] for name in names if self._times.get(name)}
        _write(self.folder / SERIES, ABOUT_SERIES, {}, rows)
        tables = {"earlier": self._earlier, "seconds": times}
        _write(self.folder / MEASURED, ABOUT_MEASURED, self.machines, tables)


def _read(folder: Path, name: str) -> dict[str, Any]:
    path = folder / name if (folder / name).exists() else DATA / name
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _write(path: Path, about: str, plain: Mapping[str, str], tables: Mapping[str, Any]) -> None:
    """Write a file of tables, in order; a file is there whole or not at all."""
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in plain.items()]
    for name, table in tables.items():
        lines += ["", f"[{name}]", *(f"{key} = {_spelt(value)}" for key, value in table.items())]
    new = path.with_suffix(".new")
    new.write_text(about + "\n".join(lines) + "\n", encoding="utf-8")
    new.replace(path)


def _spelt(value: Any) -> str:
    """A value of TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_spelt(one)}" for key, one in value.items()) + " }"
    return json.dumps(value)
