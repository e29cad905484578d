// What a walk shows around a row: the rows, the windows above it, the whole log in one picture.
import { fitted, html, plural, put } from "./board-shape.js";
import { $ } from "./page.js";
import { grouped, short } from "./walk-tree.js";

// Lines of a log that are shown at a time, and those of them before the first difference.
export const SHOWN = 9, BEFORE = 4;
// As many nodes are shown with their windows.
const MAX_WINDOWS = 9;

/** The rows around the chosen one, each with its number in `data-row` and its line of the file before it. `secret` says of which rows values are kept back. */
export function drawRows(header, rows, { at, differs, secret }) {
  const place = $("rows"), had = place.contains(document.activeElement);
  put(place, { style: `--digits:${grouped(rows.at(-1)?.row ?? 1).length}` });
  put(place.firstElementChild, {}, header);
  fitted(place.lastElementChild, rows.length, () => html("button")).forEach((button, index) => {
    const { row, text, ply, cut } = rows[index];
    put(button, { class: `row quiet ${row === at ? "chosen" : ""} ${cut && !secret(row) ? "cut" : ""} ${row === differs ? "differs" : ""}`, "aria-current": row === at ? "true" : null, "data-row": row, "data-number": grouped(row + 1), style: `--ply:${Math.min(ply, 14)}` },
      secret(row) ? text.split(",").map((cell, index) => (index < 2 ? cell : "?")).join(",") : text);
    if (had && row === at) button.focus({ preventScroll: true });
  });
}

/** One number line for each node from the root down: the window as two marks, the value as a dot. The node at
    `bound` set the bound that the last one has reached. */
export function drawWindows(chain, hidden, bound) {
  const finite = chain.flatMap(({ value, window }) => [value, ...(window ?? [])]).map(Number).filter(Number.isFinite);
  const low = Math.min(-4, ...finite) - 1, high = Math.max(4, ...finite) + 1;
  const x = (text) => (text === "-Infinity" ? 2 : text === "Infinity" ? 98 : 4 + 92 * (Number(text) - low) / (high - low));
  const skip = Math.max(0, chain.length - MAX_WINDOWS), shown = chain.slice(skip);
  $("windows-above").hidden = !skip;
  put($("windows-above"), {}, `${skip} more above`);
  fitted($("windows"), shown.length, () => html("button", {}, html("i"))).forEach((button, index) => {
    const { name, goal, value, window, row, depth } = shown[index];
    const words = hidden ? `${name}, ${goal}, depth ${depth}` : `${name}, ${goal}, depth ${depth}, value ${value}${window ? `, alpha ${window[0]}, beta ${window[1]}` : ""}`;
    const numbers = hidden ? "" : `${short(value)}${window ? ` [${window.map(short).join(", ")}]` : ""}`;
    put(button, { class: `window-line quiet ${goal}${index + skip === bound ? " bound" : ""}`, title: words, "aria-label": words, "data-name": `${name} ${goal}`, "data-numbers": numbers, "data-row": row });
    put(button.firstChild, { class: hidden ? "" : window ? "line" : "line open", style: hidden ? null : `--v:${x(value)};--a:${x(window?.[0] ?? "-Infinity")};--b:${x(window?.[1] ?? "Infinity")}` });
  });
}

/** Depth over all rows, binned by pixel: the deepest row of each bin, and darker the shallowest. */
export function drawOverview({ depths, tops, part, rows }) {
  const canvas = $("overview"), width = canvas.parentElement.clientWidth;
  if (!width) return;
  const ratio = devicePixelRatio || 1, height = 72;
  canvas.width = width * ratio; canvas.height = height * ratio; canvas.style.width = `${width}px`;
  const draw = canvas.getContext("2d"), style = getComputedStyle(document.documentElement);
  const most = depths.reduce((most, depth) => Math.max(most, depth), 1);
  draw.scale(ratio, ratio);
  const bars = (name, all, better) => {
    draw.fillStyle = style.getPropertyValue(name).trim();
    for (let x = 0; x < width; x++) {
      const from = Math.floor(x / width * rows / part), to = Math.max(from + 1, Math.ceil((x + 1) / width * rows / part));
      const tall = 6 + (height - 14) * all.slice(from, to).reduce(better, all[from] ?? 0) / most;
      draw.fillRect(x, height - tall, 1, tall);
    }
  };
  bars("--overview-soft", depths, (one, other) => Math.max(one, other));
  bars("--overview", tops, (one, other) => Math.min(one, other));
}

/** The chosen row and the first wrong one, as lines in the overview. */
export function markOverview({ rows }, at, differs) {
  const mark = (id, row) => { $(id).hidden = !row; $(id).style.left = `${100 * (row - 0.5) / rows}%`; };
  mark("overview-at", at);
  mark("overview-differs", differs);
}

/** Practice: the row's value, alpha and beta are to be filled in; `right` hears that they were. */
export function askRow(place, { cells, rule, score }, { answered, right, next }) {
  const names = ["value", "alpha", "beta"], wanted = cells.slice(2);
  const inputs = wanted.map((_, index) => html("input", { name: names[index], size: 7, autocomplete: "off" }));
  // However one writes infinity and minus.
  const plain = (text) => text.trim().toLowerCase().replace("−", "-").replace(/^\+/, "").replace(/∞|inf(inity)?$/, "infinity");
  const answer = html("p", { role: "status" }, score());
  let isFirst = true;
  place.replaceChildren(html("strong", {}, `${cells[0]}, depth ${cells[1]}`), ...inputs.map((input) => html("label", {}, input.name, input)), html("button", { class: "primary" }, "Check"), answer);
  place.onsubmit = (event) => {
    event.preventDefault();
    const wrong = inputs.filter((input, index) => plain(input.value) !== plain(wanted[index]));
    inputs.forEach((input) => input.setAttribute("aria-invalid", String(wrong.includes(input))));
    if (isFirst) answered(!wrong.length);
    isFirst = false;
    answer.textContent = wrong.length ? `Not yet: ${wrong.map((input) => input.name).join(", ")}. ${rule}` : `Correct. ${score()} `;
    if (wrong.length) return;
    answer.append(html("button", { type: "button", class: "primary", onclick: next }, "Next row"));
    right();
  };
  inputs[0].focus();
}

/** The rule that a row follows, without its values. */
export function ruleOf({ node, returned }) {
  const [keeps, end, moves] = node.goal === "max" ? ["larger", "beta", "alpha"] : ["smaller", "alpha", "beta"];
  if (returned) return `${returned.name} has returned. A ${node.goal} node keeps the ${keeps} of its value and the child's. If that reaches ${end}, the remaining children are pruned and the row shows alpha and beta as they were; otherwise ${moves} is updated.`;
  if (node.isTyped) return "A leaf: its value is the number that was typed.";
  if (node.over) return "The game is over here: the value is the player's mancala minus the opponent's, after the last stones were collected.";
  if (node.leaf) return "A leaf: the cutoff is reached and the player has not earned another move. Its value is the player's mancala minus the opponent's.";
  return `An inner ${node.goal} node is entered: its value begins at ${node.goal === "max" ? "minus" : "plus"} infinity, and it inherits its parent's alpha and beta.`;
}

/** Lines of a log beside what is expected, with the way to its other places. */
export function drawBeside(place, log, { lines, before, after }, { hint, show, choose }) {
  const first = lines[0]?.line ?? 1, last = lines.findLast(({ line }) => line)?.line ?? first;
  const cell = ({ expected, line }) => (hint && line >= log.line ? "" : expected ?? "(nothing)");
  const row = (it) => html("tr", { class: it.differs && !(hint && it.line > log.line) ? "differs" : "" },
    html("td", {}, it.row ? html("button", { class: "quiet", title: "Show this line in the walk", onclick: () => choose(it.row) }, it.line ? grouped(it.line) : "·") : grouped(it.line ?? 0)), html("td", {}, cell(it)), html("td", {}, it.theirs ?? "(nothing)"));
  const button = (text, to, label) => html("button", { class: "quiet", disabled: !to, "aria-label": label, onclick: () => show(to) }, text);
  const end = log.until && lines.length < SHOWN ? [html("p", { class: "soft" }, "The rest of the log is not shown.")] : [];
  const had = place.contains(document.activeElement) && document.activeElement.ariaLabel;
  place.replaceChildren(
    html("table", { class: "parting" }, html("caption", {}, "The two logs, line by line"), html("thead", {}, html("tr", {}, ...["line", hint ? "" : "expected", "this log"].map((head) => html("th", { scope: "col" }, head)))), html("tbody", {}, ...lines.map(row))), ...end,
    html("div", { class: "actions small" }, button("▲", first > 1 && Math.max(1, first - SHOWN), "Lines before"), button("▼", lines.length === SHOWN && last + 1, "Lines after"),
      ...(hint ? [] : [button("◀ difference", before && Math.max(1, before - BEFORE), "The difference before"), button("difference ▶", after && Math.max(1, after - BEFORE), "The next difference")])));
  if (had !== false) ((had && place.querySelector(`button[aria-label="${had}"]:enabled`)) ?? place.querySelector("button:enabled"))?.focus();
}

/** What is known of a log that is not right. */
export function toldOf({ told, rules, mistakes, base, until, line }, places, hint) {
  if (hint) return html("p", { class: "named" }, rules.length ? `The rule: ${rules.join(" ")}` : "");
  if (mistakes && base === mistakes && !places) return html("p", { class: "named" }, html("strong", {}, told.join(" ").replaceAll("`", "")));
  if (base && !places && !until) return html("p", { class: "named" }, html("strong", {}, `This is exactly the log of a program that makes the mistake “${base}”.`), " One log alone cannot rule out other mistakes: run mancala explain on more cases.");
  const known = told.length ? `${told.join(" ")} ` : "No known mistake explains this log. ";
  const near = base ? `It is closest to the log of a program with the mistake “${base}”, from which it differs` : "It differs from the correct log";
  const count = plural(places, "place");
  return html("p", { class: "soft" }, known, until ? `There are too many differences to show them all: here ${places === 1 ? "is" : "are"} the first ${count}${until > line ? `, up to line ${grouped(until)}` : ""}.` : `${near} in ${count}.`);
}
