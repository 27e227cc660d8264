"""All that commands print goes through here, so that no text from a file steers the terminal."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from tilewright.document.showing import visible

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["coloured", "console", "only_visible"]

# Stands for the escape of our own colours.  No text has it: half a character cannot be UTF-8.
_ESCAPE = "\ud81b"
_OURS = re.compile(rf"{_ESCAPE}(?=\[[0-9;]*m)")


def coloured(text: str) -> str:
    """Text with colours of our own, such as a canvas gives, so that they get through."""
    return text.replace("\x1b", _ESCAPE)


@contextmanager
def only_visible() -> Iterator[None]:
    """Let nothing through to stdout and stderr but what can be seen, and our own colours."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(_visible_stream, before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def console() -> "Console":
    """Where progress is shown: on stderr, where it may move about.  Give it no text from files."""
    from rich.console import Console  # not needed by those who do not wait

    return Console(file=getattr(sys.stderr, "stream", sys.stderr))


def _visible_stream(stream: TextIO) -> Any:
    return stream if stream is None or isinstance(stream, _Visible) else _Visible(stream)


class _Visible:
    """A stream that shows what it is told to write."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        return self.stream.write(_OURS.sub("\x1b", visible(text)))

    def writelines(self, lines: Iterator[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":  # which click would write to where it distrusts the encoding
            raise AttributeError(name)
        return getattr(self.stream, name)
