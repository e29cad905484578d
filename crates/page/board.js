// The board: an SVG that is looked at, and a table of buttons over it that is used. Knows no rule:
// what lies where, and where each seed goes, is told by the engine.
import { PIT, SIDES, STEP, calm, html, marksOf, narrow, plural, ringOf, seedsInto, shapeOf, svg, woodOf } from "./board-shape.js";

export class BoardView {
  /** `sow(name)` is called when a pit is chosen. */
  constructor(host, { sow = () => {}, hover = () => {}, label = "Board" } = {}) {
    this.host = host;
    this.sow = sow;
    this.hover = hover;
    this.label = label;
    this.run = 0;
    this.noted = [];
    this.holes = new Map();
    addEventListener("resize", () => {
      if (!this.position || this.upright === narrow()) return;
      // What was noted is noted on the turned board too.
      const { foreseen } = this;
      this.show(this.position, this.shown);
      this.note(...this.noted);
      this.foresee(foreseen);
    });
  }

  /** Lays out a board of `position.width` pits. */
  layOut(position) {
    this.width = position.width;
    this.names = position.names;
    this.upright = narrow();
    const { holes, arrows, size } = shapeOf(position.names, this.upright);
    this.size = size;
    this.holes = holes;
    const picture = woodOf(size, { "aria-hidden": "true" });
    this.arrows = arrows.map((d) => picture.appendChild(svg("path", { class: "turn-arrow", d })));
    for (const [name, hole] of holes) this.addHole(picture, name, hole);
    this.marks = picture.appendChild(svg("g", { class: "marks" }));
    this.preview = picture.appendChild(svg("g", { class: "preview" }));
    this.hand = picture.appendChild(svg("g", { class: "hand" }));
    this.host.replaceChildren(picture, this.table());
    this.host.style.setProperty("--ratio", size.join(" / "));
    this.host.classList.toggle("upright", this.upright);
  }

  addHole(picture, name, hole) {
    const group = picture.appendChild(svg("g", { class: hole.store ? "hole store" : "hole", transform: `translate(${hole.x} ${hole.y})`, "data-name": name }));
    const shape = hole.store
      ? svg("rect", { class: "bowl", x: -hole.rx, y: -hole.ry, width: 2 * hole.rx, height: 2 * hole.ry, rx: 42 })
      : svg("circle", { class: "bowl", r: PIT });
    const seeds = svg("path", { class: "seeds" });
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
      const whose = own.length === 1 ? (own.includes(side) ? "your" : "opponent's") : `${SIDES[side]}'s`;
      this.names[side].forEach((name, column) => {
        const button = this.buttons.get(name), seeds = position.board.rows[side][column];
        button.setAttribute("aria-label", `${name}, ${whose} pit ${column + 1}, ${plural(seeds, "seed")}`);
        const legal = position.moves.includes(name) && own.includes(side);
        button.setAttribute("aria-disabled", String(!legal));
        button.classList.toggle("legal", legal);
        button.title = name;
      });
      this.buttons.get(SIDES[side]).textContent = `${whose[0].toUpperCase()}${whose.slice(1)} store, ${plural(position.board.stores[side], "seed")}`;
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
    seedsInto(hole.seeds, count, hole.rx - 15, hole.ry - 15, hole.store ? 9.5 : 10.5);
  }

  mark(step) { this.marks.replaceChildren(...marksOf(step, this.holes)); }

  /** Where the last seed would fall. */
  foresee(step) {
    this.foreseen = step;
    const last = this.holes.get(step?.path.at(-1));
    this.preview.replaceChildren(...(last ? [ringOf(last, "lands", 5)] : []));
  }

  /** Small notes beside the pits, such as values. */
  note(notes = {}, best = [], isProved = true) {
    this.noted = [notes, best, isProved];
    for (const [name, hole] of this.holes) {
      hole.value.textContent = notes[name] ?? "";
      hole.group.classList.toggle("noted", name in notes);
      hole.group.classList.toggle("best", best.includes(name));
      hole.group.classList.toggle("guessed", !isProved && best.includes(name));
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
    this.marks.append(ringOf(from, "from", 4));
    const carried = this.carry(step.path.length, from);
    counts[step.pit] = 0;
    this.fill(step.pit, 0);
    await pause(each * 0.7);
    if (!alive()) return false;
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
    if (!alive()) return false;
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
    const group = svg("path", { class: "carried" });
    seedsInto(group, count, 26, 26, 10);
    group.style.transform = `translate(${hole.x}px, ${hole.y}px)`;
    return this.hand.appendChild(group);
  }

  /** The hand with what is left in it. */
  carry(count, hole) {
    const first = this.hand.querySelector(".carried");
    if (!first) return this.group(count, hole);
    seedsInto(first, count, 26, 26, 10);
    return first;
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
