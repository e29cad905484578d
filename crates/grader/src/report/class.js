"use strict";
const $ = (id) => document.getElementById(id);
// A letter for each case of each submission, its verdict's place among the codes; a capital where it is wrong,
// a dash where it is still to be run.
const { codes, cases, verdicts } = JSON.parse($("verdicts").textContent);
const table = $("class"), body = table.tBodies[0], rows = [...body.rows];
const place = new Map(rows.map((row, at) => [row, at])), HOLDS = 8;
const cells = rows.map((row) => [...row.cells].map((cell) => cell.textContent));
const texts = rows.map((row, at) => [...cells[at].slice(0, HOLDS), row.title].join("\n").toLowerCase());
const isWrong = (letter) => /[A-Z]/.test(letter);
const codeOf = (letter) => codes[letter.toLowerCase().charCodeAt(0) - 97] ?? "";
const shownRows = () => [...body.rows].filter((row) => !row.hidden);

// A click on a heading sorts by that column; another click turns the order round.
const collator = new Intl.Collator(undefined, { numeric: true });
[...table.tHead.rows[0].cells].forEach((head, column, heads) => {
  head.firstElementChild.addEventListener("click", () => {
    const order = head.ariaSort === "ascending" ? -1 : 1;
    for (const other of heads) other.ariaSort = null;
    head.ariaSort = order > 0 ? "ascending" : "descending";
    const compare = (a, b) => a - b || collator.compare(a, b);
    body.append(...rows.toSorted((a, b) => order * compare(cells[place.get(a)][column], cells[place.get(b)][column])));
    draw();
  });
});

// What is typed, or the bar that is clicked, hides all other submissions, in the table and in the map.
const filter = $("filter"), WRONG = "wrong in ";
function show() {
  const wanted = filter.value.toLowerCase(), at = filter.value.startsWith(WRONG) ? cases.indexOf(filter.value.slice(WRONG.length)) : -1;
  let count = 0;
  rows.forEach((row, number) => {
    row.hidden = at < 0 ? !texts[number].includes(wanted) : !isWrong(verdicts[number][at]);
    count += row.hidden ? 0 : 1;
  });
  $("shown").textContent = wanted ? `${count} of ${rows.length}` : "";
  for (const bar of bars) bar.ariaPressed = String(bar.dataset.find === filter.value);
  draw();
}
const bars = document.querySelectorAll("[data-find]");
for (const bar of bars) {
  bar.addEventListener("click", () => {
    filter.value = filter.value === bar.dataset.find ? "" : bar.dataset.find;
    show();
  });
}
filter.addEventListener("input", show);

// Arrows go through rows and bars, Enter opens or filters, a slash goes to the filter.
addEventListener("keydown", (event) => {
  const { key, target } = event, step = { ArrowDown: 1, ArrowUp: -1 }[key];
  const bar = target.closest("[data-find]"), row = target.closest("tbody tr");
  if (key === "/" && !target.matches("input") && !$("submission").open) filter.focus();
  else if (step && bar) [...bars].at(([...bars].indexOf(bar) + step) % bars.length).focus();
  else if (step && row) shownRows().at((shownRows().indexOf(row) + step) % shownRows().length).querySelector("a").focus();
  else return;
  event.preventDefault();
});

// The map: as many fields as there are results, so it is one picture and not an element for each.
const map = $("map"), MARGIN = 4;
const wrongIn = cases.map((_, at) => verdicts.filter((letters) => isWrong(letters[at])).length);
const order = cases.map((_, at) => at).sort((a, b) => wrongIn[a] - wrongIn[b]);
const wide = Math.min(18, Math.max(2, Math.floor(900 / cases.length))), tall = Math.min(18, Math.max(2, Math.floor(900 / rows.length)));
function draw() {
  const sample = document.createElement("b"), shown = shownRows(), colours = {};
  $("shown").append(sample);
  for (const code of codes) { sample.className = code; colours[code] = getComputedStyle(sample).backgroundColor; }
  sample.remove();
  const ratio = Math.max(2, devicePixelRatio), width = wide * cases.length, height = tall * shown.length + MARGIN;
  Object.assign(map, { width: width * ratio, height: height * ratio });
  map.style.width = `${width}px`;
  const picture = map.getContext("2d"), gap = Math.min(wide, tall) > 5 ? 1 : 0;
  picture.scale(ratio, ratio);
  shown.forEach((row, y) => order.forEach((at, x) => {
    picture.fillStyle = colours[codeOf(verdicts[place.get(row)][at])] ?? colours.SK;
    picture.fillRect(x * wide, y * tall, wide - gap, tall - gap);
  }));
}
function fieldAt({ offsetX, offsetY }) {
  const scale = map.width / Math.max(2, devicePixelRatio) / map.clientWidth;
  const row = shownRows()[Math.floor(offsetY * scale / tall)], at = order[Math.floor(offsetX * scale / wide)];
  return row && at !== undefined ? { number: place.get(row), at } : undefined;
}
map.addEventListener("mousemove", (event) => {
  const field = fieldAt(event);
  map.title = field ? `${cells[field.number][0]}, ${cases[field.at]}: ${codeOf(verdicts[field.number][field.at])}` : "";
});
map.addEventListener("click", (event) => {
  const field = fieldAt(event);
  if (field) location.hash = `s${field.number + 1}c${field.at + 1}`;
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);

// All about a submission is packed until somebody asks for it: `#s12` is the twelfth, `#s12c3` its third case.
const dialog = $("submission");
let unpacked;
async function unpack() {
  const bytes = Uint8Array.from(atob($("sections").textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}
async function open() {
  const [, number, at] = /^#s(\d+)(?:c(\d+))?$/.exec(location.hash) ?? [];
  if (!rows[number - 1]) return dialog.close();
  const place = dialog.lastElementChild;
  // Escaped where it was written.
  try { place.innerHTML = (await (unpacked ??= unpack()))[number - 1]; }
  catch { place.textContent = "This browser cannot unpack the cases. Browsers since 2023 can."; }
  dialog.dataset.number = number;
  if (!dialog.open) dialog.showModal();
  const target = place.querySelector(`#c${at}`), folded = target?.closest("details");
  if (folded) folded.open = true;
  if (target) target.scrollIntoView(); else dialog.scrollTop = 0;
}
dialog.addEventListener("click", ({ target }) => {
  const { step } = target.dataset, shown = shownRows();
  const next = step && shown.at((shown.indexOf(rows[dialog.dataset.number - 1]) + Number(step)) % shown.length);
  if (next) location.hash = `s${place.get(next) + 1}`;
});
dialog.addEventListener("close", () => {
  if (location.hash.startsWith("#s")) history.replaceState(null, "", " ");
  rows[dialog.dataset.number - 1]?.querySelector("a").focus();
});
addEventListener("hashchange", open);

document.querySelector(".filter").hidden = false;
document.querySelector(".map").hidden = !cases.length;
draw();
open();
