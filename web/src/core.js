// @ts-check
// The core: the program's own library as WebAssembly. See PROTOCOL.md.

import { unpackLzma } from "./lzma.js";
import { join } from "./streams.js";

// Nine bytes are eleven digits of base 94, the characters that can be printed without <: a script
// element may not hold that.
const BASE = 94;
const GROUP = { bytes: 9, digits: 11 };
/** The first four bytes of a group are its lower half, the other five its upper. */
const HALF = 2 ** 32;
const FIRST = 32;
const LEFT_OUT = 60;
const digitOf = (code) => code - FIRST - Number(code > LEFT_OUT);
const characterOf = (digit) => String.fromCharCode(digit + FIRST + Number(digit + FIRST >= LEFT_OUT));

/** Returns bytes as text; zeros are appended until their number is one of nine. */
export function packBytes(bytes) {
  const padded = new Uint8Array(Math.ceil(bytes.length / GROUP.bytes) * GROUP.bytes);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  const digits = [];
  for (let at = 0; at < padded.length; at += GROUP.bytes) {
    let lower = view.getUint32(at, true);
    let upper = view.getUint32(at + 4, true) + padded[at + 8] * HALF;
    for (let digit = 0; digit < GROUP.digits; digit += 1) {
      const rest = (upper % BASE) * HALF + lower;
      upper = Math.floor(upper / BASE);
      lower = Math.floor(rest / BASE);
      digits.push(characterOf(rest % BASE));
    }
  }
  return digits.join("");
}

/** Returns the bytes of a text that `packBytes` made. */
export function unpackBytes(text) {
  const bytes = new Uint8Array((text.length / GROUP.digits) * GROUP.bytes);
  const view = new DataView(bytes.buffer);
  for (let at = 0, to = 0; at < text.length; at += GROUP.digits, to += GROUP.bytes) {
    let [lower, upper] = [0, 0];
    for (let digit = GROUP.digits - 1; digit >= 0; digit -= 1) {
      lower = lower * BASE + digitOf(text.charCodeAt(at + digit));
      const over = Math.floor(lower / HALF);
      lower -= over * HALF;
      upper = upper * BASE + over;
    }
    view.setUint32(to, lower, true);
    view.setUint32(to + 4, upper, true);
    bytes[to + 8] = upper / HALF;
  }
  return bytes;
}

/** Returns the bytes of the module from the text that a page carries: streams in LZMA in base 94. */
export const unpackCore = (text) => join(unpackLzma(unpackBytes(text)));

/** @import { Answer, ErrorLine, LevelObject, Message, PlayObject } from "./protocol" */

/** Returns a request as the core reads it. @param {Message} request */
export function message({ op, ...fields }) {
  return JSON.stringify({ [op]: fields });
}

/**
 * Makes an instance: a function from request to answer. It throws when the core traps.
 * @param {WebAssembly.Module} module
 * @returns {Promise<(request: Message) => any>}
 */
export async function makeCore(module) {
  const text = (at, length) => new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
  const page = { now_ms: () => performance.now() };
  const exports = /** @type {any} */ ((await WebAssembly.instantiate(module, { page })).exports);
  const memory = /** @type {WebAssembly.Memory} */ (exports.memory);
  return (request) => {
    const bytes = new TextEncoder().encode(message(request));
    const at = exports.alloc(bytes.length) >>> 0;
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const answer = exports.call(at, bytes.length) >>> 0;
    const length = new DataView(memory.buffer).getUint32(answer, true);
    return JSON.parse(text(answer + 4, length));
  };
}

/** @typedef {Omit<PlayObject, "slides"> & { slides: PlayObject["slides"] | null }} Look */
/** @typedef {LevelObject} Level */

/** The rules on the page's own thread: every answer is there at once. */
export class Rules {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.module = module;
  }

  /** @param {WebAssembly.Module} module */
  static async make(module) {
    const rules = new Rules(module);
    await rules.renew();
    rules.learnWords();
    return rules;
  }

  async renew() {
    this.call = await makeCore(this.module);
  }

  learnWords() {
    /** What is said of the best solution of a level. */
    this.standings = this.ask({ op: "about" }).standings;
  }

  /**
   * Returns an answer; one that is an error is thrown as such.
   * @template {Message} Request
   * @param {Request} request
   * @returns {Answer<Request["op"]>}
   */
  ask(request) {
    let answer;
    try {
      answer = this.call(request);
    } catch (trap) {
      this.renew();
      throw new Refused({ message: `the program failed: ${trap}`, line: null, column: null });
    }
    if (answer.event === "error") throw new Refused(answer);
    return answer;
  }

  /** Returns the levels in a text, and what was dropped while reading. */
  read(text) {
    return this.ask({ op: "read", text });
  }

  /**
   * Returns the position after moves; `slides` is null unless exactly one cell is empty.
   * @returns {Look}
   */
  play(code, moves) {
    const look = this.ask({ op: "play", code, moves });
    return { ...look, slides: Object.keys(look.slides).length ? look.slides : null };
  }
}

/** What the core has refused, with the place. */
export class Refused extends Error {
  /** @param {Pick<ErrorLine, "message" | "line" | "column">} error */
  constructor(error) {
    super(error.message);
    this.line = error.line;
    this.column = error.column;
  }

  /** Returns the message with its place, unless it says it itself. */
  get words() {
    const place = this.line === null ? "" : ` (line ${this.line}, column ${this.column})`;
    return this.message + (/\bline \d/.test(this.message) ? "" : place);
  }
}
