// @ts-check
// Whether things move on the page: not for those who have asked their system for less.

const asked = matchMedia("(prefers-reduced-motion: reduce)");

/** Says whether tiles jump instead of sliding. */
export const movesAreStill = () => asked.matches;
