"""Many levels: streams of answers, other processes, Arrow and Parquet."""

import itertools
import json
import multiprocessing
import re
import signal
import threading
import os
from functools import partial
from pathlib import Path

import pytest
from conftest import FIVE

from mondrian_puzzles import Puzzle, solve_many
from mondrian_puzzles.many import solve_one

BATCH = Path(__file__).parents[2] / "docs" / "cli" / "batch.md"


def results(answers):
    return {answer["id"]: answer.get("result", answer.get("error")) for answer in answers}


def test_answers_have_the_fields_of_batch():
    lines = re.search(r'\{"id":….*?\n.*?\}\}\n', BATCH.read_text(), re.S)[0]
    said = json.loads(lines.replace("…", "0"))
    (answer,) = solve_many([FIVE])
    assert list(answer) == list(said)
    assert list(answer["result"]) == list(said["result"]) and list(answer["timing"]) == list(said["timing"])
    assert json.loads(json.dumps(answer)) == answer


def test_levels_come_in_every_form():
    puzzle = Puzzle.parse(FIVE)
    levels = [FIVE, puzzle, ("mine", puzzle), {"id": "line", "level": FIVE, "max-moves": 4}, "builtin:exchange", "bad"]
    answers = results(solve_many(levels, jobs=2))
    assert set(answers) == {"1", "2", "mine", "line", "5", "6"}
    assert [answers[id]["moves"] for id in ("1", "2", "mine")] == [5, 5, 5]
    assert answers["line"]["verdict"] == "unknown" and answers["5"]["verdict"] == "optimal"
    assert answers["6"].startswith("neither a level file nor a share code")
    (answer,) = solve_many([{"level": FIVE, "depth": 3}])
    assert answer == {"id": "1", "error": "there is no option depth"}


def test_levels_are_read_only_a_few_ahead():
    read = itertools.count()
    answers = solve_many((Puzzle.classic(3, 2, seed=next(read)) for _ in range(10_000)), jobs=2)
    next(answers)
    assert next(read) <= 8
    answers.close()


def test_ctrl_c_ends_the_searches_under_way():
    hard = [Puzzle.classic(6, 6, seed=seed) for seed in range(4)]
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        list(solve_many(hard, jobs=2, memory=1 << 28))


def test_threads_are_refused():
    with pytest.raises(ValueError, match="one thread"):
        solve_many([FIVE], threads=2)
    with pytest.raises(ValueError, match="jobs is at least 1"):
        solve_many([FIVE], jobs=0)


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_processes_of_each_kind_answer_the_same(method):
    puzzles = [Puzzle.classic(3, 3, seed=seed) for seed in range(8)]
    expected = [puzzle.solve(threads=2).moves for puzzle in puzzles]
    with multiprocessing.get_context(method).Pool(2) as pool:
        answers = pool.map(partial(solve_one, time=60), puzzles)
    assert [answer["result"]["moves"] for answer in answers] == expected


def test_answers_become_parquet(tmp_path):
    pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    from mondrian_puzzles import arrow

    path = tmp_path / "answers.parquet"
    assert arrow.write_parquet(solve_many([FIVE, "bad", "RB.\n\nBR."], jobs=1), path) == 3
    table = pq.read_table(path).sort_by("id")
    assert table.schema.equals(arrow.SCHEMA)
    rows = table.to_pylist()
    assert [row["verdict"] for row in rows] == ["optimal", None, "unsolvable"]
    assert rows[1]["error"] and rows[0]["moves"] == 5 and rows[2]["moves"] is None
    assert arrow.table(solve_many([FIVE])).drop_columns("seconds") == arrow.table(
        solve_many([Puzzle.parse(FIVE)])
    ).drop_columns("seconds")
