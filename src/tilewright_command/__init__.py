"""The `tilewright` command before the package is loaded.

Loading takes a moment.  Ctrl-C then ends the process as it ends any other, without a traceback;
only once a command is there to answer it does Python take over.  So this must not be part of the
package, which is loaded before any of its parts.
"""

import os
import signal
import sys
from contextlib import suppress

__all__ = ["main"]


def main() -> None:
    """Load the package, and run the command."""
    ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # else it is ignored
    if ours:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from tilewright.cli.main import main as run

    if ours:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        run()
    except SystemExit as end:
        _leave(end.code)
        raise


def _leave(status: object) -> None:
    """End at once if threads are amid what nobody waits for any more."""
    patience = sys.modules.get("tilewright.engines.patience")
    if patience and patience.at_work() and isinstance(status, int | None):
        with suppress(OSError, ValueError):  # nobody reads it
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status or 0)
