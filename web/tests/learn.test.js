// A search step by step tells the numbers of `mondrian explain`.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, open, pageWith, PHONE, shot, start, stop, textOf } from "./browser.js";
import { FIRST_PUZZLE, STUDIES } from "./levels.js";

// From `mondrian explain builtin:twins --json --steps 29`: step, open, stored, incumbent.
const FIRST = { figures: ["1", "4", "5", "none yet"], taken: "g 0 h 4 f 4" };
const SECOND = {
  figures: ["2", "6", "8", "none yet"], taken: "g 1 h 4 f 5",
  successors: ["a1D new", "a1R new", "b6U new", "b6R duplicate"],
};
const SOLVED = { step: "29", figures: ["29", "42", "72", "8 moves"] };

before(start);
after(stop);

const step = (page, number) =>
  page.waitForFunction((text) => document.querySelector(".learn-figures dd")?.textContent === text, number);

/** Returns step, open, met, best solution. */
const figures = (page) => page.locator(".learn-figures dd").allInnerTexts();

/** Returns a text with single spaces. */
const plain = (text) => text.replace(/\s+/g, " ").trim();

test("steps forward and back, with the figures of `explain`", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.2/learn`);
  await step(page, "1");
  assert.deepEqual(await figures(page), FIRST.figures);
  assert.equal(plain(await textOf(page, ".taken .figures")), FIRST.taken);
  await page.keyboard.press("ArrowRight");
  await step(page, "2");
  assert.deepEqual(await figures(page), SECOND.figures);
  assert.equal(plain(await textOf(page, ".taken .figures")), SECOND.taken);
  assert.deepEqual(await page.locator(".successor-head").allInnerTexts(), SECOND.successors);
  await shot(page, "learn-desktop");
  await page.keyboard.press("ArrowLeft");
  await step(page, "1");
  assert.deepEqual(await figures(page), FIRST.figures);
  await page.getByRole("button", { name: "To a solution" }).click();
  await step(page, SOLVED.step);
  assert.deepEqual(await figures(page), SOLVED.figures);
  assert.equal(await page.locator(".successor.goal").count(), 1);
  await shot(page, "learn-goal-desktop");
  // Back from there is a step that was not shown before.
  await page.keyboard.press("ArrowLeft");
  await step(page, String(SOLVED.step - 1));
  assert.ok(await page.locator(".open-rows li").count() > 0);
  await page.keyboard.press("ArrowRight");
  await step(page, SOLVED.step);
  await page.waitForFunction(() => /Nothing better is open: 8 moves, proved the best/.test(document.querySelector(".learn-bar .words").textContent));
  await close(page);
});

test("the open list is sorted as it is taken", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.2/learn`);
  await step(page, "1");
  for (let number = 2; number < 8; number++) {
    const first = await textOf(page, ".open-rows li:first-child .figures");
    await page.keyboard.press("ArrowRight");
    await step(page, String(number));
    const [a, b] = [first, await textOf(page, ".taken .figures")].map(plain);
    assert.equal(a, b, "the first of the list is taken next");
  }
  await close(page);
});

test("method and heuristic are chosen, it runs and pauses", async () => {
  const page = await open(`${pageWith([{ title: "One", levels: [FIRST_PUZZLE] }])}#1.1/learn`, PHONE);
  await step(page, "1");
  await shot(page, "learn-phone");
  await page.getByLabel("Method").selectOption("greedy");
  await page.getByLabel("Heuristic").selectOption("manhattan");
  await page.waitForFunction(() => !/\bf\b/.test(document.querySelector(".taken .figures").textContent));
  await page.getByRole("button", { name: "Run" }).click();
  await step(page, "3");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Run" }).waitFor();
  await close(page);
});

