"""Writes the tables of docs/reference/engines.md: python docs/make_engines.py"""

from pathlib import Path

from tilewright.engines.registry import CAPABILITIES, COVER_ENGINES, ENGINES, POLYGON_ENGINES

PAGE = Path(__file__).parent / "reference" / "engines.md"
HEADS = {
    "Exact covers, and puzzles on lattices": COVER_ENGINES,
    "Free polygons": POLYGON_ENGINES,
}


def tables() -> str:
    """A table for each kind of engine, with the reasons why not below."""
    parts = []
    for head, names in HEADS.items():
        lines = [f"## {head}", "", f"| | {' | '.join(f'`{name}`' for name in names)} |"]
        lines += ["|---" * (len(names) + 1) + "|"]
        lines += [f"| what it is | {' | '.join(ENGINES[name].about for name in names)} |"]
        reasons: list[str] = []
        for capability, meaning in CAPABILITIES.items():
            cells = []
            for name in names:
                why = getattr(ENGINES[name], capability)
                if why is not True and why not in reasons:
                    reasons.append(why)
                cells.append("yes" if why is True else f"– ({reasons.index(why) + 1})")
            lines.append(f"| {meaning} | {' | '.join(cells)} |")
        lines += ["", *(f"{number}. {why}" for number, why in enumerate(reasons, 1)), ""]
        parts.append("\n".join(lines))
    return "\n".join(parts)


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(text[: text.index("## ")] + tables() if "## " in text else text + tables())
