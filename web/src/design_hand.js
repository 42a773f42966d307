// @ts-check
// The hand of Design: strokes with a finger or a mouse, and the keys, which are those of the designer.

import { cellAt, cellName, DIRECTIONS } from "./cells.js";
import { listenToFingers } from "./design_zoom.js";
import { squareWords } from "./words.js";

/** A finger that rests so long takes what it rests on, in milliseconds. */
const LONG = 500;
/** Part of a cell that is its edge, for thin walls. */
const HALF = 0.5;

/** @import { DesignView, Brush } from "./design.js" */
/** @import { Level } from "./core.js" */

/** Returns the rows of a layout. @param {Level} level @param {string} layout */
export function rowsOf(level, layout) {
  if (layout === "start" || layout === "goal") return level[layout];
  return level.waypoints[Number(layout.split(" ")[1]) - 1] ?? level.goal;
}

/** Returns what stands on a cell. */
export function symbolAt(level, layout, cell) {
  const { x, y } = cellAt(cell);
  return [...(rowsOf(level, layout)[y] ?? "")][x];
}

/** Returns the brush that paints what is on a cell. @returns {Brush} */
export function brushOf(level, layout, cell) {
  const symbol = symbolAt(level, layout, cell);
  if (symbol === "#") return "wall";
  const colour = level.palette.findIndex((swatch) => swatch.symbol === symbol);
  if (colour >= 0) return { colour };
  const pass = level.passes.find((other) => other.cell === cell);
  return pass ? { pass: pass.colour } : "eraser";
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the cells on the line from one to another, without the first. */
function line(from, to) {
  const far = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  const between = (one, other, step) => Math.round(one + ((other - one) * step) / far);
  return Array.from({ length: far }, (_, step) => cellName(between(from.x, to.x, step + 1), between(from.y, to.y, step + 1)));
}

/** Returns the side of a cell that is nearest, written as levels do; null at the edge of the board. */
function sideUnder(board, { x, y }, event) {
  const box = board.svg.getBoundingClientRect();
  const dx = (event.clientX - box.left - board.left) / board.cell - x - HALF;
  const dy = (event.clientY - box.top - board.left) / board.cell - y - HALF;
  const isAcross = Math.abs(dx) > Math.abs(dy);
  const at = { x: isAcross && dx < 0 ? x - 1 : x, y: !isAcross && dy < 0 ? y - 1 : y };
  const isInside = at.x >= 0 && at.y >= 0 && at.x < board.width - Number(isAcross) && at.y < board.height - Number(!isAcross);
  return isInside ? cellName(at.x, at.y) + (isAcross ? "R" : "D") : null;
}

/** A stroke: what it has painted so far is made anew from the level before it. */
class Stroke {
  /** @param {DesignView} view @param {string} layout @param {Brush} brush */
  constructor(view, layout, brush) {
    this.view = view;
    this.layout = layout;
    this.brush = brush;
    this.base = view.level;
    this.cells = [];
    this.isThere = true;
    this.answer = null;
  }

  /** Paints a cell, or a side; the first decides whether the stroke erases. */
  add(...cells) {
    const fresh = cells.filter((cell) => !this.cells.includes(cell));
    if (!fresh.length) return;
    if (!this.cells.length) {
      if (this.brush === "thin") this.isThere = !this.base.thin_walls.split(" ").includes(fresh[0]);
      else if (same(brushOf(this.base, this.layout, fresh[0]), this.brush)) this.brush = "eraser";
    }
    this.cells.push(...fresh);
    const { layout, brush } = this;
    this.answer = this.view.edited([brush === "thin"
      ? { paint_sides: { sides: this.cells, is_there: this.isThere } }
      : { paint: { layout, cells: this.cells, brush: /** @type {any} */ (brush) } }]);
    this.view.draw(this.answer?.level ?? null);
  }

  end() {
    const { view, answer } = this;
    if (answer?.steps.length) view.add(answer.level, answer.steps.at(-1));
    else view.draw(null);
    if (!answer?.steps.length) view.live.begin(view.level);
  }
}

/** Listens on both boards. @param {DesignView} view */
export function listenToHand(view) {
  for (const which of /** @type {const} */ (["first", "second"])) listenOn(view, which);
}

/** @param {DesignView} view @param {"first" | "second"} which */
function listenOn(view, which) {
  const board = view.boards[which];
  const { svg } = board;
  const room = view.rooms[which];
  /** @type {{ id: number, at: { x: number, y: number }, stroke: Stroke | null, from: string | null, timer?: ReturnType<typeof setTimeout> } | null} */
  let hand = null;
  const isFree = () => !view.play.isOn && view.steps.length > 0;

  svg.addEventListener("pointerdown", (event) => {
    if (!isFree() || !event.isPrimary || event.button !== 0) return;
    const at = board.cellUnder(event.clientX, event.clientY);
    if (!at) return;
    if (view.live.run) view.changed();
    svg.setPointerCapture(event.pointerId);
    view.layout = view.layoutOf(which);
    view.cursor = at;
    const cell = cellName(at.x, at.y);
    const isHand = view.brush === "hand";
    hand = { id: event.pointerId, at, stroke: isHand ? null : new Stroke(view, view.layout, view.brush), from: isHand ? cell : null };
    if (isHand) {
      const { layout } = view;
      hand.timer = setTimeout(() => {
        hand = null;
        board.showPlaces([]);
        view.take(brushOf(view.level, layout, cell));
      }, LONG);
    } else {
      paint(event, at);
    }
  });

  const paint = (event, at) => {
    const { stroke } = hand;
    if (stroke.brush === "thin") {
      const side = sideUnder(board, at, event);
      if (side) stroke.add(side);
    } else {
      stroke.add(...(same(at, hand.at) ? [cellName(at.x, at.y)] : line(hand.at, at)));
    }
  };

  svg.addEventListener("pointermove", (event) => {
    if (hand?.id !== event.pointerId) return;
    const at = board.cellUnder(event.clientX, event.clientY);
    if (!at || (same(at, hand.at) && hand.stroke?.brush !== "thin")) return;
    clearTimeout(hand.timer);
    if (hand.stroke) paint(event, at);
    else board.showPlaces([cellName(at.x, at.y)]);
    hand.at = at;
  });

  const end = (isKept) => (event) => {
    if (hand?.id !== event.pointerId) return;
    const { stroke, from, at, timer } = hand;
    hand = null;
    clearTimeout(timer);
    board.showPlaces([]);
    const to = cellName(at.x, at.y);
    if (stroke && isKept) stroke.end();
    else if (stroke) {
      view.draw(null);
      view.changed();
    }
    if (!stroke && isKept && from !== to) view.edit({ stroke: { layout: view.layoutOf(which), from, to } });
  };
  // The second finger is of none of the strokes: what the first has painted is taken back.
  listenToFingers(view, which, () => { if (hand) end(false)({ pointerId: hand.id }); });
  svg.addEventListener("pointerup", end(true));
  svg.addEventListener("pointercancel", end(false));
  svg.addEventListener("contextmenu", (event) => event.preventDefault());
  // A stroke is no gesture of the browser: neither a fling, which swallows the tap after it, nor a long press.
  svg.addEventListener("touchstart", (event) => {
    if (event.touches.length === 1 && isFree()) event.preventDefault();
  }, { passive: false });
  room.addEventListener("focus", () => {
    view.layout = view.layoutOf(which);
    view.refresh();
  });
  room.addEventListener("blur", () => view.refresh());
}

/** Carries a command of the keys out; says whether it did. @param {DesignView} view */
export function act(view, command, value) {
  const focused = /** @type {const} */ (["first", "second"]).find((which) => view.rooms[which] === document.activeElement);
  if (view.play.isOn) return view.play.act(command, value);
  if (command === "undo" || command === "redo") view[command]();
  else if (command === "stop" && (view.live.run || (view.making.job && !view.making.job.isMap))) view.changed();
  else if (command === "arrow" && focused) moveCursor(view, focused, value);
  else if (command === "key") return key(view, value, focused);
  else return false;
  return true;
}

/** @param {DesignView} view @param {"first" | "second"} which */
function moveCursor(view, which, direction) {
  const { dx, dy } = DIRECTIONS[direction];
  const { width, height } = view.boards[which];
  const within = (at, most) => Math.max(0, Math.min(most - 1, at));
  view.cursor = { x: within(view.cursor.x + dx, width), y: within(view.cursor.y + dy, height) };
  view.refresh();
  view.boards[which].layers.over.lastElementChild?.scrollIntoView({ block: "nearest", inline: "nearest" });
  sayCell(view, view.layoutOf(which));
}

/** @param {DesignView} view */
function sayCell(view, layout) {
  const { level, cursor } = view;
  const cell = cellName(cursor.x, cursor.y);
  const pass = level.passes.find((other) => other.cell === cell);
  const name = pass && level.palette[pass.colour].name;
  view.app.announce(`${cell}: ${squareWords(level, symbolAt(level, layout, cell) ?? ".", name)}${view.making.wordsOf(layout, cell)}`);
}

/** @param {DesignView} view @param {string} name @param {"first" | "second" | undefined} focused */
function key(view, name, focused) {
  const { level, brush } = view;
  if ((name === " " || name === "Enter") && focused) {
    paintCursor(view, view.layoutOf(focused));
    return true;
  }
  const plain = level.palette.findIndex((swatch) => swatch.kind === "plain");
  /** @type {Record<string, () => Brush>} */
  const brushes = {
    0: () => "wall", e: () => "eraser", t: () => "thin", v: () => "hand", c: () => "chameleon",
    n: () => ({ numbered: view.number }),
    p: () => {
      if (typeof brush === "object" && "pass" in brush) return { colour: brush.pass };
      const isPlain = typeof brush === "object" && "colour" in brush && level.palette[brush.colour].kind === "plain";
      return { pass: isPlain ? brush.colour : plain };
    },
  };
  const letter = name.toLowerCase();
  const colour = /^[1-9]$/.test(letter) ? Number(letter) - 1 : -1;
  if (colour >= 0 && colour < level.palette.length) view.take({ colour });
  else if (brushes[letter]) view.take(brushes[letter]());
  else if (letter === "f") view.making.ask(!view.making.isAsked);
  else if (letter === "x") view.edit({ transform: { to: "flip_horizontal" } });
  else if (letter === "y") view.edit({ transform: { to: "flip_vertical" } });
  else if (letter === "z") view.edit({ transform: { to: name === "Z" ? "rotate_left" : "rotate_right" } });
  else return false;
  if (letter === "f") return true;
  view.changed();
  view.app.announce(view.handWords());
  return true;
}

/** @param {DesignView} view */
function paintCursor(view, layout) {
  const { x, y } = view.cursor;
  if (view.brush === "hand") {
    view.take(brushOf(view.level, layout, cellName(x, y)));
    return;
  }
  const stroke = new Stroke(view, layout, view.brush);
  stroke.add(view.brush === "thin" ? `${cellName(x, y)}R` : cellName(x, y));
  stroke.end();
}
