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
    this.close();
    this.cards = [];
    this.lists = packs.packs.map((pack) => ({
      note: h("p", { class: "note" }),
      cards: pack.entries.map(() => h("li", { class: "card" })),
    }));
    this.packs.replaceChildren(...packs.packs.map(({ title }, pack) => h("section", { class: "index-pack" },
      h("div", { class: "pack-head" }, h("h2", {}, title), this.lists[pack].note),
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
    this.seen.disconnect();
  }

  /** Shows a level that has been read on its card. */
  show(pack, index) {
    const { packs } = this.app;
    const { cards } = this.lists[pack];
    const level = packs.level(pack, index);
    if (level) cards[index].replaceWith(this.card(level, `#${pack + 1}.${index + 1}`, index + 1));
    else cards[index].remove();
  }

  /** Shows what can be told when all levels have been read. */
  showRest() {
    this.app.packs.packs.forEach(({ entries }, pack) => {
      const solved = entries.filter((entry) => entry.level && progressOf(entry.level) !== "open").length;
      say(this.lists[pack].note, `${solved} of ${entries.length} solved`);
    });
    this.showRecent();
    this.filter();
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
      target.append(picture(target.level, target.level.start, PICTURE));
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

