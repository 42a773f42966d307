// The puzzle of the day: which it is, the days in a row, the last four weeks, the line to be shared.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { makeCore, unpackCore } from "../src/core.js";
import { dayOf, lineOf, streakUntil } from "../src/today.js";
import { BUILT, close, EMPTY, open, start, stop, textOf } from "./browser.js";

before(start);
after(stop);

const YEAR = readFileSync(new URL("../../levels/year.txt", import.meta.url), "utf8").trim().split("\n");

/** Returns what the page keeps its records of a day under. */
async function recordOf(day) {
  const [, packed] = /id="core">([^<]*)</.exec(readFileSync(fileURLToPath(BUILT), "utf8"));
  const call = await makeCore(await WebAssembly.compile(unpackCore(packed)));
  return `mondrian:level:${call({ op: "read", text: YEAR[lineOf(day)] }).levels[0].key}`;
}

test("a week goes from its Monday to its Sunday, and no level comes again within a year", () => {
  const monday = dayOf(new Date(2026, 10, 30));
  assert.equal(monday % 7, 0, "30 November 2026 is a Monday");
  for (let day = monday; day < monday + 400; day++) assert.equal(lineOf(day) % 7, day % 7);
  const year = Array.from({ length: 364 }, (_, at) => lineOf(monday + at));
  assert.equal(new Set(year).size, 364);
  assert.ok(Math.max(...year) < 366 && Math.min(...year) >= 0);
  // The hour and the change of the clocks make no other day.
  assert.equal(dayOf(new Date(2026, 2, 29, 0, 5)) + 1, dayOf(new Date(2026, 2, 30, 23, 55)));
});

test("days in a row end at the first that is not solved; today may still be open", () => {
  const solved = (...days) => (day) => days.includes(day);
  assert.equal(streakUntil(10, solved()), 0);
  assert.equal(streakUntil(10, solved(10, 9, 7)), 2);
  assert.equal(streakUntil(10, solved(9, 8)), 2);
  assert.equal(streakUntil(10, solved(8)), 0);
  assert.equal(streakUntil(1000, () => true), 364, "a level that comes again is no other day");
});

test("the card opens the puzzle of the day; what is solved is counted and shared as one line", async () => {
  const page = await open(BUILT, undefined, (page) => page.clock.setFixedTime(new Date(2026, 10, 30, 12)));
  const card = page.locator(".today .card");
  assert.equal(await textOf(page, ".today h2"), "Today, 30 November");
  assert.match(await card.textContent(), /Monday \d+/);
  assert.equal(await page.locator(".days li").count(), 28);
  assert.equal(await page.locator(".days .to-come").count(), 6, "the week has just begun");
  assert.ok(await page.getByRole("button", { name: "Copy result" }).isHidden());
  const today = dayOf(new Date(2026, 10, 30));
  assert.equal(await card.locator("a").getAttribute("href"), `#${YEAR[lineOf(today)]}`);
  // Solved on two days, as the page keeps it.
  const records = [await recordOf(today), await recordOf(today - 1)];
  await page.evaluate((records) => records.forEach((record, at) => localStorage.setItem(record, `{"own":${at ? 1 : 9}}`)), records);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.equal(await textOf(page, ".today-body p"), "2 days in a row");
  const solved = await page.locator(".days .solved a").evaluateAll((links) => links.map((link) => link.ariaLabel.split(", ").at(-1)));
  assert.deepEqual(solved, ["1 move", "9 moves"]);
  // Where a page may not write to the clipboard it shows the line.
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.getByRole("button", { name: "Copy result" }).click();
  assert.match(await textOf(page, ".today [role=status]"),
    /^Mondrian, Monday,? 30 November 2026: 9 moves, the best known has [45]; 2 days in a row$/);
  await page.locator(".days [aria-current]").click();
  await page.waitForFunction(() => location.hash.startsWith("#mondrian"));
  await close(page);
});

test("a page that was exported has no puzzle of the day", async () => {
  const page = await open(EMPTY);
  assert.ok(await page.locator(".today").isHidden());
  await close(page);
});
