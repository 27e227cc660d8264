"""Names that are loaded when they are asked for, so that all others are there sooner."""

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any


def load_later(
    package: str, modules: Mapping[str, Iterable[str]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` for a package: the names that each module below it has.

    >>> from tilewright import solving
    >>> solving.sample.__module__
    'tilewright.solving.sampling'
    >>> "sample" in dir(solving)
    True
    """
    module_of = {name: module for module, names in modules.items() for name in names}

    def load(name: str) -> Any:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{module_of[name]}"), name)

    return load, lambda: sorted({*vars(sys.modules[package]), *module_of})
