"""The page about REST: it tells of everything, and what it shows works."""

import re
import subprocess
from pathlib import Path

from tilewright.web.app import make_app
from tilewright.web.settings import Settings

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "rest.md"


def test_it_tells_of_every_endpoint(tmp_path: Path) -> None:
    schema = make_app(Settings(tmp_path)).openapi()
    known = {
        f"{method.upper()} {path}"
        for path, operations in schema["paths"].items()
        for method in operations
    }
    told = set(re.findall(r"^\| `((?:GET|POST|DELETE) /api/\S+)` \|", PAGE.read_text(), re.M))
    assert told == known


def test_its_examples_work(server: str, tmp_path: Path) -> None:
    lines = re.findall(r"^\$ (.*)$", PAGE.read_text(), re.M)
    assert lines.pop(0) == "tilewright serve --no-open &"
    script = "set -e\n" + "\necho\n".join(lines).replace("curl ", "curl --fail ")
    done = subprocess.run(
        ["bash", "-c", script.replace("http://127.0.0.1:8765", server)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "240" in done.stdout.split()
    assert '"total":240' in done.stdout
    assert (tmp_path / "soma-17.svg").read_text().startswith("<svg")
    assert 'lattice = "cube"' in (tmp_path / "soma.toml").read_text()
