"""What a search may be asked to do, for type checkers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Literal, TypedDict

from ._core import Move


class Limits(TypedDict, total=False):
    """Seconds or a timedelta, bytes, states or positions, threads. None is as if it were not said."""

    time: float | timedelta | None
    memory: int | None
    states: int | None
    threads: int | None


class SearchOptions(Limits, total=False):
    """What a search is asked to do, as the options of ``mondrian solve`` say it."""

    max_moves: int | None
    aim: Literal["any", "improve", "prove"] | None
    method: Literal[
        "engine", "mondrian", "astar", "weighted-astar", "greedy", "greedy-walk", "breadth-first", "idastar"
    ] | None
    heuristic: Literal["euclidean", "manhattan", "misplaced", "slide-distance"] | None
    tie_break: Literal["low-h", "high-h", "newest", "oldest"] | None
    weight: float | None
    move_penalty: float | None
    look_ahead: int | None
    hint: str | Iterable[Move | str] | None
    fresh: bool | None
