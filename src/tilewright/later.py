"""Names that are loaded when they are asked for, so that all others are there sooner."""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any


def load_later(package: str, modules: Mapping[str, Iterable[str]]) -> Callable[[str], Any]:
    """A `__getattr__` for a package: the names that each of its modules has, or packages below.

    >>> from tilewright import solving
    >>> solving.sample.__module__
    'tilewright.solving.sampling'
    """
    module_of = {name: module for module, names in modules.items() for name in names}

    def load(name: str) -> Any:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{module_of[name]}"), name)

    return load
