"""`tilewright serve`: Tilewright in the browser."""

import os
import re
import secrets
import sys
import threading
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from tilewright.cli.answers import DONE
from tilewright.cli.options import common, expert, limits
from tilewright.cli.terminal import on_signal
from tilewright.errors import TilewrightError, how_to_install


class ServeError(TilewrightError):
    """The server cannot be started like this."""


def serve(
    port: Annotated[
        int, common(min=0, max=65535, metavar="N", help="Listen at port N; 0: any that is free.")
    ] = 8765,
    host: Annotated[
        str,
        common(
            metavar="ADDRESS",
            help="Listen at this address of the machine; 0.0.0.0 is all of them.  Who comes from "
            "elsewhere needs the token in the link that is printed.",
        ),
    ] = "127.0.0.1",
    no_open: Annotated[bool, common("--no-open", help="Do not open the browser.")] = False,
    keep: Annotated[
        Path | None,
        common(
            metavar="FOLDER", help="Store jobs in this folder; default: one for programs' state."
        ),
    ] = None,
    token: Annotated[
        str | None,
        expert(metavar="T", help="Ask for this token; default: one made by chance, if need be."),
    ] = None,
    at_once: Annotated[int, limits(min=1, max=64, help="Work on N jobs together.")] = 1,
    threads: Annotated[
        int | None, limits(min=1, max=1024, help="A job may use N threads; default: all cores.")
    ] = None,
    max_seconds: Annotated[
        float, limits(min=1, help="Stop a job after S seconds; it can be resumed.")
    ] = 3600.0,
    max_memory: Annotated[
        int, limits(min=64, metavar="MIB", help="A job may use that much memory.")
    ] = 4096,
    allow_host: Annotated[
        list[str] | None,
        expert(
            metavar="NAME", help="The server is also called NAME (or NAME:PORT); may be repeated."
        ),
    ] = None,
) -> int:
    """Open Tilewright in the browser: draw puzzles, solve them, turn them, play.

    Prints the address, and serves until Ctrl-C.  Jobs that are not done then are resumed when the
    server is started again.

    Exit status: 0, or 2 if the server cannot be started.
    """
    try:
        from tilewright.web.app import make_app
        from tilewright.web.jobs.store import held, usual_folder
        from tilewright.web.listening import Listener, address, listening_socket
        from tilewright.web.settings import Limits, Settings, is_loopback
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("tilewright"):
            raise
        raise ServeError(
            f"{error.name} is not installed, which the browser needs: run {how_to_install('web')}"
        ) from None
    if token is not None and not re.fullmatch("[A-Za-z0-9_-]{8,200}", token):
        raise ServeError("--token: expected 8 or more letters (a to z), digits, '-' and '_'")
    if token is None and not is_loopback(host):
        token = secrets.token_urlsafe(24)
    limits = Limits(max_seconds=max_seconds, max_memory_mib=max_memory, at_once=at_once)
    if threads is not None:
        limits = replace(limits, max_threads=threads)
    folder = (usual_folder() if keep is None else keep).absolute()
    with held(folder), listening_socket(host, port) as listener:
        settings = Settings(
            folder, host, listener.getsockname()[1], token, tuple(allow_host or ()), limits
        )
        link = address(settings)
        server = Listener(make_app(settings), lambda: _announce(link, opened=not no_open))
        with on_signal(server.stop):
            server.work(listener)
    return DONE


def _announce(link: str, *, opened: bool) -> None:
    print(f"Tilewright is at {link} until you press Ctrl-C.", flush=True)
    # A browser in this terminal would be in the way.
    screen = sys.platform == "darwin" or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    if opened and screen:
        threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()
