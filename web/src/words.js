// @ts-check
// What the page says, in the words of the program.

import { cellAt, cellName, DIRECTIONS, partsOf } from "./cells.js";

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

/** Returns what is written on the tiles of a colour, or null: numbered ones show their number instead. */
export const labelOf = (swatch) => (swatch.kind === "numbered" ? null : swatch.label);

/** Returns the name of a colour: its label, its name, or its letter; `chameleon`, `numbered 3`. */
export function colourName(swatch) {
  if (swatch.kind === "numbered") return `${swatch.name ? `${swatch.name} ` : ""}numbered ${swatch.pushes}`;
  if (swatch.kind === "chameleon") return chameleonName(swatch);
  return swatch.label ?? swatch.name ?? swatch.symbol;
}

function chameleonName({ label, name }) {
  const own = label ?? name ?? "chameleon";
  return /chameleon/i.test(own) ? own : `${own} chameleon`;
}

/** Returns what a tile is called: `the red tile`, `the 7`, `the chameleon`. */
export function tileName(swatch) {
  if (swatch.kind === "chameleon") return `the ${chameleonName(swatch)}`;
  if (swatch.kind === "numbered") return `the ${swatch.name ? `${swatch.name} ` : ""}numbered tile`;
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

/** Returns `3 pushes left`. */
export const pushesLeft = (left) => (left === 0 ? "no push left" : left === 1 ? "1 push left" : `${left} pushes left`);

/** Returns what a tile is beside its colour: how often it must be pushed, that it has taken its colour. */
function stateWords({ left, taken }) {
  if (left !== undefined) return `, ${pushesLeft(left)}`;
  return taken ? ", once a chameleon" : "";
}

/** Returns what a tile can do, for whoever does not see the board. */
export function tileWords(level, look, tile) {
  const { cell, colour } = look.tiles[tile];
  const ways = pushesOf(look, tile)
    .map((push) => `${DIRECTIONS[partsOf(push.move).direction].word} to ${push.to}`);
  const wanted = wantedOn(level, look, cell);
  const at = wanted === null ? "" : wanted === colour ? ", at its goal" : `, where ${colourName(level.palette[wanted])} is wanted`;
  return `${colourName(level.palette[colour])} on ${cell}${stateWords(look.tiles[tile])}${at}; ${ways.length ? ways.join(", ") : "cannot move"}`;
}

/** Returns the rows of what is to be reached next. */
export function targetRows(level, look) {
  const waypoint = /^waypoint (\d+)$/.exec(look.target);
  return waypoint ? level.waypoints[Number(waypoint[1]) - 1] : level.goal;
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

/** Returns which chameleons have taken a colour since the look before: `The chameleon on e3 is red now`. */
export function takenWords(level, before, look) {
  return look.tiles.flatMap(({ cell, colour, taken }, tile) =>
    (taken && !before.tiles[tile].taken ? [`The chameleon on ${cell} is ${colourName(level.palette[colour])} now`] : []));
}

/** Returns how many pushes numbered tiles have left, together. */
export const allPushesLeft = (look) => look.tiles.reduce((sum, { left = 0 }) => sum + left, 0);

/** Returns the board in words, row by row: what stands in each cell, passes, thin walls. */
export function boardWords(level, look) {
  const numbers = new Map(look.tiles.map(({ cell, left }) => [cell, left]));
  const passes = new Map(level.passes.map(({ cell, colour }) => [cell, colourName(level.palette[colour])]));
  const thin = new Set(level.thin_walls ? level.thin_walls.split(" ") : []);
  return look.position.map((row, y) => {
    const cells = [...row].map((symbol, x) => {
      const name = cellName(x, y);
      const words = squareWords(level, symbol, passes.get(name), numbers.get(name));
      return thin.has(`${name}R`) ? `${words}, thin wall` : words;
    });
    const below = [...row].map((_, x) => cellName(x, y)).filter((name) => thin.has(`${name}D`));
    return cells.join(", ") + (below.length ? `; thin wall below ${below.join(", ")}` : "");
  });
}

/** Returns what stands in a cell; `pass` is the name of the colour that may enter it. */
export function squareWords(level, symbol, pass, left) {
  if (symbol === "#") return "wall";
  if (symbol === ".") return pass ? `${pass} pass` : "empty";
  const name = colourName(level.palette.find((swatch) => swatch.symbol === symbol));
  const number = left === undefined ? "" : ` with ${pushesLeft(left)}`;
  return `${name}${number}${pass ? " on its pass" : ""}`;
}

/** Returns a move in words: `red, d1, right to h1`. */
export function stepWords(level, step) {
  const swatch = level.palette[step.colour];
  return `${colourName(swatch)} ${DIRECTIONS[partsOf(step.move).direction].word}, ${step.from} to ${step.to}`;
}

/** Returns what is known about the best solution: `4 moves, proved the best`. @param {import("./core.js").Rules} rules */
export function standing(rules, best) {
  return best ? `${moves(best.moves)}, ${rules.standings[best.standing]}` : "no solution known yet";
}

/** Returns what is said of a game that is won, and the line about it for others. @param {import("./game.js").Game} game */
export function wonWords({ rules, level, look, best, helped }) {
  const shortest = best && { moves: best.moves, standing: best.standing };
  return rules.ask({ op: "won", title: level.title, moves: look.count, helped: helped.size > 0, shortest });
}

/** Returns a sentence with a capital. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
