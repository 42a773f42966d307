// @ts-check
// What a board has beside walls and plain tiles, drawn as in the designer and its pictures: passes
// in a pale shade of their colour with hatching, thin walls as rules on the lines between cells,
// the ring of a chameleon.

import { cellAt, partsOf } from "./cells.js";
import { edgeClasses } from "./colour.js";
import { s } from "./dom.js";

/** Smaller cells have no hatching. */
const LEAST_HATCHED = 8;
/** Part of a cell that its sign takes, amid the hatching. */
const SIGN = 0.6;

/** Returns a pass: its pale ground, its hatching, and in the middle what is written on its tiles. */
export function passMark(board, { cell, colour }) {
  const { x, y } = cellAt(cell);
  const swatch = board.palette[colour];
  const side = board.cell - 1;
  const ground = (attributes) => s("rect", { class: "pass-ground", fill: swatch.color, ...attributes });
  /** @type {SVGElement[]} */
  const parts = [ground({ width: side, height: side })];
  if (board.cell >= LEAST_HATCHED) {
    const step = Math.max(4, Math.floor(board.cell / 5));
    const lines = [];
    for (let at = step; at < 2 * side; at += step) {
      const [near, far] = [Math.max(0, at - side), Math.min(side, at)];
      lines.push(`M${far} ${near}L${near} ${far}`);
    }
    parts.push(s("path", { class: `hatch ${edgeClasses(swatch.color)}`, d: lines.join(""), stroke: swatch.color, "stroke-width": Math.max(1, board.cell / 60) }));
  }
  const inner = Math.round(side * SIGN);
  const sign = board.sign(swatch, colour, inner, "currentColor");
  if (sign.length) {
    // Letters are as large as on tiles, almost; the hatching leaves them room enough.
    for (const text of sign.filter((part) => part.localName === "text")) {
      text.setAttribute("font-size", Math.round((side * 0.9) / Math.max(2, [...text.textContent].length)));
    }
    const at = Math.floor((side - inner) / 2);
    const square = { width: inner, height: inner };
    parts.push(s("g", { class: "pass-sign", transform: `translate(${at} ${at})` },
      s("rect", { class: "pass-clear", ...square }), ground(square), sign));
  }
  return s("g", { class: "pass", transform: `translate(${board.at(x)} ${board.at(y)})` }, parts);
}

/** Returns how wide thin walls are between cells of this side: at least twice a line of the grid. */
export const thinWallWidth = (cell) => Math.min(6, Math.max(2, Math.floor(cell / 12)));

/** Returns the thin walls of a board; one on its edge is wrong, and marked so. */
export function thinWalls(board) {
  const sides = board.thin ? board.thin.split(" ") : [];
  return sides.map((side) => thinWall(board, side)).filter(Boolean);
}

function thinWall(board, name) {
  const { cell, direction } = partsOf(name);
  const { x, y } = cellAt(cell);
  if (x >= board.width || y >= board.height) return null;
  const width = thinWallWidth(board.cell);
  const before = Math.floor(width / 2);
  const side = board.cell - 1;
  // At its ends the rule covers the crossings, so that those that meet are joined.
  const along = (at, cells) => {
    const [first, last] = [Math.max(board.left, at - 1 - before), Math.min(board.at(cells), at + side - before + width)];
    return { first, length: last - first };
  };
  const [across, down] = [along(board.at(x), board.width), along(board.at(y), board.height)];
  const isWrong = "UL".includes(direction) || (direction === "R" ? x + 1 === board.width : y + 1 === board.height);
  const room = {
    R: () => ({ x: board.at(x) + side - before, width, y: down.first, height: down.length }),
    L: () => ({ x: board.at(x), width, y: down.first, height: down.length }),
    D: () => ({ y: board.at(y) + side - before, height: width, x: across.first, width: across.length }),
    U: () => ({ y: board.at(y), height: width, x: across.first, width: across.length }),
  }[direction]();
  return s("rect", { class: isWrong ? "thin-wall wrong" : "thin-wall", ...room });
}

/** Returns the ring of a chameleon; a faint one when it has taken a colour. */
export const chameleonRing = (side, ink, isFaint) => s("circle", {
  class: isFaint ? "chameleon faint" : "chameleon", cx: side / 2, cy: side / 2, r: side * 0.32,
  stroke: ink, "stroke-width": Math.max(1, side / 12),
});
