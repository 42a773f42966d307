// A level is played to its end by pointer, by touch and by keys; moves are taken back;
// progress is found again.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, counted, drag, lineSays, middleOf, open, pageWith, PHONE, shot, start, stop, swipe, textOf, visit, DESKTOP, WIDE } from "./browser.js";
import { EXCHANGE, EXCHANGE_MOVES, FIFTEEN, FIRST_PUZZLE, LARGEST, PINWHEEL, STUDIES } from "./levels.js";

before(start);
after(stop);

const isWon = (page) => page.waitForSelector(".play.is-won");

test("by the pointer, with undo, redo and restart", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.1`);
  assert.equal(await textOf(page, "h1"), "Exchange");
  await shot(page, "play-desktop");
  await drag(page, "d4L");
  await counted(page, 1);
  await drag(page, "a1D");
  await counted(page, 2);
  await page.getByRole("button", { name: "Undo" }).click();
  await counted(page, 1);
  await page.getByRole("button", { name: "Redo" }).click();
  await counted(page, 2);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await counted(page, 0);
  await page.keyboard.press("Control+Shift+Z");
  await page.keyboard.press("Control+y");
  await counted(page, 2);
  await page.keyboard.press("r");
  await counted(page, 0);
  for (const move of EXCHANGE_MOVES) await drag(page, move);
  await isWon(page);
  assert.match(await textOf(page, ".line .words"), /^Solved in 4 moves/);
  await shot(page, "won-desktop");
  await page.getByRole("link", { name: "Next level" }).first().click();
  await page.waitForFunction(() => document.querySelector("h1").textContent === "Twins");
  await close(page);
});

test("a push that moves nothing is no move, and is said", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.1`);
  await drag(page, "a1U");
  await lineSays(page, /is blocked on that side/);
  await counted(page, 0);
  await close(page);
});

test("by touch: swipes, and a tap on the tile and one where it shall go", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.1`, PHONE);
  await shot(page, "play-phone");
  await swipe(page, "d4L");
  await counted(page, 1);
  for (const cell of ["a1", "d1"]) {
    const { x, y } = await middleOf(page, cell);
    await page.touchscreen.tap(x, y);
  }
  await counted(page, 2);
  await shot(page, "chosen-phone");
  await swipe(page, "a4U");
  await swipe(page, "d1D");
  await isWon(page);
  await shot(page, "won-phone");
  await close(page);
});

test("by keys alone", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.1`);
  const focusOn = async (name) => {
    for (let tabs = 0; tabs < 30; tabs++) {
      const label = await page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? "");
      if (label.startsWith(name)) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`${name} cannot be reached`);
  };
  await focusOn("blue on d4");
  // The chosen tile is pushed, no other: red could go down.
  await page.keyboard.press("ArrowDown");
  await lineSays(page, /is blocked on that side/);
  await page.keyboard.press("ArrowLeft");
  await counted(page, 1);
  await page.keyboard.press("ArrowUp");
  await counted(page, 2);
  await page.keyboard.press("Backspace");
  await counted(page, 1);
  await page.keyboard.press("Shift+Tab");
  await focusOn("red on a1");
  await page.keyboard.press("ArrowRight");
  await focusOn("blue on a4");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Shift+Tab");
  await focusOn("red on d1");
  await page.keyboard.press("ArrowDown");
  await isWon(page);
  // Enter goes on: the way to the next level has the focus.
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("h1").textContent === "Twins");
  await close(page);
});

test("a board with one gap: a tap slides the row, arrows push the tile beside the gap", async () => {
  const page = await open(pageWith([{ title: "Classics", levels: [FIFTEEN] }]), WIDE);
  await shot(page, "fifteen-wide");
  const { x, y } = await middleOf(page, "a4");
  await page.mouse.click(x, y);
  await counted(page, 2);
  await page.keyboard.press("Control+z");
  await counted(page, 0);
  await page.keyboard.press("ArrowLeft");
  await counted(page, 1);
  await close(page);
});

test("a floating goal is reached anywhere", async () => {
  const page = await open(pageWith([{ title: "Floating", levels: [PINWHEEL] }]));
  assert.equal(await textOf(page, ".target .note"), "Anywhere on the board.");
  await page.keyboard.press("h");
  await lineSays(page, /8 moves left/);
  for (let move = 0; move < 8; move++) {
    await page.keyboard.press("n");
    await counted(page, move + 1);
  }
  await isWon(page);
  assert.match(await textOf(page, ".line .words"), /with help/);
  await close(page);
});

test("what was reached is found again: a game under way, and the best of one's own", async () => {
  const address = pageWith(STUDIES);
  const page = await open(`${address}#1.1`);
  await drag(page, "d4L");
  await counted(page, 1);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  await counted(page, 1);
  for (const move of EXCHANGE_MOVES.slice(1)) await drag(page, move);
  await isWon(page);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  await counted(page, 0);
  assert.equal(await textOf(page, ".own"), "Your best: 4");
  await visit(page, "levels", "index");
  await shot(page, "index-desktop");
  await page.waitForFunction(() => /1 of 3 solved/.test(document.querySelector(".packs .pack-head").textContent));
  await close(page);
});

test("where the browser keeps nothing the page works all the same", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.1`, DESKTOP, (page) => page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });
  }));
  for (const move of EXCHANGE_MOVES) await drag(page, move);
  await isWon(page);
  await page.getByRole("button", { name: "Again" }).click();
  await counted(page, 0);
  assert.equal(await textOf(page, ".own"), "Your best: 4");
  await close(page);
});

test("32 × 32: cells stay large enough for fingers, the whole board on request", async () => {
  const page = await open(pageWith([{ title: "Large", levels: [LARGEST] }]), PHONE);
  const side = () => page.evaluate(() => document.querySelector(".room .face").getBoundingClientRect().width + 1);
  assert.ok(await side() >= 24);
  await shot(page, "large-phone");
  await swipe(page, "a1D");
  await counted(page, 1);
  await page.getByRole("button", { name: "The whole board" }).click();
  assert.ok(await side() < 12);
  await shot(page, "large-whole-phone");
  await close(page);
});

test("letters and patterns", async () => {
  const page = await open(pageWith([{ title: "One", levels: [FIRST_PUZZLE] }]));
  await page.getByRole("radio", { name: "letters" }).check();
  await page.waitForFunction(() => [...document.querySelectorAll(".room .tile text")].map((text) => text.textContent).join("") === "YYRGBR");
  await page.getByRole("radio", { name: "patterns" }).check();
  await page.waitForFunction(() => document.querySelectorAll(".room .tile path").length === 6);
  await shot(page, "patterns-desktop");
  await close(page);
});

test("tiles slide, unless less motion is asked for", async () => {
  const sliding = (page) => page.evaluate(() => [...document.querySelectorAll(".room .tile")].some((tile) => tile.getAnimations().length > 0));
  for (const [reducedMotion, expected] of [["no-preference", true], ["reduce", false]]) {
    const page = await open(pageWith([{ title: "One", levels: [EXCHANGE] }]), { ...DESKTOP, reducedMotion });
    await page.locator(".room .tile").first().focus();
    await page.evaluate(() => {
      window.slid = false;
      new MutationObserver(() => {
        window.slid ||= [...document.querySelectorAll(".room .tile")].some((tile) => tile.getAnimations().length > 0);
      }).observe(document.querySelector(".made"), { childList: true, characterData: true, subtree: true });
    });
    await page.keyboard.press("ArrowDown");
    await counted(page, 1);
    assert.equal(await page.evaluate(() => window.slid) || await sliding(page), expected);
    await close(page);
  }
});

/** Presses a cell and pulls it so far, in cells; the finger stays. */
async function pull(page, cell, dx, dy) {
  const { x, y } = await middleOf(page, cell);
  const side = await page.evaluate(() => document.querySelector(".room .face").getBoundingClientRect().width + 1);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx * side, y + dy * side, { steps: 4 });
  return { x, y, side };
}

/** Returns how far the tile of a number lies from its cell, in cells. */
const shifted = (page, tile) => page.evaluate((tile) => {
  const faces = [...document.querySelectorAll(".room .tile")];
  const face = faces.find((node) => node.dataset.tile === String(tile)).querySelector(".face").getBoundingClientRect();
  const floor = document.querySelector(".room .floor").getBoundingClientRect();
  return [(face.left - floor.left - 1) / (face.width + 1), (face.top - floor.top - 1) / (face.height + 1)].map((at) => Math.round(at * 10) / 10);
}, tile);

test("a tile follows the finger, as far as it can go, and shows where it will stop", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.1`);
  const { x, y, side } = await pull(page, "a1", 1.5, 0);
  assert.deepEqual(await shifted(page, 0), [1.5, 0]);
  assert.equal(await page.locator(".room .ring.place").count(), 1);
  assert.equal(await page.locator(".room .wanted:visible").count(), 0, "marks on its cell do not stay behind");
  await page.mouse.move(x + 9 * side, y);
  assert.deepEqual(await shifted(page, 0), [3, 0], "no further than to the edge");
  await counted(page, 0);
  await page.mouse.up();
  await counted(page, 1);
  assert.deepEqual(await shifted(page, 0), [3, 0]);
  assert.equal(await page.locator(".room .ring.place").count(), 0);
  await close(page);
});

test("a tile that is pulled back stays, and the finger may choose anew", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.1`);
  const { x, y, side } = await pull(page, "a1", 2, 0);
  await page.mouse.move(x + 0.02 * side, y);
  await page.mouse.up();
  await counted(page, 0);
  assert.deepEqual(await shifted(page, 0), [0, 0]);
  assert.equal(await page.locator(".room .ring.place").count(), 0);
  await pull(page, "a1", 1, 0);
  await page.mouse.move(x, y);
  await page.mouse.move(x, y + side, { steps: 4 });
  assert.deepEqual(await shifted(page, 0), [0, 1]);
  await page.mouse.up();
  await counted(page, 1);
  assert.deepEqual(await shifted(page, 0), [0, 3]);
  await close(page);
});

test("on a board with one gap the row follows the finger", async () => {
  const page = await open(pageWith([{ title: "Classics", levels: [FIFTEEN] }]));
  await pull(page, "a4", 0.5, 0);
  const shifts = await Promise.all([12, 13].map((tile) => shifted(page, tile)));
  assert.deepEqual(shifts, [[0.5, 3], [1.5, 3]]);
  await page.mouse.up();
  await counted(page, 2);
  await close(page);
});

test("one's own solution is seen again at another speed, and stays one's own", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.1`);
  for (const move of EXCHANGE_MOVES) await drag(page, move);
  await isWon(page);
  await page.getByRole("button", { name: "Replay" }).click();
  await page.waitForFunction(() => /^Your solution plays/.test(document.querySelector(".line .words").textContent));
  assert.equal(await page.locator(".tools [class*=primary] path").getAttribute("d"), "M6 4v12M14 4v12", "Pause has its sign");
  await page.keyboard.press("s");
  await page.waitForFunction(() => /^Your solution: \d moves? left/.test(document.querySelector(".line .words").textContent));
  await page.keyboard.press("s");
  await page.getByRole("button", { name: "Speed: 1" }).click();
  assert.match(await textOf(page, ".watch"), /2×/);
  await isWon(page);
  assert.equal(await textOf(page, ".own"), "Your best: 4");
  assert.match(await textOf(page, ".line .words"), /^Solved in 4 moves: /);
  await close(page);
});

test("the result is copied as text", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.1`, DESKTOP, (page) => page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { window.copied = text; } } });
  }));
  for (const move of EXCHANGE_MOVES) await drag(page, move);
  await isWon(page);
  await page.waitForFunction(() => /proved/.test(document.querySelector(".standing").textContent));
  await page.getByRole("button", { name: "Copy my result" }).click();
  await page.waitForFunction(() => window.copied);
  const [result, link] = (await page.evaluate(() => window.copied)).split("\n");
  assert.equal(result, "Exchange: 4 moves; shortest: 4 moves, proved the best");
  assert.match(link, /^mondrian1:/, "a file here has no address for others");
  await close(page);
});

test("the levels of the pack are told by their titles as soon as they are read", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.1`);
  await page.waitForFunction(() => document.querySelectorAll(".square")[2].title === "Pinwheel");
  await close(page);
});
