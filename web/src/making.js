// @ts-check
// What the engine makes for whoever draws: how many moves the puzzle would need with what is in the hand
// on each cell (the map *what if*), and puzzles: one from nothing, a harder or an easier one. All of it
// in the Worker, one thing at a time, after the live verdict, and stopped at once.

import { cellAt, partsOf } from "./cells.js";
import { memoryBytes } from "./device.js";
import { s } from "./dom.js";
import { bestOf, keepSolution } from "./game.js";
import { capital } from "./words.js";

/** Letters of a number on the map, in parts of its room. */
const LETTER = 1.1;
/** No number is written in less room, in pixels. */
const LEAST_ROOM = 11;

/** What the core says of a cell where it would be as many moves as now. */
const SAME = "·";
const MAKING = "Making one";

/** What has been found is shown so often, in milliseconds: a board of a thousand numbers takes its time. */
const SHOWN = 200;

/** @import { CellObject, Message } from "./protocol" */
/** What runs: what it is called, what is known of it. @typedef {{ title: string, words: string, isMap: boolean }} Job */

export class Making {
  /** @param {import("./design.js").DesignView} view */
  constructor(view) {
    this.view = view;
    /** The map is asked for. */
    this.isAsked = false;
    /** @type {Job | null} */
    this.job = null;
    /** The map, by layout and place, and what is said of it. @type {Map<string, CellObject>} */
    this.cells = new Map();
    this.words = "";
    /** What is about to be shown. @type {ReturnType<typeof setTimeout> | null} */
    this.timer = null;
  }

  /** Something else is drawn, or in the hand. */
  reset() {
    this.stop();
    this.cells = new Map();
    this.words = "";
  }

  /** Stops what runs; says whether anything did. */
  stop() {
    if (!this.job) return false;
    this.view.app.engine.stop();
    this.job = null;
    return true;
  }

  /** Shows the map, or hides it. */
  ask(isAsked) {
    this.isAsked = isAsked;
    this.reset();
    this.idle();
    this.view.refresh();
  }

  /** The engine has nothing else to do. */
  idle() {
    const { view } = this;
    const { brush, level } = view;
    if (!this.isAsked || this.job || this.words || view.play.isOn || view.drawn || view.live.isWaiting || brush === "hand") return;
    this.begin({ title: "What if", words: "", isMap: true }, {
      op: "what_if", code: level.code, brush: brush === "thin" ? "thin_wall" : brush, target: view.second, memory_bytes: memoryBytes(),
    });
  }

  /** Makes a puzzle from nothing. @param {Omit<Extract<Message, { op: "make" }>, "op" | "seed">} wish */
  make(wish) {
    this.begin({ title: MAKING, words: "", isMap: false }, { op: "make", ...wish, seed: seed() });
  }

  /** Changes what is drawn until it needs more moves, or fewer. */
  vary(harder) {
    const { level } = this.view;
    const moves = bestOf(level).moves;
    this.begin({ title: harder ? "Making it harder" : "Making it easier", words: "", isMap: false }, { op: "vary", code: level.code, moves, harder, seed: seed() });
  }

  /** @param {Job} job @param {Message} request */
  begin(job, request) {
    const { view } = this;
    view.live.stop();
    this.stop();
    this.job = job;
    view.app.engine.begin(request, (answer) => this.tell(job, answer), () => {
      this.job = null;
      view.refresh();
    });
    view.refresh();
  }

  tell(job, answer) {
    if (this.job !== job) return;
    const { view } = this;
    if (!answer.running) this.job = null;
    if (answer.event === "error") {
      view.app.notice(`${capital(answer.message)}.`, "mild");
      view.changed();
      return;
    }
    if (job.isMap) this.take(answer);
    else if (answer.level) {
      keepSolution(answer.level, answer.level.best.solution, true);
      // One from nothing is another puzzle; what was drawn stays among mine.
      if (job.title === MAKING) view.id = null;
      view.add(answer.level, job.title.replace("Making", "Made"));
      return;
    }
    job.words = answer.words ?? job.words;
    if (!answer.running) view.refresh();
    else this.timer ??= setTimeout(() => {
      this.timer = null;
      if (this.job) view.refresh();
    }, SHOWN);
  }

  take({ cells = [], words }) {
    for (const cell of cells) this.cells.set(`${cell.layout} ${cell.at}`, cell);
    if (words) this.words = words;
  }

  /** Returns what is said of the map. */
  get note() {
    if (!this.isAsked) return "";
    if (this.view.brush === "hand") return "What if: take something into the hand.";
    return this.words ? `What if: ${this.words}.` : "What if: …";
  }

  /** Returns what a cell would do, in words, or nothing. */
  wordsOf(layout, cell) {
    const words = this.cells.get(`${layout} ${cell}`)?.words;
    return words ? `; what if: ${words}` : "";
  }

  /**
   * Draws the map on a board: grounds under the tiles and what stands over them. Only what is proved has a colour.
   * @param {import("./board.js").Board} board @param {string} layout
   */
  draw(board, layout) {
    const under = [];
    const over = [];
    const moves = [...this.cells.values()].flatMap((cell) => (cell.moves === null ? [] : [cell.moves]));
    const [least, most] = [Math.min(...moves), Math.max(...moves)];
    for (const cell of this.cells.values()) {
      // What changes nothing stands back behind what is there.
      if (cell.layout !== layout || !cell.label || (cell.over && cell.label === SAME)) continue;
      const part = cell.moves === null ? null : (cell.moves - least) / Math.max(1, most - least);
      (cell.over ? over : under).push(mark(board, cell, part));
    }
    return { under, over };
  }
}

const seed = () => Math.floor(Math.random() * 2 ** 32);

/** @param {import("./board.js").Board} board @param {CellObject} cell @param {number | null} part */
function mark(board, { at, over, label }, part) {
  const room = placeOf(board, at, over);
  const size = Math.floor((room.height * LETTER) / Math.max(2, [...label].length));
  const ground = part === null ? null : s("rect", { class: "heat", ...room, "fill-opacity": 0.25 + 0.75 * part });
  const isProved = part !== null || !/≥/.test(label);
  return s("g", { class: isProved ? "what-if" : "what-if open" },
    over && s("rect", { class: "heat-ground", ...room }), ground,
    room.width >= LEAST_ROOM && s("text", { x: room.x + room.width / 2, y: room.y + room.height / 2, "font-size": Math.max(8, Math.min(18, size)) }, label));
}

/** Returns the room of a place: a cell, the middle of one where something stands, or a side. */
function placeOf(board, at, over) {
  const side = board.cell - 1;
  if (/[RD]$/.test(at)) {
    const { cell, direction } = partsOf(at);
    const { x, y } = cellAt(cell);
    const [width, height] = [Math.round(side * 0.5), Math.round(side * 0.36)];
    const [dx, dy] = direction === "R" ? [1, 0.5] : [0.5, 1];
    return { x: Math.round(board.at(x + dx) - width / 2), y: Math.round(board.at(y + dy) - height / 2), width, height };
  }
  const { x, y } = cellAt(at);
  const gap = over ? Math.round(side / 4) : 0;
  return { x: board.at(x) + gap, y: board.at(y) + gap, width: side - 2 * gap, height: side - 2 * gap };
}
