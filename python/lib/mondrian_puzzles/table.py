"""Several puzzles as a table of pictures in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from ._core import Made, Puzzle


class Gallery:
    """Puzzles that a notebook shows as a table: picture, title, moves known.

    >>> from mondrian_puzzles import Gallery, Puzzle
    >>> Gallery(Puzzle.builtin(name) for name in Puzzle.builtins()[:2])
    <Gallery of 2 puzzles>
    """

    def __init__(self, puzzles: Iterable[Puzzle | Made], cell: int = 14) -> None:
        self.puzzles = [made.puzzle if isinstance(made, Made) else made for made in puzzles]
        self.cell = cell

    def __len__(self) -> int:
        return len(self.puzzles)

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(self.puzzles)

    def __repr__(self) -> str:
        return f"<Gallery of {len(self)} puzzles>"

    def _repr_html_(self) -> str:
        def row(place: int, puzzle: Puzzle) -> str:
            best = "" if puzzle.best is None else str(len(puzzle.best))
            cells = (str(place), puzzle.to_svg(self.cell), escape(puzzle.title), best)
            return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"

        rows = "".join(row(place, puzzle) for place, puzzle in enumerate(self.puzzles, 1))
        head = "".join(f"<th>{name}</th>" for name in ("", "start, goal", "title", "moves known"))
        return f"<table><tr>{head}</tr>{rows}</table>"
