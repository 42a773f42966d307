// What the browser keeps: settings of two tabs, packs, damaged records, storage that is full.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, counted, DESKTOP, drag, EMPTY, open, otherTab, pageWith, start, stop, textOf, visit } from "./browser.js";
import { EXCHANGE_CODE, STUDIES, TWINS_CODE } from "./levels.js";

before(start);
after(stop);

const paste = (page, text) => page.evaluate((text) => {
  const data = new DataTransfer();
  data.setData("text", text);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}, text);

test("a pack that was pasted is there after a reload, can be removed, and put back", async () => {
  const page = await open(EMPTY);
  const packs = () => page.locator(".packs .index-pack").count();
  await paste(page, `${EXCHANGE_CODE} ${TWINS_CODE}`);
  await page.waitForFunction(() => document.querySelectorAll(".packs .card-title").length === 2);
  // The same once more is the same.
  await paste(page, `${EXCHANGE_CODE} ${TWINS_CODE}`);
  assert.equal(await packs(), 1);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll(".packs .card-title").length === 2);
  await page.getByRole("button", { name: "Remove Opened" }).click();
  assert.equal(await packs(), 0);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".packs .card-title").length === 2);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll(".packs .card-title").length === 2);
  await close(page);
});

test("two tabs: each keeps what the other has set, and shows it", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.1`);
  const other = await otherTab(page);
  const boxOf = (tab, name) => tab.locator(".show").getByRole("checkbox", { name });
  await boxOf(page, "Trails").check();
  await other.waitForFunction(() => document.querySelectorAll(".show input")[1].checked);
  await boxOf(other, "Start places").check();
  await page.waitForFunction(() => document.querySelectorAll(".show input")[2].checked);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.deepEqual([await boxOf(page, "Trails").isChecked(), await boxOf(page, "Start places").isChecked()], [true, true]);
  // A game that is won in one tab is solved in the index of the other.
  await visit(other, "levels", "index");
  await drag(page, "d4L");
  await counted(page, 1);
  await other.waitForFunction(() => document.querySelector(".packs .card").classList.contains("begun"));
  await close(page);
});

test("what is stored may be damaged: the page begins as if it were not there", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.1`, DESKTOP, (page) => page.addInitScript(() => {
    localStorage.setItem("mondrian:recent", '{"a":1}');
    localStorage.setItem("mondrian:packs", '[1, {"title": 2}, {"title": "x", "levels": [3]}]');
    localStorage.setItem("mondrian:settings", '{"goal": "yes", "marks": 3, "trails": true}');
    const { getItem } = Storage.prototype;
    Storage.prototype.getItem = function (name) {
      return name.startsWith("mondrian:level:") ? '{"moves": 5, "own": "many", "solution": [], "help": "x"}' : getItem.call(this, name);
    };
  }));
  await counted(page, 0);
  assert.equal(await textOf(page, ".own"), "");
  assert.ok(await page.locator(".show").getByRole("checkbox", { name: "Trails" }).isChecked());
  assert.ok(await page.locator(".show").getByRole("checkbox", { name: "Goal on the board" }).isChecked());
  await visit(page, "levels", "index");
  assert.equal(await page.locator(".packs .index-pack").count(), 1);
  await visit(page, EXCHANGE_CODE, "play", "Exchange");
  await close(page);
});

test("storage that takes nothing is said, once, and what is new counts as long as the page is open", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.1`, DESKTOP, (page) => page.addInitScript(() => {
    localStorage.setItem("mondrian:settings", '{"trails": false}');
    Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
  }));
  await page.locator(".show").getByRole("checkbox", { name: "Trails" }).check();
  await page.waitForFunction(() => /keeps nothing/.test(document.querySelector(".notice:not([hidden]) p")?.textContent));
  await page.getByRole("button", { name: "Close the message" }).click();
  await drag(page, "d4L");
  await counted(page, 1);
  await visit(page, "1.2", "play", "Twins");
  await visit(page, "1.1", "play", "Exchange");
  await counted(page, 1);
  assert.ok(await page.locator(".notice").isHidden());
  assert.ok(await page.locator(".show").getByRole("checkbox", { name: "Trails" }).isChecked());
  await close(page);
});
