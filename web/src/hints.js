// @ts-check
// Searches from the position on the board, and what they have found. What is found belongs to the
// moves that had been made when it was asked for; after other moves it is dropped and says
// nothing. A search that is stopped can be gone on with: the Worker keeps it until another begins.
// One that runs by itself, in the background, tells what it finds only when it is asked for.

import { movesOf } from "./cells.js";
import { capital } from "./words.js";

/** The last grade of a hint. */
export const WHOLE = 4;

/** @import { HintObject, ProgressLine } from "./protocol" */
/** @import { Game } from "./game.js" */
/**
 * A search: the moves made before it, the bound it has proved, how far it is, whether nobody has asked for it.
 * @typedef {{ at: string, at_least: number | null, progress: ProgressLine | null, isBackground: boolean, found: Plan | null }} Job
 * A solution: the moves made before it, its moves, whether it is proved.
 * @typedef {{ base: string[], list: string[], proved: boolean }} Plan
 * A search that has ended without one: the moves made before it, and its words.
 * @typedef {{ at: string, words: string, isProved: boolean }} Failure
 */

export class Hints {
  /**
   * `onChange()` is called whenever something else is known.
   * @param {import("./engine.js").Engine} engine
   * @param {() => number} memoryBytes
   * @param {() => void} onChange
   */
  constructor(engine, memoryBytes, onChange) {
    this.engine = engine;
    this.memoryBytes = memoryBytes;
    this.onChange = onChange;
    /** @type {Job | null} */
    this.job = null;
    this.forget();
  }

  /** Forgets what belongs to another level. */
  forget() {
    if (this.job) this.engine.stop();
    this.job = null;
    /** @type {Plan | null} */
    this.plan = null;
    /** @type {Failure | null} */
    this.failed = null;
    /** The bounds proved, by the moves made before. @type {Map<string, number>} */
    this.least = new Map();
    /** Why searches ended, by the moves made before. @type {Map<string, string>} */
    this.ends = new Map();
    this.told = { grade: 0, at: "" };
  }

  /** Takes a solution of the whole level. */
  follow(moves, proved) {
    this.plan = { base: [], list: moves, proved };
  }

  /** Returns the moves that lead from here to the goal, or null. @param {Game} game */
  rest(game) {
    if (!this.plan) return null;
    const { base, list } = this.plan;
    const whole = [...base, ...list];
    const made = game.moves;
    const follows = made.length >= base.length && made.every((move, index) => move === whole[index]);
    return follows ? whole.slice(made.length) : null;
  }

  /** Returns the search that was asked for and runs from here. @param {Game} game */
  running(game) {
    return this.job?.at === game.look.moves && !this.job.isBackground ? this.job : null;
  }

  /** Returns the search that nobody has asked for. */
  get background() {
    return this.job?.isBackground ? this.job : null;
  }

  /** Returns how many moves are needed from here at least, as far as is proved. @param {Game} game */
  bound(game) {
    return this.least.get(game.look.moves) ?? 0;
  }

  /** Returns how much is to be told: 0 nothing, 1 moves left, 2 the tile, 3 the move, 4 the rest. @param {Game} game */
  grade(game) {
    const { grade, at } = this.told;
    if (at === game.look.moves) return grade;
    // Whoever follows the hints wants to know how many moves are left.
    return this.rest(game) ? Math.min(grade, 1) : 0;
  }

  /** Returns why there is no solution from here, or null. @param {Game} game */
  failure(game) {
    return this.failed?.at === game.look.moves ? this.failed : null;
  }

  /** Tells a little more. @param {Game} game */
  tellMore(game) {
    this.claim(game);
    const rest = this.rest(game);
    // There is no more to tell before something has been found.
    const grade = rest ? Math.min(this.grade(game) + 1, WHOLE) : 1;
    this.told = { grade, at: game.look.moves };
    if (!rest) this.search(game);
    this.onChange();
  }

  /** Makes a search of the background one that was asked for, if it is from here. @param {Game} game */
  claim(game) {
    const { job } = this;
    if (!job?.isBackground || job.at !== game.look.moves) return;
    job.isBackground = false;
    this.plan = job.found ?? this.plan;
  }

  /** Searches from here, unless the answer is known; what ran in the background goes on. @param {Game} game */
  search(game) {
    this.claim(game);
    if (this.running(game) || this.failure(game)?.isProved) return;
    const { look, best } = game;
    if (best?.standing === "proved" && best.solution.startsWith(look.moves)) {
      this.follow(movesOf(best.solution), true);
      if (this.rest(game)) return;
    }
    this.begin(game, false);
  }

  /** Searches from the start of the level, without telling. @param {Game} game */
  searchInBackground(game) {
    if (!this.job) this.begin(game, true);
  }

  /** @param {Game} game */
  begin(game, isBackground) {
    const { level, look, best } = game;
    const at = isBackground ? level.opening : look.moves;
    this.failed = null;
    this.job = { at, at_least: this.least.get(at) ?? null, progress: null, isBackground, found: null };
    this.engine.begin(
      {
        op: "hint", code: level.code, moves: at, grade: WHOLE,
        known: best && { solution: best.solution, proved: best.standing === "proved" },
        memory_bytes: this.memoryBytes(),
      },
      (answer, hint) => this.hear(game, at, answer, hint ?? answer),
      (words) => this.fail(at, `The search crashed (${words}). You can start another.`),
    );
    this.onChange();
  }

  hear(game, at, step, hint) {
    if (step.event === "error") {
      this.fail(at, step.message);
      return;
    }
    if (!this.job) return;
    const progress = step.events?.findLast((event) => event.event === "progress");
    if (progress) this.job.progress = progress;
    if (hint.state !== undefined) this.take(game, at, hint);
    if (!step.running) this.job = null;
    this.onChange();
  }

  /** @param {Game} game @param {string} at @param {HintObject} hint */
  take(game, at, hint) {
    const { job } = this;
    const least = Math.max(hint.at_least ?? 0, this.least.get(at) ?? 0);
    this.least.set(at, least);
    job.at_least = least || null;
    const base = movesOf(at);
    const whole = base.length <= game.look.opening;
    if (hint.rest !== null) {
      const found = { base, list: movesOf(hint.rest), proved: hint.proved };
      const known = (job.isBackground ? job.found?.list : this.rest(game))?.length ?? Infinity;
      if (hint.left < known || hint.proved) {
        if (job.isBackground) job.found = found;
        else this.plan = found;
        if (whole) game.keepSolution([...base, ...found.list].join(" "), false);
      }
    }
    const { result, words } = hint;
    if (result) this.ends.set(at, result.stop);
    if (result?.verdict === "optimal" && whole) {
      game.keepSolution([...base, ...movesOf(hint.rest)].join(" "), true);
    }
    if (hint.rest !== null || words === null) return;
    const isProved = hint.state === "unsolvable";
    if (isProved && whole) game.keepUnsolvable();
    const back = isProved ? " Undo takes moves back." : "";
    const said = whole ? `${capital(words)}.` : `From here: ${words}.${back}`;
    if (isProved || !job.isBackground) this.failed = { at, words: said, isProved };
  }

  /** @param {string} at @param {string} words */
  fail(at, words) {
    const isAsked = !this.job?.isBackground;
    this.job = null;
    if (isAsked) this.failed = { at, words, isProved: false };
    this.onChange();
  }

  /** Stops the search that was asked for; says whether there was one. @param {Game} game */
  stop(game) {
    const job = this.running(game);
    if (!job) return false;
    if (!this.rest(game)) {
      const bound = this.bound(game);
      this.failed = { at: job.at, isProved: false, words: `Stopped before a solution was found.${bound ? ` At least ${bound} moves are needed.` : ""} Solve goes on.` };
    }
    this.halt();
    return true;
  }

  /** Stops whatever runs; it can be gone on with. */
  halt() {
    if (!this.job) return;
    this.engine.halt();
    this.job = null;
    this.onChange();
  }

  /** Ends a search that other moves have made pointless. @param {Game} game */
  follows(game) {
    if (this.job && this.job.at !== game.look.moves && !this.job.isBackground) this.halt();
  }
}
