"""Everything that reads, on inputs that are nearly right: read, or refused with a sentence."""

from pathlib import Path

import pytest

from tests.fuzzing import READERS, REGRESSIONS, Reader

FEW, MANY = 300, 50_000
MOST_TOLD = 5
BY_ENDING = {".toml": "puzzle", ".dlx": "cover", ".svg": "svg", ".json": "solution"}
REFUSED = sorted((REGRESSIONS / "refused").iterdir())

each = pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)


def try_inputs(reader: Reader, many: int) -> None:
    found: dict[str, str] = {}  # one of each kind
    for number in range(many):
        data = reader.input(number)
        if trouble := reader.trouble(data):
            found.setdefault(trouble[-300:], f"input {number}: {data!r}\n{trouble}")
    assert not found, "\n\n".join(list(found.values())[:MOST_TOLD])


@each
def test_a_few(reader: Reader) -> None:
    try_inputs(reader, FEW)


@pytest.mark.slow
@each
def test_many(reader: Reader) -> None:
    try_inputs(reader, MANY)


@each
def test_good_ones_are_read(reader: Reader) -> None:
    """Else the others would be refused at once, and nothing would be tried."""
    read = 0
    for seed in reader.seeds()[:20]:
        try:
            reader.read(seed)
            read += 1
        except reader.refusals:
            pass
    assert read >= 3


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.name)
def test_regression(path: Path) -> None:
    """Each once ended in a traceback, or did not end."""
    reader = next(one for one in READERS if one.name == BY_ENDING[path.suffix])
    assert reader.trouble(path.read_bytes()) == ""
    with pytest.raises(reader.refusals):
        reader.read(path.read_bytes())


def test_a_cell_that_the_lattice_does_not_have() -> None:
    text = b'lattice = "triangle"\n[board]\ncells = [[1, 1], [1, 2]]\n[[piece]]\ncells = [[1, 1]]\n'
    for reader in READERS:
        if reader.name in ("puzzle", "link"):
            assert reader.trouble(text) == ""
