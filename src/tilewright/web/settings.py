"""How a server is run, and what it allows."""

import ipaddress
import os
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Limits:
    """What one request or one job may take."""

    max_seconds: float = 3600.0  # of one job, each time it is worked on
    max_memory_mib: int = 4096  # of one job
    max_cells: int = 2000  # of a board
    max_pieces: int = 500  # different ones
    max_queue: int = 32  # jobs that wait
    max_stored: int = 1000  # jobs in all
    max_upload_bytes: int = 1 << 20
    max_upload_seconds: float = 30.0  # until a request is there as a whole
    max_threads: int = field(default_factory=lambda: os.cpu_count() or 1)
    at_once: int = 1  # jobs that are worked on together


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the server stores its jobs, where it listens, and who may talk to it.

    `port` is the one that it listens at, never 0.  With a `token`, only who knows it is answered.
    `allow_hosts` are further names by which browsers may call the server.
    """

    folder: Path
    host: str = "127.0.0.1"
    port: int = 8765
    token: str | None = field(default=None, repr=False)
    allow_hosts: tuple[str, ...] = ()
    limits: Limits = Limits()


def is_loopback(host: str) -> bool:
    """Whether a server at this host can be reached from its own machine only."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"
