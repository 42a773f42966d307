// @ts-check
// What leaves the page as a file: a picture of a level's boards, and the page itself with other levels in it.

import { Board } from "./board.js";
import { h, s } from "./dom.js";

/** Cells of a picture, and what is around its boards, in pixels. */
const CELL = 48;
const GAP = 24;
const HEADING = 30;
/** What the stylesheet says of a part of a board. */
const STYLES = ["fill", "stroke", "stroke-width", "opacity", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "stroke-linecap"];

/** Gives a file to whoever looks at the page. @param {string} name @param {string | Blob} content */
export function download(name, content, type = "text/plain") {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: `${type};charset=utf-8` }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Returns a name for a file. */
export function fileName(title, ending) {
  const name = title.toLowerCase().normalize("NFD").replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60);
  return `${name || "puzzle"}.${ending}`;
}

/** Returns the boards of a level as a PNG, as they are drawn on the page. @param {import("./core.js").Level} level */
export async function pictureOf(level) {
  const layouts = [["Start", level.start], ...level.waypoints.map((rows, index) => [`Waypoint ${index + 1}`, rows]), ["Goal", level.goal]];
  let x = GAP;
  let height = 0;
  const parts = layouts.map(([name, rows]) => {
    const board = new Board({ largest: CELL });
    board.setRows(level, /** @type {string[]} */ (rows), { isWhole: name !== "Goal" || level.goal_anchor === "fixed" });
    board.fit(CELL * 40, CELL * 40);
    const part = s("g", { transform: `translate(${x} ${GAP})` }, s("text", { class: "picture-name", y: 14 }, name), s("g", { transform: `translate(0 ${HEADING})` }, board.svg));
    x += Number(board.svg.getAttribute("width")) + GAP;
    height = Math.max(height, Number(board.svg.getAttribute("height")));
    return part;
  });
  height += HEADING + 2 * GAP;
  const picture = s("svg", { width: x, height, class: "picture-made" }, s("rect", { class: "floor", width: x, height }), parts);
  document.body.append(picture);
  // A picture by itself has no stylesheet.
  for (const element of picture.querySelectorAll("*")) {
    const style = getComputedStyle(element);
    for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name));
    if (style.transform !== "none" && element.classList.contains("tile")) element.setAttribute("transform", style.transform);
    element.removeAttribute("style");
  }
  picture.remove();
  const source = new XMLSerializer().serializeToString(picture);
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([source], { type: "image/svg+xml" }));
  await image.decode();
  URL.revokeObjectURL(image.src);
  const canvas = h("canvas", { width: x, height });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((/** @type {(blob: Blob) => void} */ resolve) => canvas.toBlob(resolve, "image/png"));
}

/**
 * Returns this page as a file, with other levels in it: what it was made of, script by script, so that the
 * hashes of its policy hold.
 * @param {{ title: string, levels: string[] }[]} packs
 */
export function pageOf(packs, title) {
  const levels = JSON.stringify({ packs }).replaceAll("<", "\\u003c");
  const copy = /** @type {HTMLElement} */ (document.documentElement.cloneNode(true));
  for (const element of copy.querySelectorAll("style, link:not([rel=icon])")) element.remove();
  copy.querySelector("title").textContent = title;
  copy.querySelector("#levels").textContent = levels;
  const body = copy.querySelector("body");
  const parts = [...body.children].filter((element) => element.matches("noscript, script:not([src])"));
  return `<!DOCTYPE html>\n<html lang="en">\n${copy.querySelector("head").outerHTML}\n<body>\n${parts.map((part) => part.outerHTML).join("\n")}\n</body>\n</html>\n`;
}
