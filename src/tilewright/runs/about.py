"""What a run is about, as its file says it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tilewright.errors import TilewrightError
from tilewright.plan import Plan, Request
from tilewright.plan.make import SEARCH
from tilewright.runs.deal import Share
from tilewright.runs.schema import RunError

__all__ = ["About"]


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """The puzzle as text, what was asked for, and names (fingerprints) for what that came to."""

    name: str
    puzzle: str
    fingerprint: str  # of the puzzle's problem
    request: Request
    engines: tuple[str, ...]  # of each stage
    plan: str  # its fingerprint
    of: int  # parts
    parts: tuple[int, ...]  # those in this file
    search: int = SEARCH

    @classmethod
    def begun(
        cls, name: str, puzzle: str, fingerprint: str, plan: Plan, part: Share, search: int
    ) -> "About":
        """What a new run is about."""
        return cls(
            name=name,
            puzzle=puzzle,
            fingerprint=fingerprint,
            request=plan.request,
            engines=tuple(stage.engine for stage in plan.stages),
            plan=plan.fingerprint,
            of=part.of,
            parts=(part.number,),
            search=search,
        )

    @classmethod
    def read(cls, rows: Mapping[str, str], path: Path) -> "About":
        """From the rows of a file.  Raises RunError if they are damaged, or of another version."""
        try:
            found = cls(
                name=rows["name"],
                puzzle=rows["puzzle"],
                fingerprint=rows["fingerprint"],
                request=Request.from_json(rows["wish"]),
                engines=tuple(rows["engines"].split()),
                plan=rows["plan"],
                of=int(rows["of"]),
                parts=tuple(sorted(map(int, rows["parts"].split(",")))),
                search=int(rows["search"]),
            )
            for part in found.parts:
                Share(part, found.of)
        except (KeyError, ValueError, TypeError, RecursionError, TilewrightError) as error:
            raise damaged(path, error) from None
        if not 1 <= found.search <= SEARCH:
            raise RunError(
                f"{path} was begun by a Tilewright that searches differently (way "
                f"{found.search}, this one knows ways 1 to {SEARCH}): go on with that version"
            )
        return found

    def rows(self) -> dict[str, str]:
        """As rows of a file."""
        return {
            "name": self.name,
            "puzzle": self.puzzle,
            "fingerprint": self.fingerprint,
            "wish": self.request.to_json(),
            "engines": " ".join(self.engines),
            "plan": self.plan,
            "of": str(self.of),
            "parts": ",".join(map(str, self.parts)),
            "search": str(self.search),
        }

    @property
    def missing(self) -> Sequence[int]:
        """The parts that are not in this file."""
        here = set(self.parts)
        return [k for k in range(1, self.of + 1) if k not in here]

    def __str__(self) -> str:
        words = [f"task {self.request.task}", f"engine {self.request.engine}"]
        if self.request.task == "solve":
            words.append(f"up to {self.request.up_to}")
        words += [f"require {name}" for name in self.request.require]
        words += [f"{name} {value}" for name, value in self.request.options]
        if self.of > 1:
            words.append(f"part {', '.join(f'{k}/{self.of}' for k in self.parts)}")
        return ", ".join(words)


def damaged(path: Path, error: Exception) -> RunError:
    """What to say of a file that cannot be understood."""
    return RunError(f"{path}: what the run is about is damaged ({error}): go on from a copy")
