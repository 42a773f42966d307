// @ts-check
// Parts of the screen of play that come and go: the strip of the pack's levels, and what is
// said when a level is solved.

import { partsOf, DIRECTIONS } from "./cells.js";
import { button, h, set } from "./dom.js";
import { bestOf } from "./game.js";
import { recordOf } from "./store.js";
import { moves, stepWords } from "./words.js";

/** So many levels are shown as squares at once. */
const STRIP = 42;

/** Returns how far the player has come with a level: best, solved, helped, begun, open. @param {import("./core.js").Level} level */
export function progressOf(level) {
  const record = recordOf(level.key);
  const best = bestOf(level);
  if (record.own) return best?.standing === "proved" && record.own <= best.moves ? "best" : "solved";
  if (record.helped) return "helped";
  return record.moves ? "begun" : "open";
}

/** What the marks of progress mean. */
export const PROGRESS = {
  best: "solved in the fewest moves, proved",
  solved: "solved",
  helped: "solved with help",
  begun: "begun",
  open: "not solved yet",
};

/** @typedef {import("./play.js").PlayView} PlayView */

/** Shows the levels of the pack, each with its progress, and ways to the next and the one before. @param {PlayView} view */
export function packStrip(view) {
  const { place, parts } = view;
  set(parts.pack, "hidden", !place || place.levels.length < 2);
  if (parts.pack.hidden) return;
  const { levels, index, title } = place;
  const states = levels.map((level) => (level ? progressOf(level) : "open"));
  const titles = levels.map((level) => level?.title ?? "");
  if (!view.shown.differs("pack", title, index, states, titles)) return;
  const from = Math.max(0, Math.min(index - STRIP / 2, levels.length - STRIP));
  const squares = states.map((state, at) => h("li", {},
    h("a", {
      href: place.href(at), class: `square ${state}`, "aria-current": at === index ? "true" : null,
      title: titles[at] || null,
      "aria-label": `Level ${at + 1}${titles[at] && `, ${titles[at]}`}: ${PROGRESS[state]}`,
    }, String(at + 1))));
  parts.pack.replaceChildren(
    h("h2", {}, title),
    h("p", { class: "note" }, `Level ${index + 1} of ${levels.length}`),
    h("ol", { class: "squares" }, squares.slice(from, from + STRIP)));
}

/** Shows that the level is solved: its moves, and the way on. @param {PlayView} view */
export function winPanel(view) {
  const { game, level, parts, place } = view;
  const { look } = game;
  const isWon = look.won && !game.isAtStart;
  set(parts.won, "hidden", !isWon);
  set(view.tools, "hidden", isWon);
  const next = place?.next;
  if (!view.shown.differs("win", isWon, look.moves, game.best?.standing, next) || !isWon) return;
  const list = look.path.map((step, index) => h("li", { class: index < look.opening ? "opening" : null },
    h("span", { class: "dot", "data-colour": step.colour }),
    h("span", { class: "quiet" }, stepWords(level, step)),
    h("span", { class: "move", "aria-hidden": "true" }, partsOf(step.move).cell, h("i", {}, DIRECTIONS[partsOf(step.move).direction].sign))));
  for (const item of list) {
    const dot = item.querySelector("span");
    dot.style.backgroundColor = level.palette[Number(dot.dataset.colour)].color;
  }
  const details = h("details", { class: "moves", open: matchMedia("(min-width: 60rem)").matches },
    h("summary", {}, moves(look.count)), h("ol", { tabindex: 0, "aria-label": "The moves" }, list));
  const again = (caption, kind) => button(caption, () => view.act("restart"), { sign: "restart", key: "R", kind });
  parts.won.replaceChildren(
    h("h2", {}, "Solved"),
    next ? h("a", { class: "button primary", href: next }, "Next level") : again("Play again", "primary"),
    button("Undo", () => view.act("undo"), { sign: "undo", key: "Ctrl+Z" }),
    ...(next ? [again("Again")] : []),
    button("Replay", () => view.act("replay"), { sign: "play", name: "Replay my moves" }),
    button("Copy", () => view.app.frame.share.copyResult(game), { sign: "copy", name: "Copy my result" }),
    details);
}
