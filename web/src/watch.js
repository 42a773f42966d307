// A solution watched step by step: forward and back, by itself, or to any move of it. Its
// steps are moves of the game, so that the player can leave it anywhere and go on.

import { button, h, say, set } from "./dom.js";

/** Between two moves that are made by themselves, in milliseconds. */
const REST = 260;

export class Watch {
  constructor(play) {
    this.play = play;
    this.list = null;
    this.slider = h("input", { type: "range", min: 0, value: 0, "aria-label": "Move of the solution", oninput: () => this.goTo(Number(this.slider.value)) });
    this.toggler = button("", () => this.toggle(), { sign: "play", name: "Play the solution", kind: "primary" });
    this.back = button("", () => this.step(-1), { sign: "back", name: "One move back" });
    this.next = button("", () => this.step(1), { sign: "next", name: "One move on" });
    this.place = h("span", { class: "place" });
    this.element = h("div", { class: "watch", role: "group", "aria-label": "Watch the solution", hidden: true },
      this.back, this.toggler, this.next, this.slider, this.place,
      button("", () => { this.close(); this.play.refresh(); }, { sign: "close", name: "End watching", kind: "plain" }));
  }

  /** Opens a solution that begins at the position of the game. */
  open(game, list) {
    if (this.isOpen && this.at !== null) return;
    this.base = game.moves;
    this.list = list;
    this.pause();
  }

  close() {
    this.pause();
    this.list = null;
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
      await new Promise((resolve) => setTimeout(resolve, REST));
    }
    if (this.run === run) {
      this.pause();
      this.play.refresh();
    }
  }

  /** Makes the next move. */
  forward() {
    this.play.game.selected = null;
    return this.play.make([this.list[this.at]], { byEngine: true });
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
    while (this.at !== null && this.at < at) play.game.make([this.list[this.at]], { byEngine: true });
    play.game.selected = null;
    play.moved(slides);
  }

  show() {
    const at = this.isOpen ? this.at : null;
    if (this.isOpen && at === null) this.close();
    set(this.element, "hidden", !this.isOpen);
    if (!this.isOpen) return;
    const { length } = this.list;
    set(this.slider, "max", length);
    this.slider.value = at;
    set(this.slider, "aria-valuetext", `${at} of ${length}`);
    say(this.place, `${at} / ${length}`);
    this.back.disabled = at === 0;
    this.next.disabled = at === length;
    this.toggler.setAttribute("aria-label", this.run ? "Pause" : "Play the solution");
    this.toggler.querySelector("path").setAttribute("d", this.run ? "M6 4v12M14 4v12" : "M5 3.5v13l11-6.5z");
  }
}

