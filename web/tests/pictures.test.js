// What the screens look like, compared with the pictures in `pictures/`. They are of Debian's Chromium
// and its fonts; a few pixels in a thousand may differ. Where one differs, what was seen and what
// differs lie in SHOTS, or in a folder that the message names.
//
//   BLESS=1 PLAYER=… node --test web/tests/pictures.test.js      takes the pictures anew

import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { close, counted, DESKTOP, drag, LANDSCAPE, open, pageWith, PHONE, start, stop, textSize, visit } from "./browser.js";
import { ALL_TOGETHER, EXCHANGE_MOVES, FIRST_PUZZLE, LARGEST, STUDIES, TWO_DOORS, WITH_ISSUES } from "./levels.js";

const FOLDER = fileURLToPath(new URL("pictures/", import.meta.url));
/** So large a part of a picture may differ. */
const PART = 0.004;
const PACKS = [...STUDIES, { title: "More", levels: [FIRST_PUZZLE, TWO_DOORS, ALL_TOGETHER, LARGEST, WITH_ISSUES] }];
const TABLET = { ...PHONE, viewport: { width: 768, height: 1024 } };
const DARK = { colorScheme: "dark" };

before(start);
after(stop);

/** What runs by itself would change what is seen. */
const still = (page) => page.addInitScript(() => localStorage.setItem("mondrian:settings", '{"background":false}'));

/** Compares what is seen with the picture of that name, one pixel to a CSS pixel. */
async function looks(page, name) {
  const seen = PNG.sync.read(await page.screenshot({ scale: "css", animations: "disabled", caret: "hide" }));
  const file = join(FOLDER, `${name}.png`);
  if (process.env.BLESS) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, PNG.sync.write(seen));
    return;
  }
  assert.ok(existsSync(file), `there is no picture ${name}: take it with BLESS=1`);
  const kept = PNG.sync.read(readFileSync(file));
  const { width, height } = kept;
  assert.deepEqual([seen.width, seen.height], [width, height], name);
  const difference = new PNG({ width, height });
  const count = pixelmatch(kept.data, seen.data, difference.data, width, height, { threshold: 0.2 });
  if (count <= PART * width * height) return;
  const folder = process.env.SHOTS ?? mkdtempSync(join(tmpdir(), "mondrian-pictures-"));
  writeFileSync(join(folder, `${name}.png`), PNG.sync.write(seen));
  writeFileSync(join(folder, `${name}-difference.png`), PNG.sync.write(difference));
  assert.fail(`${name} looks different in ${count} pixels: see ${folder}`);
}

const VIEWS = [
  ["index-phone", "levels", PHONE], ["index-desktop-dark", "levels", { ...DESKTOP, ...DARK }],
  ["play-phone", "2.1", PHONE], ["play-landscape", "2.1", LANDSCAPE], ["play-tablet", "2.1", TABLET],
  ["play-desktop", "2.1", DESKTOP], ["play-desktop-dark", "2.3", { ...DESKTOP, ...DARK }],
  ["lesson-phone-dark", "2.2", { ...PHONE, ...DARK }], ["large-phone", "2.4", PHONE],
  ["issues-phone", "2.5", PHONE], ["design-phone", "2.3/design", PHONE], ["design-landscape", "2.3/design", LANDSCAPE],
  ["design-tablet-dark", "2.3/design", { ...TABLET, ...DARK }], ["design-desktop", "2.3/design", DESKTOP], ["learn-phone", "1.1/learn", PHONE], ["learn-desktop", "1.1/learn", DESKTOP],
];

test("each view looks as it did", async (t) => {
  const address = pageWith(PACKS);
  for (const [name, hash, options] of VIEWS) {
    await t.test(name, async () => {
      const page = await open(`${address}#${hash}`, options, still);
      if (hash.endsWith("learn")) await page.waitForSelector(".successor");
      if (hash.endsWith("design")) await page.waitForSelector(".verdict[data-tone=proved]");
      if (hash === "levels") await page.waitForFunction(() => document.querySelectorAll(".card-picture svg").length >= 4);
      await looks(page, name);
      await close(page);
    });
  }
});

test("what if looks as it did, light and dark", async () => {
  for (const [name, options] of /** @type {const} */ ([["what-if-phone", PHONE], ["what-if-desktop-dark", { ...DESKTOP, ...DARK }]])) {
    const page = await open(`${pageWith(PACKS)}#2.2/design`, options, still);
    await page.waitForSelector(".verdict[data-tone=proved]");
    await page.locator('.tools [data-brush=\'"wall"\']').click();
    await page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector(".design-menu [type=checkbox]")).click());
    await page.waitForFunction(() => /every cell says/.test(document.querySelector(".hand").textContent));
    await looks(page, name);
    await close(page);
  }
});

test("a level that is won, within another page, with large text looks as it did", async () => {
  const page = await open(`${pageWith(PACKS)}#1.1`, PHONE, still);
  for (const [index, move] of EXCHANGE_MOVES.entries()) {
    await drag(page, move);
    await counted(page, index + 1);
  }
  await page.waitForSelector(".play.is-won");
  await looks(page, "won-phone");
  await visit(page, "2.1", "play");
  await textSize(page, 32);
  await page.waitForFunction(() => getComputedStyle(document.documentElement).fontSize === "32px");
  await looks(page, "large-text-phone");
  await close(page);
  const embedded = await open(`${pageWith(PACKS)}?embed#2.1`, { viewport: { width: 320, height: 400 } }, still);
  await looks(embedded, "embedded");
  await close(embedded);
});
