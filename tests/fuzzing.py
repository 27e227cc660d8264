"""Inputs that are nearly right, for everything that reads: good ones, as chance changes them.

The n-th input of a reader is always the same.  A reader takes bytes, as they stand in a file, and
gives a value or an error that says what is wrong: nothing else, and within seconds.
"""

import io
import random
import re
import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FrameType

from fastapi import HTTPException
from pydantic import ValidationError

import tilewright as tw
from tests.shell import run
from tilewright.catalogue import catalogue_names
from tilewright.cover.examples import make_example
from tilewright.design.lpanel import parse_panels
from tilewright.document.reading import data_names, data_text, text_of
from tilewright.errors import TilewrightError
from tilewright.formats import parse_file
from tilewright.formats.read import parse_drawing
from tilewright.formats.solutions import parse_solutions
from tilewright.polygons import PolygonPuzzle
from tilewright.polygons.model.svg_puzzle import format_svg
from tilewright.web.puzzles.documents import doc_of_file, file_of, write_doc
from tilewright.web.puzzles.messages import WriteRequest
from tilewright.web.settings import Limits
from tilewright.web.wire import PuzzleSource

REGRESSIONS = Path(__file__).parent / "regressions"
EXAMPLES = Path(__file__).parents[1] / "examples"
PATIENCE = 5  # seconds of processor time for one input
LARGEST = 6_000  # bytes of an input
SOLVED = ("ascii-3x3", "soma", "stairs", "tangram-convex-square", "haberdasher-square")
POLYGONS = ("haberdasher-square", "tangram-convex-square", "stomachion")
LIMITS = Limits(max_cells=300)
PANELS = (
    "....\n.##.\n....\n",
    "; remark\n..#.\n..#.\n\n....\n....\n",
    "  ........\n  ..####..\n  ........\n  ...#....\n\r\n.\n#\n.\n",
)
COVERS = (
    "a b 2:3|c | x y\na b x:0 y:0\na c x:1 y:1 |7\nc x:0\nb\n",
    "| comment\na b c | d\na d:1\nb d:2 |3\nc\n",
    "3|a 0:2|b\na\na b\na b\nb\n",
)
ODD_WORDS = """
0 -1 1 2 3 7 99 1000 2147483647 2147483648 18446744073709551616 1e308 1e-320 1e60 -1e61 1e999999999
nan inf -inf NaN Infinity 0.1 .5 1. 1/0 1/3 sqrt(2) sqrt(-1) sqrt(1+sqrt(2)) 1+1 ^64 0x10 true null
any 2..1 0.. square cube polygon up plain \\ud800 \\u0000 &#0; &amp; <g> </g> scale( [] {} [[]] ( )
[[0,0]] {"a":1} a.b.c [[ ]] " ''' = | : # - \x1b[2J \ufeff é 🔴
"""
ODD = ODD_WORDS.split()
ODD += [" ", " " * 50, "\n", "\n\n", "\r", "\t", "\0", "\u2028", '"""']
ODD += ["9" * 60, "9" * 5000, "[" * 40, "{" * 40]
TOKEN = re.compile(rb"[A-Za-z_]+|[0-9.]+|\s+|[^\sA-Za-z_0-9]")
NUMBER = re.compile(rb"-?[0-9]+(?:\.[0-9]+)?")


@dataclass(frozen=True)
class Reader:
    """What reads bytes, and good ones to begin with."""

    name: str
    seeds: Callable[[], list[bytes]]
    read: Callable[[bytes], object]
    refusals: tuple[type[Exception], ...] = (TilewrightError,)

    def input(self, number: int) -> bytes:
        """The n-th input, which is small."""
        chance = random.Random(f"{self.name} {number}")
        seeds = small(self.seeds)
        data = chance.choice(seeds)
        for _ in range(chance.choice((1, 1, 1, 2, 3, 5))):
            data = chance.choice(MUTATIONS)(chance, data, seeds)
        return data[:LARGEST]

    def trouble(self, data: bytes) -> str:
        """What goes wrong with an input, if it is neither read nor refused in good time."""
        try:
            with watched():
                self.read(data)
        except self.refusals as error:
            return "" if str(error) else f"{type(error).__name__} without a word"
        except (Exception, HangError):
            return traceback.format_exc(limit=-6)
        return ""


class HangError(BaseException):
    """An input has taken too long; no reader catches this."""


@contextmanager
def watched() -> Iterator[None]:
    """Stop after so many seconds of processor time, which other processes do not take."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise HangError(f"more than {PATIENCE} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@cache
def small(seeds: Callable[[], list[bytes]]) -> list[bytes]:
    return [seed for seed in seeds() if len(seed) <= LARGEST]


def _bytes(chance: random.Random, data: bytes, _: list[bytes]) -> bytes:
    at = chance.randrange(len(data) + 1)
    new = bytes(chance.randrange(256) for _ in range(chance.choice((0, 1, 1, 3))))
    return data[:at] + new + data[at + chance.choice((0, 1, 1, 2, 20)) :]


def _odd(chance: random.Random, data: bytes, _: list[bytes]) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(ODD).encode() + data[at + chance.choice((0, 0, 1, 5)) :]


def _number(chance: random.Random, data: bytes, _: list[bytes]) -> bytes:
    return _replaced(chance, data, NUMBER, chance.choice(ODD).encode())


def _token(chance: random.Random, data: bytes, seeds: list[bytes]) -> bytes:
    other = [found[0] for found in TOKEN.finditer(chance.choice(seeds))]
    return _replaced(chance, data, TOKEN, chance.choice(other) if other else b"")


def _replaced(chance: random.Random, data: bytes, pattern: re.Pattern[bytes], new: bytes) -> bytes:
    places = [found.span() for found in pattern.finditer(data)]
    start, end = chance.choice(places) if places else (0, 0)
    return data[:start] + new + data[end:]


def _lines(chance: random.Random, data: bytes, seeds: list[bytes]) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    at = chance.randrange(len(lines))
    other = chance.choice(chance.choice(seeds).splitlines(keepends=True) or [b""])
    change: list[list[bytes]] = [[], [lines[at], lines[at]], [other], [lines[at], other]]
    lines[at : at + 1] = chance.choice(change)
    return b"".join(lines)


def _splice(chance: random.Random, data: bytes, seeds: list[bytes]) -> bytes:
    other = chance.choice(seeds)
    return data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]


def _double(chance: random.Random, data: bytes, _: list[bytes]) -> bytes:
    start, end = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    return data[:end] + data[start:end] * chance.choice((1, 1, 2, 30)) + data[end:]


MUTATIONS = (_bytes, _odd, _odd, _number, _number, _token, _token, _lines, _lines, _splice, _double)


def _files(pattern: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted(REGRESSIONS.glob(pattern))]


def _puzzles() -> list[bytes]:
    names = catalogue_names()[::4]
    own = [path.read_bytes() for path in sorted(EXAMPLES.glob("*.toml"))]
    texts = [tw.format_puzzle(tw.load(name)).encode() for name in names]
    return [*texts, *own, *_files("**/*.toml")]


def _lattices() -> list[bytes]:
    texts = [data_text(f"lattices/{name}.toml").encode() for name in data_names("lattices")]
    return texts + [(EXAMPLES / f"{name}.toml").read_bytes() for name in ("3464", "rhombille")]


def _covers() -> list[bytes]:
    made = [tw.cover.format_cover(make_example("queens", [n])).encode() for n in "45"]
    return [*map(str.encode, COVERS), *made, *_files("*.dlx")]


def _drawings() -> list[bytes]:
    names = [name for name in catalogue_names() if isinstance(tw.load(name), PolygonPuzzle)]
    made = [format_svg(tw.load(name)).encode() for name in names[:6]]
    plain = b"""<svg xmlns="http://www.w3.org/2000/svg"><title>A</title>
<g id="board" transform="translate(1,2) rotate(90) scale(2)">
<path d="M0 0h4v4h-4z m1 1h1v1h-1z"/></g>
<rect id="a" x="1" y="2" width="3" height="4" transform="matrix(1 0 0 1 .5 0)" data-count="2"/>
<polygon points="0,0 1,0 1,1" style="fill: red"/><polyline points="0 0 1 0 1 1 0 0"/></svg>"""
    return [plain, *made, *_files("**/*.svg")]


def _solutions() -> list[bytes]:
    found = [run("solve", name, "--json").stdout.encode() for name in SOLVED]
    return [*found, *_files("**/*.json")]


def _documents() -> list[bytes]:
    """Puzzles of polygons as the browser's editor sends them."""
    docs = [doc_of_file(file_of(PuzzleSource(name=name), LIMITS)).doc for name in POLYGONS]
    return [b'{"doc": %s}' % doc.model_dump_json().encode() for doc in docs]


def _solution(data: bytes) -> None:
    file = parse_solutions(data, "x.json")
    puzzle = tw.load(file.puzzle if file.puzzle in SOLVED else "soma")
    for number in range(1, min(3, len(file.entries)) + 1):
        file.solution(number, puzzle)


READERS = (
    Reader("puzzle", _puzzles, lambda data: parse_file(text_of(data, "x"), "x", None).faults()),
    Reader("cover", _covers, lambda data: tw.cover.read_cover(io.BytesIO(data))),
    Reader("lpanel", lambda: [p.encode() for p in PANELS], lambda d: parse_panels(text_of(d, "x"))),
    Reader("svg", _drawings, lambda data: parse_drawing(text_of(data, "x"), "x").faults()),
    Reader("solution", _solutions, _solution),
    Reader("lattice", _lattices, lambda data: tw.parse_lattice(text_of(data, "x"))),
    Reader(
        "polygon",
        _documents,
        lambda data: write_doc(WriteRequest.model_validate_json(data), LIMITS),
        (TilewrightError, ValidationError),
    ),
    Reader(
        "link",  # what the server reads once the browser has unpacked it; see link.test.ts
        _puzzles,
        lambda data: doc_of_file(file_of(PuzzleSource(toml=text_of(data, "x")), LIMITS)),
        (TilewrightError, HTTPException),
    ),
)
