"""The types of the front end are made from the schema of the server."""

import runpy
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_the_types_are_up_to_date() -> None:
    made = runpy.run_path(str(WEB / "make_schema.py"))
    assert (WEB / "src" / "api" / "schema.ts").read_text() == made["schema_types"](), (
        "run: python web/make_schema.py"
    )
