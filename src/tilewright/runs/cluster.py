"""Workers on other machines, by Dask.  No other module knows Dask.

The scheduler and the workers are somebody else's, and may go at any time.  So nothing that matters
is left to them: a job is a task without dependencies, and what is lost is handed out once more.
Each job has one coroutine here that sees it through, however often it has to be tried, and reports
it once.

The stages travel once to each worker, as the load of a plugin: Dask brings it to the workers that
are there and to those that come later.  It is plain bytes, which do no harm where Tilewright is
missing.  A worker that has not got them says so, and gets them with the job.
"""

import asyncio
import json
import logging
import pickle
import signal
import threading
import uuid
import zlib
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from socket import gethostname
from typing import Any, Self, TypeVar

import tilewright
from tilewright.errors import how_to_install
from tilewright.execution.job import JobOrder, JobResult, explore
from tilewright.execution.packing import inflated
from tilewright.execution.plan import Stage
from tilewright.runs.schema import RunError
from tilewright.runs.workers import QueuedWorkers

MOST_UNPACKED = 4  # loads that stay unpacked in a worker
MOST_BYTES = 1 << 31  # of one of them


@dataclass(frozen=True, slots=True)
class Load:
    """Stages, packed to travel.  Loads of the same name have the same stages in them."""

    name: str
    data: bytes

    @classmethod
    def of(cls, stages: Sequence[Stage]) -> Self:
        """Pack stages."""
        data = zlib.compress(pickle.dumps(tuple(stages)))
        name = sha256(tilewright.__version__.encode() + data).hexdigest()[:32]
        return cls(f"tilewright-{name}", data)


_UNPACKING = threading.Lock()  # a worker may have several threads, which all begin with a load


def unpacked(data: bytes) -> tuple[Stage, ...]:
    """The stages of a load, the same for all threads."""
    with _UNPACKING:
        return _unpacked(data)


@lru_cache(MOST_UNPACKED)
def _unpacked(data: bytes) -> tuple[Stage, ...]:
    return tuple(pickle.loads(inflated(data, MOST_BYTES, "stages")))


try:
    import dask
    from distributed import Client, KilledWorker, LocalCluster, Worker, WorkerPlugin, get_worker
except ImportError as error:
    raise RunError(f"a cluster needs Dask ({error}): {how_to_install('cluster')}") from None


SECONDS = 5.0  # that a job takes
JOBS_PER_SECOND = 200  # that end: the scheduler can do more, but has others to serve
LOOK = 0.5  # seconds between two looks at how many workers there are
ALONE = 10  # looks without workers until we say so
ATTEMPT = 5.0  # seconds for the scheduler to answer
PAUSES = (0.2, 15.0)  # seconds between two attempts: the first ones, the last ones
FIRST_PATIENCE = 30.0  # seconds to wait for a scheduler
PATIENCE = 600.0  # seconds to wait for one that was there before
MOST_DEATHS = 5  # times that Dask gives a job up, each time after several workers died with it
FAREWELL = 10.0  # seconds for everything to end

# What Dask does besides takes 6 % of a core, by worker and scheduler; with this, 1 %.
LEAN = {
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.tick.interval": "1s",
    "distributed.worker.memory.monitor-interval": "10s",
    "distributed.worker.profile.enabled": False,
}

# What it means that the scheduler is gone, or the way to it, or what it knew of us.
LOST = (CancelledError, OSError, TimeoutError)

T = TypeVar("T")
Message = Callable[[str], None]


async def _tried(what: Awaitable[T], seconds: float = ATTEMPT) -> T | None:
    """What comes of it; None if nothing does in that time."""
    with suppress(*LOST, RuntimeError, ValueError):
        return await asyncio.wait_for(what, seconds)
    return None


class ClusterWorkers(QueuedWorkers):
    """The workers of a Dask scheduler, which may come and go, and so may the scheduler.

    `scheduler` is an address such as tcp://node7:8786, or the name of a scheduler file; a number
    stands for as many processes of this machine under a scheduler of their own, for trying.
    `message` gets, in a thread of its own, what somebody who waits should know.
    """

    def __init__(
        self, stages: Sequence[Stage], scheduler: str | int, *, message: Message = lambda _: None
    ) -> None:
        super().__init__(0)
        self._link = link = _Link(scheduler, Load.of(stages), message)
        self.name = f"Dask at {link}"
        self._session = uuid.uuid4().hex
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="cluster", daemon=True)
        self._held = ExitStack()
        for name, logger in logging.root.manager.loggerDict.items():
            if name.split(".")[0] == "distributed" and isinstance(logger, logging.Logger):
                self._held.callback(logger.setLevel, logger.level)
                logger.setLevel(logging.CRITICAL + 1)
        self._thread.start()
        try:
            self._ask(link.client()).result()
            self._ask(self._look()).result()
            self._have(self._watch())
        except BaseException:
            self.close()
            raise

    def seconds(self) -> float:
        """Long enough for the scheduler to keep up."""
        return max(SECONDS, self._count / JOBS_PER_SECOND)

    def submit(self, ticket: int, order: JobOrder) -> None:
        """Have a job done."""
        self._have(self._see_through(ticket, order))

    def stop(self) -> None:
        """Have all jobs end soon, and hand back what they have."""
        self._have(self._link.on_workers(_halt, self._session))

    def close(self) -> None:
        """Let go of the cluster; one of our own is ended."""
        if self._thread.is_alive():
            with suppress(TimeoutError):
                self._ask(self._end()).result(2 * FAREWELL)
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(FAREWELL)
        self._held.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._loop.close()

    def _ask(self, what: Coroutine[Any, Any, T]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(what, self._loop)

    def _have(self, what: Coroutine[Any, Any, None]) -> None:
        self._loop.call_soon_threadsafe(self._own, what)

    def _own(self, what: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(what)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _end(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._link.close()

    async def _watch(self) -> None:
        """See how many workers there are, again and again."""
        alone = 0
        while True:
            await asyncio.sleep(LOOK)
            with suppress(RunError):  # the jobs report it
                await self._look()
            alone = 0 if self._count else alone + 1
            if alone == ALONE:
                self._link.message(f"{self.name} has no workers: waiting for some")

    async def _look(self) -> None:
        client = await self._link.client()
        if (threads := await _tried(client.nthreads())) is not None:
            self._count = sum(threads.values())

    async def _see_through(self, ticket: int, order: JobOrder) -> None:
        try:
            self.report(ticket, await self._result(order))
        except Exception as error:
            self.report(ticket, error)

    async def _result(self, order: JobOrder) -> JobResult:
        load, data, deaths = self._link.load, None, 0
        while True:
            client = await self._link.client()
            job = (tilewright.__version__, self._session, load.name, data, order)
            future = client.submit(_do, *job, key=f"explore-{uuid.uuid4().hex}", pure=False)
            try:
                answer = await future
            except KilledWorker:
                deaths += 1
                if deaths == MOST_DEATHS:
                    raise RunError(
                        "worker after worker died with a job; is there too little memory? What "
                        "was done is stored."
                    ) from None
            except LOST:
                await asyncio.sleep(PAUSES[0])
            except Exception as error:
                raise RunError(
                    f"a worker cannot do its job ({type(error).__name__}: {error}): it needs the "
                    f"same Python, Dask and Tilewright {tilewright.__version__} as here"
                ) from error
            else:
                if isinstance(answer, JobResult):
                    return answer
                if isinstance(answer, Exception):
                    raise answer
                data = load.data
            finally:
                future.release()


class _Link:
    """The way to the scheduler, which is found again when it is lost."""

    def __init__(self, where: str | int, load: Load, message: Message) -> None:
        self.load, self.message = load, message
        self._where = where
        self._client: Client | None = None
        self._cluster: LocalCluster | None = None
        self._given_up: RunError | None = None
        self._lock = asyncio.Lock()

    def __str__(self) -> str:
        if isinstance(self._where, str):
            return self._where
        return f"{self._where} process{'es' * (self._where != 1)} of this machine"

    async def client(self) -> Client:
        """Someone who talks to the scheduler, as soon as there is one."""
        async with self._lock:
            if self._given_up is not None:
                raise self._given_up
            if self._client is None:
                self._client = await self._found(FIRST_PATIENCE)
            elif self._client.status != "running":
                await _tried(self._client.close())
                self.message(f"lost the scheduler at {self}: waiting for it")
                self._client = await self._found(PATIENCE)
                self.message(f"the scheduler at {self} is back")
            return self._client

    async def on_workers(self, what: Callable[..., None], *arguments: Any) -> None:
        """Have something done by every worker that is there, if it can be."""
        client = self._client
        if client is not None and client.status == "running":
            await _tried(client.run(what, *arguments, on_error="ignore"))

    async def close(self) -> None:
        """Let go of the scheduler, and leave nothing there; or end our own."""
        if self._client is not None:
            if self._client.status == "running" and self._cluster is None:
                await _tried(self._client.unregister_worker_plugin(self.load.name))
            await _tried(self._client.close())
        await self._end_own()

    async def _end_own(self) -> None:
        cluster, self._cluster = self._cluster, None
        closing = cluster.close() if cluster is not None else None
        if closing is not None:
            await _tried(closing, FAREWELL)

    async def _found(self, patience: float) -> Client:
        loop = asyncio.get_running_loop()
        deadline, pause = loop.time() + patience, PAUSES[0]
        while True:
            try:
                return await self._attempt()
            except LOST as error:
                if loop.time() + pause > deadline:
                    stored = "; what was done is stored" * (patience == PATIENCE)
                    self._given_up = RunError(
                        f"no Dask scheduler answers at {self} ({error}): start one with `dask "
                        f"scheduler`, or say where it is{stored}"
                    )
                    raise self._given_up from error
                if isinstance(error, FileNotFoundError) and pause == PAUSES[0]:  # once
                    self.message(
                        f"no scheduler file {self} is there: waiting {patience:g} s at most"
                    )
            except ValueError as error:
                expected = "an address such as tcp://node7:8786, or a scheduler file"
                raise RunError(f"scheduler {self}: expected {expected} ({error})") from error
            await asyncio.sleep(pause)
            pause = min(2 * pause, PAUSES[1])

    async def _attempt(self) -> Client:
        where = await self._address()
        client = Client(where, asynchronous=True, set_as_default=False, timeout=ATTEMPT)
        try:
            await client
            # Who does not get it will say so.
            await _tried(client.register_plugin(_carrier(self.load)))
        except BaseException:
            with suppress(*LOST):
                await client.close()
            raise
        return client

    async def _address(self) -> str | LocalCluster:
        if isinstance(self._where, str):
            return self._where if ":" in self._where else _in_file(Path(self._where))
        if self._cluster is None:
            with dask.config.set(LEAN):
                self._cluster = LocalCluster(
                    n_workers=self._where,
                    threads_per_worker=1,
                    host="127.0.0.1",
                    dashboard_address="127.0.0.1:0",
                    memory_limit=0,  # the engines keep to limits of their own
                    silence_logs=logging.CRITICAL,
                    asynchronous=True,
                    preload=[__name__],
                )
                try:
                    await self._cluster
                except RuntimeError as error:  # a process was killed before it was up
                    await self._end_own()
                    raise OSError(f"{error}") from error
        return self._cluster


def _in_file(path: Path) -> str:
    try:
        return str(json.loads(path.read_text())["address"])
    except (ValueError, KeyError, TypeError) as error:  # it may be half written
        raise OSError(f"not a scheduler file: {error}") from error


def _carrier(load: Load) -> WorkerPlugin:
    """A plugin that does nothing: a worker without Tilewright can take it, too."""
    plugin = WorkerPlugin()
    vars(plugin).update(name=load.name, idempotent=True, data=load.data)
    return plugin


_HALTED: set[str] = set()  # sessions
_GIVEN: dict[str, bytes] = {}  # the load that came with a job last, by its name


def dask_setup(_: Worker) -> None:
    """Dask calls this in new processes of our own: Ctrl-C is for the one that hands out jobs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _halt(session: str) -> None:
    _HALTED.add(session)


def _do(
    version: str, session: str, load: str, data: bytes | None, order: JobOrder
) -> JobResult | Exception | None:
    """Do a job.  None: the stages are not here.

    Errors are returned, to tell them from those of the cluster.
    """
    worker = get_worker()
    name = f"{gethostname()} worker {worker.name}"
    if version != tilewright.__version__:
        return RunError(
            f"{name} has Tilewright {tilewright.__version__}, but the run is driven by {version}: "
            f"install the same everywhere, and start the worker again"
        )
    try:
        if data is not None:
            _GIVEN.clear()
            _GIVEN[load] = data
        data = data or getattr(worker.plugins.get(load), "data", None) or _GIVEN.get(load)
        if data is None:
            return None
        stage = unpacked(data)[order.stage]
        key = worker.get_current_task()

        def stopped() -> bool:
            state = worker.state.tasks.get(key)
            return session in _HALTED or state is None or state.state == "cancelled"

        return explore(stage, order, name, stopped)
    except Exception as error:
        return error
