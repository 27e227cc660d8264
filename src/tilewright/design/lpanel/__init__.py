"""L-Panel: cover the white cells of a board with Ls.  Boards as text, verdicts, new boards."""

from tilewright.design.lpanel.make import MadePanel, generate_panel
from tilewright.design.lpanel.panel import LPanel, parse_panels
from tilewright.design.lpanel.verdict import PanelVerdict, Reason, judge_panel

__all__ = [
    "LPanel",
    "MadePanel",
    "PanelVerdict",
    "Reason",
    "generate_panel",
    "judge_panel",
    "parse_panels",
]
