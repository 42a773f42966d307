// @ts-check
// The levels that the page was given, in packs. They are read when they are looked at, and
// the rest a few at a time: a page may hold hundreds.

import { keepPacks, openedPacks } from "./store.js";

/** @import { Level, Rules } from "./core.js" */
/** @typedef {{ code: string, level: Level | null, isBad?: boolean }} Entry */
/** @typedef {{ title: string, entries: Entry[], isOwn: boolean }} Pack what `isOwn` was opened here */

/** So long levels are read at once, in milliseconds: a frame is to be drawn as well. */
const SLICE = 8;

export class Packs {
  /** @param {Rules} rules @param {{ packs: { title: string, levels: string[] }[] }} given */
  constructor(rules, { packs }) {
    this.rules = rules;
    const entries = (levels) => levels.map((code) => ({ code, level: null }));
    const make = (isOwn) => ({ title, levels }) => ({ title, entries: entries(levels), isOwn });
    /** @type {Pack[]} */
    this.packs = [...packs.map(make(false)), ...openedPacks().map(make(true))];
    /** Counts the changes. */
    this.version = 0;
  }

  /** Adds levels that were opened, and keeps them; returns the number of their pack, from 1. @param {Level[]} levels */
  add(title, levels) {
    const codes = levels.map((level) => level.code).join(" ");
    const same = this.packs.findIndex((pack) => pack.isOwn && pack.entries.map((entry) => entry.code).join(" ") === codes);
    if (same >= 0) return same + 1;
    this.packs.push({ title, entries: levels.map((level) => ({ code: level.code, level })), isOwn: true });
    this.keep();
    return this.packs.length;
  }

  /** Takes a pack that was opened out; what comes after it moves up. Returns what puts it back. */
  remove(index) {
    const [pack] = this.packs.splice(index, 1);
    this.keep();
    return () => {
      this.packs.splice(index, 0, pack);
      this.keep();
    };
  }

  keep() {
    this.version += 1;
    keepPacks(this.packs.filter(({ isOwn }) => isOwn)
      .map(({ title, entries }) => ({ title, levels: entries.map((entry) => entry.code) })));
  }

  /** Returns a level of a pack, read when it is asked for first; null when it cannot be. */
  level(pack, index) {
    const entry = this.packs[pack].entries[index];
    if (!entry.level && !entry.isBad) {
      try {
        [entry.level] = this.rules.read(entry.code).levels;
      } catch {
        entry.isBad = true;
      }
    }
    return entry.level;
  }

  /**
   * Reads what has not been read, a slice at a time, the first at once. `told(pack, index)`
   * hears of each level, `done()` of the end. Returns what ends it.
   */
  readAll(packs, told, done) {
    /** @type {[number, number][]} */
    const rest = packs.flatMap((pack) => this.packs[pack].entries.map((_, index) => [pack, index]));
    let timer = null;
    const slice = () => {
      const end = performance.now() + SLICE;
      while (rest.length && performance.now() < end) {
        const [pack, index] = rest.shift();
        this.level(pack, index);
        told(pack, index);
      }
      if (rest.length) timer = setTimeout(slice);
      else done();
    };
    slice();
    return () => clearTimeout(timer);
  }

  get count() {
    return this.packs.reduce((sum, pack) => sum + pack.entries.length, 0);
  }

  /** Returns the place that `2.7` names, or null. */
  place(name) {
    const [, pack, index] = (/^(\d+)\.(\d+)$/.exec(name) ?? []).map((part) => Number(part) - 1);
    if (this.packs[pack]?.entries[index] === undefined) return null;
    return this.at(pack, index);
  }

  /** Returns the place of the only level, when there is one only. */
  only() {
    return this.count === 1 ? this.at(0, 0) : null;
  }

  at(pack, index) {
    const level = this.level(pack, index);
    if (!level) return null;
    const { title, entries } = this.packs[pack];
    const href = (at) => `#${pack + 1}.${at + 1}`;
    return {
      level, title, index, href, pack,
      /** The levels of the pack; null are those that have not been read. */
      get levels() {
        return entries.map((entry) => entry.level);
      },
      code: `${pack + 1}.${index + 1}`,
      next: index + 1 < entries.length ? href(index + 1) : null,
      before: index > 0 ? href(index - 1) : null,
    };
  }
}
