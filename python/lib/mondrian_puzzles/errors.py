"""What goes wrong. Both are ``ValueError``s."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._core import Issue


class IllegalMove(ValueError):
    """A move that the rules forbid, or moves that do not solve the level."""


class LevelError(ValueError):
    """A text that is no level, or a level with issues.

    The message names the file, line and column or cells. ``issues`` are there when the text could be read,
    ``line`` and ``column``, from 1, where it could not.
    """

    def __init__(
        self,
        message: str,
        issues: list[Issue] | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message, issues, line, column)
        self.issues: list[Issue] = issues or []
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return str(self.args[0])
