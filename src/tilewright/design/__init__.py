"""For designers: is it the only solution, how hard is it, and new puzzles that have one."""

from tilewright.design.boards import generate_board, pattern_motions
from tilewright.design.cuts import cut_board
from tilewright.design.dissections import dissect, dissection
from tilewright.design.generated import Generated, NothingMadeError, Tried
from tilewright.design.grading import Grade, ReasoningStep, grade, steps
from tilewright.design.lpanel import (
    LPanel,
    MadePanel,
    PanelVerdict,
    Reason,
    generate_panel,
    judge_panel,
    parse_panels,
)
from tilewright.design.unifying import Hint, Unified, UnifyError, unify
from tilewright.design.uniqueness import Verdict, judge

__all__ = [
    "Generated",
    "Grade",
    "Hint",
    "LPanel",
    "MadePanel",
    "NothingMadeError",
    "PanelVerdict",
    "Reason",
    "ReasoningStep",
    "Tried",
    "Unified",
    "UnifyError",
    "Verdict",
    "cut_board",
    "dissect",
    "dissection",
    "generate_board",
    "generate_panel",
    "grade",
    "judge",
    "judge_panel",
    "parse_panels",
    "pattern_motions",
    "steps",
    "unify",
]
