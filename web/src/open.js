// @ts-check
// What is given to the page: pasted, dropped, or chosen as a file.

import { button, h } from "./dom.js";

/** Texts have no characters before the tab. */
const FIRST_OF_TEXT = 9;
/** Larger files are not read. */
const LARGEST_FILE = 4 << 20;

/** Returns the text of a file, or null where it is none. @param {ArrayBuffer} bytes */
function textOf(bytes) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    // Old collections may be in Latin-1.
    const isText = !new Uint8Array(bytes).some((byte) => byte < FIRST_OF_TEXT);
    return isText ? new TextDecoder("latin1").decode(bytes) : null;
  }
}

/** Opens a file. @param {import("./main.js").App} app @param {File} file */
async function openFile(app, file) {
  if (file.size > LARGEST_FILE) {
    app.notice(`${file.name} is too large: a page opens files of 4 MiB at most.`);
    return;
  }
  const text = textOf(await file.arrayBuffer());
  if (text === null) {
    app.notice(`${file.name} is not a text: levels, packs and share codes are.`);
    return;
  }
  app.openText(text, file.name.replace(/(\.mondrian)?\.\w+$/, ""));
}

/** Listens for what is pasted and dropped anywhere on the page. */
export function listenToWhatIsGiven(app) {
  document.addEventListener("paste", (event) => {
    if (event.target instanceof Element && event.target.closest("input, textarea")) return;
    const text = event.clipboardData.getData("text");
    const [file] = event.clipboardData.files;
    if (file) openFile(app, file);
    else if (text.trim()) app.openText(text);
    else return;
    event.preventDefault();
  });
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("drops");
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("drops");
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("drops");
    const [file] = event.dataTransfer.files;
    const text = event.dataTransfer.getData("text");
    if (file) openFile(app, file);
    else if (text.trim()) app.openText(text);
  });
}

/** Returns what is after `#` in a link, or the whole text. */
const codeIn = (text) => /^\s*\w+:\/\/\S*#(mondrian\d*:\S+)\s*$/i.exec(text)?.[1] ?? text;

/** A field for a text to be opened, and a button for a file. */
export class Opener {
  constructor(app, done = () => {}) {
    this.field = h("textarea", { rows: 4, spellcheck: "false", autocapitalize: "off", "aria-label": "Share codes, link, level file, text of a position or collection", placeholder: "mondrian1:…" });
    const file = h("input", { type: "file", "aria-label": "A file of one level or several", onchange: () => {
      if (file.files[0]) openFile(app, file.files[0]).then(done);
      file.value = "";
    } });
    const open = () => {
      if (this.field.value.trim() && app.openText(codeIn(this.field.value))) this.field.value = "";
      done();
    };
    this.element = h("form", { class: "opener", onsubmit: (event) => { event.preventDefault(); open(); } },
      h("p", {}, "Paste share codes, a link, a level file, the text of a position or a collection of levels; or drop a file anywhere on the page."),
      this.field,
      h("div", { class: "row" }, button("Open", null, { kind: "primary", type: "submit" }), h("label", { class: "button file" }, file, h("span", {}, "Choose a file …"))));
  }

  /** Keeps a text that could not be opened, to be mended. */
  keep(text) {
    this.field.value = text;
  }
}
