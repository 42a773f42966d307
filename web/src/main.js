// @ts-check
// The page: what it was given, what its address asks for (`router.js`), and which view shows it.
//
// A view is an object with `element`, `open(level, place)` and `close()`; and, where it answers keys or what
// other tabs do, `act(command, value)` and `refresh()`. Those of `MODES` show a level, each in its way.

import { Rules } from "./core.js";
import { h, say } from "./dom.js";
import { Engine } from "./engine.js";
import { Frame } from "./frame.js";
import { IndexView } from "./index_view.js";
import { IssuesView } from "./issues_view.js";
import { listenToKeys } from "./keys.js";
import { LearnView } from "./learn.js";
import { DesignView } from "./design.js";
import { followTheme } from "./options.js";
import { listenToWhatIsGiven } from "./open.js";
import { Packs } from "./packs.js";
import { PlayView } from "./play.js";
import { hashOf, isEmbedded, routeOf } from "./router.js";
import { onUnkept, readAgain, remember } from "./store.js";
import { capital } from "./words.js";

/* global STYLE */
document.head.append(h("style", {}, STYLE));
followTheme();

/** So many warnings of what was read are shown; of the others it is said how many there are. */
const SHOWN_WARNINGS = 3;

export class App {
  constructor() {
    /** The level that is shown, and its place among others. @type {import("./core.js").Level | null} */
    this.level = null;
    this.place = null;
    this.view = null;
    /** The address of what is shown. @type {string | undefined} */
    this.shownHash = undefined;
    /** The side of a new board, in cells. */
    this.newSide = 6;
    /** How far the index was scrolled when it was left. */
    this.indexScroll = 0;
    this.live = h("p", { class: "quiet", role: "status", "aria-live": "polite" });
    this.frame = new Frame(this);
    document.body.prepend(this.frame.element, this.live);
  }

  async start() {
    this.engine = new Engine((words) => {
      this.notice(`The search crashed (${words}). You can start another.`);
    });
    const module = await this.engine.load(document.getElementById("core").textContent);
    this.rules = await Rules.make(module);
    const given = JSON.parse(document.getElementById("levels").textContent);
    this.packs = new Packs(this.rules, given);
    /** The puzzles of the days, packed; pages that were exported have none. @type {string | undefined} */
    this.year = given.year;
    this.views = {
      play: new PlayView(this),
      learn: new LearnView(this),
      design: new DesignView(this),
      index: new IndexView(this),
      issues: new IssuesView(),
    };
    for (const view of Object.values(this.views)) {
      view.element.hidden = true;
      this.frame.place(view.element);
    }
    listenToKeys((command, value) => this.act(command, value));
    listenToWhatIsGiven(this);
    history.scrollRestoration = "manual";
    addEventListener("hashchange", () => this.route());
    // Another tab may have gone on with the same puzzle, or changed settings.
    addEventListener("storage", () => {
      readAgain();
      this.view?.refresh?.();
    });
    if (!isEmbedded) {
      onUnkept(() => this.notice("The browser keeps nothing for this page: progress and settings last until it is closed.", "mild"));
    }
    this.route();
    document.documentElement.dataset.ready = "";
    // On a host: what is here works without a network, too (`web/service.js`).
    if (document.querySelector("link[rel=manifest]")) navigator.serviceWorker?.register("service.js");
  }

  /** Says something to whoever does not see the page. */
  announce(words) {
    this.live.textContent = "";
    // Said in a new task, so that the same words twice are heard twice.
    setTimeout(() => say(this.live, words), 30);
  }

  /**
   * Shows a message above the view until it is closed or another level is opened; `action` is what can be done about it.
   * @param {string} words
   * @param {"bad" | "mild"} tone
   * @param {{ caption: string, run: () => void } | null} action
   */
  notice(words, tone = "bad", action = null) {
    this.frame.notice(words, tone, action);
  }

  act(command, value) {
    if (command === "help") this.frame.openHelp();
    else return this.view?.act?.(command, value) ?? false;
    return true;
  }

  /**
   * Shows what the address asks for. What cannot be shown is said, and the rest stays. `answer` is what its
   * code was read from, if it has been.
   */
  route(answer = null) {
    const route = routeOf(location.hash);
    if (route.kind === "code") this.routeCode(route.what, route.mode, answer);
    else if (route.kind === "place") this.routePlace(this.packs.place(route.what), route.what, route.mode);
    else if (route.kind === "new") this.make();
    else if (route.kind === "home" && this.packs.only()) this.routePlace(this.packs.only(), "", "play");
    else if (route.kind === "home" || route.kind === "levels") this.showIndex();
    else this.unknown(route.kind === "unknown" ? route.what : route.kind);
  }

  routeCode(code, mode, answer) {
    try {
      answer ??= this.rules.read(code);
    } catch (refused) {
      this.refuse(refused.words ?? String(refused), code);
      return;
    }
    const { levels, warnings } = answer;
    if (levels.length > 1) {
      this.openText(code);
      return;
    }
    this.show(levels[0], { code, levels: [levels[0]], index: 0 }, mode, warnings);
    if (mode !== "design") remember(levels[0].code);
  }

  /** Begins a puzzle; its address takes the place of that which asked for it. */
  make() {
    const { level } = this.rules.ask({ op: "new", width: this.newSide, height: this.newSide });
    history.replaceState(null, "", hashOf(level.code, "design"));
    this.views.design.steps = [];
    this.show(level, { code: level.code, levels: [level], index: 0 }, "design", []);
  }

  /** The level that is shown has been edited: it has another address. */
  moved(level) {
    this.level = level;
    this.place = { code: level.code, levels: [level], index: 0 };
    this.shownHash = location.hash;
    this.frame.show("design", level, this.place);
  }

  routePlace(place, name, mode) {
    if (place) this.show(place.level, place, mode, []);
    else this.unknown(name);
  }

  /** Says that there is nothing under an address. */
  unknown(name) {
    if (!this.view) this.showIndex();
    else this.keepAddress();
    this.notice(`There is nothing called “${name}” on this page.`);
  }

  /** Puts the address of what is shown back. */
  keepAddress() {
    if (this.shownHash === undefined || location.hash === this.shownHash) return;
    history.replaceState(null, "", this.shownHash || location.href.split("#")[0]);
  }

  /** Says what cannot be read; the text stays in the field where it can be mended. */
  refuse(words, text) {
    this.frame.openers.forEach((opener) => opener.keep(text));
    if (!this.view) this.showIndex();
    this.notice(`This cannot be opened. ${capital(words)}.`);
    this.keepAddress();
  }

  show(level, place, asked, warnings) {
    // A page within another one plays.
    const mode = isEmbedded ? "play" : asked;
    this.frame.notice("");
    if (warnings.length) this.notice(warnings.join(". "), "mild");
    this.place = place;
    this.level = level;
    const isFirst = !this.view;
    const name = !level.playable && mode !== "design" ? "issues" : mode;
    this.switchTo(name, level);
    document.title = level.title ? `${level.title} – Mondrian` : "Mondrian";
    this.views[name].open(level, place);
    // What had the focus may be gone with the level before.
    const { activeElement } = document;
    if (!isFirst && (activeElement === document.body || activeElement?.closest("[hidden]"))) this.focusView();
  }

  focusView() {
    this.view.element.querySelector(".room, h2[tabindex]")?.focus({ preventScroll: true });
  }

  showIndex() {
    this.frame.notice("");
    this.place = this.level = null;
    this.switchTo("index", null);
    document.title = "Mondrian";
    this.views.index.open();
    scrollTo(0, this.indexScroll);
  }

  switchTo(name, level) {
    if (this.view === this.views.index) this.indexScroll = scrollY;
    this.frame.closeDialogs();
    for (const [other, view] of Object.entries(this.views)) {
      if (other !== name) view.close();
      view.element.hidden = other !== name;
    }
    this.view = this.views[name];
    this.shownHash = location.hash;
    this.frame.show(name, level, this.place);
    scrollTo(0, 0);
  }

  /** Opens whatever the program reads. Says whether it could. */
  openText(text, name = "Opened") {
    let answer;
    try {
      answer = this.rules.read(text);
    } catch (refused) {
      this.refuse(refused.words ?? String(refused), text);
      return false;
    }
    const { title, levels, warnings } = answer;
    if (levels.length === 1 && levels[0].code) {
      this.go(levels[0].code, answer);
    } else {
      const pack = this.packs.add(title || name, levels);
      this.go(levels.length === 1 ? `${pack}.1` : "levels");
      // Warnings stand above.
      if (levels.length > 1 && !warnings.length) this.views.index.reveal(pack);
    }
    const more = warnings.length - SHOWN_WARNINGS;
    const shown = warnings.slice(0, SHOWN_WARNINGS).join(". ");
    if (shown) this.notice(more > 0 ? `${shown}. And ${more} more.` : shown, "mild");
    return true;
  }

  /** Goes to another address of the page; at once, so that what is said next stays. */
  go(hash, answer = null) {
    const wanted = `#${hash}`;
    if (location.hash !== wanted) history.pushState(null, "", wanted);
    this.route(answer);
  }
}

const app = new App();
app.start().catch((error) => {
  // What could be unpacked is whole: a browser that does not compile it is too old for it.
  const words = typeof WebAssembly === "undefined" || error instanceof WebAssembly.CompileError
    ? "This browser is too old for the puzzle: it needs WebAssembly (2023 or newer)."
    : `The puzzle could not be started: ${error.message ?? error}`;
  app.frame.notice(words, "bad");
});
