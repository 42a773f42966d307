// @ts-check
// Makes elements. No markup is ever made from text, so nothing a level says can be taken
// for markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return element;
}

/**
 * @typedef {Node | string | false | null | undefined} Child
 * @typedef {Child | Child[] | Child[][]} Children
 */

/** Returns an HTML element: `h("button", { class: "primary", onclick }, "Solve")`.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} [attributes]
 * @param {...Children} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export const h = (name, attributes, ...children) =>
  fill(document.createElement(name), attributes, children);

/**
 * Returns an SVG element.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} [attributes]
 * @param {...Children} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export const s = (name, attributes, ...children) =>
  fill(document.createElementNS(SVG, name), attributes, children);

/** Writes `text` into an element if it says something else. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets or removes an attribute. @param {Element} element */
export function set(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value === true ? "" : value);
}

/** What is shown by now, part by part, so that only what has changed is drawn again. */
export class Shown {
  constructor() {
    /** @type {Map<string, string>} */
    this.signs = new Map();
  }

  /** Says whether a part is to be drawn: whether `sign` is another than when it was asked last. */
  differs(part, ...sign) {
    const text = JSON.stringify(sign);
    if (this.signs.get(part) === text) return false;
    this.signs.set(part, text);
    return true;
  }

  /** Draws parts again when they are asked for next; all, unless they are named. */
  forget(...parts) {
    if (parts.length) parts.forEach((part) => this.signs.delete(part));
    else this.signs.clear();
  }
}

/** The icons, strokes on a square of 20. */
const ICONS = {
  undo: "M7 4 3 8l4 4M3 8h9a4 4 0 0 1 0 8H8",
  redo: "m13 4 4 4-4 4M17 8H8a4 4 0 0 0 0 8h4",
  restart: "M4 4v12M16 4l-8 6 8 6z",
  hint: "M7 16h6M8 19h4M7.5 13.5C6 12 5 11 5 8.500a5 5 0 0 1 10 0c0 2.500-1 3.500-2.500 5z",
  play: "M5 3.500v13l11-6.500z",
  pause: "M6 4v12M14 4v12",
  stop: "M4 4h12v12H4z",
  first: "M5 4v12M16 4l-7 6 7 6z",
  last: "M15 4v12M4 4l7 6-7 6z",
  back: "m12 4-6 6 6 6",
  next: "m8 4 6 6-6 6",
  options: "M2 6h5M11 6h7M2 14h9M15 14h3M7 4v4h4V4zM11 12v4h4v-4z",
  help: "M6.500 7a3.500 3.500 0 1 1 5.200 3c-1.200.700-1.700 1.400-1.700 2.500M10 16v.500",
  share: "M10 12V2M6 6l4-4 4 4M4 10v8h12v-8",
  open: "M10 2v10M6 8l4 4 4-4M4 12v6h12v-6",
  whole: "M3 8V3h5M12 3h5v5M17 12v5h-5M8 17H3v-5",
  copy: "M7 7h10v11H7zM7 13H3V2h10v5",
  zoom: "M8.500 14a5.500 5.500 0 1 0 0-11 5.500 5.500 0 0 0 0 11zM12.500 12.500 18 18M6 8.500h5M8.500 6v5",
  close: "m4 4 12 12M16 4 4 16",
  wall: "M3 3h14v14H3zM3 8h14M3 12h14M8 3v5M12 8v4M8 12v5",
  eraser: "M8 17h9M3 12l7-8 6 5-6 8H6z",
  hand: "M10 2v16M2 10h16M7.500 4.500 10 2l2.500 2.500M7.500 15.500 10 18l2.500-2.500M4.500 7.500 2 10l2.500 2.500M15.500 7.500 18 10l-2.500 2.500",
  plus: "M10 3v14M3 10h14",
  dots: "M3 8.500h3v3H3zM8.500 8.500h3v3h-3zM14 8.500h3v3h-3z",
  grid: "M3 3h14v14H3zM3 8h9M12 3v14M12 12h5",
};

/** Returns an icon; it is decoration, its button has a name. */
export const icon = (name) =>
  s("svg", { class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true", focusable: "false" },
    s("path", { d: ICONS[name] }));

/** Gives a button another icon and another caption or name.
 * @param {HTMLElement} element @param {{ sign?: string, caption?: string, name?: string }} labels */
export function relabel(element, { sign, caption, name }) {
  if (sign) set(element.querySelector(".icon path"), "d", ICONS[sign]);
  if (caption) say(element.querySelector(".caption"), caption);
  if (!name) return;
  set(element, "aria-label", name);
  set(element, "title", name);
}

/**
 * Returns a button with a caption, an icon or both.
 * @param {string} caption
 * @param {((event: MouseEvent) => void) | null} onclick
 * @param {{ kind?: string, sign?: string, key?: string, name?: string, type?: string }} [options]
 */
export function button(caption, onclick, { kind, sign, key, name, ...rest } = {}) {
  const title = key ? `${name ?? caption} (${key})` : name;
  return h("button", { type: "button", class: kind, title, "aria-label": name, "aria-keyshortcuts": key && ariaKeys(key), onclick, ...rest },
    sign && icon(sign), caption && h("span", { class: "caption" }, caption));
}

const ariaKeys = (key) => key.replace("Ctrl", "Control").replace("←", "ArrowLeft").replace("→", "ArrowRight");
