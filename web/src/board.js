// @ts-check
// A board in SVG: its cells, walls and tiles, tiles that slide, and the marks on it. Every
// length is in whole pixels, so that lines are sharp; a change of size draws it anew.
// It knows nothing of the game: it is shown what to draw.

import { cellAt, cellName, columnName, DIRECTIONS } from "./cells.js";
import { edgeClasses, inkOn } from "./colour.js";
import { s, set } from "./dom.js";
import { movesAreStill } from "./motion.js";
import { patternOf } from "./patterns.js";
import { chameleonRing, passMark, thinWalls } from "./terrain.js";
import { labelOf } from "./words.js";

/** Width of the frame, and of the room for the names of columns and rows, in pixels. */
const FRAME = 2;
const GUTTER = 16;
/** The room that the name of a column needs. */
const NAME = 16;
/** The least side of a cell that a finger can meet (WCAG 2.2, 2.5.8), and the largest. */
const LEAST = 24;
const LARGEST = 150;
/** Letters are left out in smaller cells. */
const LEAST_LETTER = 11;
/** Time of a slide: to begin, and for each cell, in milliseconds. */
const SLIDE = { begin: 100, cell: 20 };
const JERK = 240;

/** Returns the squares of rows that are of one kind: `is(symbol)`. */
function* squares(rows, is) {
  for (const [y, row] of rows.entries()) {
    for (const [x, symbol] of [...row].entries()) if (is(symbol)) yield { x, y, symbol };
  }
}

/** @import { Level } from "./core.js" */
/**
 * @typedef {{ cell?: string, x?: number, y?: number, colour: number, left?: number, taken?: boolean }} TileAt
 * @typedef {{ x: number, y: number, colour: number, left?: number, taken?: boolean, node: SVGGElement, slide?: Animation }} Tile
 */

export class Board {
  /** `coordinates` names columns and rows; `isPlayed` makes tiles that can be focused. */
  constructor({ coordinates = false, isPlayed = false, largest = LARGEST } = {}) {
    this.coordinates = coordinates;
    this.isPlayed = isPlayed;
    this.largest = largest;
    this.marks = "plain";
    this.wholeBoard = false;
    /** How fast tiles slide. */
    this.speed = 1;
    /** @type {Tile[]} */
    this.tiles = [];
    /** @type {TileAt[] | null} */
    this.tileCells = null;
    /** Called after the board was drawn in another size. @type {(() => void) | null} */
    this.redraw = null;
    this.fitted = this.cell = this.left = 0;
    const layer = (name) => s("g", { class: name });
    this.layers = {
      ground: layer("ground"), under: layer("under"), trails: layer("trails"),
      tiles: layer("tiles"), thin: layer("thin"), over: layer("over"), pulled: layer("pulled"),
    };
    // An image has no buttons in it, a group has.
    this.svg = s("svg", { class: "cells", focusable: "false", ...(isPlayed ? { role: "group", "aria-label": "Tiles" } : { "aria-hidden": "true" }) }, Object.values(this.layers));
    // What is decoration must not be read out.
    for (const [name, group] of Object.entries(this.layers)) if (name !== "tiles") group.setAttribute("aria-hidden", "true");
  }

  /** Shows the board of a level, without tiles. `rows` hold its walls; `isWhole` says whether passes and thin walls stand on it as well. @param {Level} level @param {string[]} rows */
  setBoard(level, rows, isWhole = true) {
    const { palette } = level;
    this.palette = palette;
    this.passes = isWhole ? level.passes : [];
    this.thin = isWhole ? level.thin_walls : "";
    this.rows = rows;
    this.width = [...rows[0]].length;
    this.height = rows.length;
    this.colourOf = new Map(palette.map((swatch, index) => [swatch.symbol, index]));
    this.tiles = [];
    this.layers.tiles.replaceChildren();
  }

  /** Shows rows with their tiles, for pictures that nobody plays on. `left` has the pushes left of numbered tiles, by their cells. @param {Level} level @param {string[]} rows @param {{ isWhole?: boolean, left?: Record<string, number> }} [options] */
  setRows(level, rows, { isWhole = true, left = {} } = {}) {
    this.setBoard(level, rows, isWhole);
    const tiles = [...squares(rows, (symbol) => this.colourOf.has(symbol))];
    this.tileCells = tiles.map(({ x, y, symbol }) => ({ x, y, colour: this.colourOf.get(symbol), left: left[cellName(x, y)] }));
  }

  /** Chooses the side of a cell so that the board fits a room, in pixels. */
  fit(roomWidth, roomHeight, least = 1) {
    const gutter = this.coordinates ? GUTTER : 0;
    const side = Math.min(
      (roomWidth - 2 * (FRAME + gutter)) / this.width,
      (roomHeight - 2 * (FRAME + gutter)) / this.height,
    );
    this.fitted = Math.floor(side);
    const smallest = this.isPlayed && !this.wholeBoard ? LEAST : least;
    this.cell = Math.max(smallest, Math.min(this.largest, this.fitted));
    this.left = FRAME + gutter;
    const [width, height] = [this.width, this.height].map((cells) => cells * this.cell + 2 * this.left);
    set(this.svg, "width", width);
    set(this.svg, "height", height);
    set(this.svg, "viewBox", `0 0 ${width} ${height}`);
    this.draw();
  }

  /** Says whether cells would be too small for fingers if all were seen. */
  get isLarge() {
    return this.fitted < LEAST;
  }

  draw() {
    this.drawGround();
    if (this.tileCells && this.tiles.length !== this.tileCells.length) this.setTiles(this.tileCells);
    this.placeTiles();
    if (this.redraw) this.redraw();
  }

  at(cells) {
    return this.left + cells * this.cell;
  }

  drawGround() {
    const { width, height, cell, left } = this;
    const [w, h] = [width * cell, height * cell];
    const lines = [];
    for (let x = 1; x < width; x++) lines.push(`M${left + x * cell - 0.5} ${left}v${h}`);
    for (let y = 1; y < height; y++) lines.push(`M${left} ${left + y * cell - 0.5}h${w}`);
    const walls = [...squares(this.rows, (symbol) => symbol === "#")]
      .map(({ x, y }) => `M${this.at(x) - 1} ${this.at(y) - 1}h${cell + 1}v${cell + 1}h${-cell - 1}z`);
    this.layers.ground.replaceChildren(
      s("rect", { class: "floor", x: left - 1, y: left - 1, width: w + 1, height: h + 1 }),
      s("path", { class: "lines", d: lines.join("") }),
      ...this.passes.map((pass) => passMark(this, pass)),
      s("path", { class: "walls", d: walls.join("") }),
      s("rect", { class: "border", x: left - 1.5, y: left - 1.5, width: w + 2, height: h + 2 }),
      ...(this.coordinates ? this.names() : []),
    );
    this.layers.thin.replaceChildren(...thinWalls(this));
  }

  names() {
    const name = (text, x, y) => s("text", { class: "name", x, y }, text);
    const middle = (index) => this.at(index) + this.cell / 2;
    // Where they would touch each other, some are left out.
    const every = Math.ceil(NAME / this.cell);
    const columns = Array.from({ length: this.width }, (_, x) => x % every === 0 && name(columnName(x), middle(x), GUTTER / 2));
    const rows = Array.from({ length: this.height }, (_, y) => y % every === 0 && name(y + 1, GUTTER / 2, middle(y)));
    return [...columns, ...rows].filter(Boolean);
  }

  /** Makes the tiles anew: `[{ x, y, colour, left, taken }]`, or with `cell` for x and y. */
  setTiles(tiles) {
    this.tiles = tiles.map((tile, index) => ({
      ...(tile.cell ? cellAt(tile.cell) : { x: tile.x, y: tile.y }),
      colour: tile.colour,
      left: tile.left,
      taken: tile.taken,
      node: s("g", { class: "tile", "data-tile": index }),
    }));
    this.layers.tiles.replaceChildren(...this.tiles.map((tile) => tile.node));
  }

  /** @param {Tile} tile */
  drawTile({ node, colour, left, taken }) {
    const swatch = this.palette[colour];
    const side = this.cell - 1;
    const ink = inkOn(swatch.color);
    /** @type {SVGElement[]} */
    const parts = [
      s("rect", { class: "face", width: side, height: side, fill: swatch.color }),
    ];
    const edge = edgeClasses(swatch.color);
    if (edge && side > 5) {
      parts.push(s("rect", { class: `edge ${edge}`, x: 0.5, y: 0.5, width: side - 1, height: side - 1 }));
    }
    if (swatch.kind === "chameleon" || taken) parts.push(chameleonRing(side, ink, taken));
    parts.push(...this.sign(swatch, colour, side, ink, left));
    node.replaceChildren(...parts);
  }

  /** Returns what is drawn on a tile, or on its place: its number, label, letter or pattern. */
  sign(swatch, colour, side, ink, left = swatch.pushes) {
    const text = swatch.kind === "numbered" ? String(left) : labelOf(swatch) ?? (this.marks === "letters" ? swatch.symbol : "");
    if (text && side >= LEAST_LETTER) {
      const size = Math.round((side * 0.98) / Math.max(2, [...text].length));
      return [s("text", { class: "sign", x: side / 2, y: side / 2, "font-size": size, fill: ink }, text)];
    }
    // A chameleon has its ring.
    if (!text && this.marks === "patterns" && swatch.kind === "plain") {
      const { d, width } = patternOf(colour);
      const transform = `translate(${side / 2} ${side / 2}) scale(${side})`;
      return [s("path", { d, transform, fill: width ? "none" : ink, stroke: width ? ink : "none", "stroke-width": width })];
    }
    return [];
  }

  placeTiles() {
    for (const tile of this.tiles) {
      this.drawTile(tile);
      tile.node.style.transform = this.translate(tile);
    }
  }

  translate({ x, y }) {
    return `translate(${this.at(x)}px, ${this.at(y)}px)`;
  }

  /** Puts the tiles where they stand now; with `slides` they go there. Resolves at rest. */
  moveTo(tiles, slides) {
    const ends = [];
    const turned = [];
    tiles.forEach(({ cell, colour, left, taken }, index) => {
      const tile = this.tiles[index];
      const to = cellAt(cell);
      if (tile.colour !== colour || tile.left !== left || tile.taken !== taken) {
        Object.assign(tile, { colour, left, taken });
        turned.push(tile);
      }
      if (tile.x === to.x && tile.y === to.y) return;
      const before = getComputedStyle(tile.node).transform;
      const far = Math.abs(tile.x - to.x) + Math.abs(tile.y - to.y);
      Object.assign(tile, to);
      const transform = this.translate(tile);
      tile.slide?.cancel();
      tile.node.style.transform = transform;
      if (slides && !movesAreStill()) {
        const duration = (SLIDE.begin + SLIDE.cell * far) / this.speed;
        tile.slide = tile.node.animate([{ transform: before }, { transform }], { duration, easing: "cubic-bezier(.3,.1,.3,1)" });
        ends.push(tile.slide.finished.catch(() => {}));
      }
    });
    // Colours are taken when the move has ended.
    const turn = () => turned.forEach((tile) => this.drawTile(tile));
    if (!ends.length) turn();
    return Promise.all(ends).then(() => ends.length && turn());
  }

  /** Moves tiles aside by so many pixels, under a finger. @param {number[]} indices */
  pull(indices, direction, pixels) {
    const { dx, dy } = DIRECTIONS[direction];
    for (const index of indices) {
      const tile = this.tiles[index];
      tile.slide?.cancel();
      tile.node.style.transform = `translate(${this.at(tile.x) + dx * pixels}px, ${this.at(tile.y) + dy * pixels}px)`;
    }
  }

  /** Lets tiles that were pulled go back. @param {number[]} indices */
  letGo(indices) {
    this.showPlaces([]);
    for (const tile of indices.map((index) => this.tiles[index])) {
      const before = getComputedStyle(tile.node).transform;
      const transform = this.translate(tile);
      tile.node.style.transform = transform;
      if (!movesAreStill()) tile.slide = tile.node.animate([{ transform: before }, { transform }], { duration: SLIDE.begin, easing: "ease-out" });
    }
  }

  /** Shows where tiles will stop. @param {string[]} cells */
  showPlaces(cells) {
    // What is marked on the cells of tiles does not go with them.
    this.svg.classList.toggle("pulls", cells.length > 0);
    this.layers.pulled.replaceChildren(...cells.map((cell) => this.frame(cellAt(cell), "place")));
  }

  /** Shows that a tile cannot move so. */
  jerk(index, direction) {
    const tile = this.tiles[index];
    const { dx, dy } = DIRECTIONS[direction];
    const far = this.cell * 0.09;
    const rest = this.translate(tile);
    const there = `translate(${this.at(tile.x) + dx * far}px, ${this.at(tile.y) + dy * far}px)`;
    if (!movesAreStill()) {
      tile.node.animate([{ transform: rest }, { transform: there }, { transform: rest }], { duration: JERK, easing: "ease-out" });
    }
    const frame = this.frame(tile, "refused");
    this.layers.over.append(frame);
    frame.animate([{ opacity: 1 }, { opacity: 1 }, { opacity: 0 }], { duration: JERK * 2 }).finished.then(() => frame.remove(), () => {});
  }

  /** Returns a frame around a cell, to be seen on any colour. */
  frame({ x, y }, kind) {
    const [left, top, side] = [this.at(x), this.at(y), this.cell - 1];
    return s("g", { class: `ring ${kind}` },
      s("rect", { class: "outer", x: left - 2, y: top - 2, width: side + 4, height: side + 4 }),
      s("rect", { class: "inner", x: left + 1, y: top + 1, width: side - 2, height: side - 2 }));
  }

  /** Returns a square inside a cell, `inset` of its side from its edges. */
  square({ x, y }, inset, attributes) {
    const [side, gap] = [this.cell - 1, Math.round(this.cell * inset)];
    return s("rect", { x: this.at(x) + gap, y: this.at(y) + gap, width: side - 2 * gap, height: side - 2 * gap, ...attributes });
  }

  /** Returns the cell at a place of the window, or null. */
  cellUnder(clientX, clientY) {
    const box = this.svg.getBoundingClientRect();
    const x = Math.floor((clientX - box.left - this.left) / this.cell);
    const y = Math.floor((clientY - box.top - this.left) / this.cell);
    return x >= 0 && y >= 0 && x < this.width && y < this.height ? { x, y } : null;
  }
}

/**
 * Returns a small picture of rows, at most `side` pixels wide and high.
 * @param {Level} level
 * @param {string[]} rows
 * @param {number} side
 * @param {{ marks?: string, height?: number, isWhole?: boolean, left?: Record<string, number> }} [options]
 */
export function picture(level, rows, side, { marks = "plain", height = side, isWhole, left } = {}) {
  const board = new Board({ largest: 40 });
  board.marks = marks;
  board.setRows(level, rows, { isWhole, left });
  board.fit(side, height);
  return board.svg;
}
