// @ts-check
// Where one is on the page: what stands after `#` in its address, and `?embed` before it.
//
//   #                    the index of the packs, or the only level
//   #levels              the index of the packs
//   #new                 a new puzzle
//   #2.7                 level 7 of pack 2
//   #mondrian1:…         the level of a share code
//   …/learn, …/design    the same level in another mode

/** What may follow a level, and what its tab is called. The first is the one without a word. */
export const MODES = { play: "Play", learn: "Learn", design: "Design" };

/**
 * @typedef {{ kind: "home" | "levels" | "new" } | { kind: "place" | "code", what: string, mode: string }
 *   | { kind: "unknown", what: string }} Route
 */

/** Returns what an address asks for. @param {string} hash @returns {Route} */
export function routeOf(hash) {
  const text = decode(hash.replace(/^#/, "")).trim();
  if (text === "") return { kind: "home" };
  if (text === "levels" || text === "new") return { kind: text };
  const [, what, mode = "play"] = /^(.*?)(?:\/(\w+))?$/s.exec(text);
  if (!Object.hasOwn(MODES, mode)) return { kind: "unknown", what: text };
  if (/^mondrian\d*:/i.test(what)) return { kind: "code", what, mode };
  if (/^\d+\.\d+$/.test(what)) return { kind: "place", what, mode };
  return { kind: "unknown", what: text };
}

/** Returns the address of a level in a mode. */
export const hashOf = (what, mode = "play") => `#${what}${mode === "play" ? "" : `/${mode}`}`;

/** Says whether the page is part of another one. */
export const isEmbedded = new URLSearchParams(globalThis.location?.search).has("embed");

/** Mail programs write some characters of a link as `%3A`. */
function decode(hash) {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}
