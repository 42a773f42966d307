// For everybody: axe finds nothing, on any view, in light and dark, at any size; names and
// the live region tell what the screen shows; nothing is cut off at 200 % zoom.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { close, counted, DESKTOP, drag, EMPTY, lineSays, open, pageWith, PHONE, shot, start, stop, textOf, visit } from "./browser.js";
import { ALL_TOGETHER, EXCHANGE_MOVES, FIRST_PUZZLE, LARGEST, STUDIES, THREE_PUSHES, WITH_ISSUES, WITH_WRONG_TERRAIN } from "./levels.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PACKS = [
  ...STUDIES, { title: "More", levels: [FIRST_PUZZLE, LARGEST, WITH_ISSUES] },
  { title: "Parts", levels: [ALL_TOGETHER, WITH_WRONG_TERRAIN] },
];

before(start);
after(stop);

const ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

async function axe(page, what, rules) {
  const { violations } = await page.evaluate((runOnly) => axe.run(document, { runOnly }), rules);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 140)).join(" | ")}`);
  assert.deepEqual(found, [], what);
}

/** Looks at a screen by all rules, and at its colours in the other theme too. */
async function check(page, name) {
  // The policy of the page forbids foreign scripts; the debugger may run them.
  if (await page.evaluate(() => typeof axe === "undefined")) await page.evaluate(AXE);
  await axe(page, name, ALL);
  await shot(page, `${page.label}-light-${name}`);
  await page.emulateMedia({ colorScheme: "dark" });
  await axe(page, `${name}, dark`, ["color-contrast"]);
  await shot(page, `${page.label}-dark-${name}`);
  await page.emulateMedia({ colorScheme: "light" });
}

for (const [label, options] of [["desktop", DESKTOP], ["phone", PHONE]]) {
  test(`axe finds nothing on a ${label}, in light and dark`, async () => {
    const address = pageWith(PACKS);
    const page = await open(`${address}#levels`, options);
    page.label = label;
    await check(page, "index");
    for (const [hash, name] of [["2.1", "play"], ["2.2", "large"], ["2.3", "issues"], ["2.1/learn", "learn"], ["2.3/design", "design"]]) {
      await visit(page, hash, name === "large" ? "play" : name, name === "large" ? "Untitled" : undefined);
      if (name === "learn") await page.waitForSelector(".successor");
      await check(page, name);
    }
    await visit(page, "3.1/design", "design", "All together");
    await page.waitForSelector(".verdict[data-tone=proved]");
    await check(page, "design-parts");
    if (label === "phone") {
      await page.getByRole("button", { name: "More" }).tap();
      await check(page, "design-more");
      await page.keyboard.press("Escape");
    }
    await visit(page, "3.1", "play", "All together");
    await check(page, "parts");
    for (const move of ["e1D", "e3L", "b1D"]) await drag(page, move);
    await counted(page, 3);
    await page.evaluate(() => document.querySelector("input[value=letters]").click());
    await check(page, "parts-letters");
    await page.evaluate(() => document.querySelector("input[value=plain]").click());
    await visit(page, "3.1/learn", "learn");
    await page.waitForSelector(".successor");
    await check(page, "parts-learn");
    await visit(page, "3.2", "issues");
    await check(page, "parts-issues");
    await visit(page, "1.2", "play", "Twins");
    await page.keyboard.press("s");
    await page.waitForSelector(".watch:not([hidden])");
    await check(page, "watch");
    await visit(page, "1.1", "play", "Exchange");
    await page.keyboard.press("h");
    await lineSays(page, /left/);
    await page.keyboard.press("h");
    await page.keyboard.press("h");
    await check(page, "hint");
    for (const move of EXCHANGE_MOVES) await drag(page, move);
    await page.waitForSelector(".play.is-won");
    await check(page, "won");
    await page.keyboard.press("?");
    await check(page, "help");
    await page.keyboard.press("Escape");
    for (const dialog of ["Options", "Share", "Open"]) {
      const menu = page.getByRole("button", { name: "Menu" });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole("button", { name: dialog }).filter({ visible: true }).first().click();
      await check(page, dialog);
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
  await page.waitForFunction(() => /is blocked on that side/.test(document.querySelector("body > [role=status]").textContent));
  await close(page);
});

test("passes, thin walls, chameleons and numbers are said too", async () => {
  const page = await open(`${pageWith([{ title: "Parts", levels: [ALL_TOGETHER, THREE_PUSHES] }])}#1.1`);
  const rows = () => page.locator("ol[aria-label^='The board in words'] li").allTextContents();
  assert.deepEqual(await rows(), [
    "empty, numbered 2 with 2 pushes left, wall, empty, chameleon",
    "empty, empty, empty, red, empty; thin wall below a2",
    "empty, thin wall, empty, red pass, empty, empty; thin wall below e3",
    "empty, empty, empty, empty, empty",
  ]);
  assert.equal(await page.locator(".target .picture").getAttribute("aria-label"), "Goal: numbered 2 on c2, red on a3, red on b3");
  assert.match(await textOf(page, ".target .note"), /^Numbered tiles: 2 pushes left\.$/);
  const says = (pattern) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector("body > [role=status]").textContent), pattern.source);
  await page.getByRole("button", { name: /^chameleon on e1; / }).focus();
  await page.keyboard.press("ArrowDown");
  await says(/^chameleon on e3. Move 1$/);
  await page.keyboard.press("ArrowLeft");
  await says(/^red on d3, once a chameleon. Move 2. The chameleon on d3 is red now$/);
  await page.getByRole("button", { name: /^numbered 2 on b1, 2 pushes left; / }).focus();
  await page.keyboard.press("ArrowDown");
  await says(/^numbered 2 on b4, 1 push left. Move 3$/);
  assert.equal((await rows())[3], "empty, numbered 2 with 1 push left, empty, empty, empty");
  await close(page);
});

for (const [name, viewport] of [["200 % on a desktop", { width: 640, height: 400 }], ["400 %", { width: 320, height: 256 }], ["a small phone", { width: 320, height: 568 }]]) {
  test(`nothing is cut off at ${name}`, async () => {
    const page = await open(`${pageWith(PACKS)}#2.1`, { viewport });
    await shot(page, `zoom-${viewport.width}`);
    for (const [hash, view] of [["2.1", "play"], ["levels", "index"], ["2.1/learn", "learn"]]) {
      await visit(page, hash, view);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${hash} is no wider than the window`);
    }
    await visit(page, "2.1", "play");
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

test("every stop of Tab has a name, and the board is no image", async () => {
  const page = await open(`${pageWith(PACKS)}#1.1`);
  const names = await page.evaluate(() => document.querySelector(".room svg").getAttribute("role"));
  assert.equal(names, "group");
  for (let stop = 0; stop < 25; stop++) {
    await page.keyboard.press("Tab");
    const { name, kind } = await page.evaluate(() => {
      const { activeElement: at } = document;
      return { kind: at.localName, name: at.getAttribute("aria-label") || at.closest("label")?.textContent || at.textContent };
    });
    if (kind === "body") break;
    assert.ok(name.trim(), `stop ${stop}, ${kind}`);
    assert.notEqual(kind, "svg");
  }
  await close(page);
});
