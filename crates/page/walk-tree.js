// The tree of a search, of which only the lines that are seen are elements.
import { fitted, html, put } from "./board-shape.js";
import { $ } from "./page.js";

// As many lines as are kept; with more, the tree is folded before another part of it is shown.
const BEYOND = 2, MOST = 4000, fingers = matchMedia("(max-width: 640px), (pointer: coarse)");
const english = new Intl.NumberFormat("en");
// The height of a line, as the style has it; a finger needs more than a mouse.
const tall = () => (fingers.matches ? 40 : 26);
export const grouped = (number) => english.format(number);
export const short = (value) => ({ "-Infinity": "−∞", Infinity: "∞" }[value] ?? value.replace("-", "−"));

export class WalkTree {
  /** `children` asks for the children of the nodes of some rows, `choose` shows a row, `up` goes to the parent, `secret` says
      whether values are kept back. */
  constructor(children, choose, up, secret) {
    Object.assign(this, { children, choose, up, secret, lines: [], top: 0, height: 0 });
    this.place = $("tree");
    // Known from events, so that drawing never waits for the page to be laid out.
    this.place.addEventListener("scroll", () => { this.top = this.place.scrollTop; this.draw(); });
    new ResizeObserver(() => { this.height = this.place.clientHeight; this.draw(); }).observe(this.place);
    this.place.addEventListener("keydown", (event) => this.key(event));
    this.place.addEventListener("click", (event) => this.clicked(event));
    this.place.addEventListener("dblclick", (event) => { const index = this.indexOf(event); if (index !== undefined) this.turn(index); });
  }

  clear() {
    this.lines = [];
    this.draw();
  }

  begin(root) {
    this.lines = [{ node: root, level: 1, open: false, at: 1, of: 1 }];
    return this.unfold(0);
  }

  indexOf(event) {
    const item = event.target.closest("[role=treeitem]");
    return item ? Number(item.dataset.index) : undefined;
  }

  clicked(event) {
    const index = this.indexOf(event);
    if (index === undefined) return;
    const { node, level } = this.lines[index];
    // The first sign of a line folds and unfolds it.
    const onSign = event.clientX - this.place.getBoundingClientRect().left + this.place.scrollLeft < indent(level) + 16;
    if (onSign) this.turn(index);
    else if (node) { this.choose(node.row); this.place.focus(); }
  }

  turn(index) { return this.lines[index].open ? this.fold(index) : this.unfold(index); }

  async unfold(index) {
    const { lines } = this, { ghost, node, open } = lines[index];
    if (ghost || node.leaf || open) return;
    const [below] = await this.children([node.row]);
    // The tree may be another one by now.
    if (lines !== this.lines) return;
    this.insert(node.row, below);
    this.draw();
  }

  /** Puts what lies below the node of a row under it, if it is there and folded. */
  insert(row, { children, ghosts }) {
    const { lines } = this, at = lines.findIndex((line) => line.node?.row === row), line = lines[at];
    if (at < 0 || line.open) return;
    line.open = true;
    const below = [...children.map((node) => ({ node })), ...ghosts.map((name) => ({ ghost: name }))];
    lines.splice(at + 1, 0, ...below.map((it, place) => ({ ...it, level: line.level + 1, at: place + 1, of: below.length, open: false })));
  }

  fold(index) {
    const { level } = this.lines[index];
    let end = index + 1;
    while (end < this.lines.length && this.lines[end].level > level) end++;
    this.lines.splice(index + 1, end - index - 1);
    this.lines[index].open = false;
    this.draw();
  }

  draw() {
    const { lines, top, chosen } = this, space = this.place.firstElementChild, line = tall();
    const first = Math.max(0, Math.min(lines.length - 1, Math.floor(top / line) - BEYOND)), last = Math.min(lines.length, Math.ceil((top + this.height) / line) + BEYOND);
    put(space, { style: `height:${lines.length * line}px;padding-top:${first * line}px` });
    fitted(space, Math.max(0, last - first), () => html("div", { role: "treeitem" })).forEach((item, offset) => this.drawLine(item, first + offset));
    put(this.place, { "aria-activedescendant": chosen >= first && chosen < last ? `line-${chosen}` : null });
  }

  /** Where the chosen node stands among the lines. */
  get chosen() { return this.lines.findIndex((line) => line.node?.row === this.row); }

  drawLine(item, index) {
    const { node, ghost, level, at, of, open } = this.lines[index], chosen = !ghost && node.row === this.row;
    const sign = ghost ? " " : node.leaf ? "·" : open ? "▾" : "▸";
    put(item, { id: `line-${index}`, "data-index": index, "data-name": `${sign} ${ghost ?? node.name}`, class: `${ghost ? "ghost" : node.goal} ${chosen ? "chosen" : ""}`, "aria-level": level, "aria-setsize": of, "aria-posinset": at,
      "aria-expanded": ghost || node.leaf ? null : open, "aria-selected": chosen, style: `padding-left:${indent(level)}px` }, ghost ? " pruned" : this.told(node));
  }

  told({ value, window, over, leaf, goal, depth, rows }) {
    const shown = this.secret() ? "" : `  value ${short(value)}${window ? `  [${window.map(short).join(", ")}]` : ""}`;
    return `  ${over ? "game over" : leaf ? "leaf" : goal}  depth ${depth}${shown}${rows > 1 ? `  ${grouped(rows)} rows` : ""}`;
  }

  async key(event) {
    const at = Math.max(0, this.chosen), line = this.lines[at];
    // Chosen at once, so that the next key goes on from there while the row is still being computed.
    const choose = (row) => { this.row = row; this.draw(); return this.choose(row); };
    const near = (step) => { let to = at + step; while (this.lines[to]?.ghost) to += step; return this.lines[to] && choose(this.lines[to].node.row); };
    const keys = {
      ArrowDown: () => near(1), ArrowUp: () => near(-1),
      ArrowRight: () => (line.open ? near(1) : this.unfold(at)), ArrowLeft: () => (line.open ? this.fold(at) : this.up()),
      Home: () => choose(1), End: () => choose(this.lines.findLast((it) => it.node).node.row),
    };
    if (!keys[event.key] || !line) return;
    event.preventDefault();
    await keys[event.key]();
  }

  /** Unfolds the tree down to the last node of a chain and brings it into view; `above` is what lies below each node
      above that one. */
  reveal(chain, above) {
    this.row = chain.at(-1).row;
    if (this.lines.length > MOST) this.lines = [{ ...this.lines[0], open: false }];
    above.forEach((below, index) => this.insert(chain[index].row, below));
    const line = tall(), at = this.chosen * line, { top, height } = this;
    if (at < top || at + line > top + height) this.top = Math.max(0, Math.min(at - height / 2, this.lines.length * line - height));
    this.draw();
    if (this.top !== top) this.place.scrollTop = this.top;
  }
}

// Deep down there is little room.
const indent = (level) => 8 + Math.min(level - 1, 6) * 14 + Math.max(0, Math.min(level - 7, 24)) * 5;
