// @ts-check
// The live verdict: a moment after the last stroke the Worker searches for what is drawn. What it finds
// is kept by the level's code and shown for that level alone; a solution found can be seen on the board.

import { memoryBytes } from "./device.js";
import { bestOf, keepSolution } from "./game.js";
import { movesOf } from "./cells.js";
import { keep, recordOf } from "./store.js";
import { capital, standing } from "./words.js";

/** After the last stroke, in milliseconds. */
const PAUSE = 150;
/** A search that takes longer is for Play, where it can be stopped. */
const SECONDS = 60;
/** Between two moves of a solution, and after the last, in milliseconds. */
const REST = { move: 320, end: 1200 };

/** @import { Level } from "./core.js" */
/**
 * What is known of a level: its words, whether it is wrong, proved, known or open, and a solution.
 * @typedef {{ words: string, tone: "wrong" | "proved" | "known" | "open", solution?: string, isOver?: boolean }} Verdict
 */

export class Live {
  /** @param {import("./design.js").DesignView} view */
  constructor(view) {
    this.view = view;
    /** @type {Map<string, Verdict>} */
    this.known = new Map();
    /** The solution that is being shown. @type {object | null} */
    this.run = null;
    /** The level whose search is about to begin, or runs. @type {Level | null} */
    this.searched = null;
    this.isBegun = false;
  }

  /** Says whether the engine is wanted here. */
  get isWaiting() {
    return this.searched !== null;
  }

  stop() {
    clearTimeout(this.timer);
    if (this.isBegun) this.view.app.engine.stop();
    this.searched = null;
    this.isBegun = false;
    this.run = null;
  }

  /** The search is over. */
  end() {
    this.searched = null;
    this.isBegun = false;
    this.view.making.idle();
  }

  /** Searches for a level, unless all is known. @param {Level} level */
  begin(level) {
    this.stop();
    this.searched = level;
    this.timer = setTimeout(() => {
      if (!level.playable || this.of(level).isOver) {
        this.end();
        return;
      }
      this.isBegun = true;
      this.view.app.engine.begin(
        { op: "solve", code: level.code, aim: "prove", memory_bytes: memoryBytes(), seconds: SECONDS },
        (answer) => this.tell(level, answer),
        () => this.end(),
      );
    }, PAUSE);
  }

  /** Something has been found out about a level. @param {Level} level */
  tell(level, { running, events, words }) {
    if (this.searched !== level) return;
    const solution = events.findLast((event) => event.solution)?.solution ?? this.known.get(level.code)?.solution;
    const result = events.find((event) => event.event === "result");
    const isProved = result?.verdict === "optimal";
    if (solution) keepSolution(level, solution, isProved);
    if (result?.verdict === "unsolvable") keep(level.key, { proved: "unsolvable" });
    if (words) {
      const tone = isProved ? "proved" : result?.verdict === "unsolvable" ? "wrong" : solution ? "known" : "open";
      this.known.set(level.code, { words: capital(words), tone, solution, isOver: Boolean(result) });
      if (result) this.view.app.announce(capital(words));
    }
    if (!running && events.length) this.end();
    if (this.view.level.code === level.code) this.view.refresh();
  }

  /** Returns what is known of a level. @param {Level} level @returns {Verdict} */
  of(level) {
    const { rules } = this.view.app;
    const isEmpty = level.start.every((row) => /^[.#]*$/.test(row));
    if (isEmpty) return { words: "Choose a colour and draw where the tiles start.", tone: "open" };
    const errors = level.issues.filter((issue) => issue.severity === "error");
    if (errors.length) {
      const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
      return { words: capital(errors[0].words) + more, tone: "wrong" };
    }
    const known = this.known.get(level.code);
    if (known) return known;
    const best = bestOf(level);
    if (best?.standing === "proved") return { words: capital(standing(rules, best)), tone: "proved", solution: best.solution, isOver: true };
    if (recordOf(level.key).proved === "unsolvable") return { words: capital(rules.standings.unsolvable), tone: "wrong", isOver: true };
    return { words: "Searching …", tone: "open" };
  }

  /** What a tap on the verdict does: marks what is wrong, or shows the solution. */
  tap() {
    const { view } = this;
    const { level } = view;
    if (view.making.job && !view.making.job.isMap) {
      view.changed();
      return;
    }
    const { solution, tone } = this.of(level);
    const issue = level.issues.find(({ severity, cells }) => cells.length && (severity === "error" || tone === "wrong"));
    if (this.run) view.changed();
    else if (solution) this.replay(level, solution);
    else if (issue) view.mark(issue);
  }

  /** Shows a solution on the board of the start, until something else is done. @param {Level} level @param {string} solution */
  async replay(level, solution) {
    const { view } = this;
    const { rules } = view.app;
    const board = view.boards.first;
    const run = {};
    this.run = run;
    view.layout = "start";
    view.refresh();
    const list = movesOf(solution);
    for (let made = 0; made <= list.length; made += 1) {
      const { tiles } = rules.play(level.code, list.slice(0, made).join(" "));
      this.made = `${made} / ${list.length}`;
      if (made === 0) {
        board.setTiles(tiles);
        board.placeTiles();
      } else {
        board.moveTo(tiles, true);
      }
      view.refresh();
      await new Promise((resolve) => setTimeout(resolve, made < list.length ? REST.move : REST.end));
      if (this.run !== run) return;
    }
    this.run = null;
    view.refresh();
  }
}
