"""Writes the puzzles of the silhouettes.

python -m tools.silhouettes.write            writes them
python -m tools.silhouettes.write --check    only says whether they are current
"""

import sys
from pathlib import Path

from tools.silhouettes import animals, birds, digits, people, things
from tools.silhouettes.arrange import Figure, arrange, require_seven
from tools.silhouettes.outline import Ring, outline
from tools.silhouettes.surds import Surd

PUZZLES = Path(__file__).parents[2] / "src" / "tilewright" / "data" / "puzzles"
FIGURES: dict[str, Figure] = {
    name: figure
    for module in (animals, birds, digits, people, things)
    for name, figure in module.FIGURES.items()
}


def written(figure: Figure) -> str:
    """The file of a silhouette."""
    tans = arrange(figure)
    require_seven(tans)
    corners = [corner for tan in tans for corner in tan.corners]
    left, low = (min((c[axis] for c in corners), key=float) for axis in (0, 1))
    board = []
    parts = outline(tans)
    for part in parts:
        board.append("\n[board]" if len(parts) == 1 else "\n[[board.part]]")
        board.append(f"outline = {ring(part.outer, left, low)}")
        if part.holes:
            holes = ", ".join(ring(hole, left, low) for hole in part.holes)
            board.append(f"holes = [{holes}]")
    lines = [
        "format = 1",
        f'title = "Tangram: {figure.title}"',
        f'about = "{figure.about}"',
        'source = "drawn for Tilewright"',
        'lattice = "polygon"',
        *board,
        "\n[[pieces]]",
        'set = "tangram"',
    ]
    return "\n".join(lines) + "\n"


def ring(points: Ring, left: Surd, low: Surd) -> str:
    """A ring, moved to the corner of the plane."""
    return f"[{', '.join(f'[{number(x - left)}, {number(y - low)}]' for x, y in points)}]"


def number(value: Surd) -> str:
    """A coordinate as it stands in a file."""
    text = str(value)
    return text if text.lstrip("-").isdigit() else f'"{text}"'


def main(*, check: bool) -> int:
    """Write the puzzles, or only check them."""
    stale = 0
    for name, figure in FIGURES.items():
        path, text = PUZZLES / f"tangram-{name}.toml", written(figure)
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        if check:
            print(f"{path} is not current: run python -m tools.silhouettes.write", file=sys.stderr)
        else:
            path.write_text(text, encoding="utf-8")
    return min(stale, 1) if check else 0


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
