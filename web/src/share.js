// @ts-check
// The share code of the level, and its link where the page has an address of its own.

import { button, h, say, set } from "./dom.js";
import { download, fileName, pictureOf } from "./export.js";
import { bestOf } from "./game.js";
import { wonWords } from "./words.js";

export class Share {
  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
    this.field = h("textarea", { rows: 4, readonly: true, spellcheck: "false", "aria-label": "Share code", onfocus: () => this.field.select() });
    this.done = h("p", { class: "note", role: "status" });
    this.link = button("Copy link", () => this.copy(this.address), { kind: "primary" });
    this.code = button("Copy share code", () => this.copy(this.field.value), {});
    this.element = h("div", { class: "share" },
      h("p", {}, "One line holds the level and its best solution. Whoever has it can play it here, open it in the designer, or solve it on the command line."),
      this.field, h("div", { class: "row" }, this.link, this.code),
      h("div", { class: "row" }, button("Copy as text", () => this.copy(app.level.text)),
        button("Save level file", () => this.saveFile()), button("Save picture", () => this.savePicture())), this.done);
  }

  show() {
    const { level } = this.app;
    this.field.value = codeOf(this.app, level);
    // A file on this computer is nothing to send to others.
    set(this.link, "hidden", !isOnHost());
    this.code.classList.toggle("primary", !isOnHost());
    say(this.done, "");
  }

  /** Saves the level as the designer and the command line read it. */
  saveFile() {
    const { title } = this.app.level;
    const { text } = this.app.rules.ask({ op: "file", code: this.field.value });
    download(fileName(title, "mondrian.ron"), text);
  }

  async savePicture() {
    download(fileName(this.app.level.title, "png"), await pictureOf(this.app.level));
  }

  get address() {
    return addressOf(this.field.value);
  }

  /** Copies what the player has reached: title, moves, the best, and where to play it. @param {import("./game.js").Game} game */
  async copyResult(game) {
    const code = codeOf(this.app, game.level);
    const text = `${wonWords(game).result}\n${isOnHost() ? addressOf(code) : code}`;
    try {
      await navigator.clipboard.writeText(text);
      this.app.notice("Your result is copied.", "mild");
    } catch {
      this.app.frame.open("share");
      this.field.value = text;
      this.field.select();
      say(this.done, "Press Ctrl+C to copy what is chosen.");
    }
  }

  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      say(this.done, "Copied.");
    } catch {
      this.field.focus();
      this.field.select();
      say(this.done, "Press Ctrl+C to copy what is chosen.");
    }
  }
}

/** Says whether the page has an address for others: a file on this computer has none. */
const isOnHost = () => /^https?:$/.test(location.protocol);

/** Returns the address of a level on this page. */
const addressOf = (code) => `${location.origin}${location.pathname}#${code}`;

/** Returns the code of a level with the best solution known here. */
function codeOf(app, level) {
  const best = bestOf(level);
  if (!best || best === level.best) return level.code;
  try {
    const isProved = best.standing === "proved";
    return app.rules.ask({ op: "share", code: level.code, solution: best.solution, proved: isProved }).code;
  } catch {
    return level.code;
  }
}
