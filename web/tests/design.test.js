// Puzzles are made on the page: drawn by touch and by keys, proved while they are drawn, kept, shared.

import assert from "node:assert/strict";
import { copyFileSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { PNG } from "pngjs";
import { close, counted, DESKTOP, EMPTY, open, pageWith, PHONE, shot, start, stop, swipe, textOf, textSize, visit } from "./browser.js";
import { EXCHANGE_CODE, STUDIES } from "./levels.js";

before(start);
after(stop);

/** Returns the middle of a cell of a board of Design with so many columns. */
const middle = (page, cell, table = "first", columns = 6) => page.evaluate(([cell, table, columns]) => {
  const [x, y] = [cell.charCodeAt(0) - 97, Number(cell.slice(1)) - 1];
  const floor = document.querySelector(`.table.${table} .floor`).getBoundingClientRect();
  const side = (floor.width - 1) / Number(columns);
  return { x: floor.left + 1 + (x + 0.5) * side, y: floor.top + 1 + (y + 0.5) * side };
}, [cell, table, columns]);

async function tap(page, cell, table) {
  const { x, y } = await middle(page, cell, table);
  await page.touchscreen.tap(x, y);
}

/** Draws a line from cell to cell with a finger. */
async function draw(page, cells, table) {
  page.touch ??= await page.context().newCDPSession(page);
  const send = (type, touchPoints) => page.touch.send("Input.dispatchTouchEvent", { type, touchPoints });
  for (const [index, cell] of cells.entries()) await send(index ? "touchMove" : "touchStart", [await middle(page, cell, table)]);
  await send("touchEnd", []);
}

const verdictSays = (page, pattern) => page.waitForFunction(
  (source) => new RegExp(source).test(document.querySelector(".verdict-words").textContent), pattern.source, { timeout: 30000 });
const chip = (page, name) => page.getByRole("button", { name, exact: true }).and(page.locator("[data-brush]"));
/** Takes something into the hand, and waits until it is there. */
async function take(page, name) {
  await chip(page, name).tap();
  await page.waitForSelector(`[data-brush][aria-pressed=true]:is([aria-label="${name}"], .brush:has-text("${name}"))`);
}
const layer = (page, name) => page.locator(".layers label", { hasText: name }).click();
const tiles = (page, table = "first") => page.locator(`.table.${table} .tile`).count();
const code = (page) => decodeURIComponent(new URL(page.url()).hash).slice(1).replace("/design", "");

/** Draws a red tile that is to go from one corner to the other. */
async function drawCorners(page) {
  await take(page, "red");
  await tap(page, "a1");
  await layer(page, "Goal");
  await tap(page, "f6", "second");
}

test("a puzzle is drawn by touch, proved, shared, opened by another browser and solved there", async () => {
  const page = await open(EMPTY, PHONE);
  await page.getByRole("link", { name: "New puzzle" }).tap();
  await page.waitForSelector("body[data-view=design]");
  await verdictSays(page, /draw where the tiles start/);
  await take(page, "red");
  await tap(page, "a1");
  await verdictSays(page, /no tile is asked for/);
  await take(page, "Wall");
  await draw(page, ["d1", "d3"]);
  assert.match(await page.locator(".table.first .walls").getAttribute("d"), /^(M[^M]*){3}$/, "a line of three walls");
  await shot(page, "design-phone-drawn");
  await layer(page, "Goal");
  await take(page, "red");
  await tap(page, "f1", "second");
  await verdictSays(page, /proved the best$/);
  assert.equal(await page.locator(".verdict").getAttribute("data-tone"), "proved");
  await shot(page, "design-phone-proved");
  // A tap shows the solution.
  await page.locator(".verdict").tap();
  await verdictSays(page, /^Move \d/);
  await page.locator(".verdict").tap();
  await verdictSays(page, /proved the best$/);
  await page.getByRole("button", { name: "Menu" }).tap();
  await page.getByRole("button", { name: "Share" }).last().tap();
  const shared = await page.getByLabel("Share code", { exact: true }).inputValue();
  await close(page);

  const other = await open(`${EMPTY}#${shared}`, PHONE);
  await counted(other, 0);
  const solution = await other.evaluate(() => document.querySelector(".of").textContent);
  assert.match(solution, /\d/, "its best came with it");
  let made = 0;
  for (const move of ["a1D", "a6R", "f6U"]) {
    await swipe(other, move);
    await counted(other, ++made);
  }
  await other.waitForSelector(".play.is-won");
  await close(other);
});

test("a tap on what is there erases it, undo and redo go step by step, Back leads to where one came from", async () => {
  const page = await open(`${EMPTY}#levels`, PHONE);
  await page.getByRole("link", { name: "New puzzle" }).tap();
  await page.waitForSelector("body[data-view=design]");
  await take(page, "blue");
  await tap(page, "b2");
  await tap(page, "c3");
  assert.equal(await tiles(page), 2);
  await tap(page, "b2");
  assert.equal(await tiles(page), 1);
  const undo = page.locator(".design .tools button").first();
  assert.match(await undo.getAttribute("title"), /Undo: Erase × 1/);
  await undo.tap();
  assert.equal(await tiles(page), 2);
  await undo.tap();
  await undo.tap();
  assert.equal(await tiles(page), 0);
  assert.ok(await undo.isDisabled());
  const redo = page.getByRole("button", { name: "Redo" });
  await redo.tap();
  await redo.tap();
  assert.equal(await tiles(page), 2);
  await page.reload();
  await page.waitForSelector("body[data-view=design]");
  assert.equal(await tiles(page), 2, "the address is that of what is drawn");
  await page.goBack();
  await page.goBack();
  await page.waitForSelector("body[data-view=index]");
  assert.equal(await page.locator(".mine .card").count(), 2, "New puzzle, and the one drawn");
  await close(page);
});

test("what is wrong is marked where it stands, and what cannot be solved says why", async () => {
  const page = await open(`${EMPTY}#new`, PHONE);
  await drawCorners(page);
  await tap(page, "e5", "second");
  await verdictSays(page, /2 red tiles are asked for, the start has 1/);
  await layer(page, "Start");
  await page.locator(".verdict").tap();
  await page.waitForSelector(".design[data-layout=second] .table.second .refused");
  assert.equal(await page.locator(".table.second .refused").count(), 2);
  // Where no tile can stop there is no solution.
  await tap(page, "f6", "second");
  await verdictSays(page, /^Cannot be solved, proved: .*e5/);
  assert.equal(await page.locator(".verdict").getAttribute("data-tone"), "wrong");
  // What is taken back finds its verdict again.
  await page.locator(".design .tools button").first().tap();
  await verdictSays(page, /2 red tiles/);
  await close(page);
});

test("a hand drags tiles and takes what it rests on", async () => {
  const page = await open(`${EMPTY}#new`, PHONE);
  await drawCorners(page);
  await layer(page, "Start");
  await take(page, "Hand");
  await draw(page, ["a1", "c4"]);
  await layer(page, "Goal");
  await layer(page, "Start");
  const { x, y } = await middle(page, "c4");
  await page.touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  await page.waitForSelector(".chip[aria-label=red][aria-pressed=true]");
  await page.touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  assert.equal(await tiles(page), 1);
  await close(page);
});

test("a start that is played makes its own goal", async () => {
  const page = await open(`${EMPTY}#new`, PHONE);
  await take(page, "red");
  await tap(page, "a1");
  await page.getByRole("button", { name: "More" }).tap();
  await page.getByRole("button", { name: /^Play to the goal/ }).tap();
  const goal = page.getByRole("button", { name: "Make it the goal" });
  assert.ok(await goal.isDisabled());
  await draw(page, ["a1", "b1", "c1"]);
  await page.waitForFunction(() => /^1 move made/.test(document.querySelector(".play-bar p").textContent));
  await shot(page, "design-phone-play");
  await goal.tap();
  await verdictSays(page, /^1 move, proved the best$/);
  await layer(page, "Goal");
  assert.equal(await tiles(page, "second"), 1);
  await close(page);
});

test("all of it by keys, told to whoever does not see it", async () => {
  const page = await open(`${EMPTY}#new`, DESKTOP);
  await page.locator(".table.first .room").focus();
  const says = (pattern) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector("body > [role=status]").textContent), pattern.source);
  await page.keyboard.press("3");
  await says(/red/);
  await page.keyboard.press("ArrowRight");
  await says(/b1: empty/);
  await page.keyboard.press(" ");
  await says(/Red × 1/);
  assert.equal(await tiles(page), 1);
  await page.keyboard.press("0");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.keyboard.press("t");
  await page.keyboard.press("Space");
  assert.equal(await page.locator(".table.first .thin-wall").count(), 1);
  await page.keyboard.press("Control+z");
  await says(/Taken back: Thin wall/);
  await page.keyboard.press("Control+y");
  await page.locator(".table.second .room").focus();
  await page.keyboard.press("3");
  await page.keyboard.press("Space");
  await page.keyboard.press("c");
  assert.match(await textOf(page, ".hand"), /chameleon/);
  await page.keyboard.press("e");
  await page.keyboard.press("Space");
  assert.equal(await tiles(page, "second"), 0);
  await shot(page, "design-desktop");
  await close(page);
});

test("a level that is not mine is copied, cards are duplicated and deleted, and come back", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.1/design`, PHONE);
  assert.equal(await page.evaluate(() => localStorage.getItem("mondrian:mine")), null, "nothing is drawn yet");
  await take(page, "Wall");
  await draw(page, ["b3"].concat("c3"));
  await page.goBack();
  await page.waitForFunction(() => location.hash === "#1.1/design");
  assert.equal(await page.locator(".table.first .walls").first().getAttribute("d"), "", "the level is as it was");
  // What is drawn now is another copy: the first is not lost.
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("mondrian:mine")).map((puzzle) => puzzle.id));
  const [first] = await kept();
  await tap(page, "b2");
  assert.equal((await kept())[1], first);
  await page.goBack();
  await visit(page, "levels", "index");
  assert.match(await textOf(page, ".mine .card:nth-child(2)"), /based on Exchange/);
  await page.getByRole("button", { name: "Delete Exchange" }).first().tap();
  await page.getByRole("button", { name: "Duplicate Exchange" }).tap();
  assert.equal(await page.locator(".mine .card").count(), 3);
  await page.getByRole("button", { name: "Delete Exchange" }).first().tap();
  assert.equal(await page.locator(".mine .card").count(), 2);
  await page.getByRole("button", { name: "Undo" }).tap();
  assert.equal(await page.locator(".mine .card").count(), 3);
  await page.getByRole("button", { name: "As text" }).tap();
  const text = await page.getByLabel("My puzzles as text").inputValue();
  assert.equal(text.split("\n").length, 2);
  await shot(page, "mine-phone");
  await close(page);
});

test("a level leaves the page as a file and a picture, and the page writes itself with my puzzles", async () => {
  const page = await open(`${EMPTY}#new`, PHONE);
  await drawCorners(page);
  await verdictSays(page, /^2 moves, proved/);
  const drawn = code(page);
  await page.getByRole("button", { name: "Menu" }).tap();
  await page.getByRole("button", { name: "Share" }).last().tap();
  const saved = async (name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).tap()]);
    return { name: download.suggestedFilename(), path: await download.path() };
  };
  const file = await saved("Save level file");
  assert.equal(file.name, "puzzle.mondrian.ron");
  assert.match(readFileSync(file.path, "utf8"), /start: \[\s*"R\.\.\.\.\."/);
  const picture = PNG.sync.read(readFileSync((await saved("Save picture")).path));
  assert.ok(picture.width > 2 * 6 * 48 && picture.height > 6 * 48, `${picture.width} × ${picture.height}`);
  const red = [...picture.data.keys()].filter((at) => at % 4 === 0 && picture.data[at] === 0xe4 && picture.data[at + 1] === 0x51);
  assert.ok(red.length > 2 * 40 * 40, "the tile, and what the goal asks for");
  await page.keyboard.press("Escape");
  await visit(page, "levels", "index");
  const written = await saved("As a page");
  assert.match(written.name, /\.html$/);
  const copy = `${written.path}.html`;
  copyFileSync(written.path, copy);
  await close(page);
  const other = await open(pathToFileURL(copy).href, PHONE);
  await counted(other, 0);
  await swipe(other, "a1R");
  await swipe(other, "f1D");
  await other.waitForSelector(".play.is-won");
  await visit(other, `${drawn}/design`, "design");
  await close(other);
  assert.notEqual(drawn, EXCHANGE_CODE);
});

test("with text of twice the size nothing is wider than the window, and the screen stays where it is", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.1/design`, PHONE);
  await textSize(page, 32);
  await page.waitForFunction(() => getComputedStyle(document.documentElement).fontSize === "32px");
  await verdictSays(page, /proved/);
  assert.deepEqual(await page.evaluate(() => [scrollY, document.documentElement.scrollWidth]), [0, 360]);
  await page.evaluate(() => scrollTo(0, 1e4));
  const bottom = await page.evaluate(() => scrollY);
  assert.ok(bottom > 0);
  await chip(page, "Wall").tap();
  await page.waitForSelector("[data-brush][aria-pressed=true].brush");
  assert.equal(await page.evaluate(() => scrollY), bottom);
  await close(page);
});
