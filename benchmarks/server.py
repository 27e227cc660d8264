"""Many clients of one server: what they are told, and what it costs: python benchmarks/server.py

A server of its own gets twenty small jobs, and fifty clients watch them, each one four of them,
one after the other, with all their solutions.  Then everything is deleted, and once more, five
times.  No event may be missing or told twice; memory, open files and threads of the server must
not grow from round to round.  Prints a table; fails if something is lost.
"""

import asyncio
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

JOBS, CLIENTS, WATCHED, ROUNDS = 20, 50, 4, 5
PUZZLES = {"soma": 240, "discs-3-test": 2, "ascii-3x3": 3, "calendar-nov-15": 67, "big-c": 10}
COMMAND = Path(sys.executable).with_name("tilewright")


class Server:
    """A server in a process of its own, in an empty folder."""

    def __init__(self, folder):
        command = [COMMAND, "serve", "--port", "0", "--no-open", "--keep", folder, "--threads", "1"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.url = re.search(r"http://[^/]+", self.process.stdout.readline())[0]

    def sizes(self):
        """Memory in MiB, open files, and threads."""
        here = Path(f"/proc/{self.process.pid}")
        status = dict(line.split(":", 1) for line in (here / "status").read_text().splitlines())
        files = len(list((here / "fd").iterdir()))
        return int(status["VmRSS"].split()[0]) / 1024, files, int(status["Threads"])

    def end(self):
        """End it as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(30)


async def watch(client, number):
    """The numbers of the solutions that a stream tells, until it ends; and how many events."""
    numbers, events, ended = [], 0, False
    async with client.stream("GET", f"/api/jobs/{number}/events?solutions=true") as answer:
        async for line in answer.aiter_lines():
            events += line.startswith("event: ")
            ended |= line == "event: end"
            if line.startswith("id: "):
                numbers.append(int(line[4:]))
    return numbers, events, ended


async def one_round(url):
    """Post all jobs, watch them, delete them; gives events told, and what was wrong."""
    # A connection that was idle may be closed just when it is used again: each stream has its own.
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
    headers = {"Content-Type": "application/json"}
    async with httpx.AsyncClient(
        base_url=url, headers=headers, limits=limits, timeout=600
    ) as client:
        names = [list(PUZZLES)[k % len(PUZZLES)] for k in range(JOBS)]
        jobs = []
        for name in names:
            given = {"puzzle": {"name": name}, "task": "all"}
            jobs.append((await client.post("/api/jobs", json=given)).raise_for_status().json())

        async def be_client(k):
            told, wrong = 0, []
            for step in range(WATCHED):
                at = (k + step * (JOBS // WATCHED + 1)) % JOBS
                numbers, events, ended = await watch(client, jobs[at]["id"])
                told += events
                if not ended or numbers != list(range(1, PUZZLES[names[at]] + 1)):
                    wrong.append(f"client {k}, {names[at]}: {len(numbers)} solutions, {ended=}")
            return told, wrong

        results = await asyncio.gather(*map(be_client, range(CLIENTS)))
        for job in jobs:
            (await client.delete(f"/api/jobs/{job['id']}")).raise_for_status()
    return sum(told for told, _ in results), [one for _, wrong in results for one in wrong]


def main():
    lost = []
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        print(f"{CLIENTS} clients, {JOBS} jobs, {CLIENTS * WATCHED} streams a round\n")
        print("| round | events | wrong | seconds | MiB | files | threads |")
        print("|---|---|---|---|---|---|---|")
        memory, files, threads = server.sizes()
        print(f"| before | | | | {memory:.1f} | {files} | {threads} |")
        for number in range(1, ROUNDS + 1):
            began = time.monotonic()
            told, wrong = asyncio.run(one_round(server.url))
            seconds = time.monotonic() - began
            time.sleep(1)
            memory, files, threads = server.sizes()
            lost += wrong
            print(
                f"| {number} | {told:,} | {len(wrong)} | {seconds:.1f} | {memory:.1f} | {files} | "
                f"{threads} |",
                flush=True,
            )
        server.end()
    for one in lost:
        print(one)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
