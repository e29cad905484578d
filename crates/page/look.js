// How the page looks and how fast it moves; kept between visits where the browser allows it.
import { html } from "./board-shape.js";
import { settings } from "./saved.js";

const DEFAULTS = { scheme: "auto", view: "seeds", size: "medium", pace: 260, preview: true, ahead: false };
const PACES = [[0, "at once"], [90, "fast"], [260, "steady"], [600, "slow"], [1200, "very slow"]];

export const look = { ...DEFAULTS, ...settings.read("look", {}) };

// What the browser or the system chooses is drawn anew where it is drawn on a canvas.
for (const chosen of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) matchMedia(chosen).addEventListener("change", () => dispatchEvent(new Event("look")));

export function applyLook() {
  const root = document.documentElement;
  root.dataset.scheme = look.scheme;
  root.dataset.view = look.view;
  root.dataset.size = look.size;
  settings.write("look", look);
  dispatchEvent(new Event("look"));
}

export const chooser = (label, options, value, changed, attributes = {}) => {
  const select = html("select", { ...attributes, onchange: () => changed(select.value) },
    ...options.map(([key, text]) => html("option", { value: key, selected: String(key) === String(value) }, text)));
  return html("label", {}, html("span", {}, label), select);
};

export function lookFields(schemes) {
  const set = (name, read = (value) => value) => (value) => { look[name] = read(value); applyLook(); };
  return [
    chooser("Colours", [["auto", "automatic, light or dark"], ...schemes.map((name) => [name, { contrast: "high contrast" }[name] ?? name])], look.scheme, set("scheme"), { id: "look-scheme" }),
    chooser("Board", [["seeds", "seeds and counts"], ["bare", "seeds alone"], ["numbers", "numbers"]], look.view, set("view"), { id: "look-view" }),
    chooser("Text size", [["small", "small"], ["medium", "medium"], ["large", "large"], ["huge", "very large"]], look.size, set("size"), { id: "look-size" }),
    chooser("Seeds travel", PACES, look.pace, set("pace", Number), { id: "look-pace" }),
    chooser("Where the last seed falls", [["true", "show it in advance"], ["false", "do not show it"]], look.preview, set("preview", (value) => value === "true"), { id: "look-preview" }),
    chooser("Who is ahead while playing", [["false", "do not show it"], ["true", "show it as a bar"]], look.ahead, set("ahead", (value) => value === "true"), { id: "look-ahead" }),
  ];
}
