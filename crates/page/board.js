// The board: an SVG that is looked at, and a table of buttons over it that is used. Knows no rule:
// what lies where, and where each seed goes, is told by the engine.

const STEP = 104, PIT = 43, STORE = 96, EDGE = 26, HEIGHT = 356;
export const SIDES = ["South", "North"];

const svg = (name, attributes = {}, ...children) => {
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
export const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
const narrow = () => innerWidth < 560;
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Where the seeds of a hole lie and how large they are: a few side by side, more spread evenly over the
    whole hole, smaller where there is no room. */
function heap(count, radiusX, radiusY, size) {
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

export class BoardView {
  /** `sow(name)` is called when a pit is chosen. */
  constructor(host, { sow = () => {}, hover = () => {}, label = "Board" } = {}) {
    this.host = host;
    this.sow = sow;
    this.hover = hover;
    this.label = label;
    this.run = 0;
    this.holes = new Map();
    addEventListener("resize", () => { if (this.position && this.upright !== narrow()) this.show(this.position, this.shown); });
  }

  /** Lays out a board of `position.width` pits. */
  layOut(position) {
    this.width = position.width;
    this.names = position.names;
    const inner = this.width * STEP, total = inner + 2 * (STORE + EDGE) + 12;
    // On a narrow screen the board stands upright: turned by a quarter, so seeds still run counter-clockwise.
    this.upright = narrow();
    const turned = (x, y) => (this.upright ? [HEIGHT - y, x] : [x, y]);
    const [wide, high] = this.upright ? [HEIGHT, total] : [total, HEIGHT];
    this.size = [wide, high];
    this.holes.clear();
    const picture = svg("svg", { viewBox: `0 0 ${wide} ${high}`, "aria-hidden": "true", class: "picture", focusable: "false" });
    const id = `g${Math.random().toString(36).slice(2, 8)}`;
    picture.append(svg("defs", {},
      svg("radialGradient", { id: `${id}p`, cx: "50%", cy: "38%", r: "62%" }, svg("stop", { offset: "0", class: "pit-deep" }), svg("stop", { offset: "1", class: "pit-edge" })),
      svg("linearGradient", { id: `${id}b`, x1: 0, y1: 0, x2: 0, y2: 1 }, svg("stop", { offset: "0", class: "board-light" }), svg("stop", { offset: "1", class: "board-dark" })),
      svg("radialGradient", { id: `${id}s`, cx: "35%", cy: "30%", r: "75%" }, svg("stop", { offset: "0", class: "seed-shine" }), svg("stop", { offset: ".55", class: "seed-body" }), svg("stop", { offset: "1", class: "seed-edge" }))));
    picture.append(svg("rect", { class: "wood", x: 3, y: 3, width: wide - 6, height: high - 6, rx: 44, fill: `url(#${id}b)` }));
    picture.append(svg("rect", { class: "rim", x: 10, y: 10, width: wide - 20, height: high - 20, rx: 38 }));
    this.arrows = SIDES.map((side, index) => {
      const y = index ? 19 : HEIGHT - 19, from = EDGE + STORE + 34, to = total - from;
      const [a, b] = index ? [to, from] : [from, to], back = index ? 11 : -11;
      const points = [[a, y], [b, y], [b + back, y - 7], [b, y], [b + back, y + 7]].map(([x, y]) => turned(x, y).join(" "));
      return picture.appendChild(svg("path", { class: "turn-arrow", d: `M${points[0]}L${points[1]}M${points[2]}L${points[3]}L${points[4]}` }));
    });
    this.layers = {};
    const middle = HEIGHT / 2;
    for (const [side, names] of this.names.entries()) {
      names.forEach((name, column) => {
        const [x, y] = turned(EDGE + STORE + 6 + STEP * (column + 0.5), middle + (side ? -70 : 70));
        this.addHole(picture, name, { x, y, side, rx: PIT, ry: PIT, out: side ? -1 : 1 }, `url(#${id}p)`);
      });
      const [x, y] = turned(side ? EDGE + STORE / 2 - 6 : total - EDGE - STORE / 2 + 6, middle);
      const [rx, ry] = this.upright ? [118, STORE / 2 - 8] : [STORE / 2 - 4, 118];
      this.addHole(picture, SIDES[side], { x, y, side, rx, ry, store: true }, `url(#${id}p)`);
    }
    this.marks = picture.appendChild(svg("g", { class: "marks" }));
    this.preview = picture.appendChild(svg("g", { class: "preview" }));
    this.hand = picture.appendChild(svg("g", { class: "hand" }));
    this.seedFill = `url(#${id}s)`;
    this.host.replaceChildren(picture, this.table());
    this.host.style.setProperty("--ratio", `${wide} / ${high}`);
    this.host.classList.toggle("upright", this.upright);
  }

  addHole(picture, name, hole, fill) {
    const group = picture.appendChild(svg("g", { class: hole.store ? "hole store" : "hole", transform: `translate(${hole.x} ${hole.y})`, "data-name": name }));
    const shape = hole.store
      ? svg("rect", { class: "bowl", x: -hole.rx, y: -hole.ry, width: 2 * hole.rx, height: 2 * hole.ry, rx: 42, fill })
      : svg("circle", { class: "bowl", r: PIT, fill });
    const seeds = svg("g", { class: "seeds" });
    group.append(shape, seeds);
    if (hole.store) {
      const [countAt, ownerAt] = this.upright ? [[hole.rx + 22, 9], [0, hole.side ? -hole.ry - 8 : hole.ry + 19]] : [[0, -hole.ry - 12], [0, hole.ry + 21]];
      hole.pill = group.appendChild(svg("text", { class: "count", x: countAt[0], y: countAt[1] }));
      hole.owner = group.appendChild(svg("text", { class: "owner", x: ownerAt[0], y: ownerAt[1] }));
    } else {
      // Across the row: the count on the inner side, where no name is, and the name on the rim.
      const across = (far, along) => (this.upright ? [-hole.out * far, along] : [along, hole.out * far]);
      const [countX, countY] = across(-(PIT + 3), PIT - 5), [nameX, nameY] = across(PIT + 17, 0);
      hole.badge = group.appendChild(svg("circle", { class: "badge", r: 15, cx: countX, cy: countY }));
      hole.pill = group.appendChild(svg("text", { class: "count", x: countX, y: countY + 6 }));
      group.append(svg("text", { class: "name", x: nameX, y: nameY + 5 }, name));
      hole.value = svg("text", { class: "value-mark", x: nameX, y: nameY + 5 });
    }
    hole.big = group.appendChild(svg("text", { class: "big", y: 14 }));
    hole.value = group.appendChild(hole.value ?? svg("text", { class: "value-mark" }));
    hole.seeds = seeds;
    hole.group = group;
    hole.count = -1;
    this.holes.set(name, hole);
  }

  /** The pits as buttons in a table of two rows, over the picture. */
  table() {
    const [total, height] = this.size, [half, more] = this.upright ? [STEP / 2 + 10, STEP / 2] : [STEP / 2, STEP / 2 + 10];
    this.buttons = new Map();
    const cell = (name, shape) => {
      const hole = this.holes.get(name), rx = hole.store ? hole.rx : half, ry = hole.store ? hole.ry : more;
      const at = `left:${100 * (hole.x - rx) / total}%;top:${100 * (hole.y - ry) / height}%;width:${200 * rx / total}%;height:${200 * ry / height}%`;
      return { hole, at, shape };
    };
    const row = (side) => html("tr", { role: "row" },
      ...(side ? [this.storeCell(1, cell)] : []),
      ...this.names[side].map((name) => {
        const { at } = cell(name);
        const button = html("button", { type: "button", style: at, tabindex: "-1", "data-pit": name,
          onclick: () => this.choose(name), onpointerenter: () => this.hover(name), onpointerleave: () => this.hover(null),
          onfocus: () => { this.focused = name; this.hover(name); this.rove(); }, onblur: () => this.hover(null) });
        this.buttons.set(name, button);
        return html("td", { role: "cell" }, button);
      }),
      ...(side ? [] : [this.storeCell(0, cell)]));
    const table = html("table", { role: "table", class: "pits", "aria-label": this.label, onkeydown: (event) => this.key(event) });
    table.append(html("tbody", { role: "rowgroup" }, row(1), row(0)));
    return table;
  }

  storeCell(side, cell) {
    const { at } = cell(SIDES[side]);
    const text = html("span", { class: "store-text", style: at });
    this.buttons.set(SIDES[side], text);
    return html("td", { role: "cell" }, text);
  }

  rove() {
    for (const [name, button] of this.buttons) if (button.tagName === "BUTTON") button.tabIndex = name === this.focused ? 0 : -1;
  }

  /** Shows a position at once. `own` are the sides that people here play. */
  show(position, { last = null, own = [], players = ["South", "North"] } = {}) {
    this.run++;
    this.shown = { last, own, players };
    if (this.width !== position.width || this.upright !== narrow()) this.layOut(position);
    this.hand.replaceChildren();
    this.position = position;
    this.own = own;
    this.players = players;
    for (const side of [0, 1]) {
      this.names[side].forEach((name, column) => this.fill(name, position.board.rows[side][column]));
      this.fill(SIDES[side], position.board.stores[side]);
      this.holes.get(SIDES[side]).owner.textContent = players[side].length > 13 ? `${players[side].slice(0, 12)}…` : players[side];
      this.arrows[side].classList.toggle("on", !position.over && position.mover === side);
    }
    this.mark(last);
    this.preview.replaceChildren();
    this.describe();
  }

  describe() {
    const { position, own } = this;
    for (const side of [0, 1]) {
      const whose = own.length === 1 ? (own.includes(side) ? "Your" : "Opponent's") : `${SIDES[side]}'s`;
      this.names[side].forEach((name, column) => {
        const button = this.buttons.get(name), seeds = position.board.rows[side][column];
        button.setAttribute("aria-label", `${whose} pit ${column + 1}, ${plural(seeds, "seed")}`);
        const legal = position.moves.includes(name) && own.includes(side);
        button.setAttribute("aria-disabled", String(!legal));
        button.classList.toggle("legal", legal);
        button.title = name;
      });
      this.buttons.get(SIDES[side]).textContent = `${whose} store, ${plural(position.board.stores[side], "seed")}`;
    }
    if (!this.buttons.has(this.focused)) this.focused = undefined;
    this.focused ??= this.names[own.length === 1 && own[0] === 1 ? 1 : 0][0];
    this.rove();
  }

  fill(name, count) {
    const hole = this.holes.get(name);
    if (hole.count === count) return;
    hole.count = count;
    hole.pill.textContent = count;
    hole.big.textContent = count;
    hole.big.classList.toggle("long", count > 99);
    hole.group.classList.toggle("empty", count === 0);
    hole.pill.classList.toggle("long", count > 99 && !hole.store);
    const { size, spots } = heap(count, hole.rx - 15, hole.ry - 15, hole.store ? 9.5 : 10.5);
    const old = hole.seeds.children;
    while (old.length > spots.length) old[old.length - 1].remove();
    while (old.length < spots.length) hole.seeds.append(svg("circle", { class: "seed", fill: this.seedFill }));
    spots.forEach(([x, y], index) => {
      old[index].setAttribute("cx", x.toFixed(1));
      old[index].setAttribute("cy", y.toFixed(1));
      old[index].setAttribute("r", size.toFixed(1));
    });
  }

  /** Marks by shape: a dashed ring where it was sown, a ring and a dot where the last seed fell,
      corners where seeds were taken. */
  mark(step) {
    this.marks.replaceChildren();
    if (!step) return;
    const at = (name) => this.holes.get(name);
    const ring = (name, kind, grow) => {
      const hole = at(name);
      this.marks.append(hole.store
        ? svg("rect", { class: kind, x: hole.x - hole.rx - grow, y: hole.y - hole.ry - grow, width: 2 * (hole.rx + grow), height: 2 * (hole.ry + grow), rx: 42 + grow })
        : svg("circle", { class: kind, cx: hole.x, cy: hole.y, r: PIT + grow }));
    };
    ring(step.pit, "from", 4);
    const last = step.path[step.path.length - 1];
    if (last) ring(last, "last", -4);
    for (const { hole } of [...step.captured, ...step.swept]) {
      const { x, y } = at(hole), kind = step.swept.some((it) => it.hole === hole) ? "swept" : "captured";
      const corners = [[-1, -1], [1, -1], [-1, 1], [1, 1]].map(([a, b]) => `M${x + a * 31} ${y + b * 31}L${x + a * 15} ${y + b * 15}`);
      this.marks.append(svg("path", { class: kind, d: corners.join("") }));
    }
  }

  /** Where the last seed would fall. */
  foresee(step) {
    this.preview.replaceChildren();
    if (!step) return;
    const last = this.holes.get(step.path[step.path.length - 1]);
    if (!last) return;
    this.preview.append(last.store
      ? svg("rect", { class: "lands", x: last.x - last.rx - 5, y: last.y - last.ry - 5, width: 2 * last.rx + 10, height: 2 * last.ry + 10, rx: 46 })
      : svg("circle", { class: "lands", cx: last.x, cy: last.y, r: PIT + 5 }));
  }

  /** Small notes beside the pits, such as values. */
  note(notes = {}, best = []) {
    for (const [name, hole] of this.holes) {
      hole.value.textContent = notes[name] ?? "";
      hole.group.classList.toggle("noted", name in notes);
      hole.group.classList.toggle("best", best.includes(name));
    }
  }

  /** Shows a sow seed by seed; resolves early, and to false, when something else is shown. */
  async animate(step, pace) {
    const run = ++this.run;
    const alive = () => run === this.run;
    this.mark(null);
    this.preview.replaceChildren();
    if (pace <= 0 || calm()) return true;
    const each = Math.min(pace, 7000 / Math.max(1, step.path.length));
    const counts = this.countsOf(step.before);
    const from = this.holes.get(step.pit);
    this.marks.append(svg("circle", { class: "from", cx: from.x, cy: from.y, r: PIT + 4 }));
    const carried = this.carry(step.path.length, from);
    counts[step.pit] = 0;
    this.fill(step.pit, 0);
    await pause(each * 0.7);
    let here = from;
    for (const [index, name] of step.path.entries()) {
      const there = this.holes.get(name);
      await this.move(carried, here, there, each);
      if (!alive()) return false;
      here = there;
      this.fill(name, ++counts[name]);
      this.carry(step.path.length - index - 1, there);
    }
    this.hand.replaceChildren();
    if (step.captured.length + step.swept.length) await pause(each * 1.5);
    for (const group of [step.captured, step.swept]) {
      const moves = group.map(async ({ hole, seeds, to }) => {
        const start = this.holes.get(hole), end = this.holes.get(to);
        const flying = this.group(seeds, start);
        this.fill(hole, 0);
        if (end) await this.move(flying, start, end, each * 3);
        else await flying.animate([{ opacity: 1 }, { opacity: 0 }], each * 3).finished;
        flying.remove();
        if (alive() && end) this.fill(to, counts[to] += seeds);
      });
      await Promise.all(moves);
      if (!alive()) return false;
    }
    return alive();
  }

  countsOf(board) {
    const counts = { South: board.stores[0], North: board.stores[1] };
    for (const side of [0, 1]) this.names[side].forEach((name, column) => { counts[name] = board.rows[side][column]; });
    return counts;
  }

  group(count, hole) {
    const group = svg("g", { class: "carried" });
    const { size, spots } = heap(count, 26, 26, 10);
    for (const [x, y] of spots) group.append(svg("circle", { class: "seed", cx: x, cy: y, r: size, fill: this.seedFill }));
    group.style.transform = `translate(${hole.x}px, ${hole.y}px)`;
    return this.hand.appendChild(group);
  }

  /** The hand with what is left in it. */
  carry(count, hole) {
    const first = this.hand.querySelector(".carried");
    const group = this.group(count, hole);
    if (first) { first.replaceChildren(...group.children); group.remove(); return first; }
    return group;
  }

  async move(group, from, to, time) {
    const arc = Math.min(60, 18 + Math.hypot(to.x - from.x, to.y - from.y) / 8);
    const frames = [0, 0.5, 1].map((t) => ({ transform: `translate(${from.x + (to.x - from.x) * t}px, ${from.y + (to.y - from.y) * t - arc * 4 * t * (1 - t)}px)` }));
    group.style.transform = frames[2].transform;
    try { await group.animate(frames, { duration: time, easing: "ease-in-out" }).finished; } catch { /* taken away */ }
  }

  choose(name) {
    const button = this.buttons.get(name);
    if (button?.getAttribute("aria-disabled") === "false") this.sow(name);
    else this.refuse?.(name);
  }

  focusPit(name) { this.buttons.get(name)?.focus(); }

  key(event) {
    const [side, column] = this.where(this.focused);
    const to = { ArrowLeft: [side, column - 1], ArrowRight: [side, column + 1], ArrowUp: [1, column], ArrowDown: [0, column], Home: [side, 0], End: [side, this.width - 1] }[event.key];
    if (!to) return;
    event.preventDefault();
    const name = this.names[to[0]][Math.max(0, Math.min(this.width - 1, to[1]))];
    this.focusPit(name);
  }

  where(name) {
    for (const side of [0, 1]) { const column = this.names[side].indexOf(name); if (column >= 0) return [side, column]; }
    return [0, 0];
  }
}

export const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
