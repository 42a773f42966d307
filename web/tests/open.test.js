// What is given to the page: links, texts, files, packs; and what cannot be read.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, counted, drag, EMPTY, open, pageWith, PHONE, shot, start, stop, textOf, DESKTOP } from "./browser.js";
import { EXCHANGE, EXCHANGE_CODE, EXCHANGE_MOVES, FIRST_PUZZLE, KATOMIC, STUDIES, TWINS, TWINS_CODE, WITH_ISSUES } from "./levels.js";

before(start);
after(stop);

const title = (page, text) => page.waitForFunction((text) => document.querySelector("h1").textContent === text, text);
const damaged = EXCHANGE_CODE.replace("hbmdlA", "hbmdlB");

test("a link opens its level, from a file and without a network", async () => {
  const page = await open(`${EMPTY}#${EXCHANGE_CODE}`);
  await title(page, "Exchange");
  for (const move of EXCHANGE_MOVES) await drag(page, move);
  await page.waitForSelector(".play.is-won");
  await close(page);
});

test("a damaged link is a message with the place; what was open stays, the text too", async () => {
  const page = await open(`${EMPTY}#${EXCHANGE_CODE}`);
  await drag(page, "d4L");
  await counted(page, 1);
  await page.evaluate((code) => { location.hash = code; }, damaged);
  await page.waitForSelector(".notice:not([hidden])");
  assert.match(await textOf(page, ".notice p"), /cannot be opened.*checksum/i);
  await shot(page, "damaged-desktop");
  await title(page, "Exchange");
  await counted(page, 1);
  assert.equal(await page.evaluate(() => decodeURIComponent(location.hash.slice(1))), EXCHANGE_CODE);
  await page.getByRole("button", { name: "Open" }).first().click();
  assert.equal(await page.locator("dialog[open] textarea").inputValue(), damaged);
  await page.locator("dialog[open] textarea").fill(EXCHANGE_CODE);
  await page.locator("dialog[open]").getByRole("button", { name: "Open" }).click();
  await title(page, "Exchange");
  assert.ok(await page.locator(".notice").isHidden());
  await close(page);
});

test("a damaged link opened first leaves a field to mend it in", async () => {
  const page = await open(`${EMPTY}#${damaged}`, PHONE);
  assert.match(await textOf(page, ".notice p"), /checksum/i);
  assert.equal(await page.locator(".index-open textarea").inputValue(), damaged);
  await shot(page, "damaged-phone");
  await close(page);
});

test("texts, level files and links are pasted, files chosen and dropped", async () => {
  const page = await open(EMPTY);
  const paste = (text) => page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
  await paste(FIRST_PUZZLE);
  await title(page, "Mondrian2, the first puzzle");
  await paste("RB.\n...\n\n.RB\n...");
  await title(page, "Untitled");
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "twins.mondrian.ron"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, TWINS);
  await title(page, "Twins");
  await page.getByRole("link", { name: "all levels" }).click();
  await page.locator(".index-open input[type=file]").setInputFiles({ name: "exchange.mondrian.ron", mimeType: "text/plain", buffer: Buffer.from(EXCHANGE) });
  await title(page, "Exchange");
  await page.goBack();
  await page.waitForSelector(".index:not([hidden])");
  await page.waitForSelector(".recent:not([hidden])");
  assert.equal(await page.locator(".recent .card").count(), 4, "what was opened can be found again");
  await page.locator(".index-open textarea").fill(`https://example.org/play/#${EXCHANGE_CODE}`);
  await page.locator(".index-open").getByRole("button", { name: "Open" }).click();
  await title(page, "Exchange");
  await close(page);
});

test("several share codes and collections are opened as packs", async () => {
  const page = await open(EMPTY);
  const give = async (text, name) => {
    await page.evaluate(([text, name]) => {
      const data = new DataTransfer();
      if (name) data.items.add(new File([text], name));
      else data.setData("text", text);
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, [text, name]);
    await page.waitForSelector(".index:not([hidden])");
  };
  const cards = () => page.locator(".packs .index-pack").last().locator(".card").count();
  await give(`Mine: ${EXCHANGE_CODE} and another: ${TWINS_CODE}`);
  assert.equal(await cards(), 2);
  const withoutPlace = "\n[Level3]\nName=Bad\natom_1=1-c\natom_2=3-g\nfeld_00=.####\nfeld_01=.#1.#\nfeld_02=.#.2#\nfeld_03=.####\nmole_0=1\n";
  await give(KATOMIC.replace("LevelCount=2", "LevelCount=3") + withoutPlace, "small.dat");
  assert.equal(await cards(), 2);
  assert.match(await textOf(page, ".notice p"), /level 3 is left out: line/);
  assert.match(await textOf(page, ".index"), /Two waters/);
  await give("1 2 3 4 5 6 8 7 0\n8 7 6 5 4 3 2 1 0\n", "list.txt");
  assert.equal(await cards(), 2);
  await shot(page, "packs-opened");
  await page.locator(".packs .index-pack").last().locator(".card a").last().click();
  await page.waitForSelector(".play:not([hidden])");
  await close(page);
});

test("what is no level is refused with its place", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.2`);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text", '(\n    version: 1,\n    titel: "x",\n)');
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await page.waitForSelector(".notice:not([hidden])");
  assert.match(await textOf(page, ".notice p"), /line 3, column 5.*titel/i);
  await title(page, "Twins");
  await close(page);
});

test("a level with issues is shown with what is wrong", async () => {
  const page = await open(pageWith([{ title: "One", levels: [WITH_ISSUES] }]));
  await page.waitForSelector(".draft:not([hidden])");
  assert.match(await textOf(page, ".issues .error"), /R|red/);
  assert.ok(await page.locator(".drafts .refused").count() > 0, "its cells are marked");
  await shot(page, "issues-desktop");
  await close(page);
});

test("a pack: cards with best moves and progress, a search where there are many", async () => {
  const many = Array.from({ length: 5 }, () => STUDIES[0].levels).flat();
  const page = await open(pageWith([{ title: "Many", levels: many }, ...STUDIES]), PHONE);
  await page.waitForSelector(".index:not([hidden])");
  await page.waitForFunction(() => document.querySelectorAll(".packs .card-title").length === 18);
  assert.match(await textOf(page, ".packs .card"), /Exchange\s+best 4/);
  await shot(page, "index-phone");
  await page.getByRole("searchbox").fill("twin");
  assert.equal(await page.locator(".packs .card:visible").count(), 6);
  await page.locator(".packs .card:visible").first().click();
  await title(page, "Twins");
  await close(page);
});

test("the share code holds the best solution known", async () => {
  const page = await open(`${pageWith(STUDIES)}#1.1`);
  await page.getByRole("button", { name: "Share" }).click();
  const code = await page.locator("dialog[open] textarea").inputValue();
  assert.match(code, /^mondrian1:[\w-]+$/);
  assert.ok(await page.getByRole("button", { name: "Copy link" }).isHidden(), "a file here is no address for others");
  await shot(page, "share-desktop");
  const other = await open(`${EMPTY}#${code}`, DESKTOP);
  await title(other, "Exchange");
  await close(other);
  await close(page);
});

test("a file that is no text is said to be none", async () => {
  const page = await open(EMPTY);
  await page.locator(".index-open input[type=file]").setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]) });
  await page.waitForFunction(() => /^photo\.png is not a text/.test(document.querySelector(".notice:not([hidden]) p")?.textContent));
  await close(page);
});
