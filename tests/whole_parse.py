"""`ast.parse` that other threads do not disturb.

In CPython before 3.12.2 it ends in a SystemError (“AST constructor recursion depth mismatch”) if
the collector runs meanwhile, lets another thread go on, and that one parses, too.  Hypothesis
parses sources in order to show strategies, and the server under test works in threads: some
hundred thousand examples met it twice.  https://github.com/python/cpython/issues/106905
"""

import ast
import gc
import sys
import threading
from typing import Any

__all__ = ["keep_collector_out"]

_parse, _alone = ast.parse, threading.RLock()


def _parse_alone(*arguments: Any, **options: Any) -> Any:
    with _alone:
        collects = gc.isenabled()
        gc.disable()
        try:
            return _parse(*arguments, **options)
        finally:
            if collects:
                gc.enable()


def keep_collector_out() -> None:
    """From now on nothing is collected while sources are parsed."""
    if sys.version_info < (3, 12, 2):
        ast.parse = _parse_alone
