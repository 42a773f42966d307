"""Rules and exact solver of sliding-tile puzzles, in the manner of python-chess.

>>> from mondrian_puzzles import Puzzle
>>> puzzle = Puzzle.parse("R..\\n..#\\nB..\\n\\nB..\\n..#\\n..R")
>>> puzzle.solve().moves
5
"""

from ._core import (
    Analysis,
    Board,
    Farthest,
    Found,
    Issue,
    Levels,
    Made,
    Move,
    Puzzle,
    Result,
    Search,
    Timing,
    VectorBoard,
    WhatIf,
    __version__,
    check,
    generate,
)
from .errors import IllegalMove, LevelError
from .many import solve_many
from .table import Gallery

__all__ = [
    "Analysis",
    "Board",
    "Farthest",
    "Found",
    "Gallery",
    "IllegalMove",
    "Issue",
    "LevelError",
    "Levels",
    "Made",
    "Move",
    "Puzzle",
    "Result",
    "Search",
    "Timing",
    "VectorBoard",
    "WhatIf",
    "__version__",
    "check",
    "generate",
    "solve_many",
]
