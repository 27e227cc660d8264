"""House rules that no linter knows; part of `make lint`."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

LONGEST = 800  # lines of a source file: look twice above 400, and never go beyond
SAME_NAME = 3  # modules of the package that may share a base name
SOURCES = {".py", ".cpp", ".hpp", ".css", ".js", ".ts", ".tsx"}
PACKAGE = Path("src/tilewright")
FOREIGN = re.compile(r"(?<![\w.])/(?:work|home|root)/|index[-_]url|^registry\s*=", re.MULTILINE)


def files() -> Iterator[tuple[Path, str]]:
    """Everything that is in the repository, or would be with the next commit."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True
    )
    for name in listed.stdout.splitlines():
        if Path(name).is_file():
            yield Path(name), Path(name).read_text(encoding="utf-8", errors="replace")


def in_files() -> Iterator[str]:
    """Files that are too long, or name something of one machine."""
    for path, text in files():
        if path.suffix in SOURCES and text.count("\n") > LONGEST:
            yield f"{path}: {text.count(chr(10))} lines; split it, {LONGEST} is the most"
        if path != Path("tests/check_tree.py") and (found := FOREIGN.search(text)):
            yield f"{path}: {found[0]!r} belongs to one machine, not to the project"


def in_names() -> Iterator[str]:
    """Names of the package that mean two things."""
    modules = [path for path in PACKAGE.rglob("*.py") if path.stem != "__init__"]
    for name, times in Counter(path.stem for path in modules).items():
        if times > SAME_NAME:
            yield f"{times} modules are called {name}: {SAME_NAME} is the most"
    where: dict[str, list[Path]] = {}
    for path in modules:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                where.setdefault(node.name, []).append(path)
    for name, paths in where.items():
        if len(paths) > 1:
            yield f"class {name} is defined twice: {' and '.join(map(str, paths))}"
    for init in PACKAGE.rglob("__init__.py"):
        below = {path.stem for path in init.parent.iterdir() if path.suffix == ".py"}
        below |= {path.parent.name for path in init.parent.glob("*/__init__.py")}
        for node in ast.walk(ast.parse(init.read_text(encoding="utf-8"))):
            own = ".".join(init.parent.relative_to("src").parts)
            if isinstance(node, ast.ImportFrom) and node.module != own:
                for name in below & {alias.asname or alias.name for alias in node.names}:
                    yield f"{init}: {name} is both a module and what is imported from one"


def main() -> int:
    """Print what is wrong; the exit status is the number of complaints."""
    complaints = [*in_files(), *in_names()]
    print("\n".join(complaints) or "house rules: kept")
    return min(len(complaints), 100)


if __name__ == "__main__":
    sys.exit(main())
