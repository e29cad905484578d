// The tree of a search, of which only the lines that are seen are elements.
import { html } from "./board.js";
import { $ } from "./page.js";

// As many lines as are kept; with more, the tree is folded before another part of it is shown.
const LINE = 26, BEYOND = 2, MOST = 4000;
export const grouped = (number) => Number(number).toLocaleString("en");
export const short = (value) => ({ "-Infinity": "−∞", Infinity: "∞" }[value] ?? value.replace("-", "−"));

export class WalkTree {
  /** `children` asks for the children of the nodes of some rows, `choose` shows a row, `up` goes to the parent, `secret` says
      whether values are kept back. */
  constructor(children, choose, up, secret) {
    Object.assign(this, { children, choose, up, secret, lines: [] });
    this.place = $("tree");
    this.place.addEventListener("scroll", () => this.draw());
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
    const line = this.lines[index];
    if (line.ghost || line.node.leaf || line.open) return;
    await this.unfoldAll([line.node.row]);
    this.draw();
  }

  /** Unfolds nodes from the top down; all that lies below them is asked for at once. */
  async unfoldAll(rows) {
    const lines = this.lines, answers = await this.children(rows);
    // The tree may be another one by now.
    if (lines !== this.lines) return;
    rows.forEach((row, index) => {
      const at = lines.findIndex((line) => line.node?.row === row), line = lines[at], { children, ghosts } = answers[index];
      if (at < 0 || line.open) return;
      line.open = true;
      const below = [...children.map((node) => ({ node })), ...ghosts.map((name) => ({ ghost: name }))];
      lines.splice(at + 1, 0, ...below.map((it, place) => ({ ...it, level: line.level + 1, at: place + 1, of: below.length, open: false })));
    });
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
    const space = this.place.firstElementChild;
    space.style.height = `${this.lines.length * LINE}px`;
    const first = Math.max(0, Math.floor(this.place.scrollTop / LINE) - BEYOND);
    const last = Math.min(this.lines.length, first + Math.ceil(this.place.clientHeight / LINE) + 2 * BEYOND);
    space.replaceChildren(...this.lines.slice(first, last).map((line, offset) => this.item(line, first + offset)));
    const chosen = this.chosen;
    if (chosen >= first && chosen < last) this.place.setAttribute("aria-activedescendant", `line-${chosen}`);
    else this.place.removeAttribute("aria-activedescendant");
  }

  /** Where the chosen node stands among the lines. */
  get chosen() { return this.lines.findIndex((line) => line.node?.row === this.row); }

  item({ node, ghost, level, at, of, open }, index) {
    const chosen = node !== undefined && node.row === this.row;
    const item = html("div", { role: "treeitem", id: `line-${index}`, "data-index": index, class: `${ghost ? "ghost" : node.goal} ${chosen ? "chosen" : ""}`, "aria-level": level, "aria-setsize": of, "aria-posinset": at,
      "aria-expanded": ghost || node.leaf ? null : String(open), "aria-selected": String(chosen), style: `top:${index * LINE}px;padding-left:${indent(level)}px` });
    if (ghost) item.append("  ", html("b", {}, ghost), " not looked at");
    else {
      const value = this.secret() ? "" : `  value ${short(node.value)}${node.window ? `  [${node.window.map(short).join(", ")}]` : ""}`;
      item.append(node.leaf ? "· " : open ? "▾ " : "▸ ", html("b", {}, node.name), `  ${node.over ? "game over" : node.leaf ? "leaf" : node.goal}  depth ${node.depth}${value}${node.rows > 1 ? `  ${grouped(node.rows)} rows` : ""}`);
    }
    return item;
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

  /** Unfolds the tree down to the last node of a chain and brings it into view. */
  async reveal(chain) {
    this.row = chain.at(-1).row;
    if (this.lines.length > MOST) this.lines = [{ ...this.lines[0], open: false }];
    const open = new Set(this.lines.filter((line) => line.open).map((line) => line.node.row));
    const folded = chain.slice(0, -1).map(({ row }) => row).filter((row) => !open.has(row));
    if (folded.length) await this.unfoldAll(folded);
    const index = this.chosen, { scrollTop, clientHeight } = this.place;
    if (index >= 0 && (index * LINE < scrollTop || (index + 1) * LINE > scrollTop + clientHeight)) this.place.scrollTop = Math.max(0, index * LINE - clientHeight / 2);
    this.draw();
  }
}

// Deep down there is little room.
const indent = (level) => 8 + Math.min(level - 1, 6) * 14 + Math.max(0, Math.min(level - 7, 24)) * 5;
