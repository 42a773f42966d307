// @ts-check
// The parts of the view of a search: the state taken, its successors, the open list.

import { picture } from "./board.js";
import { h, s } from "./dom.js";
import { grouped, moves } from "./words.js";

/** Sides of the pictures, in pixels. */
const TAKEN = 232;
const MADE = 104;
const OPEN = 44;

/** What becomes of a successor, in words. */
const FATES = {
  new: "new",
  duplicate: "duplicate",
  better: "better, opened again",
  "put-off": "better, put off",
  goal: "goal",
  pruned: "pruned",
};

/** Returns a number of a search: whole ones as such, others with two places. */
const number = (value) => (value === null ? "∞" : String(Math.round(value * 100) / 100));

/** Returns `g 3  h 4  f 7`, each number with its name. */
function figures({ g, h: estimate, rank }, name) {
  const figure = (term, value, kind) => h("span", { class: `figure ${kind}` }, h("i", {}, term), ` ${number(value)}`);
  const parts = [figure("g", g, "g"), " ", figure("h", estimate, "h")];
  if (name !== "h") parts.push(" ", figure(name, rank, "rank"));
  return h("p", { class: "figures" }, parts);
}

/** Returns why this state was taken and no other. */
function why(step, rank, options) {
  const least = {
    f: options.method === "weighted-astar" ? `the least f = g + ${options.weight} h` : "the least f = g + h",
    h: "the least h",
    score: "the least score",
  }[rank];
  if (step.ties === 0) return `It has ${least}, and it alone.`;
  const chosen = { "low-h": "of these it has the least h, or is the newest", "high-h": "of these it has the greatest h, or is the newest", newest: "of these it is the newest", oldest: "of these it is the oldest" }[options.tie_break];
  const others = step.ties === 1 ? "So has 1 other" : `So have ${grouped(step.ties)} others`;
  return `It has ${least}. ${others}; ${chosen}.`;
}

/** Returns the state taken: its board, figures, the reason and the path to it. */
export function taken(level, { step, path }, rank, options) {
  return [
    h("h2", {}, "Taken from the open list"),
    h("div", { class: "taken-body" },
      h("div", { class: "picture" }, picture(level, step.position, TAKEN, { left: step.left })),
      h("div", { class: "taken-words" },
        figures(step, rank),
        h("p", {}, step.move ? why(step, rank, options) : "The start."),
        h("p", { class: "path", tabindex: path.length > 150 ? 0 : null }, h("i", {}, path ? `Path, ${moves(path.split(" ").length)}: ` : ""), path))),
  ];
}

/** Returns the successors, each with its board, its figures and what becomes of it. */
export function successors(level, { step }, rank) {
  const cards = step.successors.map((made) =>
    h("li", { class: `successor ${made.fate}` },
      h("div", { class: "picture" }, picture(level, made.position, MADE, { left: made.left })),
      h("p", { class: "successor-head" }, h("b", {}, made.move), " ", h("span", { class: "fate" }, FATES[made.fate])),
      figures(made, rank)));
  return [h("h2", {}, step.successors.length === 1 ? "1 successor" : `${step.successors.length} successors`), h("ul", { class: "successors", tabindex: 0, "aria-label": "Successors" }, cards)];
}

/** Returns the head of the open list, sorted as it will be taken, with a bar for g and h. */
export function openList(level, { open, step }, rank) {
  const most = Math.max(1, ...open.map((state) => state.g + (state.h ?? 0)));
  const rows = open.map((state, index) =>
    h("li", {},
      h("span", { class: "nth" }, String(index + 1)),
      picture(level, state.position, OPEN, { left: state.left }),
      h("div", { class: "open-body" },
        h("p", {}, h("b", {}, state.move ?? "start"), figures(state, rank)),
        bar(state, most))));
  const more = step.open - open.length;
  return [
    h("h2", {}, "Open list"),
    h("p", { class: "note" }, open.length ? `${grouped(step.open)} states, the next one first` : nothingLeft(step)),
    h("ol", { class: "open-rows" }, rows),
    more > 0 && open.length > 0 && h("p", { class: "note" }, `and ${grouped(more)} more`),
  ].filter(Boolean);
}

const nothingLeft = ({ open }) =>
  open ? `None of the ${grouped(open)} states left can lead to anything better.` : "It is empty.";

/** Returns a bar: the moves made in black, the estimate beside it. */
function bar({ g, h: estimate }, most) {
  const width = 100;
  const [made, left] = [(g / most) * width, ((estimate ?? 0) / most) * width];
  return s("svg", { class: "gh", viewBox: `0 0 ${width} 6`, preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { class: "bar-h", x: made, width: left, height: 6 }),
    s("rect", { class: "bar-g", width: made, height: 6 }));
}
