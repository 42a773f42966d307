// @ts-check
// Unpacks LZMA, after Igor Pavlov's "LZMA specification", which is in the public domain. Browsers
// unpack gzip by themselves, but with LZMA the core is a fifth smaller. Libraries that unpack it
// are many times as large as this, or as slow.

const DAMAGED = "the packed core is damaged";

/** Odds say how many times of 2048 a bit is 0. */
const EVEN = 1024;

// Where the odds of each question begin, in one array. The step of a byte is the lowest bits of its
// place, four at most.
const IS_MATCH = 0; // by state (12) and step (16)
const IS_REPEAT = IS_MATCH + 12 * 16; // by state, as the next three
const IS_NOT_FIRST = IS_REPEAT + 12;
const IS_NOT_SECOND = IS_NOT_FIRST + 12;
const IS_NOT_THIRD = IS_NOT_SECOND + 12;
const IS_LONG = IS_NOT_THIRD + 12; // by state and step
const SLOT = IS_LONG + 12 * 16; // four trees of 64
const NEAR = SLOT + 4 * 64; // the lower bits of distances below 128
const ALIGN = NEAR + 115; // the lowest four bits of other distances
const LENGTH = ALIGN + 16;
const REPEAT_LENGTH = LENGTH + 514;
const LITERAL = REPEAT_LENGTH + 514; // trees of 0x300

// The odds of a length: two bits choose a tree; then those trees, the first two by step.
const SHORT = 2;
const MIDDLE = SHORT + 16 * 8;
const LONG = MIDDLE + 16 * 8;

/** The distance that stands at the end, as a number with a sign. */
const END = -1;

/** Reads what a range coder has written: bits, each by the odds at an index, which learn from it. */
function reader(bytes, begin, odds) {
  // The range, the code within it, and where the next byte is. In an array of integers: such large
  // numbers in variables are slow.
  const now = Int32Array.of(-1, new DataView(bytes.buffer, bytes.byteOffset + begin + 1).getInt32(0), begin + 5);

  const fill = () => {
    now[0] <<= 8;
    now[1] = now[1] << 8 | bytes[now[2]];
    now[2] += 1;
  };

  const bit = (index) => {
    const even = odds[index];
    const bound = Math.imul(now[0] >>> 11, even);
    let value = 0;
    if (now[1] >>> 0 < bound >>> 0) {
      now[0] = bound;
      odds[index] = even + (2048 - even >> 5);
    } else {
      now[0] -= bound;
      now[1] -= bound;
      odds[index] = even - (even >> 5);
      value = 1;
    }
    if (now[0] >>> 24 === 0) fill();
    return value;
  };

  /** Reads bits, the highest first; the odds of each are by those before it. */
  const tree = (index, count) => {
    let node = 1;
    for (let nth = 0; nth < count; nth += 1) node = node << 1 | bit(index + node);
    return node - (1 << count);
  };

  /** Reads bits as `tree` does, the lowest first. */
  const reverse = (index, count) => {
    let node = 1;
    let value = 0;
    for (let nth = 0; nth < count; nth += 1) {
      const low = bit(index + node);
      node = node << 1 | low;
      value |= low << nth;
    }
    return value;
  };

  /** Reads bits of even odds, the highest first. */
  const even = (count) => {
    let value = 0;
    for (let nth = 0; nth < count; nth += 1) {
      now[0] >>>= 1;
      const low = now[1] >>> 0 >= now[0] ? 1 : 0;
      if (low) now[1] -= now[0];
      value = value << 1 | low;
      if (now[0] >>> 24 === 0) fill();
    }
    return value;
  };

  /** Reads a byte. After a match its odds are by the byte that would have followed, until they differ. */
  const literal = (index, guess) => {
    let node = 1;
    for (let seen = guess; seen >= 0 && node < 256; seen = seen << 1 & 255) {
      const expected = seen >> 7;
      const found = bit(index + (1 + expected << 8) + node);
      node = node << 1 | found;
      if (found !== expected) break;
    }
    while (node < 256) node = node << 1 | bit(index + node);
    return node & 255;
  };

  /** Reads how many bytes a match has. */
  const length = (index, step) => {
    if (!bit(index)) return 2 + tree(index + SHORT + step * 8, 3);
    if (!bit(index + 1)) return 10 + tree(index + MIDDLE + step * 8, 3);
    return 18 + tree(index + LONG, 8);
  };

  /** Reads how far back a match is, 0 for the byte before; END is negative. Its odds are by its length. */
  const distance = (matched) => {
    const slot = tree(SLOT + Math.min(matched - 2, 3) * 64, 6);
    if (slot < 4) return slot;
    const count = (slot >> 1) - 1;
    const high = (2 | slot & 1) << count;
    if (slot < 14) return high + reverse(NEAR + high - slot, count);
    return high | even(count - 4) << 4 | reverse(ALIGN, 4);
  };

  return { bit, literal, length, distance, isAtEnd: () => now[1] === 0 };
}

/** Puts a number before others, up to the one at an index, which goes. */
function renew(list, index, number) {
  list.copyWithin(1, 0, index);
  list[0] = number;
}

/** Returns what is packed in bytes: a `.lzma` file that tells its size and has a mark at its end. */
export function unpackLzma(bytes) {
  const header = new DataView(bytes.buffer, bytes.byteOffset, 13);
  const settings = header.getUint8(0);
  const contextBits = settings % 9;
  const literalMask = (1 << Math.floor(settings / 9) % 5) - 1;
  const stepMask = (1 << Math.floor(settings / 45)) - 1;
  const size = header.getUint32(5, true);
  if (settings >= 225 || header.getUint32(9, true) !== 0) throw new Error(DAMAGED);

  const literals = (literalMask + 1) << contextBits;
  const odds = new Uint16Array(LITERAL + literals * 0x300).fill(EVEN);
  const bits = reader(bytes, 13, odds);
  const out = new Uint8Array(size);
  // What came last: below 7 it was a literal.
  let state = 0;
  // The last four distances, the latest first.
  const back = new Int32Array(4);
  for (let at = 0; ;) {
    const step = at & stepMask;
    const afterLiteral = state < 7;
    if (!bits.bit(IS_MATCH + state * 16 + step)) {
      if (at === size) throw new Error(DAMAGED);
      const before = at > 0 ? out[at - 1] : 0;
      const context = ((at & literalMask) << contextBits) + (before >> 8 - contextBits);
      out[at] = bits.literal(LITERAL + context * 0x300, afterLiteral ? -1 : out[at - back[0] - 1]);
      at += 1;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let length = 1;
    if (!bits.bit(IS_REPEAT + state)) {
      length = bits.length(LENGTH, step);
      renew(back, 3, bits.distance(length));
      if (back[0] === END) {
        // Whatever was wrong before leaves something in the code.
        if (at !== size || !bits.isAtEnd()) throw new Error(DAMAGED);
        return out;
      }
      state = afterLiteral ? 7 : 10;
    } else {
      let isLong = 1;
      if (!bits.bit(IS_NOT_FIRST + state)) isLong = bits.bit(IS_LONG + state * 16 + step);
      else {
        const nth = !bits.bit(IS_NOT_SECOND + state) ? 1 : 2 + bits.bit(IS_NOT_THIRD + state);
        renew(back, nth, back[nth]);
      }
      if (isLong) length = bits.length(REPEAT_LENGTH, step);
      state = !afterLiteral ? 11 : isLong ? 8 : 9;
    }
    const first = back[0];
    if (first < 0 || first >= at || length > size - at) throw new Error(DAMAGED);
    for (const end = at + length; at < end; at += 1) out[at] = out[at - first - 1];
  }
}
