// @ts-check
// Signs on tiles, for eyes that do not tell their colours apart: a different one for each
// of twelve colours, the same as in the designer. Paths on a square of 1, from its middle.

const LINE = 0.14;
const disc = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const stroke = (d) => ({ d, width: LINE });
const solid = (d) => ({ d, width: 0 });

const PATTERNS = [
  solid(disc(0, 0, 0.17)),
  stroke("M-.3 0H.3"),
  stroke("M-.3 0H.3M0-.3V.3"),
  { d: disc(0, 0, 0.26), width: 0.12 },
  stroke("M-.25 .25 .25-.25"),
  solid(disc(-0.18, 0, 0.1) + disc(0.18, 0, 0.1)),
  stroke("M0-.3V.3"),
  stroke("M-.25 .25 .25-.25M-.25-.25 .25 .25"),
  stroke("M-.23-.23H.23V.23H-.23z"),
  solid("M0-.28 .28 0 0 .28-.28 0z"),
  stroke("M-.25-.25 .25 .25"),
  solid([-0.2, 0.2].map((x) => disc(x, -0.2, 0.09) + disc(x, 0.2, 0.09)).join("")),
];

/** Returns the sign of a colour, by its place in the palette. */
export const patternOf = (colour) => PATTERNS[colour % PATTERNS.length];
