// Levels with passes, thin walls, chameleons and numbered tiles are drawn, played, hinted,
// solved and shared as all others.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, counted, DESKTOP, drag, EMPTY, lineSays, open, pageWith, PHONE, shot, start, stop, swipe, textOf, visit } from "./browser.js";
import { ALL_TOGETHER, THREE_PUSHES, TWO_DOORS, WITH_WRONG_TERRAIN } from "./levels.js";

const ALL_TOGETHER_MOVES = ["e1D", "e3L", "d3L", "b1D", "b2R", "d2D", "d4L", "a4U"];
const PACKS = [{ title: "Parts", levels: [ALL_TOGETHER, THREE_PUSHES, TWO_DOORS, WITH_WRONG_TERRAIN] }];

before(start);
after(stop);

const isWon = (page) => page.waitForSelector(".play.is-won");
const texts = (page, selector) => page.locator(selector).allTextContents();

/** Returns how many elements there are of each kind on the board. */
const parts = (page) => page.evaluate(() => Object.fromEntries(
  [".pass", ".hatch", ".thin-wall", ".tile .chameleon", ".tile .chameleon.faint"]
    .map((selector) => [selector, document.querySelectorAll(`.room ${selector}`).length])));

test("all four parts are drawn and change in play", async () => {
  const page = await open(`${pageWith(PACKS)}#1.1`);
  const drawn = { ".pass": 1, ".hatch": 1, ".thin-wall": 3, ".tile .chameleon": 1, ".tile .chameleon.faint": 0 };
  assert.deepEqual(await parts(page), drawn);
  assert.deepEqual(await texts(page, ".room .tile text"), ["2"]);
  const faces = () => page.evaluate(() => [...document.querySelectorAll(".room .tile")]
    .map((tile) => tile.querySelector(".face").getAttribute("fill")).filter((fill) => fill === "#e45125").length);
  for (const [index, move] of ALL_TOGETHER_MOVES.entries()) {
    await drag(page, move);
    await counted(page, index + 1);
    if (move === "e1D") assert.deepEqual([await parts(page), await faces()], [drawn, 1]);
    if (move === "e3L") assert.deepEqual([await parts(page), await faces()], [{ ...drawn, ".tile .chameleon.faint": 1 }, 2]);
    if (move === "b1D") assert.deepEqual(await texts(page, ".room .tile text"), ["1"]);
  }
  await isWon(page);
  assert.match(await textOf(page, ".line .words"), /^Solved in 8 moves/);
  assert.deepEqual(await texts(page, ".room .tile text"), ["0"]);
  const steps = await page.locator(".won .moves ol .quiet").allTextContents();
  assert.deepEqual([steps[0], steps[1], steps[2]], ["chameleon down, e1 to e3", "chameleon left, e3 to d3", "red left, d3 to b3"]);
  await shot(page, "parts-won-desktop");
  // Back to the start each tile is what it was.
  await page.keyboard.press("r");
  await counted(page, 0);
  assert.deepEqual([await parts(page), await faces(), await texts(page, ".room .tile text")], [drawn, 1, ["2"]]);
  await close(page);
});

test("a tile slides before it turns", async () => {
  const page = await open(`${pageWith(PACKS)}#1.1`, { ...DESKTOP, reducedMotion: "no-preference" });
  for (const move of ["e1D", "e3L"]) await drag(page, move);
  await counted(page, 2);
  await page.waitForSelector(".room .tile .chameleon.faint");
  await close(page);
});

test("a pass stops other colours; a tile without a push left stays; the goal waits for pushes", async () => {
  const page = await open(`${pageWith(PACKS)}#1.3`);
  // d1 is a pass for red: blue stops below it, red goes in.
  assert.equal(await page.getByRole("button", { name: /^blue on c2/ }).count(), 1);
  await drag(page, "c2R");
  await counted(page, 1);
  await drag(page, "e2U");
  await counted(page, 2);
  await drag(page, "e1L");
  await lineSays(page, /is blocked on that side/);
  await counted(page, 2);
  await visit(page, "1.2", "play", "Three pushes");
  for (const move of ["e4D", "e5U", "e3D"]) await drag(page, move);
  await counted(page, 3);
  assert.deepEqual(await texts(page, ".room .tile text"), ["0"]);
  await drag(page, "e5L");
  await lineSays(page, /It has no push left/);
  await counted(page, 3);
  await close(page);
});

test("the goal that stands too early is told", async () => {
  const text = `(version: 2, title: "Early", palette: {'2': (color: "#56b4e9", moves: 2)}, start: ["2..", "..."], goal: ["2..", "..."])`;
  const page = await open(pageWith([{ title: "One", levels: [text] }]));
  await lineSays(page, /^The goal stands, but there are 2 pushes left\.$/);
  for (const move of ["a1R", "c1L"]) await drag(page, move);
  await isWon(page);
  await close(page);
});

test("hints, the solver and the way step by step know them", async () => {
  const page = await open(`${pageWith(PACKS)}#1.1`);
  await drag(page, "e1D");
  await counted(page, 1);
  await page.keyboard.press("h");
  await lineSays(page, /^7 moves left, proved/);
  await page.keyboard.press("h");
  await lineSays(page, /Move the chameleon on e3/);
  await page.keyboard.press("s");
  await isWon(page);
  await counted(page, 8);
  await visit(page, "1.1/learn", "learn");
  await page.waitForSelector(".successor");
  assert.deepEqual(await texts(page, ".taken .tile text"), ["2"]);
  const pushed = page.locator(".successor", { hasText: "b1D" });
  assert.deepEqual(await pushed.locator(".tile text").allTextContents(), ["1"]);
  await close(page);
});

test("a link of the second kind, by touch, and shared again", async () => {
  const first = await open(`${pageWith(PACKS)}#1.1`);
  await first.getByRole("button", { name: "Share" }).first().click();
  const code = await first.locator("dialog[open] textarea").inputValue();
  assert.match(code, /^mondrian2:/);
  await close(first);
  const page = await open(`${EMPTY}#${code}`, PHONE);
  await shot(page, "parts-phone");
  for (const [index, move] of ALL_TOGETHER_MOVES.entries()) {
    await swipe(page, move);
    await counted(page, index + 1);
  }
  await isWon(page);
  await close(page);
});

test("letters and patterns, on passes too", async () => {
  const page = await open(`${pageWith(PACKS)}#1.1`);
  await page.getByRole("radio", { name: "letters" }).check();
  await page.waitForFunction(() => document.querySelectorAll(".room .pass-sign text").length === 1);
  assert.deepEqual((await texts(page, ".room .tile text")).sort(), ["2", "R", "c"]);
  await shot(page, "parts-letters-desktop");
  await page.getByRole("radio", { name: "patterns" }).check();
  await page.waitForFunction(() => document.querySelectorAll(".room .pass-sign path").length === 1);
  // The number and the ring are signs enough.
  assert.equal(await page.locator(".room .tile path").count(), 1);
  await shot(page, "parts-patterns-desktop");
  await close(page);
});

test("what is wrong with them is marked", async () => {
  const page = await open(`${pageWith(PACKS)}#1.4`);
  await page.waitForSelector("body[data-view=issues]");
  assert.match((await texts(page, ".issue-list li")).join(" "), /thin wall.*c2R|c2R/i);
  assert.ok(await page.locator(".drafts .thin-wall.wrong").count() > 0);
  await shot(page, "parts-issues-desktop");
  await close(page);
});
