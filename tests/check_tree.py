"""House rules that no linter knows; part of `make lint`."""

import re
import subprocess
import sys
from pathlib import Path

LONGEST = 400  # lines of a source file
SOURCES = {".py", ".cpp", ".hpp", ".css", ".js", ".ts", ".tsx"}
FOREIGN = re.compile(r"(?<![\w.])/(?:work|home|root)/|index[-_]url|^registry\s*=", re.MULTILINE)


def main() -> int:
    """Print what is wrong; the exit status is the number of complaints."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True
    )
    complaints = []
    for name in listed.stdout.splitlines():
        path = Path(name)
        if not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        if path.suffix in SOURCES and text.count("\n") > LONGEST:
            complaints.append(
                f"{name}: {text.count(chr(10))} lines; split it, {LONGEST} is the most"
            )
        if name != "tests/check_tree.py" and (found := FOREIGN.search(text)):
            complaints.append(f"{name}: {found[0]!r} belongs to one machine, not to the project")
    print("\n".join(complaints) or "house rules: kept")
    return min(len(complaints), 100)


if __name__ == "__main__":
    sys.exit(main())
