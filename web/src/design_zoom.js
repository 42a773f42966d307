// @ts-check
// Large boards of Design on small screens: two fingers move the board and make its cells larger or smaller,
// a button does it for one. The strokes are those of one finger.

/** Cells that a finger meets, in pixels: those that the button makes, and the largest that two fingers make. */
const EASY = 32;
const LARGEST = 72;

/** @import { DesignView } from "./design.js" */

/** Returns what must be scrolled so that a place of a board stays under the fingers. @param {HTMLElement} room */
function keepUnder(room, board, at, place) {
  const box = board.svg.getBoundingClientRect();
  room.scrollLeft += box.left + board.left + place.x * board.cell - at.x;
  room.scrollTop += box.top + board.left + place.y * board.cell - at.y;
}

/** Returns the place of a board under a point of the window, in cells. */
function placeUnder(board, at) {
  const box = board.svg.getBoundingClientRect();
  return { x: (at.x - box.left - board.left) / board.cell, y: (at.y - box.top - board.left) / board.cell };
}

/** Makes the cells of a board so large, or as large as all of it has room. @param {DesignView} view */
function resize(view, board, side) {
  view.cellSide = side <= board.fitted ? 0 : Math.min(LARGEST, side);
  view.refresh();
}

/** Switches between the whole board and cells that can be hit. @param {DesignView} view */
export function switchZoom(view) {
  const which = view.layout === "start" ? "first" : "second";
  const [board, room] = [view.boards[which], view.rooms[which]];
  const isWhole = view.cellSide === 0;
  const box = room.getBoundingClientRect();
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  // What is drawn next is likely near the cell that was drawn last.
  const place = isWhole ? { x: view.cursor.x + 0.5, y: view.cursor.y + 0.5 } : placeUnder(board, middle);
  resize(view, board, isWhole ? Math.max(EASY, board.fitted * 2) : 0);
  keepUnder(room, board, middle, place);
}

/**
 * Listens to two fingers on a board; `begin` is told when the second comes: what the first has begun is no stroke.
 * @param {DesignView} view @param {"first" | "second"} which @param {() => void} begin
 */
export function listenToFingers(view, which, begin) {
  const [board, room] = [view.boards[which], view.rooms[which]];
  /** @type {Map<number, { x: number, y: number }>} */
  const fingers = new Map();
  /** @type {{ far: number, side: number, place: { x: number, y: number } } | null} */
  let grip = null;

  const look = () => {
    const [one, other] = [...fingers.values()];
    return { far: Math.hypot(one.x - other.x, one.y - other.y), at: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 } };
  };
  room.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size !== 2) return;
    begin();
    const { far, at } = look();
    grip = { far, side: board.cell, place: placeUnder(board, at) };
  });
  room.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!grip || fingers.size !== 2) return;
    const { far, at } = look();
    const side = Math.round((grip.side * far) / grip.far);
    if (side !== board.cell) resize(view, board, side);
    keepUnder(room, board, at, grip.place);
  });
  const end = (event) => {
    fingers.delete(event.pointerId);
    if (fingers.size < 2) grip = null;
  };
  room.addEventListener("pointerup", end);
  room.addEventListener("pointercancel", end);
  // Not the page, the board is moved.
  room.addEventListener("touchstart", (event) => { if (event.touches.length > 1) event.preventDefault(); }, { passive: false });
}
