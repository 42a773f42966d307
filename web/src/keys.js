// @ts-check
// The keys of the page, as in the designer.

import { settings } from "./store.js";

const ARROWS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };

/** The keys and what they do, as the help lists them. */
export const KEYS = [
  ["Tab", "choose the next tile that can move"],
  ["← ↑ → ↓", "push it; on a board with one gap, push the tile beside the gap"],
  ["Ctrl+Z, Backspace", "undo"],
  ["Ctrl+Y, Ctrl+Shift+Z", "redo"],
  ["R", "restart"],
  ["H", "a hint; each time a little more"],
  ["N", "make the next move of the solution"],
  ["S", "solve from here, stop, play the solution"],
  ["G, T, O", "show the goal, trails, start places"],
  ["Esc", "end what is under way"],
  ["Design: 1–9, 0, E, V", "take a colour, the wall, the eraser, the hand"],
  ["Design: T, P, C, N", "take thin walls, passes of the colour, chameleons, numbered tiles"],
  ["Design: arrows, Space", "go from cell to cell, paint"],
  ["Design: X, Y, Z", "mirror, turn"],
  ["Design: F", "what if: on each cell, how many moves it would be"],
  ["?", "this list"],
];

/** Says whether keys belong to what has the focus. */
function isTaken(event) {
  const { target } = event;
  if (document.querySelector("dialog[open]")) return true;
  return Boolean(target.closest?.("input:not([type=checkbox], [type=radio], [type=range]), textarea, select"));
}

/** Listens to keys; `act(command, value)` says whether it took one. */
export function listenToKeys(act) {
  document.addEventListener("keydown", (event) => {
    if (isTaken(event) || event.altKey || event.isComposing) return;
    if (command(event, act)) event.preventDefault();
  });
}

function command(event, act) {
  const { key, shiftKey, repeat } = event;
  const letter = key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (letter === "z") return act(shiftKey ? "redo" : "undo");
    if (letter === "y") return act("redo");
    return false;
  }
  // Radio buttons and sliders have the arrows themselves.
  if (ARROWS[key]) return !event.target.closest?.("[type=radio], [type=range]") && act("arrow", ARROWS[key]);
  if (key === "Backspace") return act("undo");
  // Held down, the rest would do more than was meant.
  if (repeat) return false;
  if (key === "Escape") return act("stop");
  if (event.target.closest?.("button, a, summary") && (key === " " || key === "Enter")) return false;
  if (settings.letterKeys || key.length > 1 || key === " ") {
    if (act("key", key)) return true;
  }
  if (!settings.letterKeys) return false;
  const letters = { r: "restart", h: "hint", s: "solve", n: "step", g: "goal", t: "trails", o: "starts", "?": "help" };
  return letters[letter] ? act(letters[letter]) : false;
}
