// @ts-check
// Play: the level on one large board. This file holds the parts of the screen and carries
// commands out; what it shows is in `play_show.js`.

import { Board } from "./board.js";
import { cellAt, movesOf, partsOf } from "./cells.js";
import { memoryBytes } from "./device.js";
import { relabel, Shown } from "./dom.js";
import { Game } from "./game.js";
import { Hints } from "./hints.js";
import { buildPlay } from "./play_build.js";
import { show } from "./play_show.js";
import { listenToPointer } from "./pointer.js";
import { isEmbedded } from "./router.js";
import { change, onChange, recordOf, settings } from "./store.js";
import { Watch } from "./watch.js";
import { takenWords, tileWords } from "./words.js";

/** The background search for the best solution ends after so many seconds. */
const BACKGROUND_SECONDS = 10;
/** It begins when the level has been open for so long, in milliseconds. */
const BACKGROUND_WAIT = 600;

export class PlayView {
  /** `app` has the rules, the engine, `announce`, and the way to other levels. @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
    this.shown = new Shown();
    /** What was asked for and cannot be done. @type {string | null} */
    this.refused = null;
    /** @type {Game | null} */
    this.game = null;
    this.hints = new Hints(app.engine, memoryBytes, () => this.searched());
    this.watch = new Watch(this);
    this.board = new Board({ coordinates: true, isPlayed: true });
    const { buttons, parts, room, zoom, tools, lineBox, element } = buildPlay(this);
    this.buttons = buttons;
    this.parts = parts;
    this.room = room;
    this.zoom = zoom;
    this.tools = tools;
    this.lineBox = lineBox;
    this.element = element;
    this.board.redraw = () => {
      this.shown.forget("marks", "tiles");
      if (this.game) this.refresh();
    };
    listenToPointer(this.board, this);
    // Not on the SVG: one that listens to the focus is given it.
    this.room.addEventListener("focusin", (event) => this.focusOn(event.target));
    this.board.svg.addEventListener("click", (event) => this.activate(event));
    this.board.svg.addEventListener("keydown", (event) => this.activate(event));
    new ResizeObserver(() => this.resize()).observe(this.room);
    onChange((values) => this.settingsChanged(values));
  }

  /** Shows a level. */
  open(level, place) {
    this.close();
    this.level = level;
    this.place = place;
    this.refused = null;
    this.opensWatch = null;
    this.shown.forget();
    this.game = new Game(this.app.rules, level);
    this.hints.forget();
    this.watch.close();
    this.board.wholeBoard = false;
    this.board.tileCells = null;
    this.board.marks = settings.marks;
    this.board.setBoard(level, level.start);
    this.board.tileCells = this.game.look.tiles;
    this.drawsTrails = false;
    this.lineBox.style.minHeight = "";
    this.resize();
    // The board is not to change its size whenever the line says something shorter.
    this.lineBox.style.minHeight = `${this.lineBox.offsetHeight}px`;
    this.prepareBackground();
    // The strip of the pack shows the progress of each level.
    if (place.pack !== undefined) this.stopReading = this.app.packs.readAll([place.pack], () => {}, () => this.changed());
  }

  /** Ends what runs for the level. */
  close() {
    clearTimeout(this.timer);
    this.stopReading?.();
    this.watch.pause();
    this.hints.halt();
    this.app.engine.rest();
  }

  resize() {
    if (!this.game || !this.room.clientWidth) return;
    const style = getComputedStyle(this.room);
    const padding = (one, other) => parseFloat(style[one]) + parseFloat(style[other]);
    const width = this.room.clientWidth - padding("paddingLeft", "paddingRight");
    const height = this.room.clientHeight - padding("paddingTop", "paddingBottom");
    this.board.tileCells = this.game.look.tiles;
    this.board.fit(width, height, 6);
    this.room.classList.toggle("scrolls", this.board.isLarge && !this.board.wholeBoard);
    this.zoom.hidden = !this.board.isLarge;
  }

  switchZoom() {
    this.board.wholeBoard = !this.board.wholeBoard;
    relabel(this.zoom, this.board.wholeBoard ? { sign: "zoom", name: "Larger cells" } : { sign: "whole", name: "The whole board" });
    this.resize();
  }

  refresh() {
    show(this);
  }

  /** Shows what has changed, once in the next frame. */
  changed() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      if (this.game) this.refresh();
    });
  }

  settingsChanged(values) {
    if (!this.game) return;
    if ("marks" in values) {
      this.board.marks = settings.marks;
      this.board.draw();
    }
    if ("background" in values && !settings.background && this.hints.background) this.hints.halt();
    this.refresh();
  }

  /** Looks for the best solution while the player thinks, where nobody has proved one. */
  prepareBackground() {
    const { level } = this;
    const isKnown = this.game.best?.standing === "proved" || recordOf(level.key).proved === "unsolvable";
    if (!settings.background || isKnown) return;
    // A page within another one is one of many.
    if (isEmbedded) return;
    this.timer = setTimeout(() => {
      if (!this.app.engine.isSearching && this.level === level) this.hints.searchInBackground(this.game);
    }, BACKGROUND_WAIT);
  }

  /** Something else is known of the search that runs. */
  searched() {
    const { background } = this.hints;
    if (background?.progress?.seconds > BACKGROUND_SECONDS) this.hints.halt();
    this.changed();
  }

  // What the pointer asks for.

  mayPlay() {
    return Boolean(this.game) && !this.element.hidden;
  }

  hasTile(cell) {
    return this.game.tileOn(cell) !== null;
  }

  drag(cell, direction) {
    const { game } = this;
    this.begin();
    const row = movesOf(game.look.slides?.[cell]);
    if (row.length && partsOf(row[0]).direction === direction) this.make(row);
    else this.push(game.tileOn(cell), direction);
  }

  /** Returns what is moved by a pull at a cell, or null: tiles beside the gap go as a row. */
  pullOf(cell, direction) {
    const { game } = this;
    const { slides, tiles } = game.look;
    const row = movesOf(slides?.[cell]);
    if (row.length && partsOf(row[0]).direction === direction) {
      const moved = row.map((move) => game.tileOn(partsOf(move).cell));
      return { tiles: moved, far: 1, places: [] };
    }
    const tile = game.tileOn(cell);
    const push = tile === null ? undefined : game.pushOf(tile, direction);
    if (!push) return null;
    const [from, to] = [cellAt(tiles[tile].cell), cellAt(push.to)];
    return { tiles: [tile], far: Math.abs(from.x - to.x) + Math.abs(from.y - to.y), places: [push.to] };
  }

  swipe(direction) {
    this.begin();
    if (this.game.hasOneGap) this.pushIntoGap(direction);
    else if (this.game.selected !== null) this.push(this.game.selected, direction);
    else this.refuse("Begin the swipe on a tile.");
  }

  tap(cell) {
    const { game } = this;
    this.begin();
    const tile = game.tileOn(cell);
    if (game.hasOneGap) {
      const row = movesOf(game.look.slides[cell]);
      if (row.length) this.make(row);
      else if (tile !== null) this.refuse("Only tiles in the row or column of the empty cell can move.");
      return;
    }
    if (tile !== null) {
      this.select(game.selected === tile ? null : tile);
      return;
    }
    const direction = game.directionTo(cell);
    if (direction) this.push(game.selected, direction);
    else this.select(null);
  }

  /** Chooses a tile, or none, and gives it the focus. */
  select(tile) {
    this.game.selected = tile;
    if (tile !== null) this.board.tiles[tile].node.focus({ preventScroll: true });
    else if (this.room.contains(document.activeElement)) this.room.focus({ preventScroll: true });
    this.refresh();
  }

  focusOn(node) {
    const tile = node.closest?.(".tile")?.dataset.tile;
    if (tile === undefined || this.game.selected === Number(tile)) return;
    this.game.selected = Number(tile);
    this.refused = null;
    node.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    this.refresh();
  }

  /** Enter, Space and screen readers press a tile as a button. */
  activate(event) {
    const tile = event.target.closest(".tile")?.dataset.tile;
    const isPressed = event.type === "click" ? event.detail === 0 : event.key === "Enter" || event.key === " ";
    if (tile === undefined || !isPressed) return;
    event.preventDefault();
    if (this.game.hasOneGap) this.tap(this.game.look.tiles[tile].cell);
    else this.select(Number(tile));
  }

  // What keys and buttons ask for.

  /** Carries a command out; says whether it did. */
  act(command, value) {
    if (!this.mayPlay()) return false;
    const does = {
      arrow: () => this.arrow(value),
      undo: () => this.undo(),
      redo: () => this.redo(),
      restart: () => this.restart(),
      hint: () => this.hint(),
      solve: () => this.solve(),
      step: () => this.oneMove(),
      stop: () => this.stop(),
      replay: () => this.replay(),
      goal: () => change({ goal: !settings.goal }),
      trails: () => change({ trails: !settings.trails }),
      starts: () => change({ starts: !settings.starts }),
    }[command];
    if (!does) return false;
    does();
    return true;
  }

  arrow(direction) {
    this.begin();
    if (this.game.hasOneGap) {
      this.pushIntoGap(settings.gap ? { U: "D", D: "U", L: "R", R: "L" }[direction] : direction);
    } else if (this.game.selected === null) {
      this.refuse("Choose a tile first: tap it, or press Tab.");
    } else {
      this.push(this.game.selected, direction);
    }
  }

  pushIntoGap(direction) {
    const push = this.game.pushIntoGap(direction);
    if (push) this.make([push.move]);
    else this.refuse("There is no tile on that side of the empty cell.");
  }

  push(tile, direction) {
    const push = this.game.pushOf(tile, direction);
    if (push) {
      this.game.selected = this.game.hasOneGap ? null : tile;
      this.make([push.move]);
      return;
    }
    this.board.jerk(tile, direction);
    const isSpent = this.game.look.tiles[tile].left === 0;
    this.refuse(isSpent ? "It has no push left: that moves nothing." : "That tile is blocked on that side.");
  }

  refuse(words) {
    this.refused = words;
    this.app.announce(words);
    this.refresh();
  }

  /** Whatever is done by hand ends what plays by itself. */
  begin() {
    this.refused = null;
    this.drawsTrails = false;
    this.watch.pause();
  }

  /** Makes moves and lets tiles slide. Resolves when they are at rest. */
  make(list, { byEngine = false } = {}) {
    const { game, level } = this;
    const before = game.look;
    game.make(list, { byEngine });
    if (!byEngine && game.look.won && !settings.hasPlayed) change({ hasPlayed: true });
    const pushed = list.map((_, index) => this.spoken(game.look.path.at(index - list.length)));
    this.app.announce([...pushed, ...takenWords(level, before, game.look)].join(". "));
    return this.moved(true);
  }

  spoken(step) {
    const { level, game } = this;
    const name = tileWords(level, game.look, step.tile).split(";")[0];
    return `${name}. Move ${game.look.count}`;
  }

  /** Shows where tiles are after moves. */
  moved(slides) {
    const { game, board } = this;
    this.hints.follows(game);
    board.tileCells = game.look.tiles;
    const rest = board.moveTo(game.look.tiles, slides);
    this.isSliding = rest;
    this.refresh();
    const chosen = game.selected !== null && board.tiles[game.selected].node;
    if (chosen) rest.then(() => chosen.scrollIntoView({ block: "nearest", inline: "nearest" }));
    if (game.look.won) rest.then(() => this.isSliding === rest && this.win());
    return rest;
  }

  undo() {
    this.begin();
    if (!this.game.undo()) return;
    this.app.announce(`Taken back. ${this.game.look.count} made`);
    this.moved(true);
  }

  redo() {
    this.begin();
    if (this.game.redo()) this.moved(true);
  }

  restart() {
    this.begin();
    if (this.game.isAtStart) return;
    this.watch.close();
    this.game.restart();
    this.app.announce("At the start");
    this.moved(false);
  }

  hint() {
    this.begin();
    if (this.game.look.won) return;
    this.hints.tellMore(this.game);
    // Which tile it is, is help: the win is not the player's alone.
    if (this.hints.grade(this.game) >= 2) this.game.helped.add(this.game.look.count);
    this.app.announce(this.parts.line.textContent);
  }

  solve() {
    this.refused = null;
    const { game, hints, watch } = this;
    if (game.look.won) return;
    if (watch.told) {
      watch.toggle();
      return;
    }
    if (hints.stop(game)) return;
    hints.claim(game);
    if (hints.running(game)) {
      this.opensWatch = game.look.moves;
      this.refresh();
      return;
    }
    if (hints.rest(game)) {
      watch.open(hints.rest(game));
      watch.toggle();
      return;
    }
    if (!hints.failure(game)?.isProved) hints.failed = null;
    hints.search(game);
    this.opensWatch = game.look.moves;
    this.refresh();
  }

  oneMove() {
    this.begin();
    const rest = this.hints.rest(this.game);
    if (this.watch.told) {
      this.watch.step(1);
    } else if (rest?.length) {
      this.game.selected = null;
      this.make([rest[0]], { byEngine: true });
    } else if (!this.game.look.won) {
      this.hints.search(this.game);
    }
  }

  stop() {
    if (this.watch.isPlaying) this.watch.pause();
    else if (this.hints.stop(this.game)) return;
    else if (this.watch.isOpen) this.watch.close();
    else this.select(null);
    this.refresh();
  }

  /** Shows the moves of the solution that stands on the board, from the start on. */
  replay() {
    const { game, watch } = this;
    const { helped, moves, look } = game;
    const list = moves.slice(look.opening);
    const told = new Set(helped);
    game.rewind();
    this.drawsTrails = false;
    this.moved(false);
    watch.open(list, told);
    watch.toggle();
  }

  win() {
    this.watch.pause();
    this.watch.close();
    this.drawsTrails = true;
    this.game.selected = null;
    this.refresh();
    this.app.announce(this.parts.line.textContent);
    /** @type {HTMLElement | null} */
    const next = this.parts.won.querySelector(".primary");
    if (this.room.contains(document.activeElement) || document.activeElement === document.body) next?.focus({ preventScroll: true });
  }
}

