// @ts-check
// The pointer on the board: a tile that is pulled follows the finger and shows where it will stop;
// let go it slides there, pulled back before it stays. A tap chooses a tile or says where it
// shall go, a swipe beside it pushes the chosen one.

import { cellName, DIRECTIONS } from "./cells.js";

/** How far a tile is pulled so that it goes when it is let go: in cells, in pixels at least and at most. */
const PULL = { cells: 0.22, least: 9, most: 24 };
/** A finger that is pressed trembles by so many pixels. */
const SLACK = 5;

/**
 * What a pull moves: tiles, so many cells far, and the cells where they come to rest.
 * @typedef {{ tiles: number[], far: number, places: string[] }} Pull
 * @typedef {{ drag(cell: string, direction: string): void, swipe(direction: string): void, tap(cell: string): void,
 *   mayPlay(): boolean, hasTile(cell: string): boolean, pullOf(cell: string, direction: string): Pull | null }} Actions
 * @typedef {{ id: number, x: number, y: number, cell: string, isDone: boolean, direction: string | null, pull: Pull | null, far: number }} Hand
 */

/** Listens on a board. @param {import("./board.js").Board} board @param {Actions} act */
export function listenToPointer(board, act) {
  const { svg } = board;
  /** @type {Hand | null} */
  let hand = null;
  const enough = () => Math.min(PULL.most, Math.max(PULL.cells * board.cell, PULL.least));

  svg.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0 || !act.mayPlay()) return;
    const place = board.cellUnder(event.clientX, event.clientY);
    if (!place) return;
    hand = { id: event.pointerId, x: event.clientX, y: event.clientY, cell: cellName(place.x, place.y), isDone: false, direction: null, pull: null, far: 0 };
    svg.setPointerCapture(event.pointerId);
  });

  svg.addEventListener("pointermove", (event) => {
    if (hand?.id !== event.pointerId || hand.isDone) return;
    const [dx, dy] = [event.clientX - hand.x, event.clientY - hand.y];
    const direction = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "R" : "L") : dy > 0 ? "D" : "U";
    hand.far = Math.max(Math.abs(dx), Math.abs(dy));
    if (act.hasTile(hand.cell)) follow(direction);
    else if (hand.far >= enough()) {
      hand.isDone = true;
      act.swipe(direction);
    }
  });

  /** Lets the tile follow the finger. It keeps its direction until the finger is where it began. */
  function follow(direction) {
    if (hand.far < SLACK) {
      back();
      return;
    }
    if (!hand.direction) {
      hand.direction = direction;
      hand.pull = act.pullOf(hand.cell, direction);
      if (hand.pull) board.showPlaces(hand.pull.places);
    }
    if (hand.pull) {
      // Past where it began, against its direction, it is not pulled at all.
      const isBack = direction === DIRECTIONS[hand.direction].opposite;
      board.pull(hand.pull.tiles, hand.direction, isBack ? 0 : Math.min(hand.far, hand.pull.far * board.cell));
      if (isBack) back();
    } else if (hand.far >= enough()) {
      hand.isDone = true;
      act.drag(hand.cell, hand.direction);
    }
  }

  /** Puts what was pulled back. */
  function back() {
    if (hand.pull) board.letGo(hand.pull.tiles);
    hand.pull = hand.direction = null;
  }

  svg.addEventListener("pointerup", (event) => {
    if (hand?.id !== event.pointerId) return;
    const { cell, isDone, direction, far } = hand;
    const goes = hand.pull && far >= enough();
    board.showPlaces([]);
    if (!goes) back();
    hand = null;
    if (goes) act.drag(cell, direction);
    else if (!isDone && far < SLACK) act.tap(cell);
  });

  // Where a large board scrolls, a finger on a tile pulls it.
  svg.addEventListener("touchstart", (event) => {
    const [touch] = event.touches;
    const place = board.cellUnder(touch.clientX, touch.clientY);
    if (event.touches.length === 1 && place && act.mayPlay() && act.hasTile(cellName(place.x, place.y))) event.preventDefault();
  }, { passive: false });

  // The board gives the focus itself: a press would choose a tile that a tap lets go.
  svg.addEventListener("mousedown", (event) => event.preventDefault());
  svg.addEventListener("pointercancel", () => {
    if (hand) back();
    hand = null;
  });
  // A long press would open the menu of the browser over the board.
  svg.addEventListener("contextmenu", (event) => { if (hand) event.preventDefault(); });
}
