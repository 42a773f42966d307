"""Gymnasium environments: ``gymnasium.make("mondrian_puzzles/Slide-v0", puzzle=puzzle)``, and many boards at once.

An action is ``(row * width + column) * 4 + direction``, directions being up, down, left, right. The mask of those that
are legal is in the observation and in ``info["action_mask"]``. Each move costs 1, so the return of the best
episode is minus the moves of the best solution. An action that is not legal costs 1, too, and moves nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, Union

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._core import Puzzle, VectorBoard

#: A puzzle, the name of a built-in one, or a function that makes one out of a seed.
Source: TypeAlias = Union[Puzzle, str, Callable[[int], Puzzle]]
Observation: TypeAlias = dict[str, Any]

_SEEDS = 2**32


def observation_space(puzzle: Puzzle) -> spaces.Dict:
    """Returns what is seen of a board of a puzzle.

    ``board`` and ``goal`` are codes as in ``Board.cells``, ``action_mask`` says what is legal. With waypoints,
    ``waypoints_passed`` is there, too, and with numbered tiles ``pushes_left``.
    """
    cells = spaces.Box(0, 255, puzzle.shape, np.uint8)
    seen: dict[str, spaces.Space[Any]] = {
        "board": cells,
        "goal": cells,
        "action_mask": spaces.MultiBinary(4 * puzzle.width * puzzle.height),
    }
    if puzzle.waypoints:
        seen["waypoints_passed"] = spaces.Discrete(puzzle.waypoints + 1)
    if puzzle.has_changing_tiles:
        seen["pushes_left"] = cells
    return spaces.Dict(seen)


def _puzzle(source: Puzzle | str) -> Puzzle:
    return Puzzle.builtin(source) if isinstance(source, str) else source


class SlideEnv(gymnasium.Env[Observation, np.int64]):
    """One board. A function as ``puzzle`` makes a level for each episode, all of one size."""

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(self, puzzle: Source = "mondrian/01-first-puzzle", render_mode: str | None = None) -> None:
        self._make = puzzle if callable(puzzle) else None
        self.render_mode = render_mode
        self._begin(puzzle(0) if callable(puzzle) else _puzzle(puzzle))
        self.action_space = spaces.Discrete(4 * self.puzzle.width * self.puzzle.height)
        self.observation_space = observation_space(self.puzzle)

    def _begin(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.boards = VectorBoard(puzzle, 1)

    def action_mask(self) -> NDArray[np.int8]:
        """Returns 1 for each action that is legal, 0 for the others."""
        mask: NDArray[np.int8] = self.boards.action_mask[0]
        return mask

    def _now(self) -> tuple[Observation, dict[str, Any]]:
        seen = {name: value[0] for name, value in _observe(self.boards).items()}
        return seen, {"action_mask": seen["action_mask"].copy()}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if self._make is not None:
            self._begin(self._make(int(self.np_random.integers(_SEEDS))))
        self.boards.reset()
        return self._now()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        _, goals = self.boards.step([int(action)])
        seen, info = self._now()
        return seen, -1.0, bool(goals[0]), False, info

    def render(self) -> str | None:
        if self.render_mode != "ansi":
            return None
        letters = ".#" + self.puzzle.symbols
        return "\n".join("".join(letters[code] for code in row) for row in self.boards.cells[0])


def _observe(boards: VectorBoard) -> Observation:
    puzzle = boards.puzzle
    seen: Observation = {
        "board": boards.cells,
        "goal": np.repeat(puzzle.goal[None], len(boards), axis=0),
        "action_mask": boards.action_mask,
    }
    if puzzle.waypoints:
        seen["waypoints_passed"] = boards.waypoints_passed.astype(np.int64)
    if puzzle.has_changing_tiles:
        seen["pushes_left"] = boards.pushes_left
    return seen


class SlideVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many boards of one level, moved together by one call of Rust.

    A board that has ended begins anew in the next step, whose action is ignored, and which costs nothing:
    ``AutoresetMode.NEXT_STEP``. After ``max_episode_steps`` an episode is truncated.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self, num_envs: int, puzzle: Puzzle | str = "mondrian/01-first-puzzle", max_episode_steps: int = 1000
    ) -> None:
        self.puzzle = _puzzle(puzzle)
        self.num_envs = num_envs
        self.max_episode_steps = max_episode_steps
        self.boards = VectorBoard(self.puzzle, num_envs)
        self.single_observation_space = observation_space(self.puzzle)
        self.single_action_space = spaces.Discrete(4 * self.puzzle.width * self.puzzle.height)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._steps = np.zeros(num_envs, np.int64)
        self._ended = np.zeros(num_envs, bool)

    def _now(self) -> tuple[Observation, dict[str, Any]]:
        seen = _observe(self.boards)
        return seen, {"action_mask": seen["action_mask"].copy()}

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        if seed is None or isinstance(seed, int):
            super().reset(seed=seed)
        self.boards.reset()
        self._steps[:] = 0
        self._ended[:] = False
        return self._now()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        anew = self._ended
        self.boards.reset(anew)
        _, goals = self.boards.step(np.where(anew, -1, actions))
        self._steps = np.where(anew, 0, self._steps + 1)
        terminated = goals & ~anew
        truncated = (self._steps >= self.max_episode_steps) & ~terminated
        self._ended = terminated | truncated
        seen, info = self._now()
        return seen, np.where(anew, 0.0, -1.0), terminated, truncated, info


gymnasium.register(
    "mondrian_puzzles/Slide-v0",
    entry_point="mondrian_puzzles.env:SlideEnv",
    vector_entry_point="mondrian_puzzles.env:SlideVectorEnv",
    max_episode_steps=1000,
)
