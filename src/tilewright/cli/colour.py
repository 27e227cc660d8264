"""When the answers of a command are coloured, and how wide they are."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from tilewright.cli.answers import page_width
from tilewright.cli.terminal import coloured
from tilewright.engines import require_one_of

if TYPE_CHECKING:
    from tilewright.render.terminal.canvas import Canvas


WHEN = ("auto", "always", "never")
NEEDED = "┌─╱▟●·"  # some of the characters that coloured pictures are made of
FORCING = ("FORCE_COLOR", "CLICOLOR_FORCE")


@dataclass(frozen=True, slots=True)
class Paper:
    """What answers are written on: how wide it is, and which colours it takes."""

    width: int
    coloured: bool = False
    full: bool = False  # more than 256 colours

    @staticmethod
    def of(when: str, out: TextIO | None = None) -> "Paper":
        """The paper that stdout is, for what --colour says."""
        require_one_of("--colour", when, WHEN)
        out = out or sys.stdout
        wanted = when == "always" or (when == "auto" and _takes_colours(out, os.environ))
        full = os.environ.get("COLORTERM", "").lower() in ("truecolor", "24bit")
        return Paper(page_width(), wanted and _can_write(out), full)

    def write(self, canvas: "Canvas") -> str:
        """What is to be written so that the canvas is seen."""
        return coloured(canvas.text(full=self.full))


def _takes_colours(out: TextIO, environment: Mapping[str, str]) -> bool:
    if environment.get("NO_COLOR"):
        return False
    if any(environment.get(name, "0") not in ("", "0") for name in FORCING):
        return True
    return out.isatty() and environment.get("TERM") != "dumb"


def _can_write(out: TextIO) -> bool:
    try:
        NEEDED.encode(out.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
