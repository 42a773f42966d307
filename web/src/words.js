// What the page says, in the words of the program.

import { cellAt, DIRECTIONS, partsOf } from "./cells.js";

/** Returns `1 move`, `2 moves`. */
export const moves = (count) => (count === 1 ? "1 move" : `${grouped(count)} moves`);

/** Returns a number with its thousands apart. */
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

/** Returns seconds as `0.4 s`, `12 s`, `3:05`. */
export function seconds(value) {
  if (value < 10) return `${value.toFixed(1)} s`;
  if (value < 60) return `${Math.round(value)} s`;
  return `${Math.floor(value / 60)}:${String(Math.floor(value % 60)).padStart(2, "0")}`;
}

/** Returns bytes as `12 MiB`. */
export const bytes = (value) =>
  value < 1 << 20 ? `${Math.ceil(value / 1024)} KiB` : `${Math.round(value / (1 << 20))} MiB`;

/** Returns the name of a colour: its label, its name, or its letter. */
export function colourName(swatch) {
  return swatch.label ?? swatch.name ?? swatch.symbol;
}

/** Returns what a tile is called: `the red tile`, `the 7`. */
export function tileName(swatch) {
  if (swatch.label) return `the ${swatch.label}`;
  return swatch.name ? `the ${swatch.name} tile` : `the tile ${swatch.symbol}`;
}

/** Returns the tile of the look on `cell`. */
export const tileOn = (look, cell) => look.tiles.findIndex((tile) => tile.cell === cell);

const waysOfLooks = new WeakMap();

/** Returns the pushes of a tile. There may be hundreds of tiles: they are sorted out once. */
export function pushesOf(look, tile) {
  if (!waysOfLooks.has(look)) {
    const ways = look.tiles.map(() => []);
    for (const push of look.pushes) ways[push.tile].push(push);
    waysOfLooks.set(look, ways);
  }
  return waysOfLooks.get(look)[tile];
}

/** Returns what a tile can do, for whoever does not see the board. */
export function tileWords(level, look, tile) {
  const { cell, colour } = look.tiles[tile];
  const ways = pushesOf(look, tile)
    .map((push) => `${DIRECTIONS[partsOf(push.move).direction].word} to ${push.to}`);
  const wanted = wantedOn(level, look, cell);
  const at = wanted === null ? "" : wanted === colour ? ", at its goal" : `, where ${colourName(level.palette[wanted])} is wanted`;
  return `${colourName(level.palette[colour])} on ${cell}${at}; ${ways.length ? ways.join(", ") : "cannot move"}`;
}

/** Returns the rows of what is to be reached next. */
export function targetRows(level, look) {
  const waypoint = /^waypoint (\d+)$/.exec(look.target);
  return waypoint ? level.waypoints[waypoint[1] - 1] : level.goal;
}

/** Says whether what is to be reached next may stand anywhere. */
export const targetFloats = (level, look) => look.target === "goal" && level.goal_anchor === "floating";

/** Returns the colour that the target wants on `cell`, or null. */
export function wantedOn(level, look, cell) {
  if (targetFloats(level, look)) return null;
  const { x, y } = cellAt(cell);
  const symbol = [...(targetRows(level, look)[y] ?? "")][x];
  const colour = level.palette.findIndex((swatch) => swatch.symbol === symbol);
  return colour < 0 ? null : colour;
}

/** Returns a move in words: `red, d1, right to h1`. */
export function stepWords(level, look, step) {
  const swatch = level.palette[look.tiles[step.tile].colour];
  return `${colourName(swatch)} ${DIRECTIONS[partsOf(step.move).direction].word}, ${step.from} to ${step.to}`;
}

/** Returns what is known about the best solution: `best possible, proved`. */
export function standing(best) {
  if (!best) return "no solution known yet";
  return {
    proved: "best possible, proved",
    claimed: "best known, said to be the best",
    known: "best known, not proved",
  }[best.standing];
}

/** Returns what the result of a search without a solution says. */
export function verdict(result, fromStart) {
  if (result.verdict === "unsolvable") {
    return fromStart ? "It cannot be solved: proved." : "From here it cannot be solved: proved. Undo takes moves back.";
  }
  const bound = result.lower_bound > 0 ? ` At least ${moves(result.lower_bound)} would be needed.` : "";
  return {
    memory: `The memory for the search is full; no solution was found.${bound}`,
    time: `The time is up; no solution was found.${bound}`,
    cancelled: `Stopped before a solution was found.${bound}`,
  }[result.stop] ?? `No solution was found.${bound}`;
}

/** Returns a sentence with a capital. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
