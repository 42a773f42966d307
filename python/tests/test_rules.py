"""Levels, boards in play and moves."""

import copy
import pickle
from pathlib import Path

import numpy as np
import pytest
from conftest import FIVE

import mondrian_puzzles as mp
from mondrian_puzzles import Board, Issue, Move, Puzzle

LEVELS = Path(__file__).parents[2] / "levels"


def test_a_board_is_played_as_in_python_chess(five):
    board = five.board()
    assert Move("a1D") in board.legal_moves and board.is_legal("a1D")
    before = hash(board)
    board.push("a1D")
    assert board.move_stack == [Move("a1D")]
    with pytest.raises(mp.IllegalMove, match="a1U is not legal here"):
        board.push("a1U")
    assert board != five.board()
    assert board.pop() == Move("a1D") and hash(board) == before and board == five.board()
    with pytest.raises(IndexError):
        board.pop()


def test_a_move_compares_hashes_and_prints():
    assert str(Move("d1L")) == "d1L" and repr(Move("d1L")) == "Move('d1L')"
    assert {Move("d1L"), Move("d1L")} == {Move("d1L")}
    assert Move("a1U") < Move("a1D") < Move("b1U")
    assert (Move("d2L").cell, Move("d2L").direction) == ("d2", "L")
    assert (Move("d2L").row, Move("d2L").column) == (1, 3)
    with pytest.raises(ValueError, match="`d1` is not a move"):
        Move("d1")


def test_a_solution_leads_to_the_goal(five):
    board = five.board()
    for move in five.solve().solution:
        assert not board.is_goal
        board.push(move)
    assert board.is_goal and five.verify(board.move_stack) == 5
    with pytest.raises(mp.IllegalMove, match="the goal is not reached"):
        five.verify("a1D")


def test_cells_are_arrays(five):
    board = five.board()
    assert board.cells.tolist() == [[2, 0, 0], [0, 0, 1], [3, 0, 0]]
    assert np.asarray(board, dtype=float).tolist() == board.cells.tolist()
    assert board.tobytes() == board.cells.tobytes()
    assert five.symbols[:2] == "RB" and five.goal.tolist() == [[3, 0, 0], [0, 0, 1], [0, 0, 2]]
    planes = board.planes
    assert planes.shape == (len(five.symbols) + 2, 3, 3) and (planes.sum(axis=0) == 1).all()
    assert (planes.argmax(axis=0) == board.cells).all()
    board.cells[0, 0] = 7
    assert board.cells[0, 0] == 2, "what is asked for is a copy"


def test_actions_are_numbers_of_moves(five):
    board = five.board()
    assert [board.move_of(action) for action in board.legal_actions] == board.legal_moves
    assert board.action_of("a3R") == (2 * 3 + 0) * 4 + 3
    board.push_action(board.action_of("a1D"))
    assert board.move_stack == [Move("a1D")]
    with pytest.raises(IndexError):
        board.push_action(36)


@pytest.mark.parametrize("name", Puzzle.builtins())
def test_each_level_is_written_and_read(name):
    puzzle = Puzzle.builtin(name)
    assert puzzle == Puzzle.read(LEVELS / f"{name}.mondrian.ron")
    assert puzzle == Puzzle.from_code(puzzle.to_code()) == Puzzle.parse(puzzle.to_ron())
    assert eval(repr(puzzle)) == puzzle
    board = puzzle.board()
    board.push(board.legal_moves[0])
    for own in (puzzle, board, board.legal_moves, copy.deepcopy(board)):
        again = pickle.loads(pickle.dumps(own))
        assert again == own
        if own is not board.legal_moves and not isinstance(own, list):
            assert hash(again) == hash(own)
    assert pickle.loads(pickle.dumps(board)).move_stack == board.move_stack


def test_what_is_no_level_says_why_and_where():
    with pytest.raises(mp.LevelError, match="asks for 2 of 'B'") as caught:
        Puzzle.parse("RR\n..\n\nBB\n..")
    (issue,) = caught.value.issues
    assert issue.layout == "goal" and not issue.is_warning
    assert pickle.loads(pickle.dumps(caught.value)).issues == [issue]
    with pytest.raises(mp.LevelError) as caught:
        Puzzle.parse("(version: 2, start: [")
    assert (caught.value.line, caught.value.column) == (1, 21) and caught.value.issues == []
    with pytest.raises(KeyError):
        Puzzle.builtin("no-such-level")


def test_a_file_is_named_in_what_is_wrong_with_it(tmp_path):
    path = tmp_path / "bad.txt"
    path.write_text("RR\n..\n\nBB\n..")
    with pytest.raises(mp.LevelError, match="bad.txt: "):
        Puzzle.read(path)
    with pytest.raises(FileNotFoundError) as caught:
        Puzzle.read(tmp_path / "none.txt")
    assert caught.value.filename == str(tmp_path / "none.txt")


def test_issues_have_cells():
    wall_in_goal = "R..\n...\n\n#.R\n..."
    issues = mp.check(wall_in_goal)
    assert ["a1"] in [issue.cells for issue in issues]
    assert all(isinstance(issue, Issue) and str(issue) for issue in issues)
    assert mp.check(FIVE) == []


def test_a_goal_that_goes_without_saying_is_said():
    text = "1 2 3\n4 5 6\n7 0 8"
    with pytest.warns(UserWarning, match='goal="gap-last" says so'):
        puzzle = Puzzle.parse(text)
    assert puzzle == Puzzle.parse(text, goal="gap-last")
    assert puzzle != Puzzle.parse(text, goal="gap-first")
    with pytest.raises(ValueError, match="goal has no effect"):
        Puzzle.parse(FIVE, goal="gap-last")
    with pytest.raises(ValueError, match="there is no goal `none`"):
        Puzzle.parse(text, goal="none")


def test_the_rest_of_a_board_is_a_level_of_its_own(five):
    board = Board(five)
    board.push(five.solve().solution[0])
    assert board.solve().moves == board.to_puzzle().solve().moves == 4


def test_pushes_of_numbered_tiles_are_counted():
    text = (
        '(version: 2, title: "", palette: {\'R\': (color: "#e45125"), \'1\': (color: "#56b4e9", moves: 2)}, '
        'start: ["R1.", "..."], goal: ["R..", "..1"])'
    )
    board = Puzzle.parse(text).board()
    assert board.pushes_left == {"b1": 2}
    board.push("b1R")
    assert board.pushes_left == {"c1": 1}
    with pytest.raises(ValueError, match="numbered tiles have been pushed"):
        board.to_puzzle()
    assert board.solve().moves == 1


def test_planners_get_domain_and_problem(five):
    domain, problem = five.to_pddl()
    assert "(define (domain" in domain and "(define (problem" in problem
