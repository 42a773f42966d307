// @ts-check
// Contrast of colours, by the formulas of WCAG 2.

const GROUNDS = { light: "#ffffff", dark: "#1c1c1c" };

function luminance(color) {
  const channel = (at) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(one, other) {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05];
  return Math.max(a, b) / Math.min(a, b);
}

/** Returns black or white, whichever is easier to read on `color`. */
export const inkOn = (color) => (contrast(color, "#000000") >= contrast(color, "#ffffff") ? "#000000" : "#ffffff");

/** Returns the classes of a tile's colour: on which ground it needs a line around it. */
export const edgeClasses = (color) =>
  [contrast(color, GROUNDS.light) < 3 && "pale", contrast(color, GROUNDS.dark) < 3 && "deep"].filter(Boolean).join(" ");
