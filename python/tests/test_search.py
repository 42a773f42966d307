"""Searches: results, options, limits, Ctrl+C."""

import os
import pickle
import signal
import threading
from datetime import timedelta

import pytest
from conftest import FIVE

import mondrian_puzzles as mp
from mondrian_puzzles import Puzzle

#: Takes hours.
HARD = Puzzle.classic(6, 6, seed=1)


def test_a_level_is_solved_and_proved(five):
    result = five.solve()
    assert (result.verdict, result.moves, result.lower_bound, result.stop) == ("optimal", 5, 5, "finished")
    assert result.is_proved and five.verify(result.solution) == 5
    assert repr(result).startswith("<Result: 5 moves, proved the best")
    again = pickle.loads(pickle.dumps(result))
    assert again == result and hash(again) == hash(result) and again.timing == result.timing


def test_what_cannot_be_solved_is_proved():
    result = Puzzle.parse("RB.\n\nBR.").solve()
    assert (result.verdict, result.moves, result.solution, result.lower_bound) == ("unsolvable", None, None, None)


@pytest.mark.parametrize("method", ["astar", "breadth-first", "greedy", "idastar", "weighted-astar", "mondrian"])
def test_each_method_is_asked_by_its_name(five, method):
    result = five.solve(method=method, threads=1)
    assert result.method == method and five.verify(result.solution) == result.moves
    assert result.moves == 5 or method in ("greedy", "weighted-astar", "mondrian")


def test_what_would_be_ignored_is_refused(five):
    for options, message in [
        ({"weight": 2}, "the method engine takes no weight"),
        ({"method": "breadth-first", "heuristic": "misplaced"}, "breadth-first takes no heuristic"),
        ({"method": "a*"}, "there is no method `a\\*`; there are engine"),
        ({"method": "weighted-astar", "weight": 0.5}, "weight is a number from 1"),
        ({"threads": 0}, "threads is at least 1"),
        ({"time": -1}, "time: -1 seconds"),
        ({"hint": "a1D"}, "hint: the goal is not reached"),
    ]:
        with pytest.raises(ValueError, match=message):
            five.solve(**options)
    with pytest.raises(TypeError, match="there is no option depth"):
        five.solve(depth=1)


def test_limits_hold():
    assert HARD.solve(time=timedelta(milliseconds=1), threads=1).stop == "time"
    result = HARD.solve(method="astar", states=1_000, threads=1)
    assert (result.stop, result.verdict) == ("states", "unknown") and result.timing.expanded == 1_000
    result = HARD.solve(method="breadth-first", memory=1 << 22, threads=1)
    assert result.stop == "memory" and result.timing.peak_memory_bytes < 1 << 24
    assert Puzzle.parse(FIVE).solve(max_moves=4).words == "no solution of at most 4 moves, proved"


def test_a_search_begins_with_what_is_known():
    puzzle = Puzzle.builtin("four-across")
    assert [found.moves for found in puzzle.search(threads=1)][0] == len(puzzle.best)
    hint = puzzle.search(threads=1, fresh=True, hint=puzzle.best)
    assert next(hint).solution == puzzle.best


def test_solutions_improve_and_the_last_is_the_result():
    search = Puzzle.classic(4, 4, seed=3).search(threads=1, time=60)
    assert search.result is None
    found = [better.moves for better in search]
    assert len(found) > 1 and found == sorted(set(found), reverse=True)
    assert search.result.moves == found[-1] and search.lower_bound == search.result.lower_bound


def test_a_search_is_stopped_by_another_thread():
    search = HARD.search(threads=1, memory=1 << 28)
    next(search)
    thread = threading.Thread(target=search.stop)
    thread.start()
    assert len(list(search)) < 100
    thread.join()
    assert search.result.stop == "cancelled" and search.result.verdict == "feasible"


@pytest.mark.parametrize(
    "work",
    [
        lambda: HARD.solve(threads=1, memory=1 << 28),
        lambda: HARD.analyse(threads=1, memory=1 << 28),
        lambda: HARD.what_if("tiles", threads=1, memory=1 << 28),
        lambda: list(HARD.evolve(400, 500, threads=1)),
    ],
    ids=["solve", "analyse", "what_if", "evolve"],
)
def test_ctrl_c_ends_what_takes_long(work):
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        work()


def test_other_threads_run_while_one_searches(five):
    search = HARD.search(threads=1, memory=1 << 28)
    thread = threading.Thread(target=lambda: [None for _ in search])
    thread.start()
    assert five.solve(threads=1).moves == 5 and search.timing.seconds >= 0
    search.stop()
    thread.join()


def test_all_positions_are_told():
    analysis = Puzzle.builtin("eight-hardest").analyse(solutions=2)
    assert analysis.positions == sum(analysis.by_moves) == sum(analysis.by_distance) == 181_440
    assert (analysis.moves, analysis.dead, analysis.stop) == (31, 0, "finished")
    assert analysis.farthest_from_goal.moves == 31
    assert len(analysis.solutions) == 2 and len(analysis.solutions[0]) == 31
    farthest = analysis.farthest_from_start
    assert len(farthest.path) == farthest.moves
    part = Puzzle.builtin("fifteen").analyse(states=1_000, threads=1)
    assert (part.positions, part.stop) == (None, "states")


def test_strokes_are_tried(five):
    strokes = five.what_if("walls")
    taken = next(stroke for stroke in strokes if stroke.cells == ["c2"])
    assert taken.moves == taken.puzzle.solve().moves
    assert {stroke.verdict for stroke in strokes} <= {"optimal", "unsolvable", "no-level"}
    with pytest.raises(ValueError, match="no kind of strokes `holes`"):
        five.what_if("holes")


def test_levels_are_generated_by_their_seed():
    made = list(mp.generate(3, seed=7, threads=2))
    assert [level.number for level in made] == [1, 2, 3]
    assert all(level.puzzle.solve(fresh=True).moves == level.moves for level in made)
    (third,) = mp.generate(1, first=3, seed=7)
    assert third.puzzle == made[2].puzzle
    with pytest.raises(ValueError, match="leave no cell empty"):
        mp.generate(walls=30)


def test_levels_evolve(five):
    levels = five.evolve(6, 9, strokes=200, threads=1)
    level = next(levels)
    assert 6 <= level.moves <= 9 and level.puzzle.solve(fresh=True).moves == level.moves
    assert five.evolve(6, 9, strokes=200, threads=2).__next__().puzzle == level.puzzle
