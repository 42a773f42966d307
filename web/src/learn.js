// @ts-check
// Learn: a search step by step. Which state is taken from the open list and why, its
// successors and what becomes of each, and the open list itself, sorted as it will be taken.

import { button, h, relabel, say, set } from "./dom.js";
import { openList, successors, taken } from "./learn_parts.js";
import { picture } from "./board.js";
import { change, settings } from "./store.js";
import { Trace } from "./trace.js";
import { capital, grouped, moves } from "./words.js";

/** What methods are called, and what they do. */
const METHODS = {
  astar: "A*",
  "weighted-astar": "Weighted A*",
  greedy: "Greedy",
  mondrian: "Mondrian",
};

const LEGEND = {
  f: "g: moves made; h: estimate of the moves that are left; f: what the list is sorted by.",
  h: "g: moves made; h: estimate of the moves that are left, by which the list is sorted.",
  score: "g: moves made; h: estimate of what is left; the list is sorted by the score.",
};

export class LearnView {
  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
    /** What runs step by step. @type {object | null} */
    this.walk = null;
    /** @type {Trace | null} */
    this.trace = null;
    this.options = { method: "astar", heuristic: null, weight: 2, tie_break: "low-h" };
    this.build();
  }

  build() {
    const select = (name, label, choices) => {
      const field = h("select", { id: `learn-${name}`, onchange: () => this.choose({ [name]: field.value || null }) },
        choices.map(([value, caption]) => h("option", { value }, caption)));
      return /** @type {const} */ ([h("label", { for: `learn-${name}` }, label), field]);
    };
    const about = this.app.rules.ask({ op: "about" });
    const traced = about.methods.filter((method) => method.traced);
    this.usual = Object.fromEntries(traced.map(({ name, heuristic }) => [name, heuristic]));
    const [methodLabel, method] = select("method", "Method", traced.map(({ name }) => [name, METHODS[name] ?? name]));
    const [heuristicLabel, heuristic] = select("heuristic", "Heuristic", [["", ""], ...about.heuristics.map((name) => [name, name.replace("-", " ")])]);
    const [tieLabel, tie] = select("tie_break", "Of equals first", about.tie_breaks.map((name) => [name, { "low-h": "the least h", "high-h": "the greatest h", newest: "the newest", oldest: "the oldest" }[name] ?? name]));
    const weight = h("input", { id: "learn-weight", type: "number", min: 1, max: 10, step: 0.5, value: 2, onchange: () => this.choose({ weight: Math.min(10, Math.max(1, Number(weight.value) || 1)) }) });
    const weightLabel = h("label", { for: "learn-weight" }, "Weight of h");
    method.value = "astar";
    this.fields = { method, heuristic, tie, weight, weightLabel };
    this.parts = {
      taken: h("section", { class: "taken", "aria-label": "The state taken" }),
      made: h("section", { class: "made-list", "aria-label": "Its successors" }),
      open: h("section", { class: "open-list", "aria-label": "The open list" }),
      goal: h("div", { class: "picture" }),
      figures: h("dl", { class: "learn-figures" }),
      legend: h("p", { class: "note" }),
      words: h("p", { class: "words" }),
    };
    this.buttons = {
      first: button("", () => this.goTo(1), { sign: "first", name: "First step" }),
      back: button("Back", () => this.goTo(this.at - 1), { sign: "back", key: "←", name: "One step back" }),
      next: button("Step", () => this.goTo(this.at + 1), { sign: "next", key: "→", name: "One step on", kind: "primary" }),
      run: button("Run", () => this.run(), { sign: "play" }),
      seek: button("To a solution", () => this.seek(), { sign: "last" }),
    };
    const speed = h("input", { type: "range", min: 1, max: 12, value: settings.stepsPerSecond, "aria-label": "Steps a second", oninput: () => change({ stepsPerSecond: Number(speed.value) }) });
    const { parts, buttons } = this;
    this.element = h("main", { class: "learn" },
      h("section", { class: "learn-side", "aria-label": "Search" },
        h("h2", {}, "Search"),
        h("div", { class: "fields" }, methodLabel, method, heuristicLabel, heuristic, tieLabel, tie, weightLabel, weight),
        parts.figures, parts.legend,
        h("div", { class: "learn-goal" }, h("h2", {}, "Goal"), parts.goal)),
      h("div", { class: "learn-middle" }, parts.taken, parts.made),
      parts.open,
      h("div", { class: "learn-bar" },
        h("div", { class: "row", role: "group", "aria-label": "Steps" }, buttons.first, buttons.back, buttons.next, buttons.run, buttons.seek),
        h("label", { class: "speed" }, h("span", {}, "Speed"), speed), parts.words));
  }

  open(level) {
    this.level = level;
    this.app.engine.stop();
    this.parts.goal.replaceChildren(picture(level, level.goal, 132, { isWhole: level.goal_anchor === "fixed" }));
    this.restart();
  }

  close() {
    this.pause();
    this.trace = null;
    this.level = null;
  }

  choose(values) {
    Object.assign(this.options, values);
    this.restart();
  }

  /** Begins the search anew. */
  async restart() {
    this.pause();
    const { level, options } = this;
    const isWeighted = options.method === "weighted-astar";
    set(this.fields.weight, "hidden", !isWeighted);
    set(this.fields.weightLabel, "hidden", !isWeighted);
    say(this.fields.heuristic.options[0], `its own: ${this.usual[options.method]?.replace("-", " ")}`);
    const session = (this.session = {});
    this.trace = null;
    this.shown = null;
    this.at = 0;
    try {
      const { method, heuristic, tie_break } = options;
      const trace = await Trace.begin(this.app.engine, level.code, { method, heuristic, tie_break, ...(isWeighted && { weight: options.weight }) });
      if (this.session !== session) return;
      this.trace = trace;
      await this.goTo(1);
    } catch (error) {
      if (this.session === session) say(this.parts.words, `The search cannot be shown: ${error.message}.`);
    }
  }

  /** Shows a step. Says whether there is one. */
  async goTo(number, isRunning = false) {
    if (!isRunning) this.pause();
    const { trace, session } = this;
    if (!trace || number < 1) return false;
    let shown;
    try {
      shown = await trace.step(number);
    } catch (error) {
      if (this.session === session) this.failed(error);
      return false;
    }
    if (this.session !== session) return false;
    if (shown) {
      this.at = number;
      this.shown = shown;
    }
    this.show();
    return Boolean(shown);
  }

  failed(error) {
    this.pause();
    say(this.parts.words, `The search failed: ${error.message}. Choose a method to begin anew.`);
  }

  /** Runs step by step, or pauses. */
  async run() {
    if (this.walk) {
      this.pause();
      this.show();
      return;
    }
    const walk = (this.walk = {});
    this.show();
    while (this.walk === walk && (await this.goTo(this.at + 1, true))) {
      await new Promise((resolve) => setTimeout(resolve, 1000 / settings.stepsPerSecond));
    }
    if (this.walk === walk) {
      this.pause();
      this.show();
    }
  }

  /** Goes on to the step that finds a better solution, or to the end. */
  async seek() {
    this.pause();
    const { trace, session } = this;
    if (!trace) return;
    const walk = (this.walk = {});
    this.show();
    try {
      const number = await trace.seek(this.at, (cursor) => {
        say(this.parts.words, `Step ${grouped(cursor)} …`);
        return this.walk === walk && this.session === session;
      });
      if (this.session !== session) return;
      this.walk = null;
      await this.goTo(Math.max(1, number));
    } catch (error) {
      if (this.session === session) this.failed(error);
    }
  }

  pause() {
    this.walk = null;
  }

  act(command, value) {
    const does = {
      arrow: () => ({ L: () => this.goTo(this.at - 1), R: () => this.goTo(this.at + 1) })[value]?.(),
      restart: () => this.goTo(1),
      solve: () => this.seek(),
      step: () => this.goTo(this.at + 1),
      stop: () => { this.pause(); this.show(); },
    }[command];
    if (!does || (command === "arrow" && !"LR".includes(value))) return false;
    does();
    return true;
  }

  show() {
    const { shown, trace, parts, buttons, level } = this;
    if (!trace) return;
    const isLast = trace.last !== undefined && this.at >= trace.last;
    buttons.first.disabled = buttons.back.disabled = this.at <= 1;
    buttons.next.disabled = buttons.seek.disabled = isLast;
    buttons.run.disabled = isLast && !this.walk;
    relabel(buttons.run, this.walk ? { sign: "pause", caption: "Pause" } : { sign: "play", caption: "Run" });
    const { rank } = trace.about;
    say(parts.legend, LEGEND[rank]);
    const words = isLast && trace.ended ? `${capital(trace.ended.message)}.` : "";
    say(parts.words, words);
    if (!shown) return;
    parts.taken.replaceChildren(...taken(level, shown, rank, this.options));
    parts.made.replaceChildren(...successors(level, shown, rank));
    parts.open.replaceChildren(...openList(level, shown, rank));
    const { step } = shown;
    const figure = (name, value) => [h("dt", {}, name), h("dd", {}, value)];
    parts.figures.replaceChildren(...figure("Step", grouped(step.number)), ...figure("Open", grouped(step.open)),
      ...figure("Met", grouped(step.stored)), ...figure("Best solution", step.incumbent === null ? "none yet" : moves(step.incumbent)));
    this.app.announce(`Step ${step.number}: ${step.move ?? "the start"}, g ${step.g}, h ${step.h ?? "infinite"}. ${step.successors.length} successors. ${words}`);
  }
}
