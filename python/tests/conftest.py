"""What the tests share."""

import pytest

from mondrian_puzzles import Puzzle

#: Five moves, and no fewer.
FIVE = "R..\n..#\nB..\n\nB..\n..#\n..R"


@pytest.fixture
def five() -> Puzzle:
    return Puzzle.parse(FIVE)


def pytest_configure(config):
    config.addinivalue_line("filterwarnings", "error")
