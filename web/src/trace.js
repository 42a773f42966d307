// @ts-check
// A search step by step, as the Worker tells it: any step by its number. Steps are kept as
// they come; one that is asked for again without its open list is searched for anew, for a
// search takes the same steps each time.

/** So much of the open list is shown. */
export const OPEN_SHOWN = 12;
/** Steps asked for at once on the way to a solution. */
const BATCH = 200;
/** Answers that are kept. */
const KEPT = 3000;

export class Trace {
  /** @param {import("./engine.js").Engine} engine @param {import("./protocol").Explain & { op: "explain" }} request */
  constructor(engine, request) {
    this.engine = engine;
    this.request = request;
    /** @type {Map<number, { step: import("./protocol").StepLine, path: string, open: import("./protocol").StateObject[] }>} */
    this.kept = new Map();
    this.cursor = 0;
    /** @type {import("./protocol").EndObject | null} */
    this.ended = null;
    /** The number of the last step, once it is known. @type {number | undefined} */
    this.last = undefined;
    /** @type {import("./protocol").BeginningObject | null} */
    this.about = null;
  }

  /** Begins a search; `options` has method, heuristic, weight, tie_break. */
  static async begin(engine, code, options) {
    const trace = new Trace(engine, { op: "explain", code, ...options });
    trace.about = await trace.ask(trace.request);
    return trace;
  }

  async ask(request) {
    const answer = await this.engine.ask(request);
    if (answer.event === "error") throw new Error(answer.message);
    return answer;
  }

  /**
   * Returns step `number`, from 1: the step, the path to its state, the open list after it.
   * Null when the search ends before.
   */
  async step(number) {
    const kept = this.kept.get(number);
    if (kept) return kept;
    if (this.last !== undefined && number > this.last) return null;
    if (this.cursor >= number) {
      await this.ask(this.request);
      this.cursor = 0;
    }
    const answer = await this.take(number - this.cursor, OPEN_SHOWN);
    if (this.cursor < number) return null;
    const shown = { step: answer.steps.at(-1), path: answer.path, open: answer.open };
    this.kept.set(number, shown);
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value);
    return shown;
  }

  async take(steps, open) {
    const answer = await this.ask({ op: "next", steps, open });
    this.cursor += answer.steps.length;
    if (answer.ended) {
      this.ended = answer.ended;
      if (answer.steps.length < steps) this.last = this.cursor;
    }
    return answer;
  }

  /**
   * Looks for the step after `number` that changes the best solution, or for the last one.
   * `goesOn(number)` hears how far it is and says whether to go on. Returns its number.
   */
  async seek(number, goesOn) {
    const incumbent = (await this.step(number))?.step.incumbent ?? null;
    if (this.cursor !== number) {
      await this.ask(this.request);
      this.cursor = 0;
      if (number) await this.take(number, 0);
    }
    for (;;) {
      const { steps } = await this.take(BATCH, 0);
      const found = steps.find((step) => step.incumbent !== incumbent);
      if (found) return found.number;
      if (this.last !== undefined || !goesOn(this.cursor)) return this.cursor;
    }
  }
}
