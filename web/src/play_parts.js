// Parts of the screen of play that come and go: the strip of the pack's levels, and what is
// said when a level is solved.

import { partsOf, DIRECTIONS } from "./cells.js";
import { button, h, set } from "./dom.js";
import { bestOf } from "./game.js";
import { recordOf } from "./store.js";
import { moves, stepWords } from "./words.js";

/** So many levels are shown as squares at once. */
const STRIP = 42;

/** Returns how far the player has come with a level: best, solved, helped, open. */
export function progressOf(level) {
  const record = recordOf(level.key);
  const best = bestOf(level);
  if (record.own) return best?.standing === "proved" && record.own <= best.moves ? "best" : "solved";
  return record.helped ? "helped" : "open";
}

/** What the marks of progress mean. */
export const PROGRESS = {
  best: "solved in the fewest moves, proved",
  solved: "solved",
  helped: "solved with help",
  open: "not solved yet",
};

/** Shows the levels of the pack, each with its progress, and ways to the next and the one before. */
export function packStrip(view) {
  const { place, parts } = view;
  set(parts.pack, "hidden", !place || place.levels.length < 2);
  if (parts.pack.hidden) return;
  const { levels, index, title } = place;
  const states = levels.map((level) => (level ? progressOf(level) : "open"));
  const sign = `${title} ${index} ${states}`;
  if (view.shownPack === sign) return;
  view.shownPack = sign;
  const from = Math.max(0, Math.min(index - STRIP / 2, levels.length - STRIP));
  const squares = states.map((state, at) => h("li", {},
    h("a", {
      href: place.href(at), class: `square ${state}`, "aria-current": at === index ? "true" : null,
      "aria-label": `Level ${at + 1}${levels[at] ? `, ${levels[at].title}` : ""}: ${PROGRESS[state]}`,
    }, String(at + 1))));
  parts.pack.replaceChildren(
    h("h2", {}, title),
    h("p", { class: "note" }, `Level ${index + 1} of ${levels.length}`),
    h("ol", { class: "squares" }, squares.slice(from, from + STRIP)));
}

/** Shows that the level is solved: its moves, and the way on. */
export function winPanel(view) {
  const { game, level, parts, place } = view;
  const { look } = game;
  const isWon = look.won && !game.isAtStart;
  set(parts.won, "hidden", !isWon);
  set(view.tools, "hidden", isWon);
  if (!isWon) {
    view.shownWin = null;
    return;
  }
  const next = place?.next;
  const sign = `${look.moves} ${game.best?.standing} ${next}`;
  if (view.shownWin === sign) return;
  view.shownWin = sign;
  const list = look.path.map((step, index) => h("li", { class: index < look.opening ? "opening" : null },
    h("span", { class: "dot", "data-colour": step.colour }),
    h("span", { class: "quiet" }, stepWords(level, step)),
    h("span", { class: "move", "aria-hidden": "true" }, partsOf(step.move).cell, h("i", {}, DIRECTIONS[partsOf(step.move).direction].sign))));
  for (const item of list) {
    const dot = item.firstElementChild;
    dot.style.backgroundColor = level.palette[dot.dataset.colour].color;
  }
  const details = h("details", { class: "moves", open: matchMedia("(min-width: 60rem)").matches },
    h("summary", {}, moves(look.count)), h("ol", { tabindex: 0, "aria-label": "The moves" }, list));
  const again = (caption, kind) => button(caption, () => view.act("restart"), { sign: "restart", key: "R", kind });
  parts.won.replaceChildren(
    h("h2", {}, "Solved"),
    next ? h("a", { class: "button primary", href: next }, "Next level") : again("Play again", "primary"),
    button("Undo", () => view.act("undo"), { sign: "undo", key: "Ctrl+Z", kind: next ? null : "wide" }),
    ...(next ? [again("Again")] : []),
    details);
}
