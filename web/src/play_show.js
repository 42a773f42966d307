// @ts-check
// What the screen of play shows: the goal, the counter, the line under the board, which
// buttons can be pressed, and that the level is solved.

import { picture } from "./board.js";
import { cellName, DIRECTIONS, partsOf } from "./cells.js";
import { h, relabel, say, set } from "./dom.js";
import { WHOLE } from "./hints.js";
import { drawOverlay } from "./overlay.js";
import { packStrip, winPanel } from "./play_parts.js";
import { isEmbedded } from "./router.js";
import { recordOf, settings } from "./store.js";
import { allPushesLeft, boardWords, colourName, grouped, labelOf, moves, pushesLeft, seconds, standing, targetFloats, targetRows, tileName, tileOn, tileWords, wonWords } from "./words.js";

/** A screen that is touched, without keys. */
const hasNoKeys = matchMedia("(hover: none)");
/** The largest goal picture. */
const PICTURE = { width: 180, height: 180 };

/** A window that has no room for the note of a level beside the board: see `style/play.css`. */
const hasNoSide = matchMedia("(max-width: 60rem) and (not ((min-width: 30rem) and (max-height: 30rem)))");

/** @typedef {import("./play.js").PlayView} PlayView */

/** Shows all of it. @param {PlayView} view */
export function show(view) {
  const { game, hints, watch } = view;
  if (watch.isOpen && watch.at === null) watch.close();
  offerWatch(view);
  watch.show();
  showBoard(view);
  showTarget(view);
  showCount(view);
  showLine(view);
  showButtons(view);
  packStrip(view);
  winPanel(view);
  view.element.classList.toggle("is-won", game.look.won && !game.isAtStart);
  view.element.classList.toggle("is-searching", Boolean(hints.running(game)));
}

/** A solution that was asked for can be watched as soon as it is known to be the best. */
function offerWatch(view) {
  const { game, hints, watch } = view;
  if (view.opensWatch !== game.look.moves || hints.running(game)) return;
  view.opensWatch = null;
  const rest = hints.rest(game);
  if (rest?.length) {
    watch.open(rest);
    view.app.announce(`${moves(rest.length)} left${hints.plan.proved ? ", proved" : ""}. Press S to watch.`);
  } else if (hints.failure(game)) {
    view.app.announce(hints.failure(game).words);
  }
}

/** @param {PlayView} view */
function showBoard(view) {
  const { game, shown } = view;
  if (shown.differs("tiles", game.look.moves, game.selected)) nameTiles(view);
  showMarks(view);
}

/** Tells of each tile what it is and where it can go, for whoever does not see the board. */
function nameTiles({ game, level, board, parts }) {
  const { look } = game;
  const movable = new Set(look.pushes.map((push) => push.tile));
  board.tiles.forEach(({ node }, index) => {
    const canMove = movable.has(index) && !look.won;
    set(node, "role", "button");
    set(node, "tabindex", canMove || node === document.activeElement ? 0 : -1);
    set(node, "aria-label", tileWords(level, look, index));
    set(node, "aria-pressed", game.selected === index ? "true" : "false");
    node.classList.toggle("free", canMove);
  });
  order(board);
  parts.rows.replaceChildren(...boardWords(level, look).map((words) => h("li", {}, words)));
}

/** Draws what is on the board beside its tiles, when it is something else than before. @param {PlayView} view */
function showMarks(view) {
  const { game, level, board, hints, watch } = view;
  const { look } = game;
  const rest = hints.rest(game);
  const state = {
    settings,
    trails: settings.trails || (look.won && view.drawsTrails),
    drawsTrails: view.drawsTrails,
    selected: game.selected,
    reached: look.won && targetFloats(level, look) ? look.reached : null,
    hint: rest?.length && !watch.isPlaying ? { move: rest[0], grade: hints.grade(game) } : null,
  };
  if (view.shown.differs("marks", look.moves, state)) drawOverlay(board, level, look, state);
}

/** Puts the tiles in the order in which they stand, for Tab; the focus stays where it is. */
function order(board) {
  const layer = board.layers.tiles;
  const sorted = [...board.tiles].sort((a, b) => a.y - b.y || a.x - b.x).map((tile) => tile.node);
  if (sorted.every((node, index) => layer.children[index] === node)) return;
  const focused = sorted.indexOf(document.activeElement);
  if (focused < 0) {
    layer.append(...sorted);
    return;
  }
  sorted.slice(0, focused).forEach((node) => layer.insertBefore(node, sorted[focused]));
  layer.append(...sorted.slice(focused + 1));
}

/** @param {PlayView} view */
function showTarget(view) {
  const { game, level, parts } = view;
  const { look } = game;
  if (view.shown.differs("target", level.code, look.target, settings.marks)) {
    const rows = withWalls(level, look);
    parts.goal.replaceChildren(picture(level, rows, PICTURE.width, { marks: settings.marks, height: PICTURE.height, isWhole: !targetFloats(level, look) }));
    parts.goal.setAttribute("role", "img");
    parts.goal.setAttribute("aria-label", goalWords(level, rows));
  }
  view.element.classList.toggle("floats", targetFloats(level, look));
  const waypoints = level.waypoints.length;
  say(parts.goalHeading, look.target === "goal" ? "Goal" : `Waypoint ${look.passed + 1} of ${waypoints}`);
  const notes = [];
  if (targetFloats(level, look)) notes.push("Anywhere on the board.");
  if (look.tiles.some((tile) => tile.left !== undefined)) notes.push(`Numbered tiles: ${pushesLeft(allPushesLeft(look))}.`);
  if (look.opening && game.isAtStart) notes.push(`The opening, ${moves(look.opening)}, is played.`);
  say(parts.goalNote, notes.join(" "));
}

/** Returns the rows of the target, with the walls of the board where it is drawn on it. */
function withWalls(level, look) {
  const rows = targetRows(level, look);
  if (targetFloats(level, look)) return rows;
  return rows.map((row, y) => {
    const walls = [...level.start[y]];
    return [...row].map((symbol, x) => (walls[x] === "#" ? "#" : symbol)).join("");
  });
}

function goalWords(level, rows) {
  const places = [];
  rows.forEach((row, y) => [...row].forEach((symbol, x) => {
    const swatch = level.palette.find((other) => other.symbol === symbol);
    if (swatch) places.push(`${colourName(swatch)} on ${cellName(x, y)}`);
  }));
  return places.length > 40 ? `Goal: ${places.length} cells` : `Goal: ${places.join(", ")}`;
}

/** @param {PlayView} view */
function showCount(view) {
  const { game, level, parts } = view;
  const { best, rules } = game;
  const record = recordOf(level.key);
  say(parts.made, grouped(game.look.count));
  say(parts.of, best ? ` / ${grouped(best.moves)}` : "");
  const isUnsolvable = record.proved === "unsolvable";
  const { background } = view.hints;
  const searched = background ? `; searching${background.at_least ? `, at least ${background.at_least}` : ""} …` : "";
  say(parts.standing, isUnsolvable ? rules.standings.unsolvable : standing(rules, best) + searched);
  parts.standing.dataset.standing = isUnsolvable ? "unsolvable" : best?.standing ?? "none";
  const own = [];
  if (record.own) own.push(`Your best: ${grouped(record.own)}`);
  else if (record.helped) own.push(`Solved with help: ${grouped(record.helped)}`);
  say(parts.own, own.join(""));
  say(parts.note, level.note);
}

/** @param {PlayView} view */
function showLine(view) {
  const { words, tone } = line(view);
  say(view.parts.line, words);
  view.lineBox.dataset.tone = tone;
}

/** Returns what the line says, and how. @param {PlayView} view */
function line(view) {
  const { game, hints, watch } = view;
  const { look } = game;
  if (look.won && !game.isAtStart) return { words: wonWords(game).sentence, tone: "won" };
  if (look.won) return { words: "The goal is reached at the start.", tone: "won" };
  if (view.refused) return { words: view.refused, tone: "refused" };
  const rest = watch.told ? watch.rest : hints.rest(game);
  const running = hints.running(game);
  if (rest?.length && (hints.grade(game) > 0 || running || watch.isOpen)) {
    return { words: leftWords(view, rest, running), tone: "told" };
  }
  if (running) {
    const least = running.at_least ? ` ${moves(running.at_least)} or more.` : "";
    return { words: `Searching from here …${least}${running.progress ? ` ${seconds(running.progress.seconds)}.` : ""}`, tone: "told" };
  }
  const failure = hints.failure(game);
  if (failure) return { words: failure.words, tone: "refused" };
  return { words: prompt(view), tone: "quiet" };
}

const pace = (progress) => (progress ? `, ${seconds(progress.seconds)}` : "");

/** @param {PlayView} view */
function leftWords(view, rest, running) {
  const { hints, game, watch } = view;
  const count = moves(rest.length);
  if (watch.told) return watch.isPlaying ? `Your solution plays: ${count} left.` : `Your solution: ${count} left.`;
  if (watch.isPlaying) return `The solution plays: ${count} left.`;
  const { proved } = hints.plan;
  const bound = hints.bound(game);
  const isFull = hints.ends.get(game.look.moves) === "memory" ? "The memory for the search is full. " : "";
  let left;
  if (proved) left = `${count} left, proved.`;
  else if (running) left = `${running.at_least ?? "?"} to ${count} left, still searching${pace(running.progress)}.`;
  else if (bound > 1 && bound < rest.length) left = `${isFull}${bound} to ${count} left.`;
  else left = `${isFull}At most ${count} left.`;
  return `${left} ${told(game, rest, hints.grade(game))}`.trim();
}

/** Returns what a hint of this grade tells beside the number of moves. */
function told(game, rest, grade) {
  const { cell, direction } = partsOf(rest[0]);
  const tile = tileOn(game.look, cell);
  const swatch = game.level.palette[game.look.tiles[tile].colour];
  const name = labelOf(swatch) ? tileName(swatch) : `${tileName(swatch)} on ${cell}`;
  if (grade === 1) return "Hint tells which tile.";
  if (grade === 2) return `Move ${name}. Hint tells where.`;
  if (grade === 3) return `Push ${name} ${DIRECTIONS[direction].word}. Hint tells the rest.`;
  if (grade === WHOLE) return rest.slice(0, 40).join(" ") + (rest.length > 40 ? " …" : "");
  return "";
}

/** @param {PlayView} view */
function prompt(view) {
  const { game, level } = view;
  if (recordOf(level.key).proved === "unsolvable") return `This level ${game.rules.standings.unsolvable}.`;
  if (standsTooEarly(game.look)) return `The goal stands, but there ${isOrAre(allPushesLeft(game.look))} ${pushesLeft(allPushesLeft(game.look))}.`;
  const note = hasNoSide.matches && !isEmbedded ? level.note : "";
  // Whoever has played before knows how, and reads on what this level is about.
  if (note && settings.hasPlayed) return note;
  return game.isAtStart ? `${howTo(game)}${note && `\n${note}`}` : note;
}

/** Says whether the goal would be reached if all numbered tiles had been pushed. */
const standsTooEarly = (look) => look.target === "goal" && Boolean(look.reached) && !look.won && allPushesLeft(look) > 0;

const isOrAre = (count) => (count === 1 ? "is" : "are");

function howTo(game) {
  const arrows = hasNoKeys.matches ? "" : ", or use the arrows";
  if (game.hasOneGap) return `Tap a tile in the row or column of the gap${arrows}.`;
  if (game.selected !== null) return `Tap where it shall go${arrows}.`;
  return "Drag a tile; it slides until something stops it.";
}

/** @param {PlayView} view */
function showButtons(view) {
  const { game, hints, watch, buttons } = view;
  const { look } = game;
  const running = hints.running(game);
  const rest = watch.told ? watch.rest : hints.rest(game);
  buttons.undo.disabled = game.isAtStart;
  buttons.restart.disabled = game.isAtStart;
  buttons.redo.disabled = !game.canRedo;
  const isOver = look.won;
  buttons.hint.disabled = isOver || hints.grade(game) === WHOLE;
  buttons.step.disabled = isOver;
  buttons.solve.disabled = isOver || Boolean(hints.failure(game)?.isProved);
  let [caption, sign] = ["Solve", "play"];
  if (running) [caption, sign] = ["Stop", "stop"];
  else if (watch.isPlaying) [caption, sign] = ["Pause", "pause"];
  else if (rest?.length) [caption, sign] = ["Play it", "play"];
  relabel(buttons.solve, { caption, sign });
  buttons.solve.classList.toggle("stop", caption === "Stop");
}

