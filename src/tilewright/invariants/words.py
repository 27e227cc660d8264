"""What each kind of proof says to people, in sentences."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_uppercase

from tilewright.invariants.check import FreeBoard, Stock, ground_of, sums_of
from tilewright.invariants.proofs import Bare, Chain, Conflict, Nowhere, Proof, Weighing
from tilewright.lattices import Cell
from tilewright.orientations import orientations
from tilewright.puzzle import Puzzle

SPELT = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
MOST_NAMES = 6  # of pieces in one sentence


def proof_sentences(puzzle: Puzzle, kind: str, proof: Proof) -> Iterable[str]:
    """What a proof says to people; `kind` is that of the explanation."""
    match proof:
        case Nowhere():
            return [_tell_nowhere(puzzle, proof)]
        case Bare():
            return [_tell_bare(puzzle, proof)]
        case Chain():
            return _tell_chain(proof)
        case Conflict():
            return _tell_conflict(puzzle, proof)
        case Weighing() if kind == "region":
            return [_tell_region(puzzle, proof)]
        case Weighing() if kind == "colours":
            colour = puzzle.board.colours[next(iter(proof.weights))]
            return _Weighed(puzzle, proof, f"{colour!r}").sentences(white=False)
        case Weighing() if kind == "colouring":
            return tell_colouring(puzzle, proof)
        case Weighing():
            return tell_weights(puzzle, proof)
    raise AssertionError(kind)


def spelt(number: int) -> str:
    """A number; small ones as words.

    >>> spelt(3), spelt(40)
    ('three', '40')
    """
    return SPELT[number] if 0 <= number < len(SPELT) else f"{number:,}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _is_noun(name: str) -> bool:
    return len(name) > 2 and name.isalpha() and name.islower()


def each(names: Sequence[str]) -> str:
    """Each of some pieces.

    >>> each(["domino"]), each(["I", "L"])
    ('every domino', 'each of the pieces I and L')
    """
    if len(names) == 1:
        return f"every {names[0]}" if _is_noun(names[0]) else f"the piece {names[0]}"
    return f"each of the pieces {listed(names)}"


def many(name: str, number: int) -> str:
    """N of a piece.

    >>> many("domino", 31), many("T", 2)
    ('31 dominoes', 'two pieces T')
    """
    if not _is_noun(name):
        return f"{spelt(number)} piece{'s' * (number != 1)} {name}"
    ending = "" if number == 1 else "es" if name[-1] in "osx" else "s"
    return f"{number:,} {name}{ending}"


def tell_colouring(puzzle: Puzzle, proof: Weighing) -> list[str]:
    """A colouring in black and white."""
    black = {cell: 1 for cell, weight in proof.weights.items() if weight > 0}
    if len(black) == len(proof.weights):
        return [_pattern(puzzle, black), *_Weighed(puzzle, proof, "black").sentences(white=True)]
    return [_pattern(puzzle, black), *_Weighed(puzzle, proof, "").differences()]


def tell_weights(puzzle: Puzzle, proof: Weighing) -> list[str]:
    """Numbers on the cells."""
    return [
        "Write the numbers below on the cells, and 0 where no number is.",
        *_Weighed(puzzle, proof, "").sentences(white=False),
    ]


def _pattern(puzzle: Puzzle, black: Mapping[Cell, int]) -> str:
    on, cells = puzzle.lattice, puzzle.board.cells
    board = set(cells)
    named = {cell: kind.name for cell in cells if (kind := on.kind(cell))}
    kinds = {name: cell in black for cell, name in named.items()}
    if len(kinds) > 1 and all(kinds[name] == (cell in black) for cell, name in named.items()):
        names = sorted(name for name, own in kinds.items() if own)
        return f"Colour the cells of kind {listed(names)} black and all others white."
    proper = all(
        (cell in black) != (there in black)
        for cell in cells
        for there in on.neighbours(cell).values()
        if there in board
    )
    if proper:
        like = " like a chessboard" if on.name in ("square", "cube") else ", neighbours differently"
        return f"Colour the cells black and white{like}."
    return "Colour the cells black and white as drawn below."


@dataclass(frozen=True)
class _Weighed:
    """A weighing in words: what each piece covers, what all cover together, what the board has."""

    puzzle: Puzzle
    proof: Weighing
    colour: str  # of the cells that count 1; "" for numbers

    @cached_property
    def ground(self) -> FreeBoard:
        return ground_of(self.puzzle)

    @cached_property
    def stocks(self) -> list[tuple[Stock, tuple[int, ...]]]:
        """The pieces that can be used, and what they can cover."""
        return [
            (stock, sums_of(stock, self.proof.weights))
            for stock in self.ground.stocks
            if stock.hi != 0 and stock.places
        ]

    @property
    def board(self) -> int:
        return sum(self.proof.weights.get(cell, 0) for cell in self.ground.must)

    @property
    def _fixed(self) -> str:
        return " left by the fixed pieces" if self.puzzle.fixed else ""

    def times(self, stock: Stock) -> int | None:
        """How often a piece is used, if that is known."""
        if stock.lo == stock.hi:
            return stock.lo
        if len(self.stocks) == 1 and not self.ground.may:
            return len(self.ground.must) // stock.size
        return None

    def sentences(self, *, white: bool) -> list[str]:
        """What each piece covers, what that makes in all, and what the board has."""
        if any(cell in self.proof.weights for cell in self.ground.may):
            return self._listed("at least ")
        used = [(self.times(stock), sums) for stock, sums in self.stocks]
        total = sum((n or 0) * sums[0] for n, sums in used)
        modulus = self.proof.modulus
        if modulus:
            rests = [(n, {one % modulus for one in sums}) for n, sums in used]
            if all(len(some) == 1 and (n is not None or some == {0}) for n, some in rests):
                return self._modular(total, sum(n or 0 for n, sums in used if sums[0] % 2))
        elif all(len(sums) == 1 and (n is not None or sums == (0,)) for n, sums in used):
            return self._exact(total, white=white)
        if all(n is not None or sums[-1] <= 0 for n, sums in used):
            most = sum((n or 0) * sums[-1] for n, sums in used)
            if most < self.board:
                return self._bounded("at most", -1, most)
        if all(n is not None or sums[0] >= 0 for n, sums in used) and total > self.board:
            return self._bounded("at least", 0, total)
        return self._listed()

    def differences(self) -> list[str]:
        """The same where black cells count 1 and white ones -1."""
        if all(sums == (0,) for _, sums in self.stocks) and not self.ground.may:
            black = sum(self.proof.weights.get(cell, 0) > 0 for cell in self.ground.must)
            white = len(self.ground.must) - black
            return [
                "Every piece covers as many black as white cells, however it lies.",
                f"But the board has {black:,} black and {white:,} white cells{self._fixed}.",
            ]
        return [
            "Count each black cell as 1 and each white cell as -1.",
            *self.sentences(white=False),
        ]

    def _exact(self, total: int, *, white: bool) -> list[str]:
        def covers(stock: Stock, sums: tuple[int, ...]) -> str:
            if not white:
                return self._cells(sums[0])
            others = stock.size - sums[0]
            if not others or not sums[0]:
                return f"{spelt(stock.size)} {'white' if others else 'black'} cells only"
            what = "cell" if others == 1 else "cells"
            return f"{spelt(sums[0])} black and {spelt(others)} white {what}"

        cells = len(self.ground.must)
        if white:
            would = f"{total:,} black and {cells - total:,} white cells"
            has = f"{self.board:,} and {cells - self.board:,}"
        else:
            would, has = self._compared(total)
        all_of = "All pieces together"
        if len(self.stocks) == 1 and len(self.stocks[0][0].names) == 1:
            stock = self.stocks[0][0]
            all_of = _capital(many(stock.names[0], self.times(stock) or 0))
        return [
            self._each(covers, ", however it lies"),
            f"{all_of} would cover {would}, but the board has {has}{self._fixed}.",
        ]

    def _modular(self, total: int, odd: int) -> list[str]:
        modulus = self.proof.modulus

        def what(number: int) -> str:
            rest = number % modulus
            if modulus == 2:
                counted = f"number of {self.colour} cells" if self.colour else "sum"
                return f"an {'odd' if rest else 'even'} {counted}"
            counted = f"a number of {self.colour} cells" if self.colour else "a sum"
            more = f"{rest} more than a multiple" if rest else "a multiple"
            return f"{counted} that is {more} of {modulus}"

        has = self._cells(self.board) if self.colour else f"the sum {self.board}"
        counted = modulus == 2 and odd > 1
        so = f"{spelt(odd).capitalize()} of these numbers are odd, so" if counted else "So"
        return [
            self._each(lambda _, sums: what(sums[0]), ", however it lies"),
            f"{so} all pieces together cover {what(total)}, but the board has {has}{self._fixed}.",
        ]

    def _bounded(self, bound: str, side: int, total: int) -> list[str]:
        cover, has = self._compared(total)
        return [
            self._each(lambda _, sums: f"{bound} {self._cells(sums[side])}"),
            f"So all pieces together cover {bound} {cover}, but the board has {has}{self._fixed}.",
        ]

    def _listed(self, at_least: str = "") -> list[str]:
        def covers(_: Stock, sums: tuple[int, ...]) -> str:
            return f"{listed([f'{x:,}' for x in sums], 'or')} of them"

        few = self.colour and all(len(sums) <= MOST_NAMES for _, sums in self.stocks)
        what = f"{at_least}{self._cells(self.board)}" if self.colour else f"the sum {self.board}"
        modulo = f" modulo {self.proof.modulus}" if self.proof.modulus else ""
        return [
            *([self._each(covers)] if few else []),
            f"The board has {what}{self._fixed}, and no choice of pieces that the counts and sizes "
            f"allow adds up to that{modulo}.",
        ]

    def _cells(self, number: int) -> str:
        if not self.colour:
            return f"the sum {number:,}"
        return f"{spelt(number)} {self.colour} {'cell' if number == 1 else 'cells'}"

    def _compared(self, total: int) -> tuple[str, str]:
        """What the pieces cover and what the board has, either both in words or both in digits."""
        in_words = self.colour and spelt(total).isalpha() and spelt(self.board).isalpha()
        if not in_words:
            what = f"{total:,} {self.colour} cells" if self.colour else self._cells(total)
            return what, f"{self.board:,}"
        return self._cells(total), spelt(self.board) if self.board else "none"

    def _each(self, covers: Callable[[Stock, tuple[int, ...]], str], after: str = "") -> str:
        """A sentence for pieces that cover the same, the largest group last."""
        groups: dict[str, list[str]] = {}
        for stock, sums in self.stocks:
            groups.setdefault(covers(stock, sums), []).extend(stock.names)
        ordered = sorted(groups.items(), key=lambda pair: len(pair[1]))
        if len(ordered) == 1 and len(ordered[0][1]) > 1:
            return f"Every piece covers {ordered[0][0]}{after}."
        parts = []
        for number, (what, names) in enumerate(ordered):
            last = number + 1 == len(ordered) > 1 and len(names) > 1
            who = "every other piece" if last else each(names)
            if not last and len(names) > MOST_NAMES:
                who = f"each of {spelt(len(names))} pieces"
            parts.append(f"{who} covers {what}")
        return _capital(f"{', '.join(parts)}{after}.")


def _tell_nowhere(puzzle: Puzzle, proof: Nowhere) -> str:
    """A piece that has no place."""
    piece = puzzle.piece(proof.piece)
    ways = len(orientations(puzzle.lattice, piece))
    how = "" if ways == 1 else f", in none of its {ways} orientations"
    left = "what the fixed pieces leave" if puzzle.fixed else "the board"
    what = "cell" if piece.size == 1 else "cells"
    return f"The piece {piece.name} ({piece.size} {what}) fits nowhere on {left}{how}."


def _tell_bare(puzzle: Puzzle, proof: Bare) -> str:
    """A cell that nothing covers."""
    ground = ground_of(puzzle)
    covered = {c for stock in ground.stocks if stock.hi != 0 for p in stock.places for c in p}
    others = len(ground.must - covered) - 1
    more = f", nor {spelt(others)} more" if others else ""
    return f"No piece can cover the cell {_at(proof.cell)}{more}."


def _tell_region(puzzle: Puzzle, proof: Weighing) -> str:
    """A part of the board that has no neighbours outside."""
    ground = ground_of(puzzle)
    number = len(puzzle.lattice.regions(ground.must | ground.may))
    must, may = (sum(cell in proof.weights for cell in some) for some in (ground.must, ground.may))
    sizes = sorted({piece.size for piece in puzzle.pieces if piece.count.hi != 0})
    wanted = f"{must}" if not may else f"{must} to {must + may}"
    more = "" if len(sizes) == 1 else ", as many as there are,"
    return (
        f"The board falls into {spelt(number)} regions. One of them, marked *, has "
        f"{wanted} cell{'s' * (wanted != '1')}, which pieces of {listed([*map(str, sizes)])} cells"
        f"{more} cannot fill."
    )


def _tell_chain(proof: Chain) -> Iterator[str]:
    """Forced moves, one a sentence."""
    for number, (letter, step) in enumerate(zip(ascii_uppercase, proof.steps, strict=False)):
        then = "Then only" if number else "Only"
        if step.at is not None:
            yield f"{then} {step.piece}, lying as {letter}, can cover {_at(step.at)}."
        else:
            yield f"{then} the place drawn {letter} is left for {step.piece}."
    if isinstance(proof.end, Bare):
        yield f"But then nothing can cover {_at(proof.end.cell)}, drawn ?."
    else:
        yield f"But then there is no place left for the piece {proof.end.piece}."


def _tell_conflict(puzzle: Puzzle, proof: Conflict) -> Iterator[str]:
    """Cells and pieces that are too much together."""
    times = {name: ground_of(puzzle).stock(name).lo for name in proof.least}
    least = [name if lo <= 1 else f"{name} ({lo} times)" for name, lo in times.items()]
    cells = len(proof.cells)
    which = f"the {spelt(cells)} cells marked *" if cells > 1 else "the cell marked *"
    if not least:
        text = f"{which} cannot {'all ' if cells > 1 else ''}be covered".replace("the", "The", 1)
    else:
        also = f" while {which} {'are' if cells > 1 else 'is'} covered" if cells else ""
        if len(least) == 1:
            text = f"The piece {least[0]} cannot be on the board{also}"
        else:
            both = "both" if len(least) == 2 else "all"
            text = f"The pieces {listed(least)} cannot {both} be on the board{also}"
    yield f"{text}{_even(puzzle, proof, cells=cells)}."
    count = cells + len(least) + len(proof.most)
    if proof.minimal and count > 1:
        yield "None of this can be left out: without any one of them it could be done."
    elif not proof.minimal:
        yield "Some of this may not be needed: it was not made as small as possible."


def _even(puzzle: Puzzle, proof: Conflict, *, cells: int) -> str:
    """What is granted, and it still cannot be done."""
    if not cells:  # more pieces would be of no use
        return ", even if all other cells could stay empty"
    granted = []
    if cells < len(ground_of(puzzle).must):
        granted.append("all other cells could stay empty")
    endless = [p.name for p in puzzle.pieces if p.count.hi is not None]
    if puzzle.spare:  # of all pieces together no more may be used, and that is not granted
        pass
    elif not proof.most and endless:
        granted.append("there were any number of each piece")
    elif set(endless) - set(proof.most):
        granted.append(f"there were any number of each piece but {listed(list(proof.most))}")
    return f", even if {listed(granted)}" if granted else ""


def _at(cell: Cell) -> str:
    return f"({', '.join(map(str, cell))})"
