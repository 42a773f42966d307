// @ts-check
// What the screen of Design shows: the boards, what is in the hand, the verdict.

import { cellAt } from "./cells.js";
import { h, relabel, say, set } from "./dom.js";
import { inkOn } from "./colour.js";
import { rowsOf } from "./design_hand.js";
import { bestOf } from "./game.js";
import { goalMarks, startPlaces } from "./overlay.js";
import { colourName, moves } from "./words.js";

/** Around a board in its room, together, and the least side of a cell, in pixels. */
const GAP = 8;
const LEAST = 6;

/** @typedef {import("./design.js").DesignView} DesignView */

/** Shows all of it. @param {DesignView} view */
export function show(view) {
  view.element.dataset.layout = view.layout === "start" ? "first" : "second";
  view.element.classList.toggle("plays", view.play.isOn);
  showLayers(view);
  if (!view.live.run && !view.play.isOn) showBoards(view);
  else markChosen(view);
  showChips(view);
  showVerdict(view);
  showMenu(view);
  const { undo, redo } = view.parts;
  undo.disabled = view.play.isOn ? view.play.look.count === 0 : view.at === 0;
  redo.disabled = view.play.isOn || view.at + 1 >= view.steps.length;
  relabel(undo, { name: undo.disabled || view.play.isOn ? "Undo" : `Undo: ${view.steps[view.at].name}` });
}

/** @param {DesignView} view */
function showLayers(view) {
  const { level, parts } = view;
  const names = ["start", "goal", ...level.waypoints.map((_, index) => `waypoint ${index + 1}`)];
  if (parts.layers.childElementCount !== names.length) {
    parts.layers.replaceChildren(...names.map((name) => h("label", {},
      h("input", { type: "radio", name: "layer", value: name, onchange: () => view.showLayout(name) }),
      h("span", {}, name.replace(/^./, (letter) => letter.toUpperCase())))));
  }
  for (const input of parts.layers.querySelectorAll("input")) input.checked = input.value === view.layout;
  parts.layers.classList.toggle("many", names.length > 2);
  say(parts.secondName, view.second.replace(/^./, (letter) => letter.toUpperCase()));
  set(view.rooms.second, "aria-label", `Board of the ${view.second}`);
}

/** @param {DesignView} view */
function showBoards(view) {
  const { level } = view;
  for (const which of /** @type {const} */ (["first", "second"])) {
    const room = view.rooms[which];
    if (!room.clientWidth) continue;
    const board = view.boards[which];
    const layout = view.layoutOf(which);
    board.marks = view.marks;
    board.setRows(level, rowsOf(level, layout), { isWhole: layout !== "goal" || level.goal_anchor === "fixed" });
    board.fit(room.offsetWidth - GAP, room.offsetHeight - GAP, Math.max(LEAST, view.cellSide));
    const isLarger = board.cell > board.fitted;
    room.classList.toggle("scrolls", isLarger);
    set(view.parts.zoom, "hidden", !board.isLarge && !isLarger);
    view.element.classList.toggle("zooms", board.isLarge || isLarger);
    relabel(view.parts.zoom, isLarger ? { sign: "whole", name: "The whole board" } : { sign: "zoom", name: "Larger cells" });
    const isApart = level.goal_anchor === "floating" && (layout === "goal" || view.second === "goal");
    const ghosts = isApart ? [] : layout === "start" ? goalMarks(board, level, rowsOf(level, view.second)) : startPlaces(board, level);
    const map = view.making.draw(board, layout);
    board.layers.under.replaceChildren(...ghosts, ...map.under);
    const isMarked = view.flash && (view.flash.board ?? "start") === layout;
    const marks = isMarked ? view.flash.cells.map((cell) => board.frame(cellAt(cell), "refused")) : [];
    if (document.activeElement === room && room.matches(":focus-visible")) marks.push(board.frame(view.cursor, "chosen"));
    board.layers.over.replaceChildren(...map.over, ...marks);
  }
}

/** The chosen tile of a game to the goal. @param {DesignView} view */
function markChosen(view) {
  const { play, boards } = view;
  const chosen = play.isOn && play.selected !== null ? [boards.first.frame(cellAt(play.look.tiles[play.selected].cell), "chosen")] : [];
  boards.first.layers.over.replaceChildren(...chosen);
  boards.first.layers.under.replaceChildren();
}

/** @param {DesignView} view */
function showChips(view) {
  const { level, parts, brush } = view;
  const isPass = typeof brush === "object" && "pass" in brush;
  const passes = level.palette.map((_, index) => index).filter((index) => isPass && index === brush.pass);
  const sign = JSON.stringify([level.palette, passes, view.marks]);
  if (parts.chips.dataset.sign !== sign) {
    parts.chips.dataset.sign = sign;
    parts.chips.replaceChildren(...level.palette.map((swatch, index) => chip(view, swatch, { colour: index }, index)),
      ...passes.map((index) => chip(view, level.palette[index], { pass: index }, index)));
  }
  for (const each of parts.brushes()) {
    const is = each.dataset.brush === JSON.stringify(brush);
    set(each, "aria-pressed", is ? "true" : "false");
    if (is && each.parentElement === parts.chips) reveal(parts.chips, each);
  }
  const special = brush === "thin" || brush === "chameleon" || (typeof brush === "object" && "numbered" in brush);
  say(parts.hand, [special ? `In hand: ${handWords(view)}.` : "", view.making.note].filter(Boolean).join(" "));
}

/** Scrolls a row, and nothing around it, until a chip is seen. @param {HTMLElement} row @param {HTMLElement} each */
function reveal(row, each) {
  const [left, right] = [each.offsetLeft - row.offsetLeft, each.offsetLeft - row.offsetLeft + each.offsetWidth];
  if (left < row.scrollLeft) row.scrollLeft = left;
  else if (right > row.scrollLeft + row.clientWidth) row.scrollLeft = right - row.clientWidth;
}

/** Returns the chip of a colour. */
function chip(view, swatch, brush, index) {
  const isPass = "pass" in brush;
  const name = isPass ? `${colourName(swatch)} pass` : colourName(swatch);
  const text = isPass ? "pass" : swatch.kind === "numbered" ? swatch.pushes : swatch.kind === "chameleon" ? "◯" : swatch.label ?? (view.marks === "letters" ? swatch.symbol : "");
  const face = h("span", { class: isPass ? "chip-face pass" : "chip-face" }, String(text));
  face.style.backgroundColor = swatch.color;
  face.style.color = inkOn(swatch.color);
  const element = h("button", {
    type: "button", class: "chip", title: isPass || index > 8 ? name : `${name} (${index + 1})`, "aria-label": name,
    "data-brush": JSON.stringify(brush), onclick: () => view.take(brush),
  }, face);
  return element;
}

/** Returns what is in the hand. @param {DesignView} view */
export function handWords({ level, brush }) {
  if (typeof brush === "string") return { wall: "wall", eraser: "eraser", hand: "hand", thin: "thin wall", chameleon: "chameleon" }[brush];
  if ("numbered" in brush) return `numbered ${brush.numbered}`;
  const name = colourName(level.palette["pass" in brush ? brush.pass : brush.colour]);
  return "pass" in brush ? `${name} pass` : name;
}

/** @param {DesignView} view */
function showVerdict(view) {
  const { live, parts, play, level } = view;
  const making = view.making.job?.isMap === false ? view.making.job : null;
  /** @type {import("./live.js").Verdict} */
  const verdict = making ? { words: `${making.title} …${making.words ? ` ${making.words}` : ""}`, tone: "open" } : live.of(level);
  if (play.isOn) {
    say(parts.playWords, play.look.count ? `${moves(play.look.count)} made. Where you stop becomes the goal.` : "Push the tiles of the start. Where you stop becomes the goal.");
    parts.playTake.disabled = play.look.count === 0;
  }
  parts.verdict.dataset.tone = verdict.tone;
  const issue = level.issues.some(({ cells }) => cells.length);
  const isWrong = verdict.tone === "wrong" && issue;
  say(parts.verdictWords, live.run ? `Move ${live.made}` : verdict.words);
  say(parts.verdictDoes, live.run || making ? "Stop" : verdict.solution ? "Show" : isWrong ? "Where?" : "");
  parts.verdict.disabled = !parts.verdictDoes.textContent;
}

/** What the menu offers for this level and this hand. @param {DesignView} view */
function showMenu(view) {
  const { level, parts, brush } = view;
  const colour = typeof brush === "object" && "colour" in brush ? level.palette[brush.colour] : null;
  set(parts.pass, "disabled", colour?.kind !== "plain");
  relabel(parts.pass, { caption: colour?.kind === "plain" ? `Pass for ${colourName(colour)}` : "Pass" });
  set(parts.colourRow, "hidden", !colour);
  if (colour) {
    parts.colour.value = colour.color;
    say(parts.colourName, colourName(colour));
  }
  const fields = /** @type {[HTMLInputElement, string | number][]} */ ([[parts.width, level.width], [parts.height, level.height], [parts.title, level.title], [parts.author, level.author]]);
  for (const [field, value] of fields) {
    if (document.activeElement !== field) field.value = String(value);
  }
  const best = bestOf(level);
  const isProved = level.playable && best?.standing === "proved";
  set(parts.harder, "disabled", !isProved);
  set(parts.easier, "disabled", !isProved || best.moves < 2);
  parts.whatIf.checked = view.making.isAsked;
  parts.floating.checked = level.goal_anchor === "floating";
  set(parts.removeWaypoint, "disabled", !level.waypoints.length);
  say(parts.from, view.from ? `Based on ${view.from}` : "");
}

