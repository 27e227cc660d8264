"""The shell: parses, calls, prints.  Nothing is computed here."""

from tilewright.cli.main import main

__all__ = ["main"]
