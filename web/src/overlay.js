// @ts-check
// What is drawn on a board beside its tiles: goal marks, trails, start places, the ways of
// the chosen tile, hints, cells with issues.

import { cellAt, cellName, DIRECTIONS, partsOf } from "./cells.js";
import { edgeClasses } from "./colour.js";
import { s } from "./dom.js";
import { chameleonRing } from "./terrain.js";
import { labelOf, pushesOf, targetFloats, targetRows } from "./words.js";

/** Returns the cells of rows that ask for a colour. */
function demand(level, rows) {
  const colours = new Map(level.palette.map((swatch, index) => [swatch.symbol, index]));
  return rows.flatMap((row, y) =>
    [...row].flatMap((symbol, x) => (colours.has(symbol) ? [{ x, y, colour: colours.get(symbol) }] : [])));
}

/** Draws the marks of a game. `state` says which: see `PlayView`. */
export function drawOverlay(board, level, look, state) {
  const { settings } = state;
  const under = [];
  const over = [];
  if (settings.goal && !targetFloats(level, look)) {
    for (const place of demand(level, targetRows(level, look))) {
      under.push(goalMark(board, level, place));
      const on = look.tiles.find((tile) => tile.cell === nameOf(place));
      const swatch = level.palette[place.colour];
      // Numbers tell their places by themselves.
      if (on && on.colour !== place.colour && !labelOf(swatch)) over.push(wantedMark(board, place, swatch));
    }
  }
  if (settings.starts) under.push(...startPlaces(board, level));
  board.layers.trails.replaceChildren(...(state.trails ? trails(board, level, look, state.drawsTrails) : []));
  if (state.selected !== null && !look.won) over.push(...ways(board, level, look, state.selected));
  if (state.hint) over.push(...hint(board, look, state.hint));
  for (const cell of state.reached ?? []) over.push(board.square(cellAt(cell), 0.3, { class: "reached" }));
  for (const cell of state.issues ?? []) over.push(board.frame(cellAt(cell), "refused"));
  board.layers.under.replaceChildren(...under);
  board.layers.over.replaceChildren(...over);
}

const nameOf = ({ x, y }) => cellName(x, y);

function goalMark(board, level, place) {
  const swatch = level.palette[place.colour];
  const side = board.cell - 1;
  const at = `translate(${board.at(place.x)} ${board.at(place.y)})`;
  if (labelOf(swatch)) {
    return s("g", { class: "goal-label", transform: at }, board.sign(swatch, place.colour, side, "currentColor"));
  }
  // The ring has the whole colour: tints of red and green look alike to many eyes.
  const width = Math.max(2, Math.round(side * 0.08));
  const gap = Math.max(1, Math.round(side * 0.05)) + width / 2;
  const inner = { x: gap, y: gap, width: side - 2 * gap, height: side - 2 * gap };
  const edge = edgeClasses(swatch.color);
  return s("g", { class: "goal", transform: at },
    s("rect", { class: "tint", width: side, height: side, fill: swatch.color }),
    edge && s("rect", { class: `edge ${edge}`, ...inner, "stroke-width": width + 2 }),
    s("rect", { class: "rim", ...inner, stroke: swatch.color, "stroke-width": width }),
    s("g", { class: "goal-sign" }, swatch.kind === "chameleon" && chameleonRing(side, "currentColor"), board.sign(swatch, place.colour, side, "currentColor")));
}

/** Returns the marks of all that rows ask for. */
export const goalMarks = (board, level, rows) => demand(level, rows).map((place) => goalMark(board, level, place));

/** A small mark on a tile that stands where another colour is wanted. */
function wantedMark(board, { x, y }, swatch) {
  const side = Math.max(6, Math.round(board.cell * 0.26));
  const gap = Math.round(board.cell * 0.06) + 1;
  return s("rect", {
    class: "wanted", x: board.at(x + 1) - gap - side, y: board.at(y + 1) - gap - side,
    width: side, height: side, fill: swatch.color,
  });
}

/** Returns the places of the tiles at the start. */
export function startPlaces(board, level) {
  return demand(level, level.start).map((place) =>
    board.square(place, 0.3, { class: `start ${edgeClasses(level.palette[place.colour].color)}`, stroke: level.palette[place.colour].color }));
}

/** Returns the way of each tile as a line, beside those of the others. */
function trails(board, level, look, draws) {
  const lane = (tile) => (((tile * 2) % 5) - 2) * 0.1 * board.cell;
  const paths = new Map();
  for (const { tile, from, to } of look.path) {
    if (!paths.has(tile)) paths.set(tile, [from]);
    paths.get(tile).push(to);
  }
  const width = Math.max(2, Math.round(board.cell * 0.075));
  return [...paths].map(([tile, cells]) => {
    const point = (cell) => {
      const { x, y } = cellAt(cell);
      const middle = board.cell / 2 + lane(tile);
      return `${board.at(x) + middle} ${board.at(y) + middle}`;
    };
    const swatch = level.palette[look.tiles[tile].colour];
    const d = `M${cells.map(point).join("L")}`;
    const [cx, cy] = point(cells[0]).split(" ");
    const edge = edgeClasses(swatch.color);
    return s("g", { class: draws ? "trail drawn" : "trail" },
      edge && s("path", { class: `edge ${edge}`, d, "stroke-width": width + 2, pathLength: 1 }),
      s("path", { d, stroke: swatch.color, "stroke-width": width, pathLength: 1 }),
      s("circle", { class: edge, cx, cy, r: width * 1.3, fill: swatch.color }));
  });
}

/** Returns the frame of the chosen tile and the places that it can go to. */
function ways(board, level, look, tile) {
  const marks = [];
  const swatch = level.palette[look.tiles[tile].colour];
  const edge = edgeClasses(swatch.color);
  // On a board with one gap there is one place to go.
  for (const push of look.slides ? [] : pushesOf(look, tile)) {
    const place = cellAt(push.to);
    const width = Math.max(2, Math.round(board.cell * 0.05));
    if (edge) marks.push(board.square(place, 0.14, { class: `way edge ${edge}`, "stroke-width": width + 2 }));
    marks.push(board.square(place, 0.14, { class: "way", stroke: swatch.color, "stroke-width": width }));
  }
  marks.push(board.frame(cellAt(look.tiles[tile].cell), "chosen"));
  return marks;
}

/** Returns what a hint shows: from its second grade the tile, from its third the way. */
function hint(board, look, { move, grade }) {
  const { cell, direction } = partsOf(move);
  const push = look.pushes.find((other) => other.move === move);
  if (!push || grade < 2) return [];
  const marks = [board.frame(cellAt(cell), "hint")];
  if (grade >= 3) {
    const place = cellAt(push.to);
    marks.push(
      board.square(place, 0.2, { class: "hint-place" }),
      s("text", { class: "hint-arrow", x: board.at(place.x) + board.cell / 2, y: board.at(place.y) + board.cell / 2, "font-size": Math.round(board.cell * 0.4) },
        DIRECTIONS[direction].sign));
  }
  return marks;
}

