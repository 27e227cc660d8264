"""Pictures on a terminal: lines between pieces only, nothing too wide, letters without colours."""

import re
from collections.abc import Mapping
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright as tw
from tests.shell import run
from tilewright.cli.colour import Paper
from tilewright.engines import OptionError
from tilewright.lattice import Cell, lattice, parse_lattice
from tilewright.puzzle import Board, Piece, Puzzle
from tilewright.render import PictureError
from tilewright.render.palette import PALETTE
from tilewright.render.terminal import board_canvas, chip, to_terminal
from tilewright.render.terminal.stencils import near_in_layer, stencils
from tilewright.render.terminal.tiles import Paint, layers
from tilewright.solutions import Solution

GOLDEN = Path(__file__).parent.parent / "golden/pictures/terminal.txt"
NAMES = (  # one for each way to draw
    "soma",
    "scott",
    "tetrahexes-4x7",
    "hex-prisms",
    "hexiamond-hexagon",
    "spheres-900",
    "discs-12",
    "tetrasticks-5x5-without-h",
    "tangram-square",
    "tangram-cat",
)
LEFT, RIGHT, UP, DOWN = "─┌└├┬┴┼", "─┐┘┤┬┴┼", "│┌┐├┤┬┼", "│└┘├┤┴┼"  # lines that go on there


def stripped(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def first(name: str) -> "tw.Solution | tw.PolygonSolution":
    return next(tw.solve(tw.load(name)))
