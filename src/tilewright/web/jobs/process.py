"""The process that works on a job, as the server sees it."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any

from tilewright.web.jobs.worker import Order

MODULE = "tilewright.web.jobs.worker"
# One thread of a library that we do not use anyway, instead of one for each core.
ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


class WorkerProcess:
    """A worker at work.  Closing its stdin stops it; if it does not listen, it is killed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._killing: asyncio.TimerHandle | None = None

    @classmethod
    async def start(cls, order: Order) -> "WorkerProcess":
        """Have a process begin."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-P", "-m", MODULE),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, **ENVIRONMENT},
            start_new_session=True,  # Ctrl-C in the terminal is for the server
        )
        assert process.stdin is not None
        with suppress(ConnectionError):  # its end will be seen where its words are read
            process.stdin.write(order.to_line())
            await process.stdin.drain()
        return cls(process)

    async def events(self) -> AsyncGenerator[dict[str, Any], None]:
        """What it says, until it has ended."""
        assert self._process.stdout is not None
        try:
            async for line in self._process.stdout:
                with suppress(ValueError):  # half a line, of one that was killed
                    event = json.loads(line)
                    if isinstance(event, dict):
                        yield event
        except BaseException:  # nobody will listen any more
            self._kill()
            raise
        finally:
            await self._process.wait()
            if self._killing:
                self._killing.cancel()

    def stop(self, patience: float) -> None:
        """Have it end soon, and kill it after `patience` seconds."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        if self._killing:
            self._killing.cancel()
        self._killing = asyncio.get_running_loop().call_later(patience, self._kill)

    def _kill(self) -> None:
        # Not `self._process.kill()`: that polls first, and if the process has just ended, its exit
        # status is gone before the event loop has read it.  (One that has ended: on macOS that is
        # a PermissionError.)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)  # the worker is alone in its session

    @property
    def process(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def ended_by(self) -> str | None:
        """The name of the signal that ended it, if one did."""
        code = self._process.returncode
        if code is None or code >= 0:
            return None
        try:
            return signal.Signals(-code).name
        except ValueError:
            return f"signal {-code}"
