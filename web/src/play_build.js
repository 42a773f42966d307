// @ts-check
// The parts of the screen of play, made once: goal and counter, the board, the line under it, the buttons.

import { button, h } from "./dom.js";
import { showFields } from "./options.js";
import { isEmbedded } from "./router.js";

/** Makes the screen. @param {import("./play.js").PlayView} view its board and what is watched are there */
export function buildPlay(view) {
  const tool = (sign, caption, key, command, kind) =>
    button(caption, () => view.act(command), { sign, key, kind });
  const buttons = {
    undo: tool("undo", "Undo", "Ctrl+Z", "undo"),
    redo: tool("redo", "Redo", "Ctrl+Y", "redo"),
    restart: tool("restart", "Restart", "R", "restart", "wide"),
    hint: tool("hint", "Hint", "H", "hint"),
    step: tool("next", "One move", "N", "step"),
    solve: tool("play", "Solve", "S", "solve", "wide primary"),
  };
  const { undo, redo, restart, hint, step, solve } = buttons;
  const parts = {
    goalHeading: h("h2", {}, "Goal"),
    goal: h("div", { class: "picture" }),
    goalNote: h("p", { class: "note" }),
    made: h("span", { class: "made" }),
    of: h("span", { class: "of" }),
    standing: h("p", { class: "standing" }),
    own: h("p", { class: "note own" }),
    note: h("p", { class: "note level-note" }),
    line: h("p", { class: "words" }),
    won: h("section", { class: "won", "aria-label": "Solved", hidden: true }),
    pack: h("nav", { class: "pack", "aria-label": "Levels of the pack" }),
    rows: h("ol", { class: "quiet", "aria-label": "The board in words, row by row" }),
  };
  const room = h("div", { class: "room", tabindex: "-1", role: "application", "aria-label": "Board", "aria-describedby": "how-to-play" }, view.board.svg);
  const zoom = button("", () => view.switchZoom(), { sign: "whole", name: "The whole board", kind: "zoom" });
  const tools = h("section", { class: "tools", "aria-label": "Game" },
    h("h2", {}, "Game"), undo, redo, restart, h("h2", {}, "Hints"), hint, step, solve);
  const lineBox = h("div", { class: "line" }, parts.line, view.watch.element);
  const element = h("main", { class: "play" },
    h("section", { class: "side", "aria-label": "Goal and moves" },
      h("div", { class: "target" }, parts.goalHeading, parts.goal, parts.goalNote),
      h("div", { class: "count" }, h("h2", {}, "Moves"), h("p", { class: "figures" }, parts.made, parts.of), parts.standing, parts.own),
      parts.note, parts.pack),
    h("div", { class: "middle" },
      h("p", { id: "how-to-play", class: "quiet" },
        "Choose a tile with Tab and push it with the arrow keys. It slides until something stops it. Control Z takes a move back."),
      zoom, room, lineBox, parts.rows),
    h("div", { class: "controls" },
      tools, parts.won, h("section", { class: "show", "aria-label": "Show" }, h("h2", {}, "Show"), showFields())),
    isEmbedded && h("div", { class: "embed-tools" }, undo, restart));
  return { buttons, parts, room, zoom, tools, lineBox, element };
}
