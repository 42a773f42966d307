// The code of a module is taken apart and joined again, byte by byte; what nobody knows is refused.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { unpackCore } from "../src/core.js";
import { join, split } from "../src/streams.js";

/** Returns a module with one function, whose code is this. */
const moduleOf = (...code) => Uint8Array.from([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 10, code.length + 5, 1, code.length + 3, 1, 1, 0x7f, ...code, 0, 2, 1, 0,
]);

test("the core of the player is joined as it was", () => {
  const [, packed] = /<script type="text\/plain" id="core">([^<]*)</.exec(readFileSync(process.env.PLAYER ?? "web/dist/index.html", "utf8"));
  const core = unpackCore(packed);
  assert.ok(WebAssembly.validate(core));
  assert.deepEqual(join(split(core)), core);
});

test("instructions of all kinds are joined as they were", () => {
  const kinds = {
    "a loop with a branch table": [0x03, 0x40, 0x20, 0x00, 0x0e, 1, 0, 1, 0x0b, 0x0b],
    "numbers of several bytes": [0x41, 0x80, 0x80, 0x7c, 0x1a, 0x42, 0xff, 0xff, 0xff, 0x00, 0x1a, 0x0b],
    "decimals": [0x43, 1, 2, 3, 0x0b, 0x1a, 0x44, 1, 2, 3, 4, 5, 6, 7, 0x0b, 0x1a, 0x0b],
    "a select of a type": [0x1c, 1, 0x7f, 0x1a, 0x0b],
    "memory that is copied and filled": [0xfc, 10, 0, 0, 0xfc, 11, 0, 0x28, 2, 0x80, 1, 0x0b],
  };
  for (const [name, code] of Object.entries(kinds)) assert.deepEqual(join(split(moduleOf(...code))), moduleOf(...code), name);
});

test("opcodes that nobody knows are refused", () => {
  for (const op of [0xfd, 0xfe, 0xd4]) assert.throws(() => split(moduleOf(op, 0x0b)), /opcode \d+ is not known/);
  assert.throws(() => split(Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0])), /has no code/);
});
