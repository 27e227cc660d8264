"""All engines agree on whatever the readers' fuzz leaves readable, with one thread and three."""

import io
from collections.abc import Iterator

import pytest

import tilewright as tw
from tests.fuzzing import READERS, Reader
from tilewright.document.reading import text_of
from tilewright.encoding import encode
from tilewright.engines.registry import takes, that_can
from tilewright.errors import TilewrightError
from tilewright.formats import parse_file
from tilewright.puzzle import Puzzle

INPUTS = 250
MOST_OPTIONS = 3_000  # more would take long under a sanitizer
ENGINES = that_can("counts")
READ = {reader.name: reader for reader in READERS if reader.name in ("cover", "puzzle")}


def problems(reader: Reader) -> Iterator[tw.ExactCover]:
    for number in range(INPUTS):
        data = reader.input(number)
        try:
            if reader.name == "cover":
                problem = tw.cover.read_cover(io.BytesIO(data))
            else:
                puzzle = parse_file(text_of(data, "x"), "x", None).puzzle
                if not isinstance(puzzle, Puzzle):
                    continue
                problem = encode(puzzle).problem
        except TilewrightError:
            continue
        if problem.option_count <= MOST_OPTIONS:
            yield problem


@pytest.mark.parametrize("reader", READ.values(), ids=READ)
def test_engines_agree(reader: Reader) -> None:
    tried = 0
    for problem in problems(reader):
        found: dict[tuple[str, int], set[frozenset[int]]] = {}
        for engine in ENGINES:
            if not takes(engine, problem):
                continue
            for threads in (1, 3):
                search = tw.engines.search(
                    problem, engine=engine, threads=threads, max_nodes=20_000
                )
                covers = [cover for batch in search for cover in batch]
                for cover in covers[:50]:
                    tw.cover.check_cover(problem, cover)
                if search.finished:
                    found[engine, threads] = set(map(frozenset, covers))
                    assert len(found[engine, threads]) == len(covers)
        tried += len(found) > 1
        assert all(covers == next(iter(found.values())) for covers in found.values())
    assert tried > 10
