// @ts-check
// A game: the moves made and taken back, which tile is chosen, what is known to be the best.
// The model of the page, without its elements; where tiles go the core says.

import { directionBetween, movesOf, partsOf } from "./cells.js";
import { keep, recordOf } from "./store.js";
import { pushesOf, tileOn } from "./words.js";

/** @import { Level, Rules } from "./core.js" */

export class Game {
  /**
   * Begins a game on a level, or goes on with the one that was under way.
   * @param {Rules} rules
   * @param {Level} level
   */
  constructor(rules, level, goesOn = true) {
    this.rules = rules;
    this.level = level;
    /** @type {{ list: string[], helped: boolean[] }[]} */
    this.undone = [];
    /** The tile that is chosen. @type {number | null} */
    this.selected = null;
    /** How many moves the player made at once, gesture by gesture; they are taken back so. @type {number[]} */
    this.gestures = [];
    /** The moves that were told or made by the engine, by their number. @type {Set<number>} */
    this.helped = new Set();
    this.look = rules.play(level.code, "");
    const record = recordOf(level.key);
    if (record.solution && !this.solves(record.solution)) keep(level.key, { solution: undefined, proved: undefined });
    if (goesOn && record.moves) this.resume(record);
  }

  /** Says whether moves solve the level: what was kept may be of other rules. */
  solves(moves) {
    try {
      return this.rules.play(this.level.code, moves).won;
    } catch {
      return false;
    }
  }

  /** @param {import("./store.js").LevelRecord} record */
  resume({ moves, help = [] }) {
    try {
      const look = this.rules.play(this.level.code, moves);
      if (look.won) return;
      this.look = look;
      this.gestures = Array(look.count - look.opening).fill(1);
      this.helped = new Set(help);
    } catch { /* The rules have changed since: begin at the start. */ }
  }

  get moves() {
    return movesOf(this.look.moves);
  }

  get isAtStart() {
    return this.look.count === this.look.opening;
  }

  get canRedo() {
    return this.undone.length > 0;
  }

  /** Says whether exactly one cell is empty. */
  get hasOneGap() {
    return Boolean(this.look.slides);
  }

  /** Makes moves, as one gesture. They must be legal. */
  make(list, { byEngine = false, isRedo = false } = {}) {
    if (!list.length) return;
    if (byEngine) list.forEach((_, index) => this.helped.add(this.look.count + index));
    this.look = this.rules.play(this.level.code, [...this.moves, ...list].join(" "));
    this.gestures.push(list.length);
    if (!isRedo) this.undone = [];
    this.keepGame();
  }

  /** Takes the moves of the last gesture back; says whether there was one. */
  undo() {
    const count = this.gestures.pop();
    if (!count) return false;
    const { moves } = this;
    const list = moves.splice(moves.length - count);
    this.undone.push({ list, helped: list.map((_, index) => this.helped.delete(moves.length + index)) });
    this.look = this.rules.play(this.level.code, moves.join(" "));
    this.keepGame();
    return true;
  }

  /** Makes the moves that were taken back last again. */
  redo() {
    const step = this.undone.pop();
    if (!step) return false;
    step.helped.forEach((is, index) => is && this.helped.add(this.look.count + index));
    this.make(step.list, { isRedo: true });
    return true;
  }

  /** Goes back to the start; redo leads back. */
  restart() {
    while (this.undo());
    this.selected = null;
    // A new try is the player's own.
    this.helped.clear();
  }

  /** Goes back to the start, to see the moves again; what was told of them stays known. */
  rewind() {
    const helped = new Set(this.helped);
    while (this.undo());
    this.helped = helped;
    this.undone = [];
    this.selected = null;
  }

  /** Returns the push of a tile in a direction, or undefined. */
  pushOf(tile, direction) {
    return pushesOf(this.look, tile).find((push) => partsOf(push.move).direction === direction);
  }

  /** Returns the push of the tile beside the gap that goes in a direction. */
  pushIntoGap(direction) {
    return this.look.pushes.find((push) => partsOf(push.move).direction === direction);
  }

  /** Returns the direction of a cell from the chosen tile, or null. */
  directionTo(cell) {
    return this.selected === null ? null : directionBetween(this.look.tiles[this.selected].cell, cell);
  }

  tileOn(cell) {
    const tile = tileOn(this.look, cell);
    return tile < 0 ? null : tile;
  }

  keepGame() {
    const { level, look } = this;
    // A game that is won, or not begun, need not be found again.
    const isOpen = !look.won && !this.isAtStart;
    keep(level.key, { moves: isOpen ? look.moves : undefined, help: isOpen && this.helped.size ? [...this.helped] : undefined });
    if (look.won && !this.isAtStart) this.keepWin();
  }

  /** Keeps a win: as the player's own only if no move of it was told. */
  keepWin() {
    const record = recordOf(this.level.key);
    const { count } = this.look;
    const mark = this.helped.size ? "helped" : "own";
    if (!(record[mark] <= count)) keep(this.level.key, { [mark]: count });
    this.keepSolution(this.look.moves, false);
  }

  /** Keeps a solution of the whole level, if it is better than what is known. */
  keepSolution(moves, isProved) {
    keepSolution(this.level, moves, isProved);
  }

  /** Keeps that the level has no solution: this engine has proved it. */
  keepUnsolvable() {
    keep(this.level.key, { proved: "unsolvable" });
  }

  /** Returns the best solution known: moves, solution, standing ("proved" by this engine). */
  get best() {
    return bestOf(this.level);
  }
}

/** Keeps a solution of a whole level, if it is better than what is known. @param {Level} level @param {string} moves */
export function keepSolution(level, moves, isProved) {
  const count = movesOf(moves).length;
  const best = bestOf(level);
  if (!best || count < best.moves) keep(level.key, { solution: moves });
  if (isProved) keep(level.key, { proved: count, solution: moves });
}

/** @typedef {{ moves: number, solution: string, standing: "known" | "claimed" | "proved" }} Best */

/** Returns the best solution known of a level, with its standing. @param {Level} level @returns {Best | null} */
export function bestOf(level) {
  const record = recordOf(level.key);
  /** @type {Best | undefined} */
  const kept = record.solution ? { moves: movesOf(record.solution).length, solution: record.solution, standing: "known" } : undefined;
  /** @type {Best | null} */
  let best = level.best;
  if (kept && (!best || kept.moves < best.moves)) best = kept;
  if (!best) return null;
  return record.proved === best.moves ? { ...best, standing: "proved" } : best;
}
