"""What the program says, in one golden file, so that its English can be improved in one place.

Tests look at the kind of an error, its place and its values; the sentences are in
`tests/golden/texts.json`, by test.  `make texts` writes them anew: read the difference.
"""

import atexit
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests/golden/texts.json"
RENEW = os.environ.get("TEXTS") == "renew"
FOLDERS = re.compile(r"/[\w./-]*/pytest-of-[^/]+/pytest-\d+/(?:popen-gw\d+/)?[\w.-]+")

Kind = TypeVar("Kind", bound=BaseException)

_golden: dict[str, list[str]] = (
    json.loads(GOLDEN.read_text(encoding="utf-8")) if GOLDEN.exists() else {}
)
_said: dict[str, list[str]] = {}


def check_text(text: str) -> None:
    """Compare with what this test has seen said before, at the same point."""
    test = os.environ["PYTEST_CURRENT_TEST"].rpartition(" ")[0]
    plain = FOLDERS.sub("FOLDER", text).replace(f"{ROOT}/", "")
    before = _said.setdefault(test, [])
    before.append(plain)
    if not RENEW:
        golden = _golden.get(test, [])
        expected = golden[len(before) - 1] if len(before) <= len(golden) else None
        assert plain == expected, "if the new words are better, `make texts` takes them over"


@contextmanager
def raises_text(kind: type[Kind], **fields: Any) -> Iterator[pytest.ExceptionInfo[Kind]]:
    """An error of this kind, whose fields have these values, in the words of the golden file."""
    with pytest.raises(kind) as caught:
        yield caught
    assert {name: getattr(caught.value, name) for name in fields} == fields
    check_text(str(caught.value))


def _write() -> None:
    kept = {test: texts for test, texts in _golden.items() if test not in _said}
    merged = dict(sorted({**kept, **_said}.items()))
    GOLDEN.write_text(json.dumps(merged, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if RENEW:
    atexit.register(_write)
