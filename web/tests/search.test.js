// Hints, solving, watching; what is unsolvable; the Worker's death and its limits.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, counted, drag, EMPTY, lineSays, open, pageWith, PHONE, shot, start, stop, textOf, DESKTOP } from "./browser.js";
import { EXCHANGE, FIRST_PUZZLE, HARD, STUDIES, UNSOLVABLE } from "./levels.js";

before(start);
after(stop);

const one = (level) => pageWith([{ title: "One", levels: [level] }]);

/** Says that nothing is searched for while nobody asks. */
const quiet = (page) => page.addInitScript(() => {
  localStorage.setItem("mondrian:settings", JSON.stringify({ background: false, ...JSON.parse(localStorage.getItem("mondrian:settings") ?? "{}") }));
});

test("a hint tells more each time", async () => {
  const page = await open(one(EXCHANGE), DESKTOP, quiet);
  assert.match(await textOf(page, ".standing"), /claimed the best/, "a claim is no proof");
  await page.keyboard.press("h");
  await lineSays(page, /^4 moves left, proved\. Hint tells which tile/);
  assert.equal(await page.locator(".room .ring.hint").count(), 0);
  await page.keyboard.press("h");
  await lineSays(page, /Move the (blue|red) tile on (d4|a1)/);
  assert.equal(await page.locator(".room .ring.hint").count(), 1);
  assert.equal(await page.locator(".room .hint-place").count(), 0);
  await page.keyboard.press("h");
  await lineSays(page, /Push the (blue|red) tile/);
  assert.equal(await page.locator(".room .hint-place").count(), 1);
  await shot(page, "hint-desktop");
  await page.keyboard.press("h");
  await lineSays(page, /[a-d][1-4][UDLR]( [a-d][1-4][UDLR]){3}$/);
  assert.equal(await textOf(page, ".standing"), "4 moves, proved the best");
  assert.ok(await page.getByRole("button", { name: "Hint" }).isDisabled());
  await close(page);
});

test("the first puzzle is solved, proved, and watched forward and back", async () => {
  const page = await open(one(FIRST_PUZZLE), DESKTOP, quiet);
  await page.keyboard.press("s");
  await page.waitForSelector(".watch:not([hidden])", { timeout: 60000 });
  await lineSays(page, /^22 moves left, proved/);
  await page.getByRole("button", { name: "One move on" }).click();
  await counted(page, 1);
  await page.getByRole("button", { name: "One move back" }).click();
  await counted(page, 0);
  await page.getByRole("slider", { name: "Move of the solution" }).fill("15");
  await counted(page, 15);
  await shot(page, "watch-desktop");
  // The player leaves it anywhere and goes on.
  await page.keyboard.press("Escape");
  assert.ok(await page.locator(".watch").isHidden());
  assert.equal(await textOf(page, ".standing"), "22 moves, proved the best");
  await close(page);
});

test("a solution plays by itself to its end", async () => {
  const page = await open(one(EXCHANGE), PHONE, quiet);
  await page.getByRole("button", { name: "Solve" }).tap();
  await page.waitForSelector(".watch:not([hidden])");
  await shot(page, "watch-phone");
  await page.getByRole("button", { name: "Play the solution" }).tap();
  await page.waitForSelector(".play.is-won");
  assert.match(await textOf(page, ".line .words"), /^Solved in 4 moves, with help/);
  assert.equal(await page.evaluate(() => document.querySelector(".own").textContent), "Solved with help: 4");
  assert.deepEqual(await page.locator(".won").getByRole("button").allInnerTexts(), ["Play again", "Undo", "Replay", "Copy"], "there is no next level");
  await close(page);
});

test("the best is proved while nobody asks, and a claim becomes a proof", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.1`);
  await page.waitForFunction(() => document.querySelector(".standing").textContent === "4 moves, proved the best");
  await close(page);
});

test("unsolvable is proved, and said", async () => {
  const page = await open(one(UNSOLVABLE), DESKTOP, quiet);
  await page.keyboard.press("s");
  await lineSays(page, /^Cannot be solved, proved/);
  assert.equal(await textOf(page, ".standing"), "cannot be solved, proved");
  await shot(page, "unsolvable-desktop");
  await close(page);
});

test("Stop is at once, and the page stays quick while it searches", async () => {
  const page = await open(one(HARD), DESKTOP, quiet);
  await page.keyboard.press("s");
  await page.waitForSelector(".play.is-searching");
  await page.waitForFunction(() => /or more|to \d+ moves left/.test(document.querySelector(".line .words").textContent));
  await shot(page, "searching-desktop");
  assert.ok(await page.evaluate(() => new Promise((resolve) => {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "s", bubbles: true }));
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(!document.querySelector(".play.is-searching"))));
  })));
  // A new search answers: the old one is gone.
  await page.keyboard.press("ArrowDown");
  await counted(page, 1);
  await page.keyboard.press("h");
  await lineSays(page, /left/);
  await page.keyboard.press("Escape");
  await close(page);
});

test("a Worker that dies is a message, and a new one takes its place", async () => {
  const page = await open(one(HARD), DESKTOP, quiet);
  await page.keyboard.press("s");
  await page.waitForFunction(() => /left|or more/.test(document.querySelector(".line .words").textContent));
  const [worker] = page.workers();
  await worker.evaluate(() => { setTimeout(() => { throw new Error("unreachable"); }); });
  await page.waitForFunction(() => /search crashed \(.*unreachable.*You can start another/.test(document.querySelector(".notice p").textContent));
  assert.equal(await page.locator(".play.is-searching").count(), 0);
  await page.getByRole("button", { name: "Close the message" }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowDown");
  await counted(page, 1);
  await page.keyboard.press("h");
  // The search may be over before anybody sees that it runs.
  await lineSays(page, /left|or more/);
  page.faults = page.faults.filter((fault) => !fault.includes("unreachable"));
  await close(page);
});

test("the memory limit ends a search, and is said", async () => {
  const page = await open(one(FIRST_PUZZLE), DESKTOP, async (page) => {
    await page.addInitScript(() => localStorage.setItem("mondrian:settings", JSON.stringify({ background: false, memory: 1 })));
  });
  await page.keyboard.press("s");
  await page.waitForFunction(() => !document.querySelector(".play.is-searching") && !/Searching/.test(document.querySelector(".line .words").textContent), null, { timeout: 60000 });
  assert.match(await textOf(page, ".line .words"), /memory/);
  await close(page);
});

test("moves made after a hint keep what is known, others drop it", async () => {
  const page = await open(one(EXCHANGE), DESKTOP, quiet);
  await page.keyboard.press("h");
  await lineSays(page, /4 moves left, proved/);
  for (let grade = 2; grade <= 4; grade++) await page.keyboard.press("h");
  await lineSays(page, /4 moves left, proved\. [a-d]/);
  const [move] = /[a-d][1-4][UDLR]/.exec(await textOf(page, ".line .words"));
  await drag(page, move);
  await lineSays(page, /^3 moves left, proved/);
  await close(page);
});

const seconds = (text) => Number(/([\d.]+) s\b/.exec(text)?.[1] ?? NaN);
const least = (text) => Number(/(\d+)(?: moves)? or more|(\d+) to \d+/.exec(text)?.slice(1).find(Boolean) ?? 0);
const words = (page) => textOf(page, ".line .words");

test("Stop keeps the bound, and Solve goes on where it was", async () => {
  const page = await open(one(HARD), DESKTOP, quiet);
  await page.keyboard.press("s");
  await lineSays(page, /still searching, [1-9]/);
  const before = await words(page);
  await page.keyboard.press("Escape");
  await lineSays(page, /^\d+ to \d+ moves left\./);
  const stopped = await words(page);
  assert.ok(least(stopped) >= least(before), `${before} → ${stopped}`);
  // One move and back: what was searched for is still known.
  await page.keyboard.press("ArrowDown");
  await counted(page, 1);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("h");
  await lineSays(page, /^\d+ to \d+ moves left\./);
  assert.ok(least(await words(page)) >= least(stopped));
  await close(page);
});

test("Solve takes over what has been searched for in the background", async () => {
  const page = await open(one(HARD));
  await page.waitForFunction(() => Number(/at least (\d+)/.exec(document.querySelector(".standing").textContent)?.[1]) >= 10);
  const bound = Number(/at least (\d+)/.exec(await textOf(page, ".standing"))[1]);
  await page.keyboard.press("s");
  await lineSays(page, /Searching|still searching/);
  assert.ok(least(await words(page)) >= bound, `${bound}: ${await words(page)}`);
  await close(page);
});

test("a page that nobody sees does not search", async () => {
  const page = await open(one(HARD), DESKTOP, quiet);
  const hide = (isHidden) => page.evaluate((isHidden) => {
    Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);
  await page.keyboard.press("s");
  await lineSays(page, /\d s\./);
  await hide(true);
  // The Worker answers after a step that was under way: the second answer comes when it rests.
  const [worker] = page.workers();
  const asleep = await worker.evaluate(() => new Promise((resolve) => {
    let steps = 0;
    const { postMessage } = self;
    self.postMessage = (...message) => { steps += 1; postMessage.apply(self, message); };
    setTimeout(() => resolve(steps), 600);
  }));
  assert.equal(asleep, 0);
  const before = seconds(await words(page));
  await hide(false);
  await page.waitForFunction((before) => Number(/([\d.]+) s\b/.exec(document.querySelector(".line .words").textContent)?.[1]) > before, before);
  await close(page);
});

test("memory for searches: what the device has, little on phones", async () => {
  const usual = async (options, deviceMemory) => {
    const page = await open(EMPTY, options, (page) => page.addInitScript((deviceMemory) => {
      Object.defineProperty(Navigator.prototype, "deviceMemory", { get: () => deviceMemory });
    }, deviceMemory));
    const caption = await page.evaluate(() => document.querySelector("input[type=radio][value='0']").parentElement.textContent);
    await close(page);
    return caption;
  };
  assert.equal(await usual(PHONE, 8), "256, as fits here");
  assert.equal(await usual(DESKTOP, 8), "1024, as fits here");
  assert.equal(await usual(DESKTOP, 2), "256, as fits here");
  assert.equal(await usual(PHONE, 0.5), "128, as fits here");
});
