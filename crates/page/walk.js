// Walk through a search: a tree of which only what is seen is there, the board at the chosen row, and
// the rows around it. Every row is computed when it is looked at.
import { BoardView, html } from "./board.js";
import { $, say, trouble } from "./page.js";

const LINE = 26, AROUND = 9, MOST_LOG = 256e6;
const grouped = (number) => Number(number).toLocaleString("en");

export class Walk {
  constructor(thinker, play, ask, data) {
    Object.assign(this, { thinker, play, ask, data });
    this.board = new BoardView($("walk-board"), { label: "The board at this node" });
    $("walk-open").addEventListener("click", () => this.open($("walk-input").value));
    $("walk-from-game").addEventListener("click", () => this.fromGame());
    $("walk-log").addEventListener("click", () => $("walk-file").click());
    $("walk-file").addEventListener("change", (event) => { const [file] = event.target.files; event.target.value = ""; if (file) this.compare(file); });
    for (const button of document.querySelectorAll("[data-go]")) button.addEventListener("click", () => this.go(button.dataset.go));
    $("walk-play").addEventListener("click", () => this.playOn());
    $("walk-row").addEventListener("change", (event) => this.select(Number(event.target.value)));
    $("walk-find").addEventListener("submit", (event) => { event.preventDefault(); this.find($("walk-path").value); });
    $("practice").addEventListener("change", () => { this.hidden = $("practice").checked ? this.at : 0; this.select(this.at); });
    $("tree").addEventListener("scroll", () => this.drawTree());
    $("tree").addEventListener("keydown", (event) => this.treeKey(event));
    $("overview").addEventListener("click", (event) => { const { left, width } = $("overview").getBoundingClientRect(); this.select(1 + Math.floor((event.clientX - left) / width * this.info.rows)); });
    addEventListener("resize", () => this.info && this.drawOverview());
  }

  /** Opens what the file came with, or the game's position. */
  begin() {
    if (this.info) return;
    if (this.data?.input) { $("walk-input").value = this.data.input; $("walk-source").open = false; this.open(this.data.input, this.data.log); } else this.fromGame(true);
  }

  fromGame(only) {
    try {
      $("walk-input").value = this.ask("input", $("walk-task").value, $("walk-cutoff").value, this.play.game.record).text;
      if (!only) this.open($("walk-input").value);
    } catch (error) { say(error.message, $("walk-say")); }
  }

  async open(input, log) {
    this.stopPlaying();
    this.thinker.stop();
    say("Searching once through the whole log …", $("walk-say"));
    const began = performance.now();
    try {
      this.info = await this.thinker.ask(["walk-open", input]);
    } catch (error) { say(error.message, $("walk-say")); return; }
    this.input = input;
    this.difference = null;
    $("walk-body").hidden = false;
    $("walk-source").open = false;
    const { rows, task, cutoff, root } = this.info;
    $("walk-what").textContent = `${grouped(rows)} rows of ${task}, cutoff ${cutoff}, value ${root.value}`;
    say(`${grouped(rows)} rows of ${task} to cutoff ${cutoff}, value ${root.value}; ${((performance.now() - began) / 1000).toFixed(1)} s. None of them is stored.`, $("walk-say"));
    $("walk-row").max = rows;
    this.lines = [{ node: root, level: 1, open: false, at: 1, of: 1 }];
    await this.unfold(0);
    this.drawOverview();
    $("difference").hidden = true;
    if (log) await this.showDifference(log); else await this.select(1);
  }

  // The tree: `lines` are the nodes that are unfolded, in the order of the tree.
  async unfold(index) {
    const line = this.lines[index];
    if (line.node.leaf || line.open) return;
    const { children, ghosts } = await this.thinker.ask(["walk-children", line.node.row]);
    line.open = true;
    const below = [...children.map((node) => ({ node })), ...ghosts.map((name) => ({ ghost: name }))];
    this.lines.splice(index + 1, 0, ...below.map((it, at) => ({ ...it, level: line.level + 1, at: at + 1, of: below.length, open: false })));
    this.drawTree();
  }

  fold(index) {
    const { level } = this.lines[index];
    let end = index + 1;
    while (end < this.lines.length && this.lines[end].level > level) end++;
    this.lines.splice(index + 1, end - index - 1);
    this.lines[index].open = false;
    this.drawTree();
  }

  drawTree() {
    const tree = $("tree"), space = tree.firstElementChild;
    space.style.height = `${this.lines.length * LINE}px`;
    const first = Math.max(0, Math.floor(tree.scrollTop / LINE) - 3), last = Math.min(this.lines.length, first + Math.ceil(tree.clientHeight / LINE) + 6);
    space.replaceChildren(...this.lines.slice(first, last).map((line, offset) => {
      const index = first + offset, { node, ghost, level } = line;
      const item = html("div", { role: "treeitem", id: `line-${index}`, class: `${ghost ? "ghost" : node.goal} ${node?.row === this.nodeRow ? "chosen" : ""}`, "aria-level": level, "aria-setsize": line.of, "aria-posinset": line.at,
        "aria-expanded": ghost || node.leaf ? null : String(line.open), "aria-selected": String(node?.row === this.nodeRow), style: `top:${index * LINE}px;padding-left:${8 + (level - 1) * 14}px` });
      if (ghost) item.append(html("span", { class: "tree-name" }, ghost), " not looked at");
      else {
        item.append(html("span", { class: "twist", onclick: (event) => { event.stopPropagation(); line.open ? this.fold(index) : this.unfold(index); } }, node.leaf ? "·" : line.open ? "▾" : "▸"),
          html("span", { class: "tree-name" }, node.name), ` ${node.over ? "game over" : node.leaf ? "leaf" : node.goal}  depth ${node.depth}  `, html("b", {}, this.masked() ? "" : `value ${node.value}`),
          html("small", {}, ` ${node.window && !this.masked() ? `[${node.window.map(short).join(", ")}]` : ""} ${node.rows > 1 ? `${grouped(node.rows)} rows` : ""}`));
        item.addEventListener("click", () => { this.select(node.row); $("tree").focus(); });
        item.addEventListener("dblclick", () => (line.open ? this.fold(index) : this.unfold(index)));
      }
      return item;
    }));
    const chosen = this.lines.findIndex((line) => line.node?.row === this.nodeRow);
    if (chosen >= 0) tree.setAttribute("aria-activedescendant", `line-${chosen}`);
  }

  async treeKey(event) {
    const at = Math.max(0, this.lines.findIndex((line) => line.node?.row === this.nodeRow)), line = this.lines[at];
    // Chosen at once, so that the next key goes on from there while the row is still being computed.
    const choose = (row) => { this.nodeRow = row; this.drawTree(); return this.select(row); };
    const near = (step) => { let to = at + step; while (this.lines[to]?.ghost) to += step; return this.lines[to] && choose(this.lines[to].node.row); };
    const keys = {
      ArrowDown: () => near(1), ArrowUp: () => near(-1),
      ArrowRight: () => (line.open ? near(1) : this.unfold(at)), ArrowLeft: () => (line.open ? this.fold(at) : this.go("up")),
      Home: () => choose(1), End: () => choose(this.lines.findLast((it) => it.node).node.row),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    await keys[event.key]();
  }

  /** Unfolds the tree down to a node and brings it into view. */
  async reveal(chain) {
    for (const { row } of chain.slice(0, -1)) {
      const index = this.lines.findIndex((line) => line.node?.row === row);
      if (index >= 0) await this.unfold(index);
    }
    const index = this.lines.findIndex((line) => line.node?.row === this.nodeRow), tree = $("tree");
    if (index >= 0 && (index * LINE < tree.scrollTop || (index + 1) * LINE > tree.scrollTop + tree.clientHeight)) tree.scrollTop = Math.max(0, index * LINE - tree.clientHeight / 2);
    this.drawTree();
  }

  // One row.
  async select(number) {
    if (!this.info) return;
    const row = Math.max(1, Math.min(this.info.rows, Math.floor(number) || 1));
    const mine = this.asked = (this.asked ?? 0) + 1;
    let shown, around;
    try {
      const from = Math.max(1, row - AROUND);
      [shown, around] = await Promise.all([this.thinker.ask(["walk-row", row]), this.thinker.ask(["walk-rows", from, 2 * AROUND + 1])]);
    } catch (error) { if (error.message !== "stopped") trouble(error.message); return; }
    if (mine !== this.asked) return;
    this.at = row;
    this.shown = shown;
    this.nodeRow = shown.node.row;
    $("walk-row").value = row;
    this.board.show(shown.position, { last: shown.step, players: ["player 1", "player 2"] });
    this.tell();
    this.drawRows(around.rows);
    this.drawWindows(shown.chain);
    this.drawOverview();
    await this.reveal(shown.chain);
  }

  masked() { return this.data?.hintOnly || (this.hidden && $("practice").checked); }

  tell() {
    const { shown } = this, asks = $("practice").checked && this.hidden === this.at;
    const path = shown.path.length ? `${shown.path.join(" → ")}` : "the root";
    $("walk-sentence").replaceChildren(html("small", {}, `Row ${grouped(this.at)} · ${path}`), html("br"), asks ? "What does this row say?" : this.data?.hintOnly ? rule(shown) : [shown.meaning, shown.sentence].filter(Boolean).join(" "));
    this.ask_(asks);
  }

  /** Practice: the row's value, alpha and beta are to be filled in. */
  ask_(asks) {
    const quiz = $("quiz");
    quiz.hidden = !asks;
    if (!asks) return;
    const names = ["value", "alpha", "beta"], right = this.shown.cells.slice(2);
    const [node, depth] = this.shown.cells;
    const inputs = right.map((_, index) => html("input", { "aria-label": names[index], placeholder: names[index], size: 9, autocomplete: "off" }));
    const answer = html("p", { role: "status" });
    quiz.replaceChildren(html("span", {}, `${node}, depth ${depth}:`), ...inputs, html("button", { class: "primary" }, "Check"), answer);
    quiz.onsubmit = (event) => {
      event.preventDefault();
      const wrong = inputs.filter((input, index) => input.value.trim().toLowerCase() !== right[index].toLowerCase());
      inputs.forEach((input) => input.setAttribute("aria-invalid", String(wrong.includes(input))));
      answer.textContent = wrong.length ? `Not yet: ${wrong.map((input) => input.placeholder).join(" and ")}. ${rule(this.shown)}` : "Right. ";
      if (!wrong.length) { this.hidden = 0; answer.append(html("button", { type: "button", class: "primary", onclick: () => { this.hidden = this.at + 1; this.select(this.at + 1); } }, "Next row")); this.tell(); quiz.hidden = false; }
    };
    inputs[0].focus();
  }

  drawRows(rows) {
    $("rows").replaceChildren(html("div", { class: "row head" }, this.info.header), ...rows.map(({ row, text, ply, cut }) => {
      const secret = (this.data?.hintOnly && row >= this.difference?.row) || ($("practice").checked && this.hidden && row >= this.hidden);
      const shown = secret ? text.split(",").map((cell, index) => (index < 2 ? cell : "?")).join(",") : text;
      return html("button", { class: `row quiet ${row === this.at ? "chosen" : ""} ${cut ? "cut" : ""} ${row === this.difference?.row ? "differs" : ""}`, "aria-current": row === this.at ? "true" : null, onclick: () => this.select(row) },
        html("small", {}, grouped(row)), html("span", { style: `padding-left:${Math.min(ply, 14) * 5}px` }, shown));
    }));
  }

  /** One number line for each node from the root down: the window as two marks, the value as a dot. */
  drawWindows(chain) {
    const finite = chain.flatMap(({ value, window }) => [value, ...(window ?? [])]).map(Number).filter(Number.isFinite);
    const low = Math.min(-4, ...finite) - 1, high = Math.max(4, ...finite) + 1, width = 320;
    const x = (text) => (text === "-Infinity" ? 4 : text === "Infinity" ? width - 4 : 14 + (width - 28) * (Number(text) - low) / (high - low));
    const skip = Math.max(0, chain.length - 9);
    $("windows").replaceChildren(...(skip ? [html("p", { class: "soft" }, `${skip} more above`)] : []), ...chain.slice(skip).map(({ name, goal, value, window, row, depth }) => {
      const marks = window ? `<path class="window" d="M${x(window[0])} 11H${x(window[1])}"/><path class="bound" d="M${x(window[0])} 4v14m0-14h5m-5 14h5"/><path class="bound" d="M${x(window[1])} 4v14m0-14h-5m5 14h-5"/>` : "";
      const words = `${name}, ${goal}, depth ${depth}, value ${value}${window ? `, alpha ${window[0]}, beta ${window[1]}` : ""}`;
      const line = html("button", { class: `window-line quiet ${goal}`, title: words, "aria-label": words, onclick: () => this.select(row) }, html("span", {}, `${name} ${goal}`));
      line.insertAdjacentHTML("beforeend", this.masked() ? "" : `<svg viewBox="0 0 ${width} 22" aria-hidden="true"><path class="axis" d="M2 11H${width - 2}M${x(0)} 8v6"/>${marks}<circle class="knot" r="4" cx="${x(value)}" cy="11"/></svg><span class="numbers">${short(value)}${window ? ` [${window.map(short).join(", ")}]` : ""}</span>`);
      return line;
    }));
  }

  drawOverview() {
    const canvas = $("overview"), width = canvas.parentElement.clientWidth;
    if (!width) return;
    const ratio = devicePixelRatio || 1, height = 72;
    canvas.width = width * ratio; canvas.height = height * ratio; canvas.style.width = `${width}px`;
    const draw = canvas.getContext("2d"), style = getComputedStyle(document.documentElement);
    const color = (name) => style.getPropertyValue(name).trim();
    draw.scale(ratio, ratio);
    const { depths, part, rows } = this.info, most = Math.max(1, ...depths);
    draw.fillStyle = color("--accent-soft");
    for (let x = 0; x < width; x++) {
      const from = Math.floor(x / width * rows / part), to = Math.max(from + 1, Math.ceil((x + 1) / width * rows / part));
      let depth = 0;
      for (let bin = from; bin < to; bin++) depth = Math.max(depth, depths[bin] ?? 0);
      const tall = 6 + (height - 14) * depth / most;
      draw.fillRect(x, height - tall, 1, tall);
    }
    const line = (row, name, wide) => { draw.fillStyle = color(name); draw.fillRect((row - 0.5) / rows * width - wide / 2, 0, wide, height); };
    if (this.difference?.row) line(this.difference.row, "--bad", 3);
    line(this.at ?? 1, "--accent", 2);
  }

  // Moving.
  async go(to) {
    if (!this.info) return;
    const step = Number(to);
    if (step) { if ($("practice").checked && step > 0) this.hidden = this.at + 1; return this.select(this.at + step); }
    const { row } = await this.thinker.ask(["walk-go", to, this.at]);
    if (row) return this.select(row);
    say({ cut: "No cut within the next three million rows.", root: "The root's value does not change any more." }[to] ?? "There is none.", $("walk-say"));
  }

  async find(path) {
    try { this.select((await this.thinker.ask(["walk-find", path])).row); } catch (error) { say(error.message, $("walk-say")); }
  }

  playOn() {
    if (this.playing) { this.stopPlaying(); return; }
    $("walk-play").textContent = "❚❚ pause";
    const next = async () => { if (this.at >= this.info.rows) { this.stopPlaying(); return; } await this.select(this.at + 1); if (this.playing) this.playing = setTimeout(next, 700); };
    this.playing = setTimeout(next, 0);
  }

  stopPlaying() { clearTimeout(this.playing); this.playing = 0; $("walk-play").textContent = "▶ play"; }

  // A log of one's own.
  async compare(file) {
    if (!this.info) await this.open($("walk-input").value);
    if (!this.info) return;
    if (file.size > MOST_LOG) { say(`${file.name} has ${grouped(file.size)} bytes, more than a page can read (${grouped(MOST_LOG)}): use mancala trace.`, $("walk-say")); return; }
    say(`Comparing ${file.name} …`, $("walk-say"));
    try { this.showDifference(await this.thinker.ask(["walk-compare", await file.text()])); } catch (error) { say(error.message, $("walk-say")); }
  }

  async showDifference(log) {
    this.difference = log;
    if (log.right) { say("This log is right, row by row.", $("walk-say")); $("difference").hidden = true; return this.select(1); }
    const hint = this.data?.hintOnly;
    say(`The first difference is in line ${grouped(log.line)}.${hint ? "" : ` ${log.message}`}`, $("walk-say"));
    await this.select(log.row);
    const at = log.line - log.begin, from = Math.max(0, at - 6);
    const { rows } = await this.thinker.ask(["walk-rows", Math.max(1, log.row - (at - from)), 15]);
    const expected = (offset) => { const row = log.row + offset - at; return row === 0 ? this.info.header : rows.find((it) => it.row === row)?.text ?? ""; };
    $("difference").hidden = false;
    $("difference").replaceChildren(
      log.mistake ? html("p", { class: "named" }, html("strong", {}, log.mistake.student), html("br"), `The rule: ${log.mistake.rule}`) : html("p", { class: "soft" }, "No single known mistake writes this log."),
      html("table", { class: "parting" }, html("caption", {}, "Where the two logs part"), html("thead", {}, html("tr", {}, ...["line", hint ? "" : "expected", "this log"].map((head) => html("th", { scope: "col" }, head)))),
        html("tbody", {}, ...log.lines.slice(from, from + 14).map((text, offset) => html("tr", { class: from + offset === at ? "differs" : "" }, html("td", {}, grouped(log.begin + from + offset)), html("td", {}, hint && from + offset >= at ? "" : expected(from + offset)), html("td", {}, text))))));
  }
}

const short = (value) => ({ "-Infinity": "−∞", Infinity: "∞" }[value] ?? value.replace("-", "−"));

/** The rule that a row follows, without its values. */
function rule({ node, child, ghosts, row }) {
  if (child) return `Child ${child} has returned. A ${node.goal} node keeps the ${node.goal === "max" ? "larger" : "smaller"} of its value and the child's; if that reaches ${node.goal === "max" ? "beta" : "alpha"}, the rest is cut and the window is printed as it was, otherwise ${node.goal === "max" ? "alpha" : "beta"} moves.`;
  if (node.over) return "The game is over here: the value is one's own store less the other, after the last seeds were given out.";
  if (node.leaf) return "A leaf: the cutoff is reached and no extra turn is due. Its value is one's own store less the other.";
  return `An inner ${node.goal} node is entered: its value begins at ${node.goal === "max" ? "minus" : "plus"} infinity, and it takes over its parent's window.`;
}
