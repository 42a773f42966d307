// Measures the core: how long it takes, stepped as the page steps it, until the first solution
// and until the proof of a level, beside `mondrian solve --threads 1`, one after the other.
//
//   node web/measure.js CORE PROGRAM [LEVEL]      (core.wasm, mondrian, builtin:first-puzzle)

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { makeCore } from "./src/core.js";

const [file, program, level = "builtin:first-puzzle"] = process.argv.slice(2);
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
