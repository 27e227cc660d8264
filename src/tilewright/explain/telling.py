"""Weighings in words: what each piece covers, what all cover together, and what the board has."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from tilewright.explain.laid import Ground, Stock, ground_of
from tilewright.explain.names import each, listed, many, spelt
from tilewright.explain.proofs import Weighing
from tilewright.explain.reach import sums_of
from tilewright.lattice import Cell
from tilewright.puzzle import Puzzle

__all__ = ["tell_colour", "tell_colouring", "tell_weights"]

MOST_NAMES = 6  # of pieces in one sentence


def tell_colouring(puzzle: Puzzle, proof: Weighing) -> list[str]:
    """A colouring in black and white."""
    black = {cell: 1 for cell, weight in proof.weights.items() if weight > 0}
    if len(black) == len(proof.weights):
        return [_pattern(puzzle, black), *_Told(puzzle, proof, "black").sentences(white=True)]
    return [_pattern(puzzle, black), *_Told(puzzle, proof, "").differences()]


def tell_colour(puzzle: Puzzle, proof: Weighing, colour: str) -> list[str]:
    """The cells of one colour of the board."""
    return _Told(puzzle, proof, f"{colour!r}").sentences(white=False)


def tell_weights(puzzle: Puzzle, proof: Weighing) -> list[str]:
    """Numbers on the cells."""
    return [
        "Write the numbers below on the cells, and 0 where no number is.",
        *_Told(puzzle, proof, "").sentences(white=False),
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
class _Told:
    puzzle: Puzzle
    proof: Weighing
    colour: str  # "" if numbers are told

    @cached_property
    def ground(self) -> Ground:
        return ground_of(self.puzzle)

    @cached_property
    def stocks(self) -> list[tuple[Stock, tuple[int, ...]]]:
        """The pieces that can be used, and what they can cover."""
        stocks = [stock for stock in self.ground.stocks if stock.hi != 0]
        return [(stock, sums_of(stock, self.proof.weights)) for stock in stocks]

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
        optional = any(cell in self.proof.weights for cell in self.ground.may)
        counts = [self.times(stock) for stock, _ in self.stocks]
        pairs = zip(counts, self.stocks, strict=True)
        known = not optional and all(n is not None or sums == (0,) for n, (_, sums) in pairs)
        totals = [(n or 0, sums) for n, (_, sums) in zip(counts, self.stocks, strict=True) if sums]
        if known and all(len(sums) == 1 for _, sums in totals) and not self.proof.modulus:
            return self._exact(sum(n * sums[0] for n, sums in totals), white=white)
        modulus = self.proof.modulus
        if modulus and self._same_rest(modulus, counts) and not optional:
            odd = sum(n for n, sums in totals if sums[0] % 2)
            return self._modular(sum(n * sums[0] for n, sums in totals), modulus, odd)
        if not optional:
            most = self._most(counts, [sums[-1] for _, sums in self.stocks if sums])
            if most is not None and most < self.board:
                return self._bounded("at most", -1, most)
            least = self._most(counts, [-sums[0] for _, sums in self.stocks if sums])
            if least is not None and -least > self.board:
                return self._bounded("at least", 0, -least)
        return self._listed(optional=optional)

    def _most(self, counts: list[int | None], sums: list[int]) -> int | None:
        """What all pieces cover together at most, if they cover so much each; None: any number."""
        usable = [n for n, (_, some) in zip(counts, self.stocks, strict=True) if some]
        if any(n is None and one > 0 for n, one in zip(usable, sums, strict=True)):
            return None
        return sum((n or 0) * one for n, one in zip(usable, sums, strict=True))

    def differences(self) -> list[str]:
        """The same where black cells count 1 and white ones -1."""
        if all(sums in ((0,), ()) for _, sums in self.stocks) and not self.ground.may:
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

    def _same_rest(self, modulus: int, counts: list[int | None]) -> bool:
        for count, (_, sums) in zip(counts, self.stocks, strict=True):
            rests = {total % modulus for total in sums}
            if len(rests) > 1 or (count is None and rests != {0}):
                return False
        return True

    def _exact(self, total: int, *, white: bool) -> list[str]:
        def covers(stock: Stock, sums: tuple[int, ...]) -> str:
            if not white:
                return f"covers {self._cells(sums[0])}"
            rest = stock.size - sums[0]
            if not rest or not sums[0]:
                return f"covers {spelt(stock.size)} {'white' if rest else 'black'} cells only"
            what = "cell" if rest == 1 else "cells"
            return f"covers {spelt(sums[0])} black and {spelt(rest)} white {what}"

        ways = [(stock, covers(stock, sums)) for stock, sums in self.stocks if sums]
        cells = len(self.ground.must)
        if white:
            would = f"{total:,} black and {cells - total:,} white cells"
            has = f"{self.board:,} and {cells - self.board:,}"
        else:
            would, has = self._compared(total)
        all_of = self._all_pieces()
        return [
            self._each(ways, ", however it lies"),
            f"{all_of} would cover {would}, but the board has {has}{self._fixed}.",
        ]

    def _all_pieces(self) -> str:
        if len(self.stocks) == 1 and len(self.stocks[0][0].names) == 1:
            stock = self.stocks[0][0]
            text = many(stock.names[0], self.times(stock) or 0)
            return text[0].upper() + text[1:]
        return "All pieces together"

    def _modular(self, total: int, modulus: int, odd: int) -> list[str]:
        def covers(rest: int) -> str:
            if modulus == 2:
                what = f"number of {self.colour} cells" if self.colour else "sum"
                return f"covers an {'odd' if rest else 'even'} {what}"
            what = f"a number of {self.colour} cells" if self.colour else "a sum"
            more = f"{rest} more than a multiple" if rest else "a multiple"
            return f"covers {what} that is {more} of {modulus}"

        ways = [(stock, covers(sums[0] % modulus)) for stock, sums in self.stocks if sums]
        together = covers(total % modulus).replace("covers", "cover", 1)
        has = f"{self._cells(self.board)}" if self.colour else f"the sum {self.board}"
        counted = modulus == 2 and odd > 1
        so = f"{spelt(odd).capitalize()} of these numbers are odd, so" if counted else "So"
        return [
            self._each(ways, ", however it lies"),
            f"{so} all pieces together {together}, but the board has {has}{self._fixed}.",
        ]

    def _bounded(self, bound: str, side: int, total: int) -> list[str]:
        ways = [
            (stock, f"covers {bound} {self._cells(sums[side])}")
            for stock, sums in self.stocks
            if sums
        ]
        cover, has = self._compared(total)
        return [
            self._each(ways, ""),
            f"So all pieces together cover {bound} {cover}, but the board has {has}{self._fixed}.",
        ]

    def _listed(self, *, optional: bool) -> list[str]:
        ways = [
            (stock, f"covers {listed([f'{x:,}' for x in sums], 'or')} of them")
            for stock, sums in self.stocks
            if sums and len(sums) <= MOST_NAMES
        ]
        told = [self._each(ways, "")] if self.colour and len(ways) == len(self.stocks) else []
        at_least = "at least " if optional else ""
        what = f"{at_least}{self._cells(self.board)}" if self.colour else f"the sum {self.board}"
        rest = f" modulo {self.proof.modulus}" if self.proof.modulus else ""
        return [
            *told,
            f"The board has {what}{self._fixed}, and no choice of pieces that the counts and sizes "
            f"allow adds up to that{rest}.",
        ]

    def _cells(self, number: int) -> str:
        if not self.colour:
            return f"the sum {number:,}"
        what = "cell" if number == 1 else "cells"
        return f"{spelt(number)} {self.colour} {what}"

    def _compared(self, total: int) -> tuple[str, str]:
        """What the pieces cover and what the board has, either both in words or both in digits."""
        in_words = self.colour and spelt(total).isalpha() and spelt(self.board).isalpha()
        if not in_words:
            what = f"{total:,} {self.colour} cells" if self.colour else self._cells(total)
            return what, f"{self.board:,}"
        return self._cells(total), spelt(self.board) if self.board else "none"

    def _each(self, ways: list[tuple[Stock, str]], after: str) -> str:
        """A sentence for pieces that cover the same, the largest group last."""
        groups: dict[str, list[str]] = {}
        for stock, way in ways:
            groups.setdefault(way, []).extend(stock.names)
        ordered = sorted(groups.items(), key=lambda pair: len(pair[1]))
        if len(ordered) == 1 and len(ordered[0][1]) > 1:
            return f"Every piece {ordered[0][0]}{after}."
        parts = []
        for number, (way, names) in enumerate(ordered):
            last = number + 1 == len(ordered) > 1 and len(names) > 1
            who = "every other piece" if last or len(names) > MOST_NAMES else each(names)
            parts.append(f"{who} {way}")
        text = f"{', '.join(parts)}{after}."
        return text[0].upper() + text[1:]
