"""What `tools.measure_counts` keeps: nothing is lost, and nothing that differs is taken over."""

from pathlib import Path

import pytest

from tests.plain_counts import kasteleyn
from tools.counts_files import DATA, CountsFiles

NAME = "dominoes-4x4"
RIGHT = (kasteleyn(4, 4), 12, 9)


def test_a_new_folder_begins_with_what_the_package_has(tmp_path: Path) -> None:
    files = CountsFiles(tmp_path)
    assert files.numbers(NAME) == RIGHT
    files.write()
    for name in ("known_series.toml", "measured_counts.toml"):
        assert (tmp_path / name).read_text("utf-8") == (DATA / name).read_text("utf-8")


def test_what_was_counted_elsewhere_is_merged(tmp_path: Path) -> None:
    here, there = CountsFiles(tmp_path / "here"), CountsFiles(tmp_path / "there")
    there.keep(NAME, RIGHT, "frontier-cuda", 0.12345)
    there.machines["device"] = "a graphics processor"
    here.machines.pop("device", None)
    assert here.merge(there) == 0
    assert here.times(NAME)["frontier-cuda"] == 0.12
    assert here.machines["device"] == "a graphics processor"
    here.forget(NAME, "frontier-cuda")
    assert "frontier-cuda" not in here.times(NAME)


def test_other_numbers_are_not_merged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here, there = CountsFiles(tmp_path / "here"), CountsFiles(tmp_path / "there")
    there.keep(NAME, (7, 7, 7), "frontier-cuda", 1.0)
    assert here.merge(there) == 1
    assert "(7, 7, 7) and not (36, 12, 9)" in capsys.readouterr().out
    assert here.numbers(NAME) == RIGHT
    assert "frontier-cuda" not in here.times(NAME)
