// A board that is only looked at: few elements, of which those change whose holes do.
import { PIT, SIDES, cornersOf, fitted, heap, marksOf, put, shapeOf, svg, woodOf } from "./board-shape.js";

export class StillBoard {
  constructor(host) { this.host = host; }

  layOut(names, view) {
    Object.assign(this, { names, view }, shapeOf(names, false));
    const all = [...this.holes], pits = all.filter(([, hole]) => !hole.store), text = (kind, x, y, words = "") => svg("text", { class: kind, x, y }, words);
    this.picture = woodOf(this.size, { role: "img" });
    this.arrow = svg("path", { class: "turn-arrow on" });
    this.badges = svg("path", { class: "badges" });
    this.seeds = svg("g");
    this.marks = svg("g", { class: "marks" });
    this.counts = new Map(all.map(([name, { x, y, ry, store, out }]) => [name, store ? text("count above", x, y - ry - 12) : view === "numbers" ? text("count big", x, y + 14) : text("count", x + PIT - 4, y - out * (PIT + 3) + 8)]));
    this.picture.append(this.arrow, svg("path", { class: "bowls", d: cornersOf(pits.map(([, { x, y }]) => [x, y])) }),
      ...SIDES.map((side) => { const { x, y, rx, ry } = this.holes.get(side); return svg("rect", { class: "bowl", x: x - rx, y: y - ry, width: 2 * rx, height: 2 * ry, rx: 42 }); }),
      this.seeds, this.badges, ...this.counts.values(), ...pits.map(([name, { x, y, out }]) => text("name", x, y + out * (PIT + 20) + 7, name)),
      ...SIDES.map((side, index) => text("owner", this.holes.get(side).x, this.holes.get(side).y + 143, `player ${index + 1}`)), this.marks);
    this.host.replaceChildren(this.picture);
  }

  /** Shows a position and the sow that led to it. */
  show({ names, board, mover, over, aloud }, last) {
    const { view } = document.documentElement.dataset;
    if (String(names) !== String(this.names) || view !== this.view) this.layOut(names, view);
    const sizes = {}, badges = [];
    for (const [name, hole] of this.holes) {
      const { x, y, rx, ry, side, store } = hole, count = store ? board.stores[side] : board.rows[side][names[side].indexOf(name)];
      const { size, spots } = heap(count, rx - 15, ry - 15, store ? 9.5 : 10.5);
      (sizes[size.toFixed(1)] ??= []).push(...spots.map(([dx, dy]) => [x + dx, y + dy]));
      if (count && !store) badges.push([x + PIT - 4, y - hole.out * (PIT + 3)]);
      put(this.counts.get(name), { "data-seeds": count }, count);
    }
    const heaps = view === "numbers" ? [] : Object.entries(sizes).filter(([, spots]) => spots.length);
    fitted(this.seeds, heaps.length, () => svg("path", { class: "seeds" })).forEach((path, index) => put(path, { d: cornersOf(heaps[index][1]), "stroke-width": heaps[index][0] }));
    put(this.badges, { d: view === "numbers" ? "" : cornersOf(badges) });
    put(this.arrow, { d: over ? "" : this.arrows[mover] });
    put(this.picture, { "aria-label": aloud });
    this.marks.replaceChildren(...marksOf(last, this.holes));
  }
}
