// @ts-check
// Cells and moves by their names, as in level files: `a1` at the top left, `aa` after `z`;
// `d1L` pushes the tile on d1 to the left.

/** Returns the letters of a column, from 0. */
export const columnName = (x) =>
  x < 26 ? String.fromCharCode(97 + x) : columnName(Math.floor(x / 26) - 1) + columnName(x % 26);

/** Returns the name of a cell. */
export const cellName = (x, y) => columnName(x) + (y + 1);

/** Returns the column and row of a cell's name, from 0. */
export function cellAt(name) {
  const [, letters, digits] = /^([a-z]+)(\d+)$/.exec(name);
  const x = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1;
  return { x, y: Number(digits) - 1 };
}

/** Returns the cell and the direction of a move. */
export const partsOf = (move) => ({ cell: move.slice(0, -1), direction: move.slice(-1) });

/** Returns the moves of a text. */
export const movesOf = (text) => (text ? text.split(" ") : []);

/** The directions, their signs and words. */
export const DIRECTIONS = {
  U: { dx: 0, dy: -1, sign: "↑", word: "up", opposite: "D" },
  D: { dx: 0, dy: 1, sign: "↓", word: "down", opposite: "U" },
  L: { dx: -1, dy: 0, sign: "←", word: "left", opposite: "R" },
  R: { dx: 1, dy: 0, sign: "→", word: "right", opposite: "L" },
};

/** Returns the direction from one cell to another in its row or column, or null. */
export function directionBetween(from, to) {
  const [a, b] = [cellAt(from), cellAt(to)];
  if (a.x === b.x && a.y !== b.y) return b.y < a.y ? "U" : "D";
  if (a.y === b.y && a.x !== b.x) return b.x < a.x ? "L" : "R";
  return null;
}
