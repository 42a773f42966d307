// Levels for the tests: those of the program, and small ones as texts.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const file = (name) => readFileSync(fileURLToPath(new URL(`../../levels/${name}.mondrian.ron`, import.meta.url)), "utf8");

export const EXCHANGE = file("studies/01-exchange");
export const TWINS = file("studies/02-twins");
export const PINWHEEL = file("studies/03-pinwheel");
export const FIRST_PUZZLE = file("mondrian/01-first-puzzle");
export const TWO_DOORS = file("lessons/01-two-doors");
export const THREE_PUSHES = file("lessons/05-three-pushes");
export const ALL_TOGETHER = file("lessons/06-all-together");
export const FIFTEEN = file("classics/03-fifteen");

/** The share code of Exchange, as docs/formats/share-codes.md shows it. */
export const EXCHANGE_CODE = "mondrian1:CEV4Y2hhbmdlAClBIGZpcnN0IHN0ZXA6IHJlZCBhbmQgYmx1ZSBjaGFuZ2UgcGxhY2VzLgJSkKGOAAAADMAAAAIAAIJ8HgbAWxdEaQ";

/** That of Twins. */
export const TWINS_CODE = "mondrian1:BVR3aW5zACZSZWQgYW5kIGJsdWUgbWVldCBhY3Jvc3MgdGhlIGRpYWdvbmFsLgJSkKKWAEAEEABBABAMABABBgDQQAQAAACERz4DgYaJAKXAR_uAzw";

/** A level set of KAtomic with two levels. */
export const KATOMIC = readFileSync(fileURLToPath(new URL("../../fuzz/seeds/collection/katomic.dat", import.meta.url)), "utf8");

export const EXCHANGE_MOVES = ["d4L", "a1R", "a4U", "d1D"];

/** Two tiles that have changed places on a board with one gap: parity forbids it. */
export const UNSOLVABLE = "BAC\nDEF\nGH.\n\nABC\nDEF\nGH.";

/** The goal asks for two red tiles, the start has one. */
export const WITH_ISSUES = "R..\n...\n...\n\nR.R\n...\n...";

/** A pass on a wall, and a thin wall on the edge of the board. */
export const WITH_WRONG_TERRAIN = "R.#\n...\n\n..#\n..R\n\nthin: c2R b1D\n\npasses:\n..R\n...\n";

/** A board as large as can be. */
export const LARGEST = [
  `R${".".repeat(30)}B`, ...Array(30).fill(".".repeat(32)), ".".repeat(32), "",
  ...Array(31).fill(".".repeat(32)), `R${".".repeat(30)}B`,
].join("\n");

/** A level that keeps the engine busy for long. */
export const HARD = `(
    version: 1,
    title: "The 24-puzzle",
    start: ["INEWM", "DTLQH", "KAUBF", "RCOGJ", "VXP.S"],
    goal: [".ABCD", "EFGHI", "JKLMN", "OPQRS", "TUVWX"],
)`;

export const STUDIES = [{ title: "Studies", levels: [EXCHANGE, TWINS, PINWHEEL] }];
