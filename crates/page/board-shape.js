// The shape of a board: where its holes lie, where the seeds lie in them, and the marks of a sow. What a
// seed or a bowl looks like stands in the page itself, as markers: one path draws many.

export const STEP = 104, PIT = 43;
const STORE = 96, EDGE = 26, HEIGHT = 356;
export const SIDES = ["South", "North"];

export const svg = (name, attributes = {}, ...children) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
export const html = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
};
/** Changes those attributes of an element that were others when it was last put so, and its text; `null` takes one away. */
export const put = (element, attributes, text) => {
  const had = element.had ??= {};
  for (const [key, value] of Object.entries({ ...attributes, text })) {
    if (value === undefined || had[key] === value) continue;
    had[key] = value;
    if (key === "text") element.textContent = value; else if (value === null) element.removeAttribute(key); else element.setAttribute(key, value);
  }
};
/** The children of `host`, as many as asked for: made once, then only changed. */
export const fitted = (host, count, make) => {
  while (host.children.length > count) host.lastChild.remove();
  while (host.children.length < count) host.append(make());
  return [...host.children];
};
export const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
export const narrow = () => innerWidth < 560;
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Where the seeds of a hole lie and how large they are: a few side by side, more spread evenly over the
    whole hole, smaller where there is no room. */
export function heap(count, radiusX, radiusY, size) {
  const most = Math.min(count, 240), golden = 2.399963;
  const ring = (number, radius, turn) => Array.from({ length: number }, (_, index) => [radius * Math.cos(2 * Math.PI * index / number + turn), radius * Math.sin(2 * Math.PI * index / number + turn)]);
  if (most <= 1) return { size, spots: most ? [[0, 0]] : [] };
  if (most <= 5) return { size, spots: ring(most, size * 1.06 / Math.sin(Math.PI / most), most === 2 ? 0.5 : -Math.PI / 2) };
  if (most <= 7) return { size, spots: [[0, 0], ...ring(most - 1, size * 2.15, 0.3)] };
  const room = Math.sqrt(radiusX * radiusY), small = Math.min(size, 1.12 * room / (1.16 * Math.sqrt(most)));
  const needed = small * 1.16 * Math.sqrt(most) / room, full = Math.min(1, needed);
  const spots = Array.from({ length: most }, (_, index) => {
    const distance = full * Math.sqrt((index + 0.5) / most), angle = index * golden;
    return [(radiusX + size - small) * distance * Math.cos(angle), (radiusY + size - small) * distance * Math.sin(angle)];
  });
  return { size: small, spots };
}

/** The seeds of a hole around `x`, `y`, as the corners of a path; how large they are is its width of line. */
export function seedsInto(path, count, radiusX, radiusY, size) {
  const heaped = heap(count, radiusX, radiusY, size);
  put(path, { d: cornersOf(heaped.spots), "stroke-width": heaped.size.toFixed(1) });
}
export const cornersOf = (spots) => (spots.length ? `M${spots.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}` : "");

/** A board with these pits, lying or turned by a quarter, so that seeds still run counter-clockwise. */
export function shapeOf(names, upright) {
  const total = names[0].length * STEP + 2 * (STORE + EDGE) + 12, middle = HEIGHT / 2, holes = new Map();
  const turned = (x, y) => (upright ? [HEIGHT - y, x] : [x, y]);
  const arrows = names.map((pits, side) => {
    pits.forEach((name, column) => {
      const [x, y] = turned(EDGE + STORE + 6 + STEP * (column + 0.5), middle + (side ? -70 : 70));
      holes.set(name, { x, y, side, rx: PIT, ry: PIT, out: side ? -1 : 1 });
    });
    const [x, y] = turned(side ? EDGE + STORE / 2 - 6 : total - EDGE - STORE / 2 + 6, middle);
    const [rx, ry] = upright ? [118, STORE / 2 - 14] : [STORE / 2 - 4, 118];
    holes.set(SIDES[side], { x, y, side, rx, ry, store: true });
    const far = side ? 19 : HEIGHT - 19, from = EDGE + STORE + 34, to = total - from;
    const [a, b] = side ? [to, from] : [from, to], back = side ? 11 : -11;
    const points = [[a, far], [b, far], [b + back, far - 7], [b, far], [b + back, far + 7]].map(([x, y]) => turned(x, y).join(" "));
    return `M${points[0]}L${points[1]}M${points[2]}L${points[3]}L${points[4]}`;
  });
  return { holes, arrows, size: upright ? [HEIGHT, total] : [total, HEIGHT] };
}

/** The wood of a board, without its holes. */
export const woodOf = ([wide, high], attributes) => svg("svg", { viewBox: `0 0 ${wide} ${high}`, class: "picture", focusable: "false", ...attributes },
  svg("rect", { class: "wood", x: 3, y: 3, width: wide - 6, height: high - 6, rx: 44 }), svg("rect", { class: "rim", x: 10, y: 10, width: wide - 20, height: high - 20, rx: 38 }));

/** A ring around a hole or within it. */
export const ringOf = ({ x, y, rx, ry, store }, kind, grow) => (store
  ? svg("rect", { class: kind, x: x - rx - grow, y: y - ry - grow, width: 2 * (rx + grow), height: 2 * (ry + grow), rx: 42 + grow })
  : svg("circle", { class: kind, cx: x, cy: y, r: PIT + grow }));

/** Marks by shape: a dashed ring where it was sown, a ring where the last seed fell, corners where seeds were taken. */
export function marksOf(step, holes) {
  if (!step) return [];
  const last = step.path.at(-1), swept = step.swept.map(({ hole }) => hole), captured = step.captured.map(({ hole }) => hole).filter((hole) => !swept.includes(hole));
  const corners = (hole) => { const { x, y } = holes.get(hole); return [[-1, -1], [1, -1], [-1, 1], [1, 1]].map(([a, b]) => `M${x + a * 31} ${y + b * 31}L${x + a * 15} ${y + b * 15}`).join(""); };
  const taken = Object.entries({ captured, swept }).filter(([, all]) => all.length);
  return [ringOf(holes.get(step.pit), "from", 4), ...(last ? [ringOf(holes.get(last), "last", -4)] : []), ...taken.map(([kind, all]) => svg("path", { class: kind, d: all.map(corners).join("") }))];
}
