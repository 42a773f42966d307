// What is remembered between two visits: settings, and for each puzzle, by its own key,
// how far the player has come and what has been proved. Where the browser keeps nothing
// (private windows, some files) it is remembered as long as the page is open.

const PREFIX = "mondrian:";
const memory = new Map();

function get(name) {
  let text = memory.get(name);
  try {
    text = localStorage.getItem(PREFIX + name) ?? text;
  } catch { /* No storage: what is in memory counts. */ }
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

function put(name, value) {
  const text = JSON.stringify(value);
  memory.set(name, text);
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch { /* Full or forbidden: it is in memory. */ }
}

/** Settings, and what they are unless said. */
const DEFAULTS = {
  goal: true, trails: false, starts: false, gap: false,
  marks: "plain", theme: "system", letterKeys: true, background: true, memory: 1024, stepsPerSecond: 3,
};

/** The settings; whoever listens hears of each change. */
export const settings = {
  ...DEFAULTS,
  ...get("settings"),
};
const listeners = new Set();

/** Changes settings and keeps them. */
export function change(values) {
  Object.assign(settings, values);
  put("settings", settings);
  for (const listener of listeners) listener(values);
}

/** Calls `listener` after each change of settings; returns what ends that. */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns what is kept of a puzzle: `own` the moves of the player's best solution, `helped`
 * those of the best with help, `proved` the moves of the shortest that this engine has
 * proved, or "unsolvable", `solution` the best known here, `moves` those of a game under way.
 */
export const recordOf = (key) => get(`level:${key}`) ?? {};

/** Changes what is kept of a puzzle. */
export function keep(key, values) {
  put(`level:${key}`, { ...recordOf(key), ...values });
}

/** Returns the codes of the puzzles opened last, the newest first. */
export const recent = () => get("recent") ?? [];

/** Puts a puzzle at the head of those opened last. */
export function remember(code) {
  put("recent", [code, ...recent().filter((other) => other !== code)].slice(0, 12));
}
