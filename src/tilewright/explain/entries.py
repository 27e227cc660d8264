"""Explanations for JSON."""

from typing import Any

from tilewright.explain.common import Common
from tilewright.explain.explanation import Explanation
from tilewright.explain.proofs import Bare, Chain, Conflict, Nowhere, Proof, Searched, Weighing
from tilewright.solutions import placed_entry

__all__ = ["explanation_entry"]


def explanation_entry(explained: Explanation) -> dict[str, Any]:
    """An explanation as a JSON object."""
    entry: dict[str, Any] = {
        "kind": explained.kind,
        "solvable": explained.solvable,
        "sentences": list(explained.sentences),
        "drawing": explained.drawing(),
    }
    if explained.proof is not None:
        entry["proof"] = _proof(explained.proof)
    if explained.common is not None:
        entry["common"] = _common(explained.common)
    return entry


def _proof(proof: Proof) -> dict[str, Any]:
    match proof:
        case Weighing():
            weights = [{"cell": cell, "weight": w} for cell, w in proof.weights.items()]
            return {"weights": weights, "modulus": proof.modulus}
        case Nowhere():
            return {"piece": proof.piece}
        case Bare():
            return {"cell": proof.cell}
        case Chain():
            steps = [{"piece": s.piece, "cells": s.cells, "cell": s.at} for s in proof.steps]
            return {"steps": steps, "end": _proof(proof.end)}
        case Conflict():
            return {
                "cells": proof.cells,
                "pieces_at_least": proof.least,
                "pieces_at_most": proof.most,
                "minimal": proof.minimal,
            }
        case Searched():
            return {"engine": proof.engine, "nodes": proof.nodes}


def _common(common: Common) -> dict[str, Any]:
    cells = None if common.cells is None else common.cells.items()
    return {
        "solutions": common.solutions,
        "placements": common.placements,
        "placements_in_none": common.never,
        "placements_in_all": [placed_entry(placed) for placed in common.same],
        "cells_of_one_piece": None
        if cells is None
        else [{"cell": cell, "piece": name} for cell, name in cells],
        "complete": common.complete,
    }
