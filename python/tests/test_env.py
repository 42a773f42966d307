"""Gymnasium."""

import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env

from mondrian_puzzles import Puzzle, VectorBoard
from mondrian_puzzles.env import SlideEnv, SlideVectorEnv


@pytest.mark.parametrize("name", Puzzle.builtins())
def test_the_environment_keeps_gymnasiums_rules(name):
    with warnings.catch_warnings():
        # A Box of bytes that is no image.
        warnings.simplefilter("ignore")
        env = gymnasium.make("mondrian_puzzles/Slide-v0", puzzle=Puzzle.builtin(name))
        check_env(env.unwrapped, skip_render_check=True)


def test_the_best_episode_returns_minus_its_moves(five):
    env = gymnasium.make("mondrian_puzzles/Slide-v0", puzzle=five, render_mode="ansi")
    seen, info = env.reset(seed=1)
    board, total = five.board(), 0
    assert (seen["board"] == board.cells).all() and (seen["goal"] == five.goal).all()
    for move in five.solve().solution:
        assert np.flatnonzero(info["action_mask"]).tolist() == board.legal_actions
        action = board.action_of(move)
        board.push(move)
        seen, reward, terminated, truncated, info = env.step(action)
        total += reward
        assert (seen["board"] == board.cells).all()
    assert terminated and not truncated and total == -5
    assert env.render() == str(board).strip()


def test_an_action_that_is_not_legal_costs_and_moves_nothing(five):
    env = SlideEnv(five)
    before, _ = env.reset()
    after, reward, terminated, _, _ = env.step(five.board().action_of("a1U"))
    assert reward == -1 and not terminated and (after["board"] == before["board"]).all()


def test_a_seed_makes_the_same_levels():
    def boards():
        env = SlideEnv(lambda seed: Puzzle.classic(3, 3, seed=seed))
        return [env.reset(seed=seed)[0]["board"].tolist() for seed in (1, 2, 1)]

    first, other, again = boards()
    assert first == again != other


@pytest.mark.parametrize("name", Puzzle.builtins())
def test_boards_moved_together_move_as_each_alone(name):
    puzzle = Puzzle.builtin(name)
    boards, alone = VectorBoard(puzzle, 3), [puzzle.board() for _ in range(3)]
    for seed in range(30):
        actions = boards.sample(seed)
        moved, goals = boards.step(actions)
        for board, action in zip(alone, actions):
            board.push_action(int(action))
        assert moved.all() and goals.tolist() == [board.is_goal for board in alone]
        assert (boards.cells == [board.cells for board in alone]).all()
        assert boards.waypoints_passed.tolist() == [board.waypoints_passed for board in alone]
        legal = [np.flatnonzero(mask).tolist() for mask in boards.action_mask]
        assert legal == [board.legal_actions for board in alone]
        assert boards.pushes_left.sum() == sum(sum(board.pushes_left.values()) for board in alone)


def test_boards_are_put_back_one_by_one(five):
    boards = VectorBoard(five, 2)
    start = boards.cells
    action = five.board().action_of("a1D")
    moved, _ = boards.step([action, -1])
    assert moved.tolist() == [True, False]
    boards.reset([True, False])
    assert (boards.cells == start).all()
    for wrong, error in [([36, 0], IndexError), ([0], ValueError), ([0.5, 1], TypeError)]:
        with pytest.raises(error):
            boards.step(wrong)


def test_many_boards_are_an_environment(five):
    env = gymnasium.make_vec("mondrian_puzzles/Slide-v0", num_envs=2, puzzle=five)
    env.action_space.seed(1)
    seen, _ = env.reset(seed=1)
    assert seen in env.observation_space
    board = five.board()
    best = [board.action_of(move) for move in five.solve().solution]
    for place, action in enumerate(best):
        seen, rewards, terminated, truncated, info = env.step(np.array([action, best[0]]))
        assert rewards.tolist() == [-1, -1] and not truncated.any()
        assert terminated.tolist() == [place == 4, False]
    seen, rewards, terminated, _, _ = env.step(np.array([0, 0]))
    assert rewards.tolist() == [0, -1] and not terminated.any()
    assert (seen["board"][0] == five.board().cells).all() and seen in env.observation_space


def test_an_episode_without_an_end_is_truncated(five):
    env = SlideVectorEnv(1, five, max_episode_steps=3)
    env.reset()
    ends = [bool(env.step(np.array([0]))[3][0]) for _ in range(8)]
    assert ends == [False, False, True, False, False, False, True, False]
