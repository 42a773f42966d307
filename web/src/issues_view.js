// @ts-check
// A level that cannot be played: its boards, with what is wrong marked and said.

import { Board } from "./board.js";
import { cellAt } from "./cells.js";
import { h } from "./dom.js";

export class IssuesView {
  constructor() {
    this.list = h("ol", { class: "issues" });
    this.boards = h("div", { class: "drafts" });
    this.element = h("main", { class: "draft" },
      h("section", { class: "issue-list", "aria-label": "Issues" },
        h("h2", { tabindex: "-1" }, "This level cannot be played yet"), this.list),
      this.boards);
  }

  close() {}

  /** @param {import("./core.js").Level} level */
  open(level) {
    this.list.replaceChildren(...level.issues.map(({ severity, message }) =>
      h("li", { class: severity }, `${message[0].toUpperCase()}${message.slice(1)}.`)));
    const layouts = [["start", "Start", level.start], ["goal", "Goal", level.goal],
      ...level.waypoints.map((rows, index) => [`waypoint ${index + 1}`, `Waypoint ${index + 1}`, rows])];
    this.boards.replaceChildren(...layouts.map(([name, title, rows]) => draft(level, name, title, rows)));
  }
}

function draft(level, name, title, rows) {
  const board = new Board({ coordinates: true, largest: 56 });
  board.setRows(level, rows, { isWhole: name !== "goal" || level.goal_anchor === "fixed" });
  board.fit(340, 340, 6);
  const cells = level.issues.filter((issue) => issue.board === name).flatMap((issue) => issue.cells);
  board.layers.over.replaceChildren(...cells.map((cell) => board.frame(cellAt(cell), "refused")));
  return h("figure", {}, h("figcaption", {}, title), board.svg);
}
