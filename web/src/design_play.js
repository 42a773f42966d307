// @ts-check
// Play to the goal: the start is played on the board of Design, and where one stops becomes the goal.
// Until then the level has a goal that says nothing: what its start shows.

import { cellAt, movesOf, partsOf } from "./cells.js";
import { listenToPointer } from "./pointer.js";
import { moves, pushesOf, tileOn } from "./words.js";

export class PlayToGoal {
  /** @param {import("./design.js").DesignView} view */
  constructor(view) {
    this.view = view;
    /** The level that is played, by its code. @type {string | null} */
    this.code = null;
    /** @type {import("./core.js").Look | null} */
    this.look = null;
    /** The tile that is chosen. @type {number | null} */
    this.selected = null;
    listenToPointer(view.boards.first, this);
  }

  get isOn() {
    return this.code !== null;
  }

  begin() {
    const { view } = this;
    const waypoints = view.level.waypoints.map(() => ({ remove_waypoint: { index: 0 } }));
    const answer = view.edited([...waypoints, { set_opening: { moves: "" } }, { set_anchor: { anchor: "fixed" } }, { copy_start_to_goal: {} }]);
    if (!answer) return;
    if (!answer.level.playable) {
      const error = answer.level.issues.find((issue) => issue.severity === "error");
      view.app.notice(`The start cannot be played yet: ${error.words}.`, "mild");
      return;
    }
    view.parts.more.close();
    view.live.stop();
    view.layout = "start";
    view.refresh();
    this.code = answer.level.code;
    this.selected = null;
    this.go([]);
    view.boards.first.setTiles(this.look.tiles);
    view.boards.first.placeTiles();
  }

  /** Ends without a goal. */
  end() {
    if (!this.isOn) return;
    this.code = this.look = null;
  }

  cancel() {
    this.end();
    this.view.changed();
  }

  /** Takes the position for the goal. */
  take() {
    const { moves: made } = this.look;
    this.end();
    this.view.edit({ play_to_goal: { moves: made } });
    this.view.changed();
  }

  /** @param {string[]} list */
  go(list) {
    const { view } = this;
    this.look = view.app.rules.play(this.code, list.join(" "));
    if (list.length) view.boards.first.moveTo(this.look.tiles, true);
    view.refresh();
  }

  push(tile, direction) {
    const push = pushesOf(this.look, tile).find((other) => partsOf(other.move).direction === direction);
    if (!push) {
      this.view.boards.first.jerk(tile, direction);
      return;
    }
    this.selected = tile;
    this.go([...movesOf(this.look.moves), push.move]);
    this.view.app.announce(`${push.from} to ${push.to}. ${moves(this.look.count)}`);
  }

  undo() {
    const list = movesOf(this.look.moves);
    if (!list.length) return;
    this.look = this.view.app.rules.play(this.code, list.slice(0, -1).join(" "));
    this.view.boards.first.moveTo(this.look.tiles, true);
    this.view.refresh();
  }

  // What the pointer asks for.

  mayPlay() {
    return this.isOn;
  }

  hasTile(cell) {
    return tileOn(this.look, cell) >= 0;
  }

  drag(cell, direction) {
    this.push(tileOn(this.look, cell), direction);
  }

  swipe(direction) {
    if (this.selected !== null) this.push(this.selected, direction);
  }

  pullOf(cell, direction) {
    const tile = tileOn(this.look, cell);
    const push = tile < 0 ? undefined : pushesOf(this.look, tile).find((other) => partsOf(other.move).direction === direction);
    if (!push) return null;
    const [from, to] = [cellAt(push.from), cellAt(push.to)];
    return { tiles: [tile], far: Math.abs(from.x - to.x) + Math.abs(from.y - to.y), places: [push.to] };
  }

  tap(cell) {
    const tile = tileOn(this.look, cell);
    this.selected = tile >= 0 && tile !== this.selected ? tile : null;
    this.view.refresh();
  }

  /** Carries a command of the keys out. */
  act(command, value) {
    const { tiles } = this.look;
    if (command === "arrow" && this.selected !== null) this.push(this.selected, value);
    else if (command === "undo") this.undo();
    else if (command === "stop") this.cancel();
    else if (command === "key" && value === " ") {
      this.selected = ((this.selected ?? -1) + 1) % tiles.length;
      this.view.app.announce(tiles[this.selected].cell);
      this.view.refresh();
    } else return false;
    return true;
  }
}
