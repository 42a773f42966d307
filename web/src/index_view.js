// The index: the levels of the packs as cards, with progress; a field to search where there
// are many; and a field for a level of one's own.

import { picture } from "./board.js";
import { h, say, set } from "./dom.js";
import { bestOf } from "./game.js";
import { Opener } from "./open.js";
import { PROGRESS, progressOf } from "./play_parts.js";
import { recent, recordOf } from "./store.js";

/** A field to search stands above so many levels. */
const MANY = 12;
/** Width and height of the pictures on cards. */
const PICTURE = 132;

export class IndexView {
  constructor(app) {
    this.app = app;
    this.opener = new Opener(app);
    app.frame.openers.push(this.opener);
    this.search = h("input", { type: "search", placeholder: "Search titles and authors", "aria-label": "Search titles and authors", oninput: () => this.filter() });
    this.found = h("p", { class: "note", role: "status" });
    this.searchRow = h("div", { class: "search" }, this.search, this.found);
    this.packs = h("div", { class: "packs" });
    this.recent = h("section", { class: "index-pack recent" });
    this.element = h("main", { class: "index" }, this.searchRow, this.packs, this.recent,
      h("section", { class: "index-open" }, h("h2", {}, "Open a puzzle"), this.opener.element));
    this.seen = new IntersectionObserver((entries) => this.fillSeen(entries), { rootMargin: "400px" });
  }

  open() {
    const { packs } = this.app;
    this.seen.disconnect();
    this.cards = [];
    this.packs.replaceChildren(...packs.packs.map((pack, index) => this.pack(pack, index)));
    set(this.searchRow, "hidden", packs.count <= MANY);
    this.showRecent();
    this.filter();
  }

  pack({ title, entries }, pack) {
    const cards = entries.map((_, index) => {
      const level = this.app.packs.level(pack, index);
      return level ? this.card(level, `#${pack + 1}.${index + 1}`, index + 1) : null;
    });
    const solved = entries.filter((entry) => entry.level && progressOf(entry.level) !== "open").length;
    return h("section", { class: "index-pack" },
      h("div", { class: "pack-head" }, h("h2", {}, title), h("p", { class: "note" }, `${solved} of ${entries.length} solved`)),
      h("ul", { class: "cards" }, cards));
  }

  card(level, href, number) {
    const best = bestOf(level);
    const state = progressOf(level);
    const record = recordOf(level.key);
    const own = record.own ? `, yours ${record.own}` : "";
    const words = best ? `best ${best.moves}${own}` : record.own ? `yours ${record.own}` : "";
    const frame = h("div", { class: "card-picture" });
    const card = h("li", { class: `card ${state}` },
      h("a", { href },
        frame,
        h("span", { class: "card-title" }, level.title || `Level ${number}`),
        h("span", { class: "card-best" }, words, best?.standing === "proved" && h("i", { class: "proved", title: "proved" })),
        h("span", { class: "quiet" }, `${best?.standing === "proved" ? "proved; " : ""}${PROGRESS[state]}`)));
    card.dataset.text = `${level.title} ${level.author}`.toLowerCase();
    Object.assign(frame, { level });
    this.seen.observe(frame);
    this.cards.push(card);
    return card;
  }

  /** Draws the pictures of the cards that come into sight. */
  fillSeen(entries) {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      this.seen.unobserve(target);
      target.append(picture(target.level.palette, target.level.start, PICTURE));
    }
  }

  showRecent() {
    const own = new Set(this.app.packs.packs.flatMap((pack) => pack.entries.map((entry) => entry.level?.key)));
    const cards = recent().map((code) => {
      try {
        const [level] = this.app.rules.read(code).levels;
        return own.has(level.key) ? null : this.card(level, `#${level.code}`, 1);
      } catch {
        return null;
      }
    }).filter(Boolean);
    set(this.recent, "hidden", cards.length === 0);
    this.recent.replaceChildren(h("div", { class: "pack-head" }, h("h2", {}, "Opened before")), h("ul", { class: "cards" }, cards));
  }

  filter() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const card of this.cards) {
      const fits = words.every((word) => card.dataset.text.includes(word));
      set(card, "hidden", !fits);
      if (fits) count++;
    }
    say(this.found, words.length ? `${count} found` : "");
  }
}

