"""How much memory a process holds, as Linux tells it.

Read from /proc/self/status, because getrusage() counts what the parent process held when it
started this one.  Needs nothing but Python: the peers' workers use it too.
"""

from pathlib import Path

__all__ = ["STATUS", "megabytes"]

STATUS = Path("/proc/self/status")


def megabytes(field: str) -> float:
    """A line of this process's status: VmRSS is memory held now, VmHWM the most so far."""
    for line in STATUS.read_text(encoding="utf-8").splitlines():
        name, _, value = line.partition(":")
        if name == field:
            return int(value.split()[0]) * 1024 / 10**6
    raise SystemExit(f"there is no {field} in {STATUS}")
