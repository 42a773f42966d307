// @ts-check
// What is remembered between two visits: settings, and for each puzzle, by its own key,
// how far the player has come and what has been proved; packs that were opened. Where the
// browser keeps nothing (private windows, some files) it is remembered as long as the page is open.

const PREFIX = "mondrian:";
/** What the browser has not kept. @type {Map<string, string>} */
const unkept = new Map();
let tellUnkept = () => {};

/** Calls `tell` once, as soon as something is not kept. */
export function onUnkept(tell) {
  tellUnkept = tell;
  if (unkept.size) tell();
}

function get(name) {
  try {
    return JSON.parse(unkept.get(name) ?? localStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps a value; says whether the browser took it. */
function put(name, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + name, text);
    unkept.delete(name);
    return true;
  } catch {
    unkept.set(name, text);
    tellUnkept();
    tellUnkept = () => {};
    return false;
  }
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** What is stored may be of another version, or damaged. */
const object = (value) => (isObject(value) ? value : {});
const list = (value) => (Array.isArray(value) ? value : []);
const isText = (value) => typeof value === "string";

/** Settings, and what they are unless said. `memory` is in MiB, 0 for what the machine has room for. */
const DEFAULTS = {
  goal: true, trails: false, starts: false, gap: false,
  marks: "plain", theme: "system", letterKeys: true, background: true, memory: 0, stepsPerSecond: 3, replaySpeed: 1,
  hasPlayed: false,
};

/** Returns the settings that are stored and of the right kind. @returns {Partial<typeof DEFAULTS>} */
const stored = () => Object.fromEntries(Object.entries(object(get("settings")))
  .filter(([name, value]) => name in DEFAULTS && typeof value === typeof DEFAULTS[name]));

/** The settings; whoever listens hears of each change. */
export const settings = { ...DEFAULTS, ...stored() };
/** @type {Set<(values: Partial<typeof DEFAULTS>) => void>} */
const listeners = new Set();

/** Changes settings and keeps them; those that another tab has set stay. @param {Partial<typeof DEFAULTS>} values */
export function change(values) {
  Object.assign(settings, values);
  put("settings", { ...stored(), ...values });
  for (const listener of listeners) listener(values);
}

/** Takes over what another tab has set. */
export function readAgain() {
  const before = { ...settings };
  Object.assign(settings, stored());
  const values = Object.fromEntries(Object.entries(settings).filter(([name, value]) => before[name] !== value));
  if (Object.keys(values).length) for (const listener of listeners) listener(values);
}

/** Calls `listener` after each change of settings; returns what ends that. */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * What is kept of a puzzle: `own` the moves of the player's best solution, `helped`
 * those of the best with help, `proved` the moves of the shortest that this engine has
 * proved, or "unsolvable", `solution` the best known here, `moves` those of a game under way,
 * `help` which of them were told.
 * @typedef {{ own?: number, helped?: number, proved?: number | "unsolvable", solution?: string, moves?: string, help?: number[] }} LevelRecord
 */

const KINDS = {
  own: Number.isFinite, helped: Number.isFinite, proved: (value) => Number.isFinite(value) || value === "unsolvable",
  solution: isText, moves: isText, help: (value) => Array.isArray(value) && value.every(Number.isInteger),
};

/** Returns what is kept of a puzzle. @returns {LevelRecord} */
export const recordOf = (key) =>
  Object.fromEntries(Object.entries(object(get(`level:${key}`))).filter(([name, value]) => KINDS[name]?.(value)));

/** Changes what is kept of a puzzle. @param {LevelRecord} values */
export function keep(key, values) {
  put(`level:${key}`, { ...recordOf(key), ...values });
}

/** Returns the codes of the puzzles opened last, the newest first. @returns {string[]} */
export const recent = () => list(get("recent")).filter(isText);

/** Puts a puzzle at the head of those opened last. */
export function remember(code) {
  put("recent", [code, ...recent().filter((other) => other !== code)].slice(0, 12));
}

/**
 * Returns the puzzles that were drawn here, the newest first: `id` is what they are known by while their
 * code changes, `from` what they are based on.
 * @returns {{ id: string, code: string, from?: string }[]}
 */
export const mine = () => list(get("mine")).map(object).filter(({ id, code }) => isText(id) && isText(code));

/** Keeps the puzzles that were drawn here. */
export const keepMine = (puzzles) => put("mine", puzzles);

/** Returns the packs that were opened here. @returns {{ title: string, levels: string[] }[]} */
export const openedPacks = () => list(get("packs")).map(object)
  .filter(({ title, levels }) => isText(title) && Array.isArray(levels) && levels.every(isText));

/** Keeps the packs that were opened here; says whether the browser took them. */
export const keepPacks = (packs) => put("packs", packs);
