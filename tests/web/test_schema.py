"""Whatever the schema of the server allows to be sent, the answer is one that it promises."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode

from tilewright.web.app import make_app
from tilewright.web.settings import Limits, Settings

QUICK = settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
LIMITS = Limits(max_seconds=2.0, max_cells=100, max_pieces=20, max_queue=4, max_threads=1)


@pytest.fixture(scope="session")
def api(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("jobs")
    app = make_app(Settings(folder, allow_hosts=("testserver",), limits=LIMITS))
    return schemathesis.openapi.from_asgi("/api/openapi.json", app)


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_answers_are_as_promised(api: Any, mode: GenerationMode) -> None:
    for found in api.get_all_operations():
        operation = found.ok()

        @QUICK
        @given(case=operation.as_strategy(generation_mode=mode))
        def promised(case: schemathesis.Case) -> None:
            case.call_and_validate()

        promised()
