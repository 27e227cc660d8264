"""The examples in the docstrings are true."""

import doctest
import importlib
import pkgutil

import pytest

import tilewright

MODULES = sorted(
    info.name
    for info in pkgutil.walk_packages(tilewright.__path__, "tilewright.")
    if not info.name.endswith("._core")
)


@pytest.mark.parametrize("name", ["tilewright", *MODULES])
def test_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    failures, _ = doctest.testmod(module)
    assert failures == 0
    assert module.__doc__


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder()
    found = sum(
        bool(test.examples)
        for name in MODULES
        for test in finder.find(importlib.import_module(name))
    )
    assert found >= 8


def test_public_names_exist() -> None:
    for name in ["tilewright", *MODULES]:
        module = importlib.import_module(name)
        for public in getattr(module, "__all__", []):
            assert hasattr(module, public), f"{name}.{public}"
