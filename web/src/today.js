// @ts-check
// The puzzle of the day, on the index: its card, how many days in a row have been solved, and the last four
// weeks. The year (`levels/year.txt`) gets harder from Monday to Sunday. What was solved is known by the
// puzzle itself, so a day that is solved later counts, too.

import { button, h, say, set } from "./dom.js";
import { unpackBytes } from "./core.js";
import { unpackLzma } from "./lzma.js";
import { recordOf } from "./store.js";
import { moves } from "./words.js";

const DAYS = 7;
/** So many days are shown, in rows of a week. */
const SHOWN = 28;
/** So long no level comes again, in days. */
const YEAR = 52 * DAYS;

/** Returns the number of a day; day 0 is a Monday. @param {Date} date */
export const dayOf = (date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 864e5 + 3;

/** Returns the line of the year that is the puzzle of a day: Mondays and Tuesdays have one more. */
export function lineOf(day) {
  const weekday = day % DAYS;
  return weekday + DAYS * (Math.floor(day / DAYS) % (weekday < 2 ? 53 : 52));
}

/** Returns how many days in a row are solved; today need not be yet. @param {(day: number) => boolean} isSolved */
export function streakUntil(today, isSolved) {
  const last = isSolved(today) ? today : today - 1;
  let day = last;
  while (last - day < YEAR && isSolved(day)) day--;
  return last - day;
}

const named = (day, options) => new Date((day - 3) * 864e5).toLocaleDateString("en-GB", { timeZone: "UTC", ...options });

const inARow = (days) => (days === 1 ? "1 day" : `${days} days in a row`);

export class Today {
  /** @param {import("./index_view.js").IndexView} index @param {string | undefined} packed the year, if the page has one */
  constructor(index, packed) {
    this.index = index;
    this.codes = packed ? new TextDecoder().decode(unpackLzma(unpackBytes(packed))).trim().split("\n") : [];
    /** @type {Map<number, import("./core.js").Level>} */
    this.levels = new Map();
    this.date = h("h2", {});
    this.streak = h("p", {});
    this.days = h("ol", { class: "days", "aria-label": "The last four weeks" });
    this.done = h("p", { class: "note", role: "status" });
    this.copy = button("Copy result", () => this.share(), { kind: "plain" });
    this.list = h("ul", { class: "cards" });
    this.element = h("section", { class: "index-pack today" },
      h("div", { class: "pack-head" }, this.date),
      h("div", { class: "today-body" }, this.list, h("div", {}, this.days, this.streak, h("div", { class: "row" }, this.copy, this.done))));
    this.element.hidden = !this.codes.length;
  }

  /** Shows what is known now. */
  show() {
    if (!this.codes.length) return;
    this.day = dayOf(new Date());
    const days = Array.from({ length: SHOWN }, (_, back) => this.day - this.day % DAYS - SHOWN + DAYS + back);
    const card = this.index.card(this.level(this.day), this.href(this.day), 0);
    say(this.date, `Today, ${named(this.day, { day: "numeric", month: "long" })}`);
    this.list.replaceChildren(card.element);
    const streak = streakUntil(this.day, (day) => this.own(day) !== undefined);
    say(this.streak, streak ? inARow(streak) : "");
    this.days.replaceChildren(...days.map((day) => this.square(day)));
    set(this.copy, "hidden", this.own(this.day) === undefined);
    say(this.done, "");
  }

  /** Returns the square of a day; those to come are no links. */
  square(day) {
    const own = this.own(day);
    const words = `${named(day, { weekday: "long", day: "numeric", month: "long" })}${own === undefined ? "" : `, ${moves(own)}`}`;
    const number = named(day, { day: "numeric" });
    if (day > this.day) return h("li", { class: "to-come" }, h("span", {}, number));
    return h("li", { class: own === undefined ? "" : "solved" },
      h("a", { href: this.href(day), "aria-label": words, ...(day === this.day ? { "aria-current": "date" } : {}) }, number));
  }

  href(day) {
    return `#${this.codes[lineOf(day)]}`;
  }

  level(day) {
    const line = lineOf(day);
    if (!this.levels.has(line)) this.levels.set(line, this.index.app.rules.read(this.codes[line]).levels[0]);
    return this.levels.get(line);
  }

  /** Returns the moves of the player's best solution of a day, without help. */
  own(day) {
    return recordOf(this.level(day).key).own;
  }

  /** Returns the result of the day as one line. */
  result() {
    const { best } = this.level(this.day);
    const streak = streakUntil(this.day, (day) => this.own(day) !== undefined);
    const date = named(this.day, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
    return `Mondrian, ${date}: ${moves(this.own(this.day))}, the best known has ${best.moves}; ${inARow(streak)}`;
  }

  async share() {
    try {
      await navigator.clipboard.writeText(this.result());
      say(this.done, "Copied.");
    } catch {
      // Pages from a disk may not write there in every browser.
      say(this.done, this.result());
    }
  }
}
