"""The `tilewright` command before the package is loaded.

Loading takes a moment.  Ctrl-C then ends the process as it ends any other, without a traceback;
only once a command is there to answer it does Python take over.  So this must not be part of the
package, which is loaded before any of its parts.
"""

import signal

__all__ = ["main"]


def main() -> None:
    """Load the package, and run the command."""
    ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # else it is ignored
    if ours:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from tilewright.cli.main import main as run

    if ours:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    run()
