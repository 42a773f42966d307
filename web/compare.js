// Compares a player with the program: the messages of the core in it, on a fixed suite, with
// those of the core built from these sources, and what its searches find with what
// `mondrian solve` and `mondrian explain` print. Ends with 1, and says that the player is to be
// renewed, when they differ.
//
//   node web/compare.js PLAYER PROGRAM LINES
//
// PROGRAM is `mondrian`, LINES the example `lines` of `web/core`: the core as a program.

import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeCore, message, unpackCore } from "./src/core.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [player, program, lines] = process.argv.slice(2);
const html = readFileSync(player, "utf8");
const [, packed] = /<script type="text\/plain" id="core">([^<]*)</.exec(html);
const core = await makeCore(await WebAssembly.compile(unpackCore(packed)));

const levelFiles = readdirSync(join(root, "levels"), { recursive: true })
  .filter((name) => name.endsWith(".ron")).sort();
const texts = levelFiles.map((name) => readFileSync(join(root, "levels", name), "utf8"));
const codes = texts.flatMap((text) => core({ op: "read", text }).levels?.[0].code ?? []);
const codeOf = (part) => core({ op: "read", text: texts[levelFiles.findIndex((name) => name.includes(part))] }).levels[0].code;
const exchange = codeOf("01-exchange");
const best = (code) => core({ op: "read", text: code }).levels[0].best.solution;

// What is said and told, whatever a search does.
const messages = [
  { op: "about" },
  ...texts.map((text) => ({ op: "read", text })),
  ...codes.map((code) => ({ op: "read", text: code })),
  ...codes.map((code) => ({ op: "play", code })),
  ...codes.map((code) => ({ op: "play", code, moves: best(code) })),
  { op: "play", code: exchange, moves: "a1U" },
  { op: "read", text: "BR.\n...\n\n..R\n..B" },
  { op: "read", text: "BR.\n...\n\n.RR\n..B" },
  { op: "read", text: "(version: 1,\n oops: 2)" },
  { op: "read", text: exchange.slice(0, -1) },
  { op: "share", code: exchange, solution: best(exchange) },
  { op: "dance" },
  ...["astar", "weighted-astar", "greedy", "mondrian", "engine"].flatMap((method) => [
    { op: "explain", code: exchange, method },
    { op: "next", steps: 3, open: 4 },
    { op: "next", steps: 40, open: 4 },
  ]),
];

// Nothing that was proved before on this machine.
const env = { ...process.env, MONDRIAN_DATA: "" };

const differences = [];
function check(what, found, expected) {
  const [one, other] = [found, expected].map((value) => JSON.stringify(value));
  if (one !== other) differences.push(`${what}\n  player  ${one.slice(0, 300)}\n  program ${other.slice(0, 300)}`);
}

const input = messages.map(message).join("\n");
const native = execFileSync(lines, { input, maxBuffer: 1 << 28, encoding: "utf8" }).trim().split("\n");
messages.forEach((request, nth) => {
  check(JSON.stringify(request).slice(0, 100), core(request), JSON.parse(native[nth]));
});

// The end of a search, without what differs from machine to machine.
const conclusion = ({ verdict, moves, lower_bound, stop, method, heuristic, threads }) => (
  { verdict, moves, lower_bound, stop, method, heuristic, threads });

function searched(code, options) {
  core({ op: "solve", code, ...options });
  for (;;) {
    const { running, events } = core({ op: "step", ms: 100 });
    if (!running) return conclusion(events.at(-1));
  }
}

function solved(code, options) {
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const { stdout } = spawnSync(program, ["solve", code, "--json", "--threads", "1", ...given], { encoding: "utf8", env });
  return conclusion(JSON.parse(stdout.trim().split("\n").at(-1)));
}

for (const code of codes) {
  check(`solve ${code.slice(0, 40)}`, searched(code, {}), solved(code, {}));
}
for (const options of [
  { method: "astar" }, { method: "breadth-first" }, { method: "mondrian", aim: "any" },
  { method: "breadth-first", states: 5 },
]) {
  check(`solve ${JSON.stringify(options)}`, searched(exchange, options), solved(exchange, options));
}
core({ op: "explain", code: exchange, method: "astar" });
const told = core({ op: "next", steps: 25 }).steps;
const explained = execFileSync(program, ["explain", exchange, "--method", "astar", "--steps", "25", "--json"], { encoding: "utf8" });
check("explain", told, explained.trim().split("\n").map((line) => JSON.parse(line)));

if (differences.length > 0) {
  console.error(differences.join("\n"));
  console.error(`\n${player} does not say what the program says: renew it with web/build --commit`);
  process.exit(1);
}
console.log(`${player}: ${messages.length} messages and ${codes.length + 5} searches as of the program`);
