"""What newcomers are told: how to install, what to write instead, which command to use."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_nobody_is_sent_to_a_package_index() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.py")]
    assert len(pages) > 100
    wrong = re.compile(r"pip install '?tilewright\[")
    assert [str(page) for page in pages if wrong.search(page.read_text(encoding="utf-8"))] == []
