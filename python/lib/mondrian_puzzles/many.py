"""Many levels, solved as ``mondrian batch`` does: a stream of levels in, a stream of answers out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias, Union

from ._core import Puzzle, Search, __version__

if TYPE_CHECKING:
    from concurrent.futures import Future

    from typing_extensions import Unpack

    from .options import SearchOptions

#: A level: itself, its text, an id with either of them, or a line of ``batch`` as a mapping.
Level: TypeAlias = Union[Puzzle, str, tuple[str, Union[Puzzle, str]], Mapping[str, Any]]

#: The memory of one search where nothing else is said, as of ``batch``: a figure of the machine would make
#: answers depend on it.
MEMORY_BYTES = 1 << 30


def solve_one(
    level: Puzzle | str,
    id: str | None = None,
    **options: Unpack[SearchOptions],
) -> dict[str, Any]:
    """Returns the answer to one level: ``id``, ``version``, ``result`` and ``timing``, or ``id`` and ``error``.

    A function of its arguments alone, with one thread: what worker processes of any kind are given.
    """
    try:
        search = _search(level, options)
        for _ in search:
            pass
    except ValueError as error:
        return {"id": id, "error": str(error)}
    return _answer(id, search)


def solve_many(
    levels: Iterable[Level],
    *,
    jobs: int | None = None,
    **options: Unpack[SearchOptions],
) -> Iterator[dict[str, Any]]:
    """Yields an answer for every level, in the order of completion.

    An answer has the fields that ``mondrian batch`` writes: ``id``, ``version``, ``result`` and ``timing``, or
    ``id`` and ``error``. A level without an id has its place, counted from 1. ``jobs`` levels are solved at once, as
    many as there are processors where it is not said, with one thread and 1 GiB each; the levels are read only
    a few ahead. Ctrl+C, and whoever closes the iterator, ends the searches under way.
    """
    if options.get("threads") not in (None, 1):
        raise ValueError("each level is solved with one thread; jobs says how many at once")
    count = jobs if jobs is not None else _processors()
    if count < 1:
        raise ValueError("jobs is at least 1")
    return _stream(iter(levels), count, dict(options))


def _stream(levels: Iterator[Level], jobs: int, options: dict[str, Any]) -> Iterator[dict[str, Any]]:
    # Here, for they take as long to import as all else together.
    from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

    inputs = enumerate(levels, 1)
    searches: dict[Future[dict[str, Any]], Search | None] = {}
    pool = ThreadPoolExecutor(jobs, thread_name_prefix="mondrian")

    def begin(place: int, level: Level) -> None:
        id, level, own = _parts(level, str(place))
        try:
            search = _search(level, options | own)
        except (ValueError, TypeError, KeyError, OverflowError) as error:
            failed: Future[dict[str, Any]] = Future()
            failed.set_result({"id": id, "error": _words(error)})
            searches[failed] = None
        else:
            searches[pool.submit(_run, id, search)] = search

    try:
        while True:
            # A few ahead, so that no thread waits.
            for place, level in islice(inputs, max(0, 2 * jobs - len(searches))):
                begin(place, level)
            if not searches:
                return
            done, _ = wait(searches, return_when=FIRST_COMPLETED)
            for future in done:
                del searches[future]
                yield future.result()
    finally:
        for search in searches.values():
            if search is not None:
                search.stop()
        pool.shutdown(cancel_futures=True)


def _search(level: Puzzle | str, options: Mapping[str, Any]) -> Search:
    puzzle = level if isinstance(level, Puzzle) else _read(level)
    limits: Any = {"memory": MEMORY_BYTES, **options, "threads": 1}
    return puzzle.search(**limits)


def _read(text: str) -> Puzzle:
    if not text.startswith("builtin:"):
        return Puzzle.parse(text)
    name = text.removeprefix("builtin:")
    try:
        return Puzzle.builtin(name)
    except KeyError:
        raise ValueError(f"there is no level builtin:{name}") from None


def _parts(level: Level, place: str) -> tuple[str, Puzzle | str, dict[str, Any]]:
    if isinstance(level, (Puzzle, str)):
        return place, level, {}
    if isinstance(level, tuple):
        return *level, {}
    own = {key.replace("-", "_"): value for key, value in level.items()}
    return own.pop("id", place), own.pop("level", ""), own


def _run(id: str, search: Search) -> dict[str, Any]:
    for _ in search:
        pass
    return _answer(id, search)


def _answer(id: str | None, search: Search) -> dict[str, Any]:
    result = search.result
    assert result is not None
    return {"id": id, "version": __version__, **result.to_dict()}


def _words(error: Exception) -> str:
    return str(error.args[0]) if isinstance(error, KeyError) else str(error)


def _processors() -> int:
    """As many as this process may use, where the system says."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
