// Hints: a search from the position on the board, and what it has found. What is found
// belongs to the moves that had been made when it was asked for; after other moves it is
// dropped and says nothing.

import { movesOf } from "./cells.js";

/** The last grade of a hint. */
export const WHOLE = 4;

export class Hints {
  /** `onChange()` is called whenever something else is known. */
  constructor(engine, limits, onChange) {
    Object.assign(this, { engine, limits, onChange });
    this.forget();
  }

  /** Forgets what belongs to another level. */
  forget() {
    if (this.job) this.engine.stop();
    /** The search that runs: the moves that had been made, and how far it is. */
    this.job = null;
    /** A solution: the moves made before it, its moves, whether it is proved. */
    this.plan = null;
    /** A search that has ended without one: the moves made before it, its words. */
    this.failed = null;
    this.told = { grade: 0, at: "" };
  }

  /** Takes a solution of the whole level. */
  follow(moves, proved) {
    this.plan = { base: [], list: moves, proved };
  }

  /** Returns the moves that lead from here to the goal, or null. */
  rest(game) {
    if (!this.plan) return null;
    const { base, list } = this.plan;
    const whole = [...base, ...list];
    const made = game.moves;
    const follows = made.length >= base.length && made.every((move, index) => move === whole[index]);
    return follows ? whole.slice(made.length) : null;
  }

  /** Returns the search that runs from here. */
  running(game) {
    return this.job?.at === game.look.moves ? this.job : null;
  }

  /** Returns how much is to be told: 0 nothing, 1 moves left, 2 the tile, 3 the move, 4 the rest. */
  grade(game) {
    const { grade, at } = this.told;
    if (at === game.look.moves) return grade;
    // Whoever follows the hints wants to know how many moves are left.
    return this.rest(game) ? Math.min(grade, 1) : 0;
  }

  /** Returns why there is no solution from here, or null. */
  failure(game) {
    return this.failed?.at === game.look.moves ? this.failed : null;
  }

  /** Tells a little more. */
  tellMore(game) {
    const rest = this.rest(game);
    // There is no more to tell before something has been found.
    const grade = rest ? Math.min(this.grade(game) + 1, WHOLE) : 1;
    this.told = { grade, at: game.look.moves };
    if (!rest) this.search(game);
    this.onChange();
  }

  /** Searches from here, unless the answer is known. */
  search(game) {
    const known = this.failure(game);
    if (this.running(game) || known?.isProved) return;
    const { level, look, best } = game;
    if (best?.standing === "proved" && best.solution.startsWith(look.moves)) {
      this.follow(movesOf(best.solution), true);
      if (this.rest(game)) return;
    }
    this.failed = null;
    const at = look.moves;
    this.job = { at, at_least: null, progress: null };
    const request = {
      op: "hint", code: level.code, moves: at, grade: WHOLE,
      known: best && { solution: best.solution, proved: best.standing === "proved" },
      memory_bytes: this.limits().memory_bytes,
    };
    this.engine.begin(
      request,
      (answer, hint) => this.hear(game, at, answer, hint ?? answer),
      (words) => this.fail(at, `The search failed: ${words}. It can be started anew.`, false),
    );
    this.onChange();
  }

  hear(game, at, step, hint) {
    if (step.event === "error") return this.fail(at, step.message, false);
    if (!this.job) return;
    const progress = step.events?.findLast((event) => event.event === "progress");
    if (progress) this.job.progress = progress;
    if (hint.state !== undefined) this.take(game, at, hint);
    if (!step.running) this.job = null;
    this.onChange();
  }

  take(game, at, hint) {
    this.job.at_least = hint.at_least;
    const base = movesOf(at);
    const known = this.rest(game)?.length ?? Infinity;
    if (hint.rest !== null && (hint.left < known || hint.proved)) {
      this.plan = { base, list: movesOf(hint.rest), proved: hint.proved };
    }
    const { result } = hint;
    if (!result) return;
    const whole = base.length <= game.look.opening;
    if (result.verdict === "optimal" && whole) {
      game.keepSolution([...base, ...movesOf(hint.rest)].join(" "), true);
    }
    if (hint.rest === null) {
      const isProved = result.verdict === "unsolvable";
      this.failed = { at, result, whole, isProved };
      if (isProved && whole) game.keepUnsolvable();
    }
  }

  fail(at, words, isProved) {
    this.job = null;
    this.failed = { at, words, isProved };
    this.onChange();
  }

  /** Stops the search; says whether there was one. */
  stop() {
    if (!this.job) return false;
    this.engine.stop();
    this.job = null;
    this.onChange();
    return true;
  }

  /** Ends a search that other moves have made pointless. */
  follows(game) {
    if (this.job && this.job.at !== game.look.moves) {
      this.engine.stop();
      this.job = null;
    }
  }
}
