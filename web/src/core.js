// @ts-check
// The core: the program's own library as WebAssembly. See PROTOCOL.md.

import { unpackLzma } from "./lzma.js";

// Four bytes are five digits of base 85, the characters from # to x without <: a script element
// may not hold that. One part in sixteen less than base64.
const LEFT_OUT = 60;
const digitOf = (code) => code - 35 - Number(code > LEFT_OUT);
const characterOf = (digit) => String.fromCharCode(digit + 35 + Number(digit + 35 >= LEFT_OUT));

/** Returns bytes as text; zeros are appended until their number is one of four. */
export function packBytes(bytes) {
  const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  const words = [];
  for (let at = 0; at < padded.length; at += 4) {
    let value = view.getUint32(at, true);
    for (let digit = 0; digit < 5; digit += 1) {
      words.push(characterOf(value % 85));
      value = Math.floor(value / 85);
    }
  }
  return words.join("");
}

/** Returns the bytes of a text that `packBytes` made. */
export function unpackBytes(text) {
  const bytes = new Uint8Array((text.length / 5) * 4);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 5) {
    let value = 0;
    for (let digit = 4; digit >= 0; digit -= 1) value = value * 85 + digitOf(text.charCodeAt(at + digit));
    view.setUint32((at / 5) * 4, value, true);
  }
  return bytes;
}

/** Returns the bytes of the module from the text that a page carries: LZMA in base 85. */
export const unpackCore = (text) => unpackLzma(unpackBytes(text.trim()));

/** @import { Answer, ErrorLine, LevelObject, Message, PlayObject } from "./protocol" */

/** Returns a request as the core reads it. @param {Message} request */
export function message({ op, ...fields }) {
  return JSON.stringify({ [op]: fields });
}

/**
 * Makes an instance: a function from request to answer. It throws when the core traps.
 * @param {WebAssembly.Module} module
 * @param {(words: string) => void} [onFailure]
 * @returns {Promise<(request: Message) => any>}
 */
export async function makeCore(module, onFailure = (words) => console.error(words)) {
  const text = (at, length) => new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
  const page = {
    now_ms: () => performance.now(),
    failed: (at, length) => onFailure(text(at, length)),
  };
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
    return rules;
  }

  async renew() {
    this.words = null;
    this.call = await makeCore(this.module, (words) => { this.words = words; });
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
      const words = this.words ?? String(trap);
      this.renew();
      throw new Refused({ message: `the program failed: ${words}`, line: null, column: null });
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
