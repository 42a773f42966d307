// @ts-check
// My puzzles, on the index: the first card begins a new one, the others are what was drawn here, the newest
// first. All of them together leave the page as one text, or as a page of their own.

import { button, h, icon, say, set } from "./dom.js";
import { download, fileName, pageOf } from "./export.js";
import { keepMine, mine } from "./store.js";

/** The sides of new boards that are offered, in cells. */
const SIDES = [4, 5, 6, 7, 8, 10, 12];

/** @typedef {import("./index_view.js").Card} Card */

export class Mine {
  /** @param {import("./index_view.js").IndexView} index */
  constructor(index) {
    this.index = index;
    this.app = index.app;
    /** @type {Card[]} */
    this.cards = [];
    this.side = h("select", { "aria-label": "Size of a new puzzle", onchange: () => { this.app.newSide = Number(this.side.value); } },
      SIDES.map((side) => h("option", { value: side }, `${side} × ${side}`)));
    this.side.value = String(this.app.newSide);
    const text = button("As text", () => this.showText(), { kind: "plain" });
    const page = button("As a page", () => this.writePage(), { kind: "plain" });
    this.ways = h("div", { class: "row" }, text, page);
    this.list = h("ul", { class: "cards" });
    this.field = h("textarea", { rows: 8, readonly: true, spellcheck: "false", "aria-label": "My puzzles as text", onfocus: () => this.field.select() });
    this.done = h("p", { class: "note", role: "status" });
    this.dialog = h("dialog", { "aria-labelledby": "dialog-mine" },
      h("div", { class: "dialog-head" }, h("h2", { id: "dialog-mine" }, "My puzzles"),
        button("", () => this.dialog.close(), { sign: "close", name: "Close", kind: "plain" })),
      h("div", { class: "dialog-body" },
        h("p", {}, "A line for each puzzle. Whoever has this text can open it here, in the designer or on the command line."),
        this.field, h("div", { class: "row" }, button("Copy", () => this.copy(), { kind: "primary" }),
          button("Save", () => download("my-puzzles.txt", this.field.value))), this.done));
    this.element = h("section", { class: "index-pack mine" },
      h("div", { class: "pack-head" }, h("h2", {}, "My puzzles"), this.ways), this.list, this.dialog);
  }

  /** Shows what is kept now. */
  show() {
    const puzzles = mine();
    set(this.ways, "hidden", !puzzles.length);
    const made = h("li", { class: "card new" },
      h("a", { href: "#new" }, h("span", { class: "board-sign" }, icon("plus")), h("span", { class: "card-title" }, "New puzzle")),
      h("div", { class: "card-tools" }, this.side));
    this.cards = puzzles.map((puzzle) => this.card(puzzle)).filter(Boolean);
    this.list.replaceChildren(made, ...this.cards.map((card) => card.element));
  }

  /** @param {{ id: string, code: string, from?: string }} puzzle @returns {Card | null} */
  card({ id, code, from }) {
    try {
      const [level] = this.app.rules.read(code).levels;
      const card = this.index.card(level, `#${code}/design`, 0);
      const name = level.title || "Untitled";
      if (from) card.element.querySelector(".card-best").before(h("span", { class: "note" }, `based on ${from}`));
      card.element.append(h("div", { class: "card-tools" },
        button("Duplicate", () => this.duplicate(id), { kind: "plain", name: `Duplicate ${name}` }),
        button("Delete", () => this.remove(id, name), { kind: "plain", name: `Delete ${name}` })));
      return card;
    } catch {
      return null;
    }
  }

  duplicate(id) {
    const puzzles = mine();
    const at = puzzles.findIndex((puzzle) => puzzle.id === id);
    if (at < 0) return;
    const copy = { ...puzzles[at], id: String(Date.now()) };
    keepMine([copy, ...puzzles]);
    this.show();
  }

  remove(id, name) {
    const before = mine();
    keepMine(before.filter((puzzle) => puzzle.id !== id));
    this.show();
    const back = () => {
      // What was drawn since stays.
      const puzzles = mine();
      const at = before.findIndex((puzzle) => puzzle.id === id);
      keepMine([...puzzles.slice(0, at), before[at], ...puzzles.slice(at)]);
      this.show();
    };
    this.app.notice(`“${name}” is deleted.`, "mild", { caption: "Undo", run: back });
  }

  showText() {
    this.field.value = mine().map((puzzle) => puzzle.code).join("\n");
    say(this.done, "");
    this.dialog.showModal();
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.field.value);
      say(this.done, "Copied.");
    } catch {
      this.field.focus();
      say(this.done, "Press Ctrl+C to copy what is chosen.");
    }
  }

  /** Writes a page like this one with my puzzles in it; those that cannot be played yet stay here. */
  writePage() {
    const levels = mine().map((puzzle) => this.app.rules.read(puzzle.code).levels[0]);
    const whole = levels.filter((level) => level.playable);
    if (!whole.length) {
      this.app.notice("None of them can be played yet.", "mild");
      return;
    }
    const title = whole.length === 1 ? whole[0].title || "My puzzle" : "My puzzles";
    download(fileName(title, "html"), pageOf([{ title, levels: whole.map((level) => level.code) }], title), "text/html");
    const left = levels.length - whole.length;
    if (left) this.app.notice(`${left === 1 ? "One is" : `${left} are`} left out: not to be played yet.`, "mild");
  }
}
