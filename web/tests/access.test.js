// For everybody: axe finds nothing, on any view, in light and dark, at any size; names and
// the live region tell what the screen shows; nothing is cut off at 200 % zoom.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { close, counted, DESKTOP, drag, EMPTY, open, pageWith, PHONE, shot, start, stop } from "./browser.js";
import { EXCHANGE_MOVES, FIRST_PUZZLE, LARGEST, STUDIES, WITH_ISSUES } from "./levels.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PACKS = [...STUDIES, { title: "More", levels: [FIRST_PUZZLE, LARGEST, WITH_ISSUES] }];

before(start);
after(stop);

async function axe(page, what) {
  // The policy of the page forbids foreign scripts; the debugger may run them.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => axe.run(document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  }));
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 140)).join(" | ")}`);
  assert.deepEqual(found, [], what);
}

for (const [name, options] of [["desktop light", DESKTOP], ["desktop dark", { ...DESKTOP, colorScheme: "dark" }], ["phone light", PHONE], ["phone dark", { ...PHONE, colorScheme: "dark" }]]) {
  test(`axe finds nothing: ${name}`, async () => {
    const address = pageWith(PACKS);
    const page = await open(`${address}#levels`, options);
    const label = name.replace(" ", "-");
    await axe(page, "index");
    for (const hash of ["1.1", "2.1", "2.2", "2.3", "2.1/learn"]) {
      await page.goto(`${address}#${hash}`);
      await page.waitForFunction(() => document.querySelector("main:not([hidden])"));
      if (hash.endsWith("learn")) await page.waitForSelector(".successor");
      await axe(page, hash);
      await shot(page, `axe-${label}-${hash.replace("/", "-")}`);
    }
    await page.goto(`${address}#1.1`);
    await page.keyboard.press("h");
    await page.waitForFunction(() => /left/.test(document.querySelector(".line .words").textContent));
    await axe(page, "hint");
    await page.keyboard.press("s");
    for (const move of EXCHANGE_MOVES) await drag(page, move);
    await page.waitForSelector(".play.is-won");
    await axe(page, "won");
    await page.keyboard.press("?");
    await axe(page, "help");
    await shot(page, `help-${label}`);
    await page.keyboard.press("Escape");
    for (const dialog of ["Options", "Share", "Open"]) {
      if (options === DESKTOP || options.viewport.width > 1000) await page.getByRole("button", { name: dialog }).first().click();
      else {
        await page.getByRole("button", { name: "Menu" }).click();
        await page.locator("dialog[open]").getByRole("button", { name: dialog }).click();
      }
      await axe(page, dialog);
      await shot(page, `${dialog.toLowerCase()}-${label}`);
      await page.keyboard.press("Escape");
    }
    await close(page);
  });
}

test("who does not see the board hears it", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.1`);
  const tile = page.getByRole("button", { name: /^red on a1, where blue is wanted; / });
  assert.match(await tile.getAttribute("aria-label"), /right to d1/);
  assert.match(await page.locator(".target .picture").getAttribute("aria-label"), /^Goal: blue on a1, red on d4$/);
  await tile.focus();
  await page.keyboard.press("ArrowRight");
  await counted(page, 1);
  await page.waitForFunction(() => /^red on d1. Move 1$/.test(document.querySelector("body > [role=status]").textContent));
  const rows = await page.locator("ol[aria-label^='The board in words'] li").allTextContents();
  assert.equal(rows[0], "empty, empty, empty, red");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => /moves nothing/.test(document.querySelector("body > [role=status]").textContent));
  await close(page);
});

for (const [name, viewport] of [["200 % on a desktop", { width: 640, height: 400 }], ["400 %", { width: 320, height: 256 }], ["a small phone", { width: 320, height: 568 }]]) {
  test(`nothing is cut off at ${name}`, async () => {
    const page = await open(`${pageWith(PACKS)}#2.1`, { viewport });
    await shot(page, `zoom-${viewport.width}`);
    for (const hash of ["2.1", "levels", "2.1/learn"]) {
      await page.goto(`${page.url().split("#")[0]}#${hash}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${hash} is no wider than the window`);
    }
    await page.goto(`${page.url().split("#")[0]}#2.1`);
    for (const button of ["Undo", "Restart", "Hint", "Solve"]) {
      await page.getByRole("button", { name: button }).scrollIntoViewIfNeeded();
      const box = await page.getByRole("button", { name: button }).boundingBox();
      assert.ok(box.width >= 24 && box.height >= 24 && box.x >= 0 && box.x + box.width <= viewport.width, button);
    }
    await close(page);
  });
}

test("the policy of the page lets nothing in", async () => {
  const page = await open(EMPTY);
  const policy = await page.locator("meta[http-equiv='Content-Security-Policy']").getAttribute("content");
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /connect-src 'none'/);
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'/);
  await close(page);
});
