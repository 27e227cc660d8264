"""What the numbers were measured on."""

import os
import platform
import shutil
import subprocess
from pathlib import Path

__all__ = ["describe_machine"]


def describe_machine() -> dict[str, str | int | None]:
    """Processor, memory, Python, compiler and commit, as far as they can be told."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_mb": os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 10**6,
        "system": platform.platform(),
        "python": platform.python_version(),
        "compiler_on_path": _first_line([os.environ.get("CXX", "c++"), "--version"]),
        "commit": _first_line(["git", "describe", "--always", "--dirty", "--abbrev=40"]),
    }


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _first_line(command: list[str]) -> str | None:
    """What a command says first, run in this folder; None if it is missing or fails."""
    if not shutil.which(command[0]):
        return None
    here = Path(__file__).parent
    done = subprocess.run(command, cwd=here, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()[0] if done.returncode == 0 and done.stdout else None
