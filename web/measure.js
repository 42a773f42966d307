// Measures the page; the figures stand in docs/measured.md.
//
//   node web/measure.js CORE PROGRAM [LEVEL]
//     how long the core takes, stepped as the page steps it, until the proof of a level, beside `mondrian solve
//     --threads 1`, one after the other (core.wasm, mondrian, builtin:first-puzzle)
//   node web/measure.js PLAYER
//     in Chromium: the first own move, plain and with the page's thread slowed four times; tasks of that thread
//     above 50 ms while a hard level is searched; what it does idle; the verdict of a stroke

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { makeCore } from "./src/core.js";

const [file, program, level = "builtin:first-puzzle"] = process.argv.slice(2);
if (program) await measureCore();
else await measurePage();

async function measureCore() {
  const code = execFileSync(program, ["share", level], { encoding: "utf8" }).trim();
  const core = await makeCore(await WebAssembly.compile(readFileSync(file)));
  const env = { ...process.env, MONDRIAN_DATA: "" };
  const run = (args) => execFileSync(program, args, { encoding: "utf8", env }).trim().split("\n").map((line) => JSON.parse(line)).at(-1);
  const told = ({ moves, verdict, seconds, peak_memory_bytes }) =>
    `${moves} moves, ${verdict}, ${seconds.toFixed(2)} s, ${(peak_memory_bytes / (1 << 20)).toFixed(0)} MiB`;
  for (let round = 1; round <= 3; round += 1) {
    console.log(`program  ${told(run(["solve", code, "--json", "--threads", "1", "--fresh"]))}`);
    core({ op: "solve", code, fresh: true });
    let longest = 0;
    for (let running = true; running;) {
      const begun = performance.now();
      const answer = core({ op: "step", ms: 30 });
      longest = Math.max(longest, performance.now() - begun);
      running = answer.running;
      if (!running) console.log(`core     ${told(answer.events.at(-1))}, longest step ${longest.toFixed(0)} ms`);
    }
  }
}

async function measurePage() {
  process.env.PLAYER = file;
  const { BUILT, close, DESKTOP, open, pageWith, PHONE, start, stop, visit } = await import("./tests/browser.js");
  const { HARD } = await import("./tests/levels.js");
  await start();
  const median = (list) => list.toSorted((one, other) => one - other)[list.length >> 1];

  /** Returns when the first own move was seen, in milliseconds after the page was asked for. */
  async function firstMove(rate) {
    const page = await open(BUILT, PHONE);
    await page.goto("about:blank");
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate });
    await page.addInitScript(() => {
      addEventListener("DOMContentLoaded", () => {
        // As soon as tiles can be pushed, one is.
        const push = () => {
          /** @type {HTMLElement} */ (document.querySelector(".tile.free"))?.focus();
          for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft"]) {
            document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
            if (document.querySelector(".made")?.textContent !== "1") continue;
            requestAnimationFrame(() => { globalThis.moved = performance.now(); });
            return;
          }
          setTimeout(push);
        };
        push();
      });
    });
    await page.goto(`${BUILT}#2.1`);
    await page.waitForFunction(() => globalThis.moved);
    const moved = await page.evaluate(() => globalThis.moved);
    await close(page);
    return moved;
  }

  for (const rate of [1, 4]) {
    const rounds = [];
    for (let round = 0; round < 7; round += 1) rounds.push(await firstMove(rate));
    console.log(`first own move, ${rate === 1 ? "plain" : "the page's thread slowed four times"}: median ${median(rounds).toFixed(0)} ms of ${rounds.map(Math.round).join(", ")}`);
  }

  const hard = await open(`${pageWith([{ title: "Hard", levels: [HARD] }])}#1.1`, DESKTOP);
  await hard.evaluate(() => {
    globalThis.long = [];
    new PerformanceObserver((list) => globalThis.long.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
  });
  await hard.keyboard.press("s");
  await hard.waitForTimeout(10_000);
  const long = await hard.evaluate(() => globalThis.long);
  console.log(`tasks above 50 ms in 10 s of a search: ${long.length}${long.length ? `, the longest ${Math.max(...long).toFixed(0)} ms` : ""}`);
  await close(hard);

  const idle = await open(`${BUILT}#1.1`, DESKTOP);
  const session = await idle.context().newCDPSession(idle);
  await session.send("Performance.enable");
  const busy = async () => (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
  // The search of the background comes to its end before.
  await idle.waitForTimeout(15_000);
  const before = await busy();
  await idle.waitForTimeout(20_000);
  console.log(`idle: ${((await busy() - before) / 20 * 100).toFixed(2)} % of the page's thread`);
  await close(idle);

  const design = await open(BUILT, DESKTOP);
  const places = await design.evaluate(() => [...document.querySelectorAll("a.card[href], .card a[href]")].map((link) => link.getAttribute("href").slice(1)).filter((place) => /^\d+\.\d+$/.test(place)));
  const times = [];
  for (const place of places) {
    await visit(design, `${place}/design`, "design");
    const time = await design.evaluate(verdictOfStroke);
    if (time) times.push({ place, time });
  }
  console.log(`verdict of a stroke on 6 × 6, ${times.length} built-in levels: median ${median(times.map(({ time }) => time)).toFixed(0)} ms of ${times.map(({ place, time }) => `${place} ${time.toFixed(0)}`).join(", ")}`);
  await close(design);
  await stop();
}

/** On the page: puts a wall on the first empty cell of a board of 6 × 6; how long until the verdict is the last? */
async function verdictOfStroke() {
  const floor = document.querySelector(".table.first .floor").getBoundingClientRect();
  const fields = [...document.querySelectorAll(".size input")].map((field) => /** @type {HTMLInputElement} */ (field).value);
  if (fields.join() !== "6,6") return null;
  const isOver = () => ["proved", "wrong"].includes(document.querySelector(".verdict").getAttribute("data-tone"));
  const until = async (is) => { while (!is()) await new Promise((resolve) => setTimeout(resolve, 2)); };
  await until(isOver);
  /** @type {HTMLElement} */ (document.querySelector('[data-brush=\'"wall"\']')).click();
  const side = (floor.width - 1) / 6;
  const taken = [...document.querySelectorAll(".table.first .tile")].map((tile) => tile.getBoundingClientRect());
  const walls = document.querySelector(".table.first .walls").getAttribute("d").split("M").length;
  for (let cell = 0; cell < 36; cell += 1) {
    const at = { clientX: floor.left + (cell % 6 + 0.5) * side, clientY: floor.top + (Math.floor(cell / 6) + 0.5) * side };
    if (taken.some((box) => at.clientX > box.left && at.clientX < box.right && at.clientY > box.top && at.clientY < box.bottom)) continue;
    const svg = document.querySelector(".table.first svg");
    svg.setPointerCapture = () => {};
    const init = { ...at, pointerId: 1, isPrimary: true, button: 0, bubbles: true };
    svg.dispatchEvent(new PointerEvent("pointerdown", init));
    const begun = performance.now();
    svg.dispatchEvent(new PointerEvent("pointerup", init));
    if (document.querySelector(".table.first .walls").getAttribute("d").split("M").length <= walls) {
      /** @type {HTMLButtonElement} */ (document.querySelector(".design .tools button")).click();
      await until(isOver);
      continue;
    }
    await until(isOver);
    return performance.now() - begun;
  }
  return null;
}
