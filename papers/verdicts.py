"""What is to be said about a claim, once its job is done or was left."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from papers.claims import Claim, Job
from papers.spelling import spelt
from tilewright.engines import Figure as Guess

__all__ = ["Finding", "Judged", "Verdict", "judge"]

Verdict = Literal["same", "different", "not computed", "not printed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What is known about a job: values if it is done, else perhaps guesses.

    `earlier` says that the values are those of an earlier run with the same fingerprint.
    """

    values: Mapping[str, Any] | None = None
    guesses: Mapping[str, Guess] | None = None
    seconds: float = 0.0
    earlier: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A claim, what was computed, and the verdict."""

    job: Job
    claim: Claim
    verdict: Verdict
    computed: Any = None
    why: str = ""
    guess: Guess | None = None
    seconds: float = 0.0
    earlier: bool = False

    @property
    def explained(self) -> bool:
        """Is it nothing to worry about?  False if a number differs and nobody has said why."""
        return self.verdict != "different" or bool(self.why)


def judge(job: Job, claim: Claim, finding: Finding) -> Judged:
    """Compare what was computed with what was published.  Nothing is the same uncomputed."""
    if finding.values is None:
        guess = (finding.guesses or {}).get(claim.key)
        return Judged(job=job, claim=claim, verdict="not computed", guess=guess)
    computed = finding.values[claim.key]
    verdict: Verdict
    if claim.published is None:
        verdict = "not printed"
    elif claim.within is not None:
        low, high = claim.within
        verdict = "same" if low <= computed <= high else "different"
    else:
        verdict = "same" if _same(computed, claim.published) else "different"
    return Judged(
        job=job,
        claim=claim,
        verdict=verdict,
        computed=computed,
        why=_why(claim, computed) if verdict == "different" else "",
        seconds=finding.seconds,
        earlier=finding.earlier,
    )


def _same(computed: Any, published: Any) -> bool:
    if isinstance(computed, float) and isinstance(published, (int, float)):
        return math.isclose(computed, published, rel_tol=1e-9)
    return bool(computed == published)


def _why(claim: Claim, computed: Any) -> str:
    ratio = "–"
    if isinstance(computed, (int, float)) and isinstance(claim.published, (int, float)):
        ratio = _ratio(computed / claim.published) if claim.published else "–"
    words = {"computed": spelt(computed), "published": spelt(claim.published), "ratio": ratio}
    why = claim.why
    for name, word in words.items():
        why = why.replace(f"{{{name}}}", word)
    return why


def _ratio(ratio: float) -> str:
    """A ratio in as many digits as tell it from 1.

    >>> _ratio(0.93141), _ratio(1.0000093), _ratio(1.0)
    ('0.9314', '1.00001', '1')
    """
    digits = next((n for n in range(4, 12) if float(f"{ratio:.{n}g}") != 1), 4)
    return f"{ratio:.{digits}g}"
