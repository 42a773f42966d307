// @ts-check
// The index: the levels of the packs as cards, with progress; a field to search where there
// are many; and a field for a level of one's own.

import { picture } from "./board.js";
import { button, h, say, set } from "./dom.js";
import { bestOf } from "./game.js";
import { Mine } from "./mine.js";
import { Opener } from "./open.js";
import { PROGRESS, progressOf } from "./play_parts.js";
import { mine, recent, recordOf } from "./store.js";
import { Today } from "./today.js";

/** A field to search stands above so many levels. */
const MANY = 12;
/** Width and height of the pictures on cards. */
const PICTURE = 132;

/** @typedef {{ element: HTMLElement, text: string, update: () => void }} Card */

export class IndexView {
  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {Card[]} */
    this.cards = [];
    /** @type {Card[]} */
    this.recentCards = [];
    /** Which packs are shown. */
    this.version = -1;
    /** @type {(() => void) | null} */
    this.stop = null;
    this.opener = new Opener(app);
    app.frame.openers.push(this.opener);
    this.search = h("input", { type: "search", placeholder: "Search titles and authors", "aria-label": "Search titles and authors", oninput: () => this.filter() });
    this.found = h("p", { class: "note", role: "status" });
    this.searchRow = h("div", { class: "search" }, this.search, this.found);
    this.packs = h("div", { class: "packs" });
    this.recent = h("section", { class: "index-pack recent" });
    this.mine = new Mine(this);
    this.today = new Today(this, app.year);
    this.element = h("main", { class: "index" }, this.today.element, this.mine.element, this.searchRow, this.packs, this.recent,
      h("section", { class: "index-open" }, h("h2", {}, "Open a puzzle"), this.opener.element));
    /** @type {WeakMap<Element, import("./core.js").Level>} */
    this.pictures = new WeakMap();
    this.seen = new IntersectionObserver((entries) => this.fillSeen(entries), { rootMargin: "400px" });
  }

  open() {
    const { packs } = this.app;
    if (this.version === packs.version && this.isRead) {
      this.refresh();
      return;
    }
    this.today.show();
    this.mine.show();
    this.close();
    this.version = packs.version;
    this.isRead = false;
    this.cards = [];
    this.lists = packs.packs.map((pack) => ({
      note: h("p", { class: "note" }),
      cards: pack.entries.map(() => h("li", { class: "card" })),
    }));
    this.packs.replaceChildren(...packs.packs.map(({ title, isOwn }, pack) => h("section", { class: "index-pack" },
      h("div", { class: "pack-head" }, h("h2", {}, title), this.lists[pack].note,
        isOwn && button("Remove", () => this.remove(pack), { kind: "plain remove", name: `Remove ${title}` })),
      h("ul", { class: "cards" }, this.lists[pack].cards))));
    set(this.searchRow, "hidden", packs.count <= MANY);
    this.recent.hidden = true;
    this.stop = packs.readAll([...packs.packs.keys()], (pack, index) => this.show(pack, index), () => this.showRest());
  }

  /** Shows a pack that was just opened, by its number from 1. */
  reveal(pack) {
    this.packs.children[pack - 1].scrollIntoView({ block: "start" });
  }

  close() {
    this.stop?.();
    this.stop = null;
  }

  /** Takes a pack out that was opened here. */
  remove(pack) {
    const { packs } = this.app;
    const { title } = packs.packs[pack];
    const putBack = packs.remove(pack);
    this.open();
    this.app.notice(`“${title}” is removed.`, "mild", { caption: "Undo", run: () => { putBack(); this.open(); } });
  }

  /** Shows what has changed since: how far the player has come. */
  refresh() {
    if (!this.isRead) return;
    this.today.show();
    this.mine.show();
    for (const card of this.cards) card.update();
    this.showRest();
  }

  /** Shows a level that has been read on its card. */
  show(pack, index) {
    const { packs } = this.app;
    const { cards } = this.lists[pack];
    const level = packs.level(pack, index);
    if (!level) {
      cards[index].remove();
      return;
    }
    const card = this.card(level, `#${pack + 1}.${index + 1}`, index + 1);
    cards[index].replaceWith(card.element);
    this.cards.push(card);
  }

  /** Shows what can be told when all levels have been read. */
  showRest() {
    this.isRead = true;
    this.app.packs.packs.forEach(({ entries }, pack) => {
      const solved = entries.filter((entry) => entry.level && !["open", "begun"].includes(progressOf(entry.level))).length;
      say(this.lists[pack].note, `${solved} of ${entries.length} solved`);
    });
    this.showRecent();
    this.filter();
  }

  /** Returns the card of a level. @param {import("./core.js").Level} level @returns {Card} */
  card(level, href, number) {
    const frame = h("div", { class: "card-picture" });
    const best = h("span", { class: "card-best" });
    const words = h("span", { class: "quiet" });
    const element = h("li", {},
      h("a", { href }, frame, h("span", { class: "card-title" }, level.title || (number ? `Level ${number}` : "Untitled")), best, words));
    const update = () => {
      const known = bestOf(level);
      const state = progressOf(level);
      const { own } = recordOf(level.key);
      const isProved = known?.standing === "proved";
      element.className = `card ${state}`;
      best.replaceChildren([known && `best ${known.moves}`, own && `yours ${own}`].filter(Boolean).join(", "),
        ...(isProved ? [h("i", { class: "proved", title: "proved" })] : []));
      say(words, `${isProved ? "proved; " : ""}${PROGRESS[state]}`);
    };
    update();
    this.pictures.set(frame, level);
    this.seen.observe(frame);
    return { element, text: `${level.title} ${level.author}`.toLowerCase(), update };
  }

  /** Draws the pictures of the cards that come into sight. */
  fillSeen(entries) {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      this.seen.unobserve(target);
      const level = this.pictures.get(target);
      target.append(picture(level, level.start, PICTURE));
    }
  }

  showRecent() {
    const drawn = new Set(mine().map((puzzle) => puzzle.code));
    const own = new Set(this.app.packs.packs.flatMap((pack) => pack.entries.map((entry) => entry.level?.key)));
    const cards = recent().map((code) => {
      try {
        const [level] = this.app.rules.read(code).levels;
        return own.has(level.key) || drawn.has(code) ? null : this.card(level, `#${level.code}`, 1);
      } catch {
        return null;
      }
    }).filter(Boolean);
    set(this.recent, "hidden", cards.length === 0);
    this.recent.replaceChildren(h("div", { class: "pack-head" }, h("h2", {}, "Opened before")), h("ul", { class: "cards" }, cards.map((card) => card.element)));
    this.recentCards = cards;
  }

  filter() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { element, text } of [...this.mine.cards, ...this.cards, ...this.recentCards]) {
      const fits = words.every((word) => text.includes(word));
      set(element, "hidden", !fits);
      if (fits) count++;
    }
    say(this.found, words.length ? `${count} found` : "");
  }
}

