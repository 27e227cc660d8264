"""Why there is no solution: for people, and for JSON."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tilewright.cli.answers import picked

if TYPE_CHECKING:
    from tilewright.engines import Choice
    from tilewright.execution import Execution
    from tilewright.invariants.finding import Refutation
    from tilewright.invariants.proofs import Proof


def chosen(execution: "Execution") -> "Choice | str | None":
    """The engine that was chosen, and why; or that none was needed."""
    if execution.choice is None and execution.refutation:
        return "no engine: without a search it is proved that there is no solution"
    return execution.choice


def print_reason(refutation: "Refutation | None") -> None:
    """The sentences, if it was proved without a search."""
    if refutation:
        print(*refutation.sentences, sep="\n")


def reason_entry(refutation: "Refutation | None") -> dict[str, Any]:
    """The same for JSON, with the proof, as `tilewright explain` has it; else nothing."""
    if refutation is None:
        return {}
    told = picked(refutation, "kind", "sentences")
    return {"reason": {**told, "proof": proof_entry(refutation.proof)}}


def proof_entry(proof: "Proof") -> dict[str, Any]:
    """A proof for JSON."""
    from tilewright.invariants.proofs import Bare, Chain, Conflict, Nowhere, Searched, Weighing

    match proof:
        case Weighing():
            weights = [{"cell": cell, "weight": w} for cell, w in proof.weights.items()]
            return {"weights": weights, "modulus": proof.modulus}
        case Chain():
            steps = [{"piece": s.piece, "cells": s.cells, "cell": s.at} for s in proof.steps]
            return {"steps": steps, "end": proof_entry(proof.end)}
        case Conflict():
            pieces = {"pieces_at_least": proof.least, "pieces_at_most": proof.most}
            return {"cells": proof.cells, **pieces, "minimal": proof.minimal}
        case Nowhere() | Bare() | Searched():
            return asdict(proof)
