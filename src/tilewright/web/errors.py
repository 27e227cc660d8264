"""Refusals: every one is a `Failure` with a sentence, and none tells what is none of its business.

Routes refuse by raising `HTTPException(status, "A sentence.")`, or any TilewrightError.
"""

import errno
import logging
import re
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from tilewright.document import FileError
from tilewright.errors import TilewrightError
from tilewright.web.wire import Failure, Problem

LOG = logging.getLogger("tilewright.web")
LONGEST_VALUE = 40  # letters of a wrong value that are told
LONGEST_MESSAGE = 4000
MOST_PROBLEMS = 100
FULL = {errno.ENOSPC, errno.EDQUOT}

FAILURES: dict[int | str, dict[str, Any]] = {
    400: {"model": Failure, "description": "The request cannot be read."},
    401: {"model": Failure, "description": "The token is missing or wrong."},
    403: {"model": Failure, "description": "Another site asks."},
    404: {"model": Failure, "description": "There is no such thing."},
    405: {"model": Failure, "description": "That cannot be done with it."},
    408: {"model": Failure, "description": "It did not arrive whole in time."},
    409: {"model": Failure, "description": "That makes no sense now."},
    413: {"model": Failure, "description": "It is too large."},
    415: {"model": Failure, "description": "It is not JSON."},
    421: {"model": Failure, "description": "This server does not have that name."},
    422: {"model": Failure, "description": "Something in it is wrong."},
    429: {"model": Failure, "description": "There are too many already."},
    503: {"model": Failure, "description": "The server is busy, or its disk is full."},
}

THEIR_WORDS = [
    (re.compile(theirs), ours)
    for theirs, ours in (
        (r"^Input should be (?:a valid )?", ""),
        (r"^\w+ should have ", ""),
        (r"greater than or equal to (\S+)", r"\1 or more"),
        (r"less than or equal to (\S+)", r"\1 or less"),
        (r"greater than ", "more than "),
        (r", (?:unable to parse|got a number with).*| after validation, not .*", ""),
        (r"^integer$", "a whole number"),
        (r"^string$", "text"),
        (r"^tuple$", "list"),
        (r"^(list|number|boolean)$", r"a \1"),
    )
]
WORDS = {  # for those of the libraries
    "There was an error parsing the body": "This cannot be read: expected JSON.",
    "Not Found": "There is nothing here.",
}


def failure(
    status: int,
    message: str,
    problems: Sequence[Problem] = (),
    headers: Mapping[str, str] | None = None,
) -> JSONResponse:
    """An answer that says why not."""
    content = Failure(message=_printable(message), problems=list(problems)).model_dump()
    return JSONResponse(content, status, headers)


def take_care_of_errors(app: FastAPI) -> None:
    """Let every error become a `Failure`."""
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(RequestValidationError, _not_as_expected)
    app.add_exception_handler(TilewrightError, _mistaken)
    for kind in (RecursionError, MemoryError, OSError, Exception):
        app.add_exception_handler(kind, _unexpected)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    status, detail = error.status_code, str(error.detail)
    if status == 405:
        methods = sorted(re.findall(r"\w+", (error.headers or {}).get("Allow", "")))
        allowed = " or ".join(methods) or "another method"
        detail = f"{request.method} is not possible here: expected {allowed}."
    return failure(status, WORDS.get(detail, detail), headers=error.headers)


async def _not_as_expected(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    problems = [_problem(fault) for fault in error.errors()[:MOST_PROBLEMS]]
    message = "\n".join(dict.fromkeys(_sentence(problem) for problem in problems))
    return failure(422, message, problems)


def _problem(fault: Mapping[str, Any]) -> Problem:
    """What pydantic says, in our words."""
    place = [str(step) for step in fault["loc"][1:]]
    said, told = str(fault["msg"]), _told(fault.get("input"))
    match fault["type"]:
        case "json_invalid":
            place, message = [], f"this is not JSON: {fault.get('ctx', {}).get('error', said)}"
        case "missing":
            message = "is missing"
        case "extra_forbidden":
            message = "is not known here"
        case "value_error":
            message = said.removeprefix("Value error, ")
        case "model_attributes_type" | "model_type" | "dict_type":
            message = f"is {told}: expected an object" if told else "expected an object"
        case _ if ": expected" in said:
            message = said
        case _:
            message = f"is {told}: {_expected(said)}" if told else _expected(said)
    return Problem(place=place, message=_printable(message))


def _expected(said: str) -> str:
    """Pydantic's demand as ours: "Input should be greater than or equal to 1" is "1 or more"."""
    for theirs, ours in THEIR_WORDS:
        said = theirs.sub(ours, said)
    return f"expected {said}"


def _told(value: object) -> str:
    """A wrong value, if it is worth telling."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and value.bit_length() > 200:
        return "a huge number"
    if isinstance(value, str | int | float):
        told = repr(value) if isinstance(value, str) else str(value)
        return told if len(told) <= LONGEST_VALUE else f"{told[:LONGEST_VALUE]}…"
    return ""


def _sentence(problem: Problem) -> str:
    place = ".".join(problem.place)
    link = " " if problem.message.startswith("is ") else ": "
    if not place:
        whole = f"this {problem.message}" if link == " " else problem.message
        return f"{whole[:1].upper()}{whole[1:]}."
    return f"{place}{link}{problem.message}."


async def _mistaken(request: Request, error: Exception) -> JSONResponse:
    if isinstance(error, FileError):
        problems = [
            Problem(line=c.line or None, message=_printable(c.message))
            for c in error.complaints[:MOST_PROBLEMS]
        ]
        return failure(422, "\n".join(c.message for c in error.complaints), problems)
    folder = request.app.state.settings.folder  # nobody's business
    return failure(422, str(error).replace(f"{folder}/", ""))


async def _unexpected(request: Request, error: Exception) -> JSONResponse:
    if isinstance(error, RecursionError):
        return failure(422, "This is nested too deeply.")
    if isinstance(error, MemoryError):
        return failure(413, "This does not fit into the memory of the server.")
    if isinstance(error, OSError) and error.errno in FULL:
        return failure(503, "The disk of the server is full: delete some jobs.")
    LOG.error("%s %s", request.method, request.url.path, exc_info=error)
    return failure(500, "Something went wrong here; the window of the server says what.")


def _printable(text: str) -> str:
    """Text that can be sent: halves of characters are not characters, and nobody reads books."""
    text = text if len(text) <= LONGEST_MESSAGE else f"{text[:LONGEST_MESSAGE]}…"
    return text.encode("utf-8", "backslashreplace").decode()
