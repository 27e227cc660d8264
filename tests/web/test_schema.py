"""Whatever is sent, the answer is one that the schema promises, and never that something broke."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from tests.web.asking import Asking
from tilewright.web.app import make_app
from tilewright.web.settings import Limits, Settings

LIMITS = Limits(max_seconds=1.0, max_cells=100, max_pieces=20, max_queue=4, max_threads=1)
OFF = ("positive_data_acceptance",)  # no schema tells what a puzzle is
JSON = {"Content-Type": "application/json"}
NAMES = (
    "ascii-3x3",
    "soma",
    "stairs",
    "haberdasher-square",
    "hex-flower",
    "nothing",
    "../soma",
    "",
)


def tried(examples: int) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


def app_in(folder: Path) -> FastAPI:
    return make_app(Settings(folder, allow_hosts=("testserver",), limits=LIMITS))


@pytest.fixture
def api(tmp_path: Path) -> Any:
    app = app_in(tmp_path)  # it ends with the test: schemathesis sees to it
    return schemathesis.openapi.from_asgi("/api/openapi.json", app)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    with Asking(app_in(tmp_path_factory.mktemp("jobs")), strict=True) as client:
        yield client


def as_promised(api: Any, mode: GenerationMode, examples: int) -> None:
    """Ask everything that can be asked, also with puzzles and jobs that there are."""
    off = [schemathesis.checks.CHECKS.get_one(name) for name in OFF]
    ids: list[str] = []
    for found in api.get_all_operations():
        operation = found.ok()
        if mode == GenerationMode.NEGATIVE and not [*operation.body, *operation.query]:
            continue  # any text will do as a name

        @tried(examples)
        @given(operation.as_strategy(generation_mode=mode), st.sampled_from(NAMES), st.booleans())
        def promised(case: Any, name: str, known: bool) -> None:
            known = known and mode == GenerationMode.POSITIVE
            if known and isinstance(case.body, dict) and "puzzle" in case.body:
                case.body["puzzle"] = {"name": name}
            if known and ids and "id" in case.path_parameters:
                case.path_parameters["id"] = ids[-1]
            answer = case.call_and_validate(excluded_checks=off)
            if case.method == "POST" and answer.status_code == 201:
                ids.append(answer.json()["id"])

        promised()


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_answers_are_as_promised(api: Any, mode: GenerationMode) -> None:
    as_promised(api, mode, 4)


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_many_answers_are_as_promised(api: Any, mode: GenerationMode) -> None:
    as_promised(api, mode, 100)
