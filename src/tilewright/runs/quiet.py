"""Libraries that tell their log about everything, and are to be silent for a while."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["quiet"]


@contextmanager
def quiet(library: str) -> Iterator[None]:
    """Nothing from the loggers of a library."""
    levels = {
        logger: logger.level
        for name, logger in logging.root.manager.loggerDict.items()
        if name.split(".")[0] == library and isinstance(logger, logging.Logger)
    }
    for logger in levels:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in levels.items():
            logger.setLevel(level)
