// @ts-check
// The parts of the screen of Design, made once: the boards, the verdict below them, the chips of what
// can be taken into the hand, and all else, which lies in a dialog on small screens and beside the boards on wide ones.

import { switchZoom } from "./design_zoom.js";
import { button, h } from "./dom.js";

/** Boards side by side, and the menu beside them: see `style/design.css`. */
export const WIDE = matchMedia("(min-width: 60.01rem)");

/** The most columns and rows. */
const MOST_SIDE = 32;

/** Makes the screen. @param {import("./design.js").DesignView} view its boards are there */
export function buildDesign(view) {
  const brush = (name, caption, key, face) => {
    const element = button(caption, () => view.take(name), { sign: face, key, kind: "brush" });
    element.dataset.brush = JSON.stringify(name);
    return element;
  };
  const room = (which, label) => h("div", { class: "room", tabindex: "0", role: "application", "aria-label": label, "aria-describedby": "how-to-draw" }, view.boards[which].svg);
  const rooms = { first: room("first", "Board of the start"), second: room("second", "Board of the goal") };
  const parts = {
    layers: h("div", { class: "segments layers", role: "radiogroup", "aria-label": "What is drawn" }),
    secondName: h("h2", {}, "Goal"),
    verdictWords: h("span", { class: "verdict-words" }),
    verdictDoes: h("span", { class: "verdict-does" }),
    chips: h("div", { class: "chips", role: "group", "aria-label": "Colours" }),
    hand: h("p", { class: "hand note" }),
    zoom: button("", () => switchZoom(view), { sign: "zoom", name: "Larger cells", kind: "zoom" }),
    from: h("p", { class: "note" }),
    undo: button("Undo", () => view.undo(), { sign: "undo", key: "Ctrl+Z" }),
    redo: button("Redo", () => view.redo(), { sign: "redo", key: "Ctrl+Y" }),
    playWords: h("p", {}),
    playTake: button("Make it the goal", () => view.play.take(), { kind: "primary" }),
    ...menuParts(view, brush),
    /** Returns all that can be taken into the hand. */
    brushes: () => /** @type {HTMLElement[]} */ ([...view.element.querySelectorAll("[data-brush]")]),
    /** @type {HTMLButtonElement} */
    verdict: null,
    /** @type {HTMLDialogElement} */
    more: null,
  };
  parts.verdict = h("button", { type: "button", class: "verdict", onclick: () => view.live.tap() }, parts.verdictWords, parts.verdictDoes);
  const tools = h("div", { class: "tools", role: "group", "aria-label": "Tools" },
    parts.undo, parts.redo, brush("wall", "Wall", "0", "wall"), brush("eraser", "Eraser", "E", "eraser"), brush("hand", "Hand", "V", "hand"),
    button("More", () => parts.more.showModal(), { sign: "dots", kind: "open-more" }));
  const menu = menuOf(view, parts);
  const close = button("", () => parts.more.close(), { sign: "close", name: "Close", kind: "plain" });
  const body = h("div", { class: "dialog-body" });
  parts.more = h("dialog", { class: "design-more", "aria-labelledby": "design-more" },
    h("div", { class: "dialog-head" }, h("h2", { id: "design-more" }, "More"), close), body);
  parts.more.addEventListener("click", (event) => { if (event.target === parts.more) parts.more.close(); });
  const beside = h("div", { class: "beside" });
  const element = h("main", { class: "design" },
    h("p", { id: "how-to-draw", class: "quiet" }, "Go from cell to cell with the arrow keys, paint with Space, choose a colour with 1 to 9, the wall with 0, the eraser with E."),
    parts.layers,
    h("div", { class: "tables" },
      h("section", { class: "table first" }, h("h2", {}, "Start"), rooms.first),
      h("section", { class: "table second" }, parts.secondName, rooms.second), parts.zoom),
    parts.verdict,
    h("div", { class: "play-bar" }, parts.playWords,
      h("div", { class: "row" }, parts.playTake, button("Cancel", () => view.play.cancel()))),
    h("div", { class: "kit" }, parts.chips, parts.hand, tools, beside), parts.more);
  const place = () => {
    parts.more.close?.();
    (WIDE.matches ? beside : body).append(menu);
    view.refresh();
  };
  (WIDE.matches ? beside : body).append(menu);
  WIDE.addEventListener("change", place);
  return { element, parts, rooms };
}

/** @param {import("./design.js").DesignView} view */
function menuParts(view, brush) {
  const side = (name) => h("input", { type: "number", min: 1, max: MOST_SIDE, inputmode: "numeric", "aria-label": name, onchange: () => resize(view) });
  const text = (name) => h("input", { type: "text", "aria-label": name, placeholder: name, maxlength: 200, onchange: () => texts(view) });
  return {
    pass: button("Pass", () => {
      if (typeof view.brush === "object" && "colour" in view.brush) view.take({ pass: view.brush.colour });
    }, { key: "P" }),
    thin: brush("thin", "Thin wall", "T"),
    chameleon: brush("chameleon", "Chameleon", "C"),
    number: h("select", { "aria-label": "Numbered tile", onchange: ({ target }) => {
      if (!target.value) return;
      view.number = Number(target.value);
      view.take({ numbered: view.number });
      view.changed();
      target.value = "";
    } }, h("option", { value: "" }, "Numbered …"), Array.from({ length: 9 }, (_, index) => h("option", { value: index + 1 }, String(index + 1)))),
    colourName: h("span", {}),
    colour: h("input", { type: "color", "aria-label": "Its colour", onchange: () => {
      if (typeof view.brush === "object" && "colour" in view.brush) view.edit({ set_swatch: { colour: view.brush.colour, color: view.parts.colour.value } });
    } }),
    colourRow: h("div", { class: "row colour-row" }),
    width: side("Columns"),
    height: side("Rows"),
    title: text("Title"),
    author: text("Author"),
    whatIf: h("input", { type: "checkbox", "aria-keyshortcuts": "f", onchange: ({ target }) => view.making.ask(target.checked) }),
    harder: button("Harder", () => vary(view, true), { name: "Harder: change it until it needs more moves" }),
    easier: button("Easier", () => vary(view, false), { name: "Easier: change it until it needs fewer moves" }),
    wish: wishFields(),
    floating: h("input", { type: "checkbox", onchange: ({ target }) => view.edit({ set_anchor: { anchor: target.checked ? "floating" : "fixed" } }) }),
    removeWaypoint: button("Remove the last", () => view.edit({ remove_waypoint: { index: view.level.waypoints.length - 1 } }), { name: "Remove the last waypoint" }),
  };
}

function resize(view) {
  const { width, height } = view.parts;
  const side = (field) => Math.max(1, Math.min(MOST_SIDE, Math.round(Number(field.value)) || 1));
  view.edit({ resize: { width: side(width), height: side(height), dx: 0, dy: 0 } });
}

/** What a puzzle that is made is to be like; it has the size of the board. */
function wishFields() {
  const field = (name, value, most) => h("input", { type: "number", min: 1, max: most, value, inputmode: "numeric", "aria-label": name });
  return { tiles: field("Tiles", 3, 32), colours: field("Colours", 3, 26), walls: field("Walls", 4, 999), least: field("Moves from", 8, 99), most: field("Moves to", 12, 99) };
}

/** @param {import("./design.js").DesignView} view */
function make(view) {
  const { wish } = view.parts;
  const { width, height } = view.level;
  const number = (field) => Math.max(0, Math.round(Number(field.value)) || 0);
  view.parts.more.close();
  view.making.make({ width, height, tiles: number(wish.tiles), colours: number(wish.colours), walls: number(wish.walls), least: number(wish.least), most: number(wish.most) });
}

/** @param {import("./design.js").DesignView} view */
function vary(view, harder) {
  view.parts.more.close();
  view.making.vary(harder);
}

function texts(view) {
  const { title, author } = view.parts;
  view.edit({ set_texts: { title: title.value.trim(), author: author.value.trim(), note: view.level.note } });
}

/** @param {import("./design.js").DesignView} view */
function menuOf(view, parts) {
  const does = (caption, ...edits) => button(caption, () => view.edit(...edits));
  const part = (title, ...content) => h("section", {}, h("h3", {}, title), ...content);
  parts.colourRow.append(parts.colourName, parts.colour, button("Remove", () => {
    if (typeof view.brush === "object" && "colour" in view.brush) view.edit({ remove_colour: { colour: view.brush.colour } });
  }, { name: "Remove the colour in hand" }));
  return h("div", { class: "design-menu" },
    part("Goal", h("div", { class: "row" },
      button("Play to the goal", () => view.play.begin(), { sign: "play", name: "Play to the goal: where you stop becomes the goal" }),
      does("Copy the start", { copy_start_to_goal: {} }))),
    part("What if", h("label", { class: "check" }, parts.whatIf, h("span", {}, "On each cell, how many moves it would be"))),
    part("Draw with", h("div", { class: "row" }, parts.pass, parts.thin, parts.chameleon, parts.number)),
    part("Colours", parts.colourRow, h("div", { class: "row" }, button("Add a colour", () => {
      view.edit({ add_colour: {} });
      view.take({ colour: view.level.palette.length - 1 });
    }))),
    part("Board", h("div", { class: "row size" }, parts.width, h("span", {}, "×"), parts.height),
      h("div", { class: "row" }, does("Turn", { transform: { to: "rotate_right" } }), does("Mirror", { transform: { to: "flip_horizontal" } }), does("Clear", { clear: {} }))),
    part("Rules", h("label", { class: "check" }, parts.floating, h("span", {}, "The goal may stand anywhere")),
      h("div", { class: "row" }, button("Add a waypoint", () => {
        view.edit({ add_waypoint: {} });
        view.showLayout(`waypoint ${view.level.waypoints.length}`);
      }), parts.removeWaypoint)),
    part("Make", h("div", { class: "row" }, parts.harder, parts.easier),
      h("div", { class: "wish" }, Object.values(parts.wish).map((field) => h("label", {}, h("span", {}, field.getAttribute("aria-label")), field))),
      button("Make one for me", () => make(view), { name: "Make one for me: a puzzle of this size" })),
    part("Name", parts.title, parts.author, parts.from));
}

