// @ts-check
// What is around the views: the bar at the top with its buttons, the message below it, and
// the dialogs.

import { button, h, icon, relabel, s, say, set } from "./dom.js";
import { KEYS } from "./keys.js";
import { Opener } from "./open.js";
import { otherFields, showFields } from "./options.js";
import { hashOf, isEmbedded, MODES } from "./router.js";
import { Share } from "./share.js";

/** Returns the sign of the program. */
const mark = () => s("svg", { class: "mark", viewBox: "0 0 32 32", "aria-hidden": "true", focusable: "false" },
  s("path", { class: "mark-rules", d: "M0 0h32v32H0z" }),
  s("path", { class: "mark-ground", d: "M2 2h8v8H2zM2 13h8v6H2zM13 22h9v8h-9z" }),
  s("path", { fill: "#e45125", d: "M13 2h17v17H13z" }),
  s("path", { fill: "#0057a0", d: "M2 22h8v8H2z" }),
  s("path", { fill: "#f6dc5a", d: "M25 22h5v8h-5z" }));

/** Returns a dialog with a heading and a button that closes it. */
function dialog(title, ...content) {
  const close = button("", () => element.close(), { sign: "close", name: "Close", kind: "plain" });
  const id = `dialog-${title.toLowerCase()}`;
  const element = h("dialog", { "aria-labelledby": id },
    h("div", { class: "dialog-head" }, h("h2", { id }, title), close),
    h("div", { class: "dialog-body" }, content));
  // A click beside it closes it.
  element.addEventListener("click", (event) => { if (event.target === element) element.close(); });
  return element;
}

export class Frame {
  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
    if (isEmbedded) document.body.dataset.embed = "";
    this.title = h("h1", {}, "Mondrian");
    this.author = h("p", { class: "author" });
    this.home = h("a", { class: "home", href: "#levels", title: "All levels" }, mark(), h("span", { class: "wordmark" }, "Mondrian"), h("span", { class: "quiet" }, ": all levels"));
    this.tabs = Object.entries(MODES).map(([mode, caption]) => ({ mode, link: h("a", { href: "#" }, caption) }));
    this.modes = h("nav", { class: "modes", "aria-label": "View", hidden: true }, this.tabs.map(({ link }) => link));
    this.before = h("a", { class: "button plain step", title: "The level before" }, icon("back"), h("span", { class: "quiet" }, "The level before"));
    this.next = h("a", { class: "button plain step", title: "Next level" }, icon("next"), h("span", { class: "quiet" }, "Next level"));
    this.share = new Share(app);
    const opener = new Opener(app, () => this.dialogs.open.close());
    this.openers = [opener];
    this.dialogs = {
      open: dialog("Open", opener.element),
      share: dialog("Share", this.share.element),
      options: dialog("Options", showFields(), otherFields()),
      help: dialog("Help", help()),
    };
    this.about = h("div", { class: "about" });
    this.menu = dialog("Menu", this.about, h("div", { class: "menu" }, this.actions()));
    this.messageAction = button("…", () => {}, { kind: "action" });
    this.message = h("div", { class: "notice", hidden: true }, h("p", { role: "alert" }), this.messageAction,
      button("", () => this.notice(""), { sign: "close", name: "Close the message", kind: "plain" }));
    this.views = h("div", { class: "views" });
    const skip = h("button", { type: "button", class: "skip", onclick: () => this.skip() }, "To the board");
    const more = button("", () => this.menu.showModal(), { sign: "options", name: "Menu", kind: "plain more" });
    this.outside = h("a", { class: "outside", target: "_blank", rel: "noopener" }, "Open");
    this.element = h("div", { class: "frame" }, skip,
      h("header", { class: "bar" }, this.home,
        h("div", { class: "heading" }, this.before, h("div", { class: "title" }, this.title, this.author), this.next),
        h("div", { class: "tail" }, this.modes, h("div", { class: "actions" }, this.actions()), more), this.outside),
      this.message, this.views, Object.values(this.dialogs), this.menu);
  }

  actions() {
    const action = (name, caption, sign) => button(caption, () => {
      this.menu?.close();
      this.open(name);
    }, { sign, kind: `plain action-${name}` });
    return [action("open", "Open", "open"), action("share", "Share", "share"), action("options", "Options", "options"), action("help", "Help", "help")];
  }

  open(name) {
    if (name === "share") this.share.show();
    this.dialogs[name].showModal();
  }

  openHelp() {
    this.open("help");
  }

  /** What was asked for in a dialog was about the view before. */
  closeDialogs() {
    for (const element of [...Object.values(this.dialogs), this.menu]) if (element.open) element.close();
  }

  skip() {
    const view = this.views.querySelector("main:not([hidden])");
    /** @type {HTMLElement} */ (view.querySelector(".room [tabindex='0'], .room, h2") ?? view).focus();
  }

  place(view) {
    this.views.append(view);
  }

  notice(words, tone = "bad", action = null) {
    set(this.message, "hidden", !words);
    this.message.dataset.tone = tone;
    say(this.message.firstElementChild, words);
    set(this.messageAction, "hidden", !action);
    if (!action) return;
    relabel(this.messageAction, { caption: action.caption });
    this.messageAction.onclick = () => {
      this.notice("");
      action.run();
    };
  }

  /** Shows which level in which view is on the page. */
  show(name, level, place) {
    document.body.dataset.view = name;
    say(this.title, level ? level.title || "Untitled" : "Mondrian");
    say(this.author, level?.author ?? "");
    this.about.replaceChildren(...(level ? [h("p", {}, h("em", {}, level.title || "Untitled")), level.author && h("p", {}, level.author), level.note && h("p", {}, level.note)].filter(Boolean) : []));
    set(this.modes, "hidden", !level);
    for (const { mode, link } of this.tabs) {
      const isOpen = mode === "design" || level?.playable;
      set(link, "aria-current", mode === name ? "page" : null);
      set(link, "aria-disabled", isOpen ? null : "true");
      set(link, "href", place && isOpen ? hashOf(place.code, mode) : null);
    }
    this.outside.href = `${location.pathname}${location.hash}`;
    for (const [link, to] of [[this.before, place?.before], [this.next, place?.next]]) {
      set(link, "hidden", !(place?.levels.length > 1));
      set(link, "href", to);
      set(link, "aria-disabled", to ? null : "true");
    }
    for (const part of this.element.querySelectorAll(".action-share")) set(part, "disabled", !level?.code);
  }
}

function help() {
  return [
    h("p", {}, "Push tiles until the goal is reached. A tile that is pushed slides until the edge, a wall or another tile stops it, and that is one move, however far. Tiles of one colour are alike."),
    h("p", {}, "A pale, hatched cell is a pass: tiles of its colour alone enter it. A thin wall between two cells lets no tile through. A grey tile with a ring is a chameleon: where it touches a coloured tile at the end of a move it takes its colour, for good. A tile with a number is to be pushed exactly so many times before the goal counts."),
    h("p", {}, "A move is written as the cell of its tile and a direction: ", h("em", {}, "d8U"), " pushes the tile in column d, row 8 up; L, R, U and D are left, right, up and down. Columns have letters from the left, rows numbers from the top."),
    h("p", {}, "Drag a tile, or tap it and tap where it shall go. ", h("em", {}, "Proved"), " is said only of what the engine on this page has proved itself. Nothing that you do here is sent anywhere."),
    h("table", { class: "keys" }, h("caption", {}, "Keys"), h("tbody", {},
      KEYS.map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, key), h("td", {}, what))))),
  ];
}
