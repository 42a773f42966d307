// One Chromium for all tests of a file, pages of the player in it, and what many tests do.
//
//   PLAYER=web/dist/index.html node --test web/tests/*.test.js
//   SHOTS=folder  writes pictures of the screens there, to be looked at

import { readFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const PLAYER = resolve(process.env.PLAYER ?? "web/dist/index.html");
const FOLDER = mkdtempSync(join(tmpdir(), "mondrian-page-"));

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const WIDE = { viewport: { width: 1920, height: 1080 } };
export const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
export const LANDSCAPE = { ...PHONE, viewport: { width: 640, height: 360 } };

let browser = null;

/** Starts the browser; `executable` is Debian's. */
export async function start() {
  browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
}

export const stop = () => browser.close();

/** Returns the address of the player with levels within, as `mondrian export --html` writes it. */
export function pageWith(packs) {
  const html = readFileSync(PLAYER, "utf8");
  const filled = html.replace(/(<script type="application\/json" id="levels">)[^<]*/, (_, tag) => tag + JSON.stringify({ packs }));
  const file = join(FOLDER, `${Math.random().toString(36).slice(2)}.html`);
  writeFileSync(file, filled);
  return pathToFileURL(file).href;
}

/** The player as it was built, with the built-in levels. */
export const BUILT = pathToFileURL(PLAYER).href;

/** The player without levels. */
export const EMPTY = pageWith([]);

/**
 * Opens a page in a context of its own, offline, and waits until it is ready. Whatever goes
 * wrong on it, and every request beside the file itself and its Worker, is in `page.faults`.
 */
export async function open(address, options = DESKTOP, prepare = async () => {}) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  await context.setOffline(true);
  const page = await watched(context);
  page.on("request", (request) => /^(file|blob|data):/.test(request.url()) || page.faults.push(`request: ${request.url()}`));
  await prepare(page);
  await page.goto(address);
  await page.waitForSelector("html[data-ready]");
  return page;
}

/** Opens a page on a host; what it asks for there is no fault. */
export async function openOnline(address) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...DESKTOP });
  const page = await watched(context);
  await page.goto(address);
  await page.waitForSelector("html[data-ready]");
  return page;
}

/** Opens another tab of a page's browser. */
export async function otherTab(page, address = page.url()) {
  const other = await watched(page.context());
  await other.goto(address);
  await other.waitForSelector("html[data-ready]");
  return other;
}

/** Sets the size of text that whoever reads has chosen, in pixels (16 unless said). */
export async function textSize(page, standard) {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard, fixed: standard } });
}

async function watched(context) {
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(`error: ${error.message}`));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && page.faults.push(message.text()));
  return page;
}

/** Closes the context of a page; what went wrong on it fails the test. */
export async function close(page) {
  const { faults } = page;
  await page.context().close();
  if (faults.length) throw new Error(`on the page: ${faults.join("; ")}`);
}

/** Returns the middle of a cell, in pixels of the window. */
export async function middleOf(page, cell) {
  return page.evaluate((name) => {
    const [, letters, row] = /^([a-z]+)(\d+)$/.exec(name);
    const x = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1;
    const svg = document.querySelector("main:not([hidden]) .room svg");
    const floor = svg.querySelector(".floor").getBoundingClientRect();
    const lines = svg.querySelector(".face").getBoundingClientRect().width + 1;
    return { x: floor.left + 1 + (x + 0.5) * lines, y: floor.top + 1 + (row - 0.5) * lines };
  }, cell);
}

const STEPS = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

/** Drags the tile of a move its way. */
export async function drag(page, move) {
  const { x, y } = await middleOf(page, move.slice(0, -1));
  const [dx, dy] = STEPS[move.at(-1)];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30 * dx, y + 30 * dy, { steps: 3 });
  await page.mouse.up();
}

/** Swipes over the tile of a move with a finger. */
export async function swipe(page, move) {
  const { x, y } = await middleOf(page, move.slice(0, -1));
  const [dx, dy] = STEPS[move.at(-1)];
  page.touch ??= await page.context().newCDPSession(page);
  const send = (type, touchPoints) => page.touch.send("Input.dispatchTouchEvent", { type, touchPoints });
  await send("touchStart", [{ x, y }]);
  await send("touchMove", [{ x: x + 14 * dx, y: y + 14 * dy }]);
  await send("touchMove", [{ x: x + 30 * dx, y: y + 30 * dy }]);
  await send("touchEnd", []);
}

/** Goes to another place of the page, and waits until it is shown. */
export async function visit(page, hash, view, title) {
  await page.evaluate((hash) => { location.hash = hash; }, hash);
  await page.waitForSelector(`body[data-view=${view}]`);
  if (title) await page.waitForFunction((title) => document.querySelector("h1").textContent === title, title);
}

/** Waits until the counter says so many moves. */
export const counted = (page, count) =>
  page.waitForFunction((text) => document.querySelector(".made").textContent === text, String(count));

/** Waits until the line under the board fits. */
export const lineSays = (page, pattern) =>
  page.waitForFunction((source) => new RegExp(source).test(document.querySelector(".line .words").textContent), pattern.source, { timeout: 30000 });

/** Returns the text of an element that is shown. */
export const textOf = (page, selector) => page.locator(selector).first().innerText();

/** Writes a picture of the screen where they are wanted. */
export async function shot(page, name) {
  if (!process.env.SHOTS) return;
  mkdirSync(process.env.SHOTS, { recursive: true });
  await page.screenshot({ path: join(process.env.SHOTS, `${name}.png`) });
}
