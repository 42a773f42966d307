// The pointer on the board: a drag pushes a tile the way that it is pulled, a tap chooses
// it or says where it shall go, a swipe beside it pushes the chosen one.

import { cellName } from "./cells.js";

/** How far a tile is pulled before it goes: in cells, in pixels at least and at most. */
const PULL = { cells: 0.22, least: 9, most: 24 };

/** Listens on `board`; `act` has `drag(cell, direction)`, `swipe(direction)`, `tap(cell)`, `mayPlay()`. */
export function listenToPointer(board, act) {
  const { svg } = board;
  let hand = null;

  svg.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0 || !act.mayPlay()) return;
    const place = board.cellUnder(event.clientX, event.clientY);
    if (!place) return;
    hand = { id: event.pointerId, x: event.clientX, y: event.clientY, cell: cellName(place.x, place.y), isDone: false };
    svg.setPointerCapture(event.pointerId);
  });

  svg.addEventListener("pointermove", (event) => {
    if (hand?.id !== event.pointerId || hand.isDone) return;
    const [dx, dy] = [event.clientX - hand.x, event.clientY - hand.y];
    const far = Math.min(PULL.most, Math.max(PULL.cells * board.cell, PULL.least));
    if (Math.max(Math.abs(dx), Math.abs(dy)) < far) return;
    hand.isDone = true;
    const direction = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "R" : "L") : dy > 0 ? "D" : "U";
    if (act.hasTile(hand.cell)) act.drag(hand.cell, direction);
    else act.swipe(direction);
  });

  svg.addEventListener("pointerup", (event) => {
    if (hand?.id !== event.pointerId) return;
    const { cell, isDone } = hand;
    hand = null;
    if (!isDone) act.tap(cell);
  });

  // The board gives the focus itself: a press would choose a tile that a tap lets go.
  svg.addEventListener("mousedown", (event) => event.preventDefault());
  svg.addEventListener("pointercancel", () => { hand = null; });
  // A long press would open the menu of the browser over the board.
  svg.addEventListener("contextmenu", (event) => { if (hand) event.preventDefault(); });
}
