// @ts-check
// A solution watched step by step: forward and back, by itself, or to any move of it. Its
// steps are moves of the game, so that the player can leave it anywhere and go on.

import { button, h, relabel, say, set } from "./dom.js";
import { change, settings } from "./store.js";

/** Between two moves that are made by themselves, in milliseconds. */
const REST = 260;
/** How fast moves may be shown. */
const SPEEDS = [1, 2, 4];

export class Watch {
  /** @param {import("./play.js").PlayView} play */
  constructor(play) {
    this.play = play;
    /** @type {string[] | null} */
    this.list = null;
    /** The moves made before it. @type {string[]} */
    this.base = [];
    /** Which moves of the game were told, where they are seen again; null where the engine makes them. @type {Set<number> | null} */
    this.told = null;
    /** What plays by itself. @type {object | null} */
    this.run = null;
    this.slider = h("input", { type: "range", min: 0, value: 0, "aria-label": "Move of the solution", oninput: () => this.goTo(Number(this.slider.value)) });
    this.toggler = button("", () => this.toggle(), { sign: "play", name: "Play the solution", kind: "primary" });
    this.back = button("", () => this.step(-1), { sign: "back", name: "One move back" });
    this.next = button("", () => this.step(1), { sign: "next", name: "One move on" });
    this.place = h("span", { class: "place" });
    this.speed = button("1×", () => this.faster(), { name: "Speed", kind: "plain" });
    this.element = h("div", { class: "watch", role: "group", "aria-label": "Watch the solution", hidden: true },
      this.back, this.toggler, this.next, this.slider, this.place, this.speed,
      button("", () => { this.close(); this.play.refresh(); }, { sign: "close", name: "End watching", kind: "plain" }));
  }

  /** Opens a solution that begins at the position of the game; `told` are the moves that were, of one's own. */
  open(list, told = null) {
    if (this.isOpen && this.at !== null) return;
    this.base = this.play.game.moves;
    this.list = list;
    this.told = told;
    this.pause();
  }

  /** Takes the next speed. */
  faster() {
    change({ replaySpeed: SPEEDS[(SPEEDS.indexOf(settings.replaySpeed) + 1) % SPEEDS.length] });
  }

  close() {
    this.pause();
    this.list = null;
    this.told = null;
  }

  get isOpen() {
    return this.list !== null;
  }

  get isPlaying() {
    return Boolean(this.run);
  }

  /** Returns how many moves of it have been made; null when the game is elsewhere. */
  get at() {
    const made = this.play.game.moves;
    const whole = [...this.base, ...this.list];
    const isOnWay = made.length >= this.base.length && made.every((move, index) => move === whole[index]);
    return isOnWay ? made.length - this.base.length : null;
  }

  /** Returns the moves that are left of it, or null. */
  get rest() {
    return this.isOpen && this.at !== null ? this.list.slice(this.at) : null;
  }

  pause() {
    this.run = null;
  }

  /** Plays, or pauses. */
  async toggle() {
    if (this.run) {
      this.pause();
      this.play.refresh();
      return;
    }
    if (this.at === this.list.length) this.goTo(0);
    const run = {};
    this.run = run;
    const goes = () => this.run === run && this.isOpen && this.at !== null && this.at < this.list.length;
    while (goes()) {
      await this.forward();
      await new Promise((resolve) => setTimeout(resolve, REST / settings.replaySpeed));
    }
    if (this.run === run) {
      this.pause();
      this.play.refresh();
    }
  }

  /** Says whether a move of it was not the player's own. */
  isTold(at) {
    return this.told?.has(this.base.length + at) ?? true;
  }

  /** Makes the next move. */
  forward() {
    this.play.game.selected = null;
    return this.play.make([this.list[this.at]], { byEngine: this.isTold(this.at) });
  }

  step(by) {
    this.goTo(this.at + by);
  }

  goTo(at) {
    this.pause();
    const { play } = this;
    if (at < 0 || at > this.list.length || this.at === null) return;
    if (at === this.at + 1) {
      this.forward();
      return;
    }
    const slides = at === this.at - 1;
    while (this.at > at) {
      if (play.game.undo()) continue;
      break;
    }
    // A gesture of the player may have gone back too far.
    while (this.at !== null && this.at < at) play.game.make([this.list[this.at]], { byEngine: this.isTold(this.at) });
    play.game.selected = null;
    play.moved(slides);
  }

  show() {
    const at = this.isOpen ? this.at : null;
    if (this.isOpen && at === null) this.close();
    set(this.element, "hidden", !this.isOpen);
    this.play.board.speed = 1;
    if (!this.isOpen) return;
    const { length } = this.list;
    set(this.slider, "max", length);
    this.slider.value = String(at);
    this.play.board.speed = settings.replaySpeed;
    relabel(this.speed, { caption: `${settings.replaySpeed}×`, name: `Speed: ${settings.replaySpeed}` });
    set(this.slider, "aria-valuetext", `${at} of ${length}`);
    say(this.place, `${at} / ${length}`);
    this.back.disabled = at === 0;
    this.next.disabled = at === length;
    relabel(this.toggler, this.run ? { sign: "pause", name: "Pause" } : { sign: "play", name: "Play the solution" });
  }
}

