// What packers of LZMA make is unpacked again; what is damaged is refused.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { compress } from "lzma1";
import { packBytes, unpackBytes } from "../src/core.js";
import { unpackLzma } from "../src/lzma.js";

const bytesOf = (text) => new TextEncoder().encode(text);

/** Returns numbers below a limit that look random, the same each time. */
function numbers(count, limit) {
  let seed = 1;
  return Array.from({ length: count }, () => {
    seed = Math.imul(seed, 1103515245) + 12345 >>> 0;
    return Math.floor(seed / 2 ** 32 * limit);
  });
}

/** Pieces of some kinds that come again from near and far, with a byte changed now and then. */
function pieces() {
  const kinds = [3, 5, 17, 70, 300, 900].map((length) => numbers(length, 256));
  const bytes = numbers(300, kinds.length).flatMap((kind) => kinds[kind]);
  for (const at of numbers(200, bytes.length)) bytes[at] ^= 1;
  return Uint8Array.from(bytes);
}

const DATA = {
  "nothing": bytesOf(""),
  "one byte": bytesOf("a"),
  "zeros": new Uint8Array(100_000),
  "a text": bytesOf(readFileSync(new URL(import.meta.url), "utf8")),
  "noise": Uint8Array.from(numbers(5000, 256)),
  "pieces": pieces(),
};

for (const [name, data] of Object.entries(DATA)) {
  test(`${name} is packed and unpacked`, () => {
    assert.deepEqual(unpackLzma(compress(data, 9)), data);
    assert.deepEqual(unpackLzma(unpackBytes(packBytes(compress(data, 9)))), data);
  });
}

test("what another packer makes with other settings is unpacked", () => {
  // By liblzma with lc=1, lp=2, pb=1; the size was put into the header afterwards.
  const packed = Buffer.from("QAAQAAAAAQAAAAAAAAAwjEb3KYskVWDZ/E7OQO5mjDvvSGjURKntst6A7qizVSympOuqFG7AvsIa58ViuTd8r56qgGFGgwRaXnuOs3//8DvgAA==", "base64");
  const moves = ["a1", "b2", "c3", "d4"].flatMap((cell) => [..."ULRD"].map((way) => `${cell}${way} `)).join("");
  assert.equal(new TextDecoder().decode(unpackLzma(packed)), moves.repeat(3) + "the same again, ".repeat(4));
});

test("damage is noticed", () => {
  const packed = compress(DATA["a text"], 9);
  // The size of a dictionary, bytes 1 to 4, is for others; the range coder begins with a byte for nothing.
  for (let at = 14; at < packed.length - 5; at += 1) {
    const damaged = packed.slice();
    damaged[at] ^= 4;
    assert.throws(() => unpackLzma(damaged), /damaged/, `byte ${at}`);
  }
  for (const length of [20, packed.length >> 1, packed.length - 6]) {
    assert.throws(() => unpackLzma(packed.slice(0, length)), /damaged/, `${length} bytes`);
  }
});
