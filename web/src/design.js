// @ts-check
// Design: a puzzle is drawn here. What a brush makes of a level the core says (`edit`), so the state is
// a level by its code, and undo a list of them. What is on the screen is made in `design_build.js`, drawn
// in `design_show.js`; the pointer and the keys are in `design_hand.js`, the search in `live.js`.

import { Board } from "./board.js";
import { buildDesign } from "./design_build.js";
import { act, listenToHand } from "./design_hand.js";
import { PlayToGoal } from "./design_play.js";
import { handWords, show } from "./design_show.js";
import { Live } from "./live.js";
import { Making } from "./making.js";
import { hashOf } from "./router.js";
import { keepMine, mine, onChange, settings } from "./store.js";

/** So many steps can be taken back. */
const MOST_STEPS = 1000;
/** How long cells are marked that were asked for, in milliseconds. */
const FLASH = 1600;

/** @import { Level } from "./core.js" */
/** @import { Edit, BrushName } from "./protocol" */
/** @typedef {BrushName | "thin" | "hand"} Brush what is in the hand */

export class DesignView {
  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
    /** The states of the level, and the one that is shown. @type {{ level: Level, name: string }[]} */
    this.steps = [];
    this.at = 0;
    /** The level while a stroke is drawn. @type {Level | null} */
    this.drawn = null;
    /** Its number among my puzzles, once something is drawn; and what it is based on. @type {string | null} */
    this.id = null;
    this.from = "";
    /** @type {Brush} */
    this.brush = { colour: 0 };
    /** The pushes of new numbered tiles. */
    this.number = 1;
    /** The layout that is painted, and the one beside the start. */
    this.layout = "start";
    this.second = "goal";
    /** The side of a cell in pixels where the board is made larger than there is room for; else 0. */
    this.cellSide = 0;
    /** The cell of the keys, by its place. */
    this.cursor = { x: 0, y: 0 };
    /** Cells that are marked for a while. @type {{ board: string | null, cells: string[] } | null} */
    this.flash = null;
    this.boards = { first: new Board({ coordinates: true }), second: new Board({ coordinates: true }) };
    this.live = new Live(this);
    this.making = new Making(this);
    this.play = new PlayToGoal(this);
    const { element, parts, rooms } = buildDesign(this);
    this.element = element;
    this.parts = parts;
    this.rooms = rooms;
    listenToHand(this);
    const resized = new ResizeObserver(() => this.refresh());
    for (const room of Object.values(rooms)) resized.observe(room);
    onChange((values) => "marks" in values && this.refresh());
  }

  get level() {
    return this.drawn ?? this.steps[this.at].level;
  }

  /** The layout of a board. @param {"first" | "second"} which */
  layoutOf(which) {
    return which === "first" ? "start" : this.second;
  }

  /** Shows a level: one's own goes on, of another one a copy is made when it is changed. @param {Level} level */
  open(level) {
    this.close();
    // Whoever comes back to what is under way finds its steps; what it was copied from is copied once more.
    if (this.steps[this.at]?.level.code !== level.code || !this.isKept) this.begin(level);
    this.drawn = null;
    this.changed();
  }

  /** Says whether the level is as it is kept, or not changed yet. */
  get isKept() {
    const own = mine().find((puzzle) => puzzle.id === this.id);
    return this.id === null || own?.code === this.steps[this.at].level.code;
  }

  /** @param {Level} level */
  begin(level) {
    const own = mine().find((puzzle) => puzzle.code === level.code);
    this.steps = [{ level, name: "Opened" }];
    this.at = 0;
    this.id = own?.id ?? null;
    const isEmpty = level.start.every((row) => /^[.#]*$/.test(row)) && !level.title;
    this.from = own ? own.from ?? "" : isEmpty ? "" : level.title || "a puzzle without a title";
    this.layout = "start";
    this.second = "goal";
    this.cellSide = 0;
    this.cursor = { x: 0, y: 0 };
  }

  close() {
    this.live.stop();
    this.making.reset();
    this.play.end();
    this.parts.more.close();
    this.app.engine.rest();
  }

  /** Returns the level after edits, or null when they are refused. @param {Edit[]} edits */
  edited(edits, code = this.steps[this.at].level.code) {
    try {
      return this.app.rules.ask({ op: "edit", code, edits });
    } catch (refused) {
      this.app.notice(`${refused.message}.`);
      return null;
    }
  }

  /** Makes edits, each a step. @param {...Edit} edits */
  edit(...edits) {
    const answer = this.edited(edits);
    if (answer?.steps.length) this.add(answer.level, answer.steps.at(-1));
  }

  /** Shows what a stroke makes of the level so far. @param {Level | null} level */
  draw(level) {
    this.drawn = level;
    this.live.stop();
    this.making.reset();
    this.refresh();
  }

  /** Takes a level as the next step. @param {Level} level @param {string} name */
  add(level, name) {
    this.drawn = null;
    this.steps.splice(this.at + 1);
    this.steps.push({ level, name });
    if (this.steps.length > MOST_STEPS) this.steps.shift();
    this.at = this.steps.length - 1;
    this.app.announce(name);
    this.keep();
    this.changed();
  }

  /** Shows another step. Says whether there is one. */
  goTo(at, word) {
    if (!this.steps[at]) return;
    const { name } = this.steps[Math.max(at, this.at)];
    this.at = at;
    this.app.announce(`${word}: ${name}`);
    this.keep();
    this.changed();
  }

  undo() {
    if (this.play.isOn) this.play.undo();
    else this.goTo(this.at - 1, "Taken back");
  }

  redo() {
    this.goTo(this.at + 1, "Done again");
  }

  /** Keeps the level among my puzzles, as the newest, and its address. */
  keep() {
    const { level } = this;
    const isFirst = this.id === null;
    this.id ??= String(Date.now());
    const { id, from } = this;
    keepMine([{ id, code: level.code, from }, ...mine().filter((puzzle) => puzzle.id !== id)]);
    // What it was copied from is a step back.
    history[isFirst ? "pushState" : "replaceState"](null, "", hashOf(level.code, "design"));
    this.app.moved(level);
  }

  /** Something else is drawn. */
  changed() {
    const { level, brush } = this;
    this.live.stop();
    this.making.reset();
    const isGone = !["start", "goal", ...level.waypoints.map((_, index) => `waypoint ${index + 1}`)].includes(this.second);
    if (isGone) this.second = "goal";
    if (this.layout !== "start") this.layout = this.second;
    // The first chameleon has brought its colour; undo takes colours away.
    const index = level.palette.findIndex((swatch) => (brush === "chameleon" && swatch.kind === "chameleon")
      || (typeof brush === "object" && "numbered" in brush && swatch.pushes === brush.numbered));
    if (index >= 0) this.brush = { colour: index };
    const colour = typeof brush === "object" ? Object.values(brush)[0] : 0;
    if (typeof brush === "object" && !("numbered" in brush) && colour >= level.palette.length) this.brush = level.palette.length ? { colour: 0 } : "wall";
    this.flash = null;
    this.refresh();
    if (!this.play.isOn) this.live.begin(level);
  }

  refresh() {
    if (this.steps.length && !this.element.hidden) show(this);
  }

  /** Takes something into the hand. @param {Brush} brush */
  take(brush) {
    this.brush = brush;
    this.parts.more.close();
    this.asked();
    this.refresh();
  }

  /** The hand, or the layout beside the start, is another one: so is what would be. */
  asked() {
    if (this.making.job && !this.making.job.isMap) return;
    this.making.reset();
    this.making.idle();
  }

  /** Shows a layout. */
  showLayout(name) {
    this.layout = name;
    if (name !== "start" && name !== this.second) {
      this.second = name;
      this.asked();
    }
    this.refresh();
  }

  /** Marks cells for a while, on the board that shows them. @param {{ board: string | null, cells: string[] }} issue */
  mark(issue) {
    if (!issue.cells.length) return;
    if (issue.board) this.showLayout(issue.board);
    this.flash = issue;
    this.refresh();
    setTimeout(() => {
      if (this.flash !== issue) return;
      this.flash = null;
      this.refresh();
    }, FLASH);
  }

  /** Returns what is in the hand. */
  handWords() {
    return handWords(this);
  }

  get marks() {
    return settings.marks;
  }

  act(command, value) {
    return this.steps.length > 0 && act(this, command, value);
  }
}
