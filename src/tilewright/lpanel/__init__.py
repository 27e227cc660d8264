"""L-Panel: cover the white cells of a board with Ls.  Boards as text, verdicts, new boards."""

from tilewright.lpanel.make import MadePanel, generate_panel
from tilewright.lpanel.panel import LPanel, parse_panels
from tilewright.lpanel.reasons import Reason
from tilewright.lpanel.verdict import PanelVerdict, judge_panel

__all__ = [
    "LPanel",
    "MadePanel",
    "PanelVerdict",
    "Reason",
    "generate_panel",
    "judge_panel",
    "parse_panels",
]
