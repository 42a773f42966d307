// Addresses and what is around the views: unknown ones, Back, dialogs, the index; windows of any
// size and text of any size; the page within another one, on paper, on a host.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { BUILT, close, counted, drag, EMPTY, LANDSCAPE, open, openOnline, pageWith, PHONE, start, stop, textOf, textSize, visit } from "./browser.js";
import { EXCHANGE, EXCHANGE_CODE, FIRST_PUZZLE, STUDIES, TWO_DOORS } from "./levels.js";

before(start);
after(stop);

const title = (page, text) => page.waitForFunction((text) => document.querySelector("h1").textContent === text, text);
const go = (page, hash) => page.evaluate((hash) => { location.hash = hash; }, hash);
const notice = (page, pattern) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector(".notice:not([hidden]) p")?.textContent), pattern.source);
const many = (count) => [{ title: "Many", levels: Array(count).fill(EXCHANGE) }];

test("an address under which there is nothing says so, and what was open stays", async () => {
  const page = await open(`${pageWith(STUDIES)}#zzz`);
  await notice(page, /nothing called “zzz”/);
  await page.waitForSelector("body[data-view=index]");
  await visit(page, "1.2", "play", "Twins");
  assert.ok(await page.locator(".notice").isHidden());
  for (const [hash, pattern] of [["1.99", /“1\.99”/], ["1.2/sing", /“1\.2\/sing”/]]) {
    await go(page, hash);
    await notice(page, pattern);
    await title(page, "Twins");
    assert.equal(await page.evaluate(() => location.hash), "#1.2");
  }
  await close(page);
});

test("modes have addresses; back and forward lead through them", async () => {
  const page = await open(`${EMPTY}#${EXCHANGE_CODE}`);
  await page.getByRole("link", { name: "Learn" }).click();
  await page.waitForSelector("body[data-view=learn]");
  assert.equal(await page.evaluate(() => location.hash), `#${EXCHANGE_CODE}/learn`);
  await page.goBack();
  await page.waitForSelector("body[data-view=play]");
  await page.goForward();
  await page.waitForSelector("body[data-view=learn]");
  await close(page);
});

test("the index is where it was left, and shows what has been begun", async () => {
  const page = await open(`${pageWith(many(60))}#levels`, PHONE);
  await page.waitForFunction(() => document.querySelectorAll(".packs .card-title").length === 60);
  const card = page.locator(".packs .card").nth(40);
  await card.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  assert.ok(before > 1000);
  await card.getByRole("link").click();
  await page.waitForSelector("body[data-view=play]");
  assert.equal(await page.evaluate(() => scrollY), 0);
  await drag(page, "a1R");
  await counted(page, 1);
  await page.goBack();
  await page.waitForSelector("body[data-view=index]");
  assert.equal(await page.evaluate(() => scrollY), before);
  assert.match(await card.getAttribute("class"), /begun/);
  assert.match(await card.textContent(), /begun/);
  assert.equal(await textOf(page, ".pack-head .note"), "0 of 60 solved");
  await close(page);
});

test("the built-in packs stand as in the designer", async () => {
  const page = await open(BUILT);
  await page.waitForSelector(".index-pack h2");
  assert.deepEqual(await page.locator(".packs h2").allTextContents(), ["Mondrian", "Lessons", "Studies", "Evolved", "Classics"]);
  await close(page);
});

test("a dialog closes when another view is shown", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.1`);
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
  assert.match(await textOf(page, "dialog[open]"), /d8U pushes the tile in column d, row 8 up/);
  await go(page, "1.2");
  await title(page, "Twins");
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await close(page);
});

test("a phone has the levels before and after, targets for fingers, and no more height than its window", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.1`, PHONE);
  await page.getByRole("link", { name: "Next level" }).tap();
  await title(page, "Twins");
  await page.getByRole("link", { name: "The level before" }).tap();
  await title(page, "Exchange");
  const small = () => page.evaluate(() => [...document.querySelectorAll("button, a, select, input")]
    .filter((element) => element.offsetParent && !element.classList.contains("skip"))
    .map((element) => [element, (element.closest("label") ?? element).getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 44 || box.height < 44))
    .map(([element, box]) => `${element.outerHTML.slice(0, 80)} ${box.width} × ${box.height}`));
  assert.deepEqual(await small(), []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight), 0);
  await visit(page, "1.1/learn", "learn");
  assert.deepEqual(await small(), []);
  await close(page);
});

test("held sideways the first puzzle has cells for fingers, and needs no zoom", async () => {
  const page = await open(pageWith([{ title: "One", levels: [FIRST_PUZZLE] }]), LANDSCAPE);
  const side = await page.evaluate(() => document.querySelector(".room .face").getBoundingClientRect().width + 1);
  assert.ok(side >= 26, `${side}`);
  assert.ok(await page.locator(".play .zoom").isHidden());
  assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight));
  await close(page);
});

test("lessons teach on small windows, too: how to play and the note stay while nothing else is said", async () => {
  const page = await open(pageWith([{ title: "One", levels: [TWO_DOORS] }]), PHONE);
  const words = () => textOf(page, ".line .words");
  assert.match(await words(), /^Drag a tile; it slides until something stops it\.\nA pass is a floor/);
  // The search for the best begins by itself, and takes nobody's place.
  await page.waitForFunction(() => /searching|proved/.test(document.querySelector(".standing").textContent));
  assert.match(await words(), /^Drag a tile; it slides until something stops it\.\nA pass is a floor/);
  await drag(page, "c2R");
  await counted(page, 1);
  assert.match(await words(), /A pass is a floor/);
  await close(page);
});

for (const [name, options] of [["a phone", PHONE], ["a desktop", undefined]]) {
  test(`text of twice the size on ${name}: it grows, and nothing runs into anything`, async () => {
    const page = await open(`${pageWith(STUDIES)}#1.1`, options);
    await textSize(page, 32);
    const size = () => page.evaluate(() => parseFloat(getComputedStyle(document.querySelector(".standing")).fontSize));
    await page.waitForFunction(() => getComputedStyle(document.documentElement).fontSize === "32px");
    assert.ok(await size() >= 24, `${await size()}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    const wide = await page.evaluate(() => [...document.querySelectorAll(".tools button")]
      .filter((element) => element.scrollWidth > element.clientWidth).map((element) => element.textContent));
    assert.deepEqual(wide, []);
    await close(page);
  });
}

test("within another page: board, counter, undo and a link, whole at 320 × 400", async () => {
  const page = await open(`${pageWith(STUDIES)}?embed#1.1`, { viewport: { width: 320, height: 400 } });
  assert.deepEqual(await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]), [320, 400]);
  const seen = await page.locator("button:visible, a:visible").allInnerTexts();
  assert.deepEqual(seen.map((text) => text.trim()), ["Open", "Undo", "Restart"]);
  assert.match(await page.getByRole("link", { name: "Open" }).getAttribute("href"), /\.html#1\.1$/);
  await drag(page, "d4L");
  await counted(page, 1);
  await page.getByRole("button", { name: "Undo" }).click();
  await counted(page, 0);
  assert.equal(await page.locator(".target svg:visible").count(), 0, "the goal is on the board");
  await visit(page, "1.3", "play", "Pinwheel");
  assert.equal(await page.locator(".target svg:visible").count(), 1, "a goal that floats is beside it");
  assert.deepEqual(await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]), [320, 400]);
  await close(page);
});

test("on paper: the board and the goal, dark on light, and nothing to press", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.1`, { viewport: { width: 720, height: 1000 }, colorScheme: "dark" });
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("button:visible, .modes:visible").count(), 0);
  assert.equal(await page.locator(".room svg:visible, .target svg:visible").count(), 2);
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector(".floor")).fill), "rgb(255, 255, 255)");
  await close(page);
});

test("on a host the page has a manifest, and works without a network", async () => {
  const site = fileURLToPath(new URL("../dist/", import.meta.url));
  const types = { ".html": "text/html", ".js": "text/javascript", ".png": "image/png", ".webmanifest": "application/manifest+json" };
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const file = path === "/" ? "index.html" : path.slice(1);
    try {
      const bytes = readFileSync(join(site, file));
      response.writeHead(200, { "Content-Type": types[extname(file)] }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const page = await openOnline(`http://127.0.0.1:${server.address().port}/#levels`);
  const manifest = await page.evaluate(async () => document.querySelector("link[rel=manifest]").href);
  assert.match(manifest, /manifest\.webmanifest$/);
  const { icons } = JSON.parse(readFileSync(join(site, "manifest.webmanifest"), "utf8"));
  for (const { src, sizes } of icons) {
    const png = readFileSync(join(site, src));
    assert.equal(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, sizes);
  }
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  server.close();
  server.closeAllConnections();
  await page.goto(page.url().replace("#levels", "?embed#1.1"));
  await page.waitForSelector("html[data-ready]");
  await page.waitForSelector("body[data-embed][data-view=play]");
  await close(page);
});
