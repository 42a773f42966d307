// The engine makes puzzles for whoever draws: what if on each cell, one from nothing, harder, easier; and
// large boards are drawn on small screens.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, DESKTOP, EMPTY, open, pageWith, PHONE, shot, start, stop, visit } from "./browser.js";
import { LARGEST, STUDIES } from "./levels.js";

before(start);
after(stop);

const EXCHANGE = `${pageWith(STUDIES)}#1.1/design`;
const verdictSays = (page, pattern) => page.waitForFunction(
  (source) => new RegExp(source).test(document.querySelector(".verdict-words").textContent), pattern.source, { timeout: 60000 });
const verdict = (page) => page.locator(".verdict-words").innerText();
const more = (page) => page.getByRole("button", { name: "More" }).tap();
const tiles = (page) => page.locator(".table.first .tile").count();

/** Returns the numbers of the map on a board, with their places in cells, and whether they are coloured. */
const map = (page, table) => page.evaluate((table) => {
  const floor = document.querySelector(`.table.${table} .floor`).getBoundingClientRect();
  const side = (floor.width - 1) / 4;
  return [...document.querySelectorAll(`.table.${table} .what-if`)].map((mark) => {
    const box = mark.querySelector("text").getBoundingClientRect();
    const at = [box.left + box.width / 2 - floor.left, box.top + box.height / 2 - floor.top].map((far) => Math.floor(far / side));
    return { label: mark.textContent, x: at[0], y: at[1], isColoured: mark.querySelector(".heat") !== null };
  });
}, table);

async function tapCell(page, { x, y }, table = "first") {
  const floor = await page.locator(`.table.${table} .floor`).boundingBox();
  const side = (floor.width - 1) / 4;
  await page.touchscreen.tap(floor.x + (x + 0.5) * side, floor.y + (y + 0.5) * side);
}

test("what if tells on each cell what the verdict says once it is painted", async () => {
  const page = await open(EXCHANGE, PHONE);
  await verdictSays(page, /^4 moves, proved the best/);
  await page.getByRole("button", { name: "Wall", exact: true }).tap();
  await more(page);
  await page.getByLabel("On each cell, how many moves it would be").check();
  await page.getByRole("button", { name: "Close" }).last().tap();
  await page.waitForFunction(() => /What if: every cell says/.test(document.querySelector(".hand").textContent));
  await shot(page, "what-if-phone");
  const cells = await map(page, "first");
  assert.ok(cells.length > 6, `${cells.length} cells`);
  const other = cells.find(({ label, isColoured }) => /^\d+$/.test(label) && isColoured);
  assert.ok(other, "a wall makes another number of it somewhere");
  await tapCell(page, other);
  await verdictSays(page, new RegExp(`^${other.label} moves?, proved the best`));
  // What is in the hand is what is asked; a hand asks nothing.
  await page.getByRole("button", { name: "Hand", exact: true }).tap();
  assert.equal(await page.locator(".what-if").count(), 0);
  await close(page);
});

test("what is not proved has no colour, and says so", async () => {
  const page = await open(EXCHANGE, DESKTOP);
  await verdictSays(page, /^4 moves/);
  const [open_, proved] = await page.evaluate(async () => {
    const board = document.querySelector(".table.first svg");
    await document.fonts.ready;
    const style = (name) => {
      const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
      const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
      group.setAttribute("class", name);
      group.append(text);
      board.append(group);
      return getComputedStyle(text).fill;
    };
    return [style("what-if open"), style("what-if")];
  });
  assert.notEqual(open_, proved);
  await close(page);
});

test("a puzzle is made, harder, easier, and taken back; what was drawn stays among mine", async () => {
  const page = await open(`${EMPTY}#new`, PHONE);
  await page.getByRole("button", { name: "red", exact: true }).tap();
  const floor = await page.locator(".table.first .floor").boundingBox();
  await page.touchscreen.tap(floor.x + 20, floor.y + 20);
  assert.equal(await tiles(page), 1);
  await more(page);
  const wish = { Tiles: "2", Colours: "2", Walls: "6", "Moves from": "4", "Moves to": "6" };
  for (const [name, value] of Object.entries(wish)) await page.getByRole("spinbutton", { name, exact: true }).fill(value);
  await shot(page, "make-phone");
  await page.getByRole("button", { name: /^Make one for me/ }).tap();
  await verdictSays(page, /^[456] moves, proved the best/);
  assert.equal(await tiles(page), 2);
  await shot(page, "made-phone");
  const before = Number.parseInt(await verdict(page), 10);
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("mondrian:mine")).length), 2, "what was drawn stays");
  await more(page);
  await page.getByRole("button", { name: /^Harder/ }).tap();
  await page.waitForFunction((before) => Number.parseInt(document.querySelector(".verdict-words").textContent, 10) > before, before, { timeout: 60000 });
  const harder = Number.parseInt(await verdict(page), 10);
  await more(page);
  await page.getByRole("button", { name: /^Easier/ }).tap();
  await page.waitForFunction((harder) => Number.parseInt(document.querySelector(".verdict-words").textContent, 10) < harder, harder, { timeout: 60000 });
  const undo = page.locator(".design .tools button").first();
  assert.match(await undo.getAttribute("title"), /Made it easier/);
  await undo.tap();
  await verdictSays(page, new RegExp(`^${harder} moves`));
  await close(page);
});

test("what is being made is stopped at once, and nothing of it comes later", async () => {
  const page = await open(`${EMPTY}#new`, PHONE);
  await more(page);
  // There is hardly such a puzzle, and it takes seconds to find that out.
  const wish = { Tiles: "3", Colours: "3", Walls: "1", "Moves from": "60", "Moves to": "60" };
  for (const [name, value] of Object.entries(wish)) await page.getByRole("spinbutton", { name, exact: true }).fill(value);
  await page.getByRole("button", { name: /^Make one for me/ }).tap();
  await verdictSays(page, /^Making one … \d+ boards? tried/);
  assert.equal(await page.locator(".verdict-does").innerText(), "Stop");
  await page.locator(".verdict").tap();
  await verdictSays(page, /draw where the tiles start/);
  // The engine is free for what comes next.
  await page.getByRole("button", { name: "red", exact: true }).tap();
  const floor = await page.locator(".table.first .floor").boundingBox();
  await page.touchscreen.tap(floor.x + 20, floor.y + 20);
  await page.getByRole("button", { name: "More" }).tap();
  await page.getByRole("button", { name: "Copy the start" }).tap();
  await verdictSays(page, /^0 moves/);
  await close(page);
});

test("what cannot be made is said", async () => {
  const page = await open(`${EMPTY}#new`, PHONE);
  await more(page);
  await page.getByRole("spinbutton", { name: "Walls", exact: true }).fill("36");
  await page.getByRole("button", { name: /^Make one for me/ }).tap();
  await page.waitForFunction(() => /Tiles and walls leave no cell empty/.test(document.querySelector(".notice p").textContent));
  await close(page);
});

test("two fingers make the cells of a large board larger and move it; they paint nothing", async () => {
  const page = await open(`${EMPTY}#new`, PHONE);
  await visit(page, `${encodeURIComponent(await code(page, LARGEST))}/design`, "design");
  const cell = () => page.evaluate(() => (document.querySelector(".table.first .floor").getBoundingClientRect().width - 1) / 32);
  const whole = await cell();
  assert.ok(whole < 12, `${whole} px`);
  page.touch = await page.context().newCDPSession(page);
  const send = (type, ...points) => page.touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  await send("touchStart", [150, 250]);
  await send("touchStart", [150, 250], [210, 250]);
  await send("touchMove", [100, 250], [260, 250]);
  await send("touchMove", [60, 250], [300, 250]);
  await send("touchEnd");
  assert.ok(await cell() >= 28, `${await cell()} px`);
  assert.equal(await tiles(page), 2, "nothing is painted");
  const undo = page.locator(".design .tools button").first();
  assert.ok(await undo.isDisabled());
  const scrolled = () => page.evaluate(() => document.querySelector(".table.first .room").scrollLeft);
  const at = await scrolled();
  await send("touchStart", [150, 250], [210, 250]);
  await send("touchMove", [110, 250], [170, 250]);
  await send("touchEnd");
  assert.ok(await scrolled() > at + 20, `${at}, ${await scrolled()}`);
  // One finger paints the cell under it.
  await shot(page, "zoomed-phone");
  await page.getByRole("button", { name: "Wall", exact: true }).tap();
  await page.touchscreen.tap(180, 250);
  assert.ok(!(await undo.isDisabled()));
  await page.getByRole("button", { name: "The whole board" }).tap();
  assert.equal(await cell(), whole);
  await page.getByRole("button", { name: "Larger cells" }).tap();
  assert.ok(await cell() >= 28);
  await close(page);
});

/** Returns the share code of a text, as the page reads it. */
async function code(page, text) {
  await page.evaluate(() => { location.hash = "levels"; });
  await page.waitForSelector("body[data-view=index]");
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, text);
  await page.waitForFunction(() => location.hash.startsWith("#mondrian"));
  return decodeURIComponent(new URL(page.url()).hash.slice(1));
}
