// @ts-check
// The settings as fields: those of what is shown, and the rest.

import { usualMemory } from "./device.js";
import { h } from "./dom.js";
import { change, onChange, settings } from "./store.js";

function box(name, caption, key) {
  const input = h("input", { type: "checkbox", onchange: () => change({ [name]: input.checked }) });
  const show = () => { input.checked = settings[name]; };
  show();
  onChange(show);
  return h("label", { class: "check" }, input, h("span", {}, caption), key && h("kbd", { "aria-hidden": "true" }, key));
}

let groups = 0;

/** Returns buttons of which one is chosen. `choices` are `[value, caption]`. */
function chooser(name, legend, choices) {
  const group = `choice-${++groups}`;
  const inputs = choices.map(([value]) =>
    h("input", { type: "radio", name: group, value, onchange: () => change({ [name]: typeof settings[name] === "number" ? Number(value) : value }) }));
  const show = () => inputs.forEach((input) => { input.checked = input.value === String(settings[name]); });
  show();
  onChange(show);
  return h("fieldset", { class: "choice" }, h("legend", {}, legend),
    h("div", { class: "segments" }, choices.map(([, caption], index) => h("label", {}, inputs[index], h("span", {}, caption)))));
}

/** Returns what is shown on the board, as fields. */
export const showFields = () => [
  box("goal", "Goal on the board", "G"),
  box("trails", "Trails", "T"),
  box("starts", "Start places", "O"),
  chooser("marks", "Tiles", [["plain", "plain"], ["letters", "letters"], ["patterns", "patterns"]]),
];

/** Returns the rest of the settings, as fields. */
export const otherFields = () => [
  chooser("theme", "Colours", [["system", "as the system"], ["light", "light"], ["dark", "dark"]]),
  box("gap", "Arrows move the gap"),
  box("letterKeys", "Keys of one letter (H, S, R …)"),
  box("background", "Try to prove the best while I play"),
  chooser("memory", "Memory for searches, MiB", [["0", `${usualMemory()}, as fits here`], ["64", "64"], ["256", "256"], ["1024", "1,024"]]),
];

/** Puts the chosen theme on the page, now and after each change. */
export function followTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    const isDark = settings.theme === "dark" || (settings.theme === "system" && system.matches);
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
  };
  show();
  onChange(show);
  system.addEventListener("change", show);
}
