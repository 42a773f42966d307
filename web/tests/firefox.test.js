// The page in another engine: Firefox, by WebDriver BiDi. Debian's is older than what Playwright asks
// for, so Puppeteer drives it. Left out where there is none.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import { launch } from "puppeteer-core";
import { EMPTY, pageWith } from "./browser.js";
import { EXCHANGE_MOVES, STUDIES, TWINS_CODE } from "./levels.js";

const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
const options = { skip: existsSync(FIREFOX) ? false : `there is no ${FIREFOX}` };
const STEPS = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

let browser = null;
before(async () => {
  if (!options.skip) browser = await launch({ browser: "firefox", executablePath: FIREFOX });
});
after(() => browser?.close());

async function open(address) {
  const page = await browser.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(error.message));
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(address);
  await page.waitForSelector("html[data-ready]");
  return page;
}

async function close(page) {
  const { faults } = page;
  await page.close();
  assert.deepEqual(faults, []);
}

const says = (page, selector, pattern) => page.waitForFunction((selector, source) =>
  new RegExp(source).test(document.querySelector(selector)?.textContent), {}, selector, pattern.source);

/** Pulls the tile of a move its way, so many cells, and lets it go. */
async function drag(page, move, far = 0.6) {
  const place = await page.evaluate((move) => {
    const floor = document.querySelector(".room .floor").getBoundingClientRect();
    const side = document.querySelector(".room .face").getBoundingClientRect().width + 1;
    return { x: floor.left + (move.charCodeAt(0) - 96.5) * side, y: floor.top + (Number(move[1]) - 0.5) * side, side };
  }, move);
  const [dx, dy] = STEPS[move.at(-1)];
  await page.mouse.move(place.x, place.y);
  await page.mouse.down();
  await page.mouse.move(place.x + dx * far * place.side, place.y + dy * far * place.side, { steps: 3 });
  await page.mouse.up();
}

test("Firefox: a level is played by the pointer, kept, proved and taught", options, async () => {
  const page = await open(`${pageWith(STUDIES)}#1.1`);
  await drag(page, "a1R", 0.02);
  await says(page, ".made", /^0$/);
  await drag(page, EXCHANGE_MOVES[0]);
  await says(page, ".made", /^1$/);
  await page.reload();
  await says(page, ".made", /^1$/);
  await page.keyboard.press("h");
  await says(page, ".line .words", /^3 moves left, proved/);
  for (const move of EXCHANGE_MOVES.slice(1)) await drag(page, move);
  await page.waitForSelector(".play.is-won");
  await page.evaluate(() => { location.hash = "1.1/learn"; });
  await page.waitForSelector(".successor");
  await page.goBack();
  await page.waitForSelector("body[data-view=play]");
  await close(page);
});

test("Firefox: a link opens its level, keys play it, and nothing is wider or higher than the window", options, async () => {
  const page = await open(`${EMPTY}#${TWINS_CODE}`);
  await says(page, "h1", /^Twins$/);
  for (let stop = 0; stop < 20; stop++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement.matches(".tile"))) break;
    assert.ok(await page.evaluate(() => !document.activeElement.matches("svg")), "the board itself is no stop");
  }
  const [arrow] = await page.evaluate(() => ["Right", "Down", "Left", "Up"].filter((way) =>
    document.activeElement.getAttribute("aria-label").split(";")[1].includes(way.toLowerCase())));
  await page.keyboard.press(`Arrow${arrow}`);
  await says(page, ".made", /^1$/);
  assert.deepEqual(await page.evaluate(() => [document.documentElement.scrollWidth > innerWidth, document.documentElement.scrollHeight > innerHeight]), [false, false]);
  await close(page);
});

test("Firefox: a puzzle is drawn by the pointer and proved", options, async () => {
  const page = await open(`${EMPTY}#new`);
  await page.waitForSelector("body[data-view=design] .verdict[data-tone=open]");
  await page.click(".chip[aria-label=red]");
  for (const [table, place] of [["first", 0], ["second", 5]]) {
    const { x, y } = await page.evaluate((table, place) => {
      const { left, top, width } = document.querySelector(`.table.${table} .floor`).getBoundingClientRect();
      return { x: left + ((place + 0.5) * width) / 6, y: top + ((place + 0.5) * width) / 6 };
    }, table, place);
    await page.mouse.click(x, y);
  }
  await says(page, ".verdict-words", /^2 moves, proved the best$/);
  // What each cell would do, and a harder one, come from the Worker, too.
  await page.click(".beside input[type=checkbox]");
  await says(page, ".hand", /What if: every cell says/);
  assert.ok(await page.evaluate(() => document.querySelectorAll(".what-if .heat").length > 0));
  await page.click('[aria-label^="Harder"]');
  await says(page, ".verdict-words", /^[345] moves, proved the best$/);
  await close(page);
});
