// @ts-check
// The code of a WebAssembly module taken apart: opcodes, numbers of locals, places in memory and so on, each in
// a stream of its own, pack a twelfth smaller than they do mixed. One walk over the code does both: it takes
// apart (`split`, when the page is built) and joins (`join`, on the page).
//
// Packed: the length of the module and of each stream, four bytes each, the lowest first, then the streams.
// The first is the module without its code.

/** The streams. */
const REST = 0, HEAD = 1, OP = 2, BLOCK = 3, LABEL = 4, CALL = 5, MISC = 6, LOCAL = 7, GLOBAL = 8, MEMORY = 9, INT = 10, LONG = 11, FLOAT = 12;
const STREAMS = 13;

/** What follows opcodes, from the first to the last: streams, a number each. */
const FOLLOWS = /** @type {[number, number, number[]][]} */ ([
  [0x02, 0x04, [BLOCK]], [0x0c, 0x0d, [LABEL]], [0x10, 0x10, [CALL]], [0x11, 0x11, [MISC, MISC]], [0x20, 0x22, [LOCAL]],
  [0x23, 0x26, [GLOBAL]], [0x28, 0x3e, [MEMORY, MEMORY]], [0x3f, 0x40, [MISC]], [0x41, 0x41, [INT]], [0x42, 0x42, [LONG]],
  [0xd0, 0xd0, [MISC]], [0xd2, 0xd2, [MISC]],
]);
/** Opcodes that are more than a number of numbers, or end something. */
const END = 0x0b, BRANCH_TABLE = 0x0e, SELECT = 0x1c, FLOAT_32 = 0x43, FLOAT_64 = 0x44, LAST_PLAIN = 0xc4, PREFIX = 0xfc;
/** What follows the opcodes after the prefix, from 0: numbers. */
const AFTER_PREFIX = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1];
const CODE = 10;

const followsOf = /* @__PURE__ */ Array.from({ length: 256 }, (_, op) => FOLLOWS.find(([first, last]) => op >= first && op <= last)?.[2] ?? []);

/** A place in bytes, to read from and to write to. */
class Cursor {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Returns a number as WebAssembly writes them (LEB128). */
  number() {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  }

  put(value) {
    for (; value > 127; value = Math.floor(value / 128)) this.bytes[this.at++] = (value & 127) | 128;
    this.bytes[this.at++] = value;
  }

  /** Takes all that another one has written. */
  append({ bytes, at }) {
    this.bytes.set(bytes.subarray(0, at), this.at);
    this.at += at;
  }
}

/** Moves so many bytes. */
function moveBytes(from, to, count) {
  for (let byte = 0; byte < count; byte += 1) to.bytes[to.at++] = from.bytes[from.at++];
}

/** Moves a number, and returns its lowest bits. */
function moveNumber(from, to) {
  const first = from.at;
  const value = from.bytes[first] & 127;
  let byte;
  do {
    byte = from.bytes[from.at++];
    to.bytes[to.at++] = byte;
  } while (byte > 127);
  return from.at - first === 1 ? value : new Cursor(from.bytes, first).number();
}

/**
 * Moves the body of a function; `from` and `to` have a cursor for each stream.
 * @param {Cursor[]} from @param {Cursor[]} to
 */
function moveBody(from, to) {
  const number = (stream) => moveNumber(from[stream], to[stream]);
  for (let groups = number(HEAD); groups > 0; groups -= 1) {
    number(HEAD);
    number(HEAD);
  }
  for (let depth = 1; depth > 0;) {
    const op = from[OP].bytes[from[OP].at];
    moveBytes(from[OP], to[OP], 1);
    for (const stream of followsOf[op]) number(stream);
    if (op === END) depth -= 1;
    else if (op >= 0x02 && op <= 0x04) depth += 1;
    else if (op === BRANCH_TABLE) for (let labels = number(LABEL); labels >= 0; labels -= 1) number(LABEL);
    else if (op === SELECT) for (let types = number(MISC); types > 0; types -= 1) number(MISC);
    else if (op === FLOAT_32 || op === FLOAT_64) moveBytes(from[FLOAT], to[FLOAT], op === FLOAT_32 ? 4 : 8);
    else if (op === PREFIX) for (let numbers = AFTER_PREFIX[number(MISC)]; numbers > 0; numbers -= 1) number(MISC);
    else if (op > LAST_PLAIN && op !== 0xd0 && op !== 0xd1 && op !== 0xd2) throw new Error(`opcode ${op} is not known`);
  }
}

/** Returns where the content of the code section begins and ends. */
function codeOf(module) {
  for (const at = new Cursor(module, 8); at.at < module.length;) {
    const section = module[at.at++];
    const length = at.number();
    if (section === CODE) return { begin: at.at, end: at.at + length };
    at.at += length;
  }
  throw new Error("the module has no code");
}

/** Takes a module apart. @param {Uint8Array} module */
export function split(module) {
  const { begin, end } = codeOf(module);
  const code = new Cursor(module, begin);
  const streams = Array.from({ length: STREAMS }, () => new Cursor(new Uint8Array(module.length)));
  streams[REST].append(new Cursor(module, begin));
  const from = streams.map(() => code);
  for (let functions = moveNumber(code, streams[HEAD]); functions > 0; functions -= 1) {
    code.number();
    moveBody(from, streams);
  }
  if (code.at !== end) throw new Error("the code does not end where it should");
  streams[REST].append(new Cursor(module.subarray(end), module.length - end));
  const out = new Cursor(new Uint8Array(4 * (STREAMS + 2) + streams.reduce((sum, { at }) => sum + at, 0)));
  const header = new DataView(out.bytes.buffer);
  [module.length, begin, ...streams.map(({ at }) => at)].forEach((length, nth) => header.setUint32(4 * nth, length, true));
  out.at = 4 * (STREAMS + 2);
  for (const stream of streams) out.append(stream);
  return out.bytes;
}

/** Joins what `split` took apart. @param {Uint8Array} packed */
export function join(packed) {
  const header = new DataView(packed.buffer, packed.byteOffset);
  const lengthOf = (nth) => header.getUint32(4 * nth, true);
  const [length, begin] = [lengthOf(0), lengthOf(1)];
  let at = 4 * (STREAMS + 2);
  const streams = Array.from({ length: STREAMS }, (_, nth) => {
    const stream = new Cursor(packed, at);
    at += lengthOf(nth + 2);
    return stream;
  });
  const out = new Cursor(new Uint8Array(length));
  moveBytes(streams[REST], out, begin);
  const body = new Cursor(new Uint8Array(length));
  const to = streams.map(() => body);
  for (let functions = moveNumber(streams[HEAD], out); functions > 0; functions -= 1) {
    body.at = 0;
    moveBody(streams, to);
    out.put(body.at);
    out.append(body);
  }
  moveBytes(streams[REST], out, length - out.at);
  return out.bytes;
}
