// A tree that somebody has typed as nested lists, walked as a game's is: the engine searches it, and what the walk
// asks of it is answered here. The tree has no board, and its leaves are its values.
import { plural } from "./board-shape.js";

// As much as is typed by hand, and what a page shows at once.
const MAX_LEAVES = 2000, MAX_DEPTH = 12, MAX_CHILDREN = 26;

const written = (value) => (Number.isFinite(value) ? String(value) : value < 0 ? "-Infinity" : "Infinity");

/** Whether a text is such a tree: `[[3, 12, 8], [2, 4]]`, perhaps after its algorithm and who begins. */
export const isTree = (text) => /^\s*((minimax|alpha-beta)\s+)?((max|min)\s*)?[[(]/i.test(text);

/** The node of a text, or an Error that says where the text goes wrong. */
function parsed(text, from) {
  let at = from, leaves = 0;
  const wrong = (expected) => { throw new Error(`The tree goes wrong at character ${at + 1}${text[at] ? ` (${text[at]})` : ", its end"}: expected ${expected}.`); };
  const blank = () => { while (/[\s,;]/.test(text[at] ?? "")) at++; };
  const node = (depth) => {
    if (depth > MAX_DEPTH) wrong(`at most ${MAX_DEPTH} lists within each other`);
    const close = { "[": "]", "(": ")" }[text[at]];
    if (!close) {
      const [number] = /^[-−+]?\d+(\.\d+)?/.exec(text.slice(at, at + 20)) ?? [];
      if (!number) wrong("a number or a list");
      if (++leaves > MAX_LEAVES) wrong(`at most ${MAX_LEAVES} numbers`);
      at += number.length;
      return { number: Number(number.replace("−", "-")) };
    }
    const children = [];
    at++;
    for (blank(); text[at] !== close; blank()) {
      if (at >= text.length || /[\])]/.test(text[at])) wrong(`a number, a list or ${close}`);
      if (children.length === MAX_CHILDREN) wrong(`at most ${MAX_CHILDREN} children of a node`);
      children.push(node(depth + 1));
    }
    if (!children.length) wrong("something within the list");
    at++;
    return { children };
  };
  const root = node(0);
  blank();
  if (at < text.length) wrong("nothing after the tree");
  return root;
}

/** A to Z, then 1 to 26, in turns: so that every name is unique. */
const calledBelow = (parent, at, depth) => (parent === "root" ? "" : parent) + (depth % 2 ? String.fromCharCode(65 + at) : at + 1);

export class OwnTree {
  /** Reads a tree, of which the engine tells the rows; `task` is the algorithm unless the text says it. */
  constructor(text, task, ask) {
    const [head, , algorithm = task, , first = "max"] = /^\s*((minimax|alpha-beta)\s+)?((max|min)\s*)?/i.exec(text);
    this.task = algorithm.toLowerCase();
    this.prunes = this.task === "alpha-beta";
    this.root = parsed(text, head.length);
    const lists = text.slice(head.length).trim(), goal = first.toLowerCase();
    /** The text without its algorithm, and the same for whoever opens it again. */
    this.plain = goal === "min" ? `min ${lists}` : lists;
    this.text = `${this.task} ${goal} ${lists}`;
    this.all = [];
    this.begin(this.root, undefined, "root", goal);
    this.read(ask("typed-rows", this.task, goal, this.asked()).rows);
  }

  begin(node, parent, name, goal) {
    const depth = parent ? parent.depth + 1 : 0;
    Object.assign(node, { parent, name, goal, depth, leaf: !node.children, at: [] });
    this.all.push(node);
    node.children?.forEach((child, index) => this.begin(child, node, calledBelow(name, index, depth + 1), goal === "max" ? "min" : "max"));
  }

  /** The tree for the engine. It takes whole numbers, and only their order counts: a leaf is its place among all. */
  asked() {
    const numbers = this.numbers = [...new Set(this.all.flatMap(({ number = [] }) => number))].sort((one, other) => one - other);
    const places = new Map(numbers.map((number, place) => [number, place]));
    const words = ({ children, number }) => (children ? `[ ${children.map(words).join(" ")} ]` : places.get(number));
    return words(this.root);
  }

  read(rows) {
    const number = (text) => this.numbers[text] ?? Number(text), ends = (window) => window?.map(number);
    this.rows = rows.map((row, index) => {
      const node = this.all[row.node], value = number(row.value), window = ends(row.window);
      node.at.push(index + 1);
      node.value = value;
      if (!row.becomes) node.window = window;
      return { ...row, node, value, window, cut: row.becomes === "prune", ...(row.becomes && { child: this.all[rows[index - 1].node], before: { value: number(row.before), window: ends(row.opened) } }) };
    });
  }

  // What the walk asks for, answered as the engine does.
  get header() { return this.prunes ? "Node,Depth,Value,Alpha,Beta" : "Node,Depth,Value"; }
  window(window) { return window?.map(written) ?? null; }
  textOf({ node, value, window }) { return [node.name, node.depth, written(value), ...(this.window(window) ?? [])].join(","); }
  shown(number) {
    const row = this.rows[number - 1];
    return { row: number, text: this.textOf(row), ply: row.node.depth, cut: Boolean(row.cut) };
  }
  near(from, to) { return this.rows.slice(Math.max(0, from - 1), to).map((_, index) => this.shown(Math.max(1, from) + index)); }
  searched(node) { return node.children?.filter((child) => child.at.length) ?? []; }
  nodeOf(node) {
    const { name, depth, goal, value, leaf } = node;
    return { name, depth, goal, value: written(value), window: this.window(node.window), leaf, isTyped: leaf, over: false, row: node.at[0], rows: this.last(node) - node.at[0] + 1 };
  }
  last(node) { return node.leaf ? node.at[0] : node.at.at(-1); }
  below(node) {
    const children = this.searched(node);
    return { children: children.map((child) => this.nodeOf(child)), ghosts: (node.children ?? []).slice(children.length).map(({ name }) => name) };
  }
  chainOf(node) { return [...(node.parent ? this.chainOf(node.parent) : []), node]; }
  /** What a node has until a row: its last row of before. */
  until(node, number) { const at = node.at.findLast((row) => row <= number); return at && this.rows[at - 1]; }

  answerBegin() { return { header: this.header, task: this.task, rows: this.near(1, 19) }; }

  get nodes() { return (this.rows.length + 1) / 2; }

  open() {
    const { rows } = this, depths = rows.map(({ node }) => node.depth);
    return { rows: rows.length, nodes: this.nodes, header: this.header, task: this.task, cutoff: null, part: 1, depths, tops: depths, root: this.nodeOf(this.root) };
  }

  rowOf(number, around) {
    const row = this.rows[number - 1], { node, child, before, cut } = row, chain = this.chainOf(node), ghosts = cut ? this.below(node).ghosts : [];
    return {
      ...this.shown(number), cells: this.textOf(row).split(","), meaning: this.meaning(row, ghosts), why: this.why(row, chain), path: chain.slice(1).map(({ name }) => name),
      chain: chain.map((it) => { const { value, window } = this.until(it, number); return { name: it.name, row: it.at[0], goal: it.goal, depth: it.depth, value: written(value), window: this.window(window) }; }),
      above: chain.slice(0, -1).map((it) => this.below(it)), near: this.near(number - around, number + around), node: this.nodeOf(node), ghosts,
      returned: child ? { name: child.name, value: written(child.value), before: written(before.value), window: this.window(before.window), becomes: row.becomes } : null,
    };
  }

  meaning({ node, value, window, child, before, cut, reaches }, ghosts) {
    const { name, goal } = node, isMax = goal === "max", [alpha, beta] = this.window(window) ?? [];
    if (node.leaf) return `${name} is a leaf. Its value is ${written(value)}.`;
    if (!child) return `${name} is entered. It is a ${goal} node at depth ${node.depth}, so its value begins at ${written(value)}.${this.prunes ? ` ${node.parent ? "It inherits" : "The window begins at"} alpha = ${alpha} and beta = ${beta}.` : ""}`;
    const same = value === before.value;
    const change = same ? `${written(child.value)} is not ${isMax ? "more" : "less"} than ${written(before.value)}, so nothing changes` : `its value ${isMax ? "rises" : "falls"} from ${written(before.value)} to ${written(value)}`;
    const bound = isMax ? `${written(value)} >= beta (${beta})` : `${written(value)} <= alpha (${alpha})`;
    const after = cut ? ` ${bound}, so ${ghosts.join(", ")} ${ghosts.length > 1 ? "are" : "is"} pruned.` : reaches ? ` ${bound}, but no child is left to prune.` : !this.prunes || same ? "" : ` ${isMax ? `Alpha is ${alpha}` : `Beta is ${beta}`} now.`;
    return `${child.name} returned ${written(child.value)}. ${name} is a ${goal} node: ${change}.${after}`;
  }

  /** Whose value the bound is that a node has reached. */
  why({ node, value, set }, chain) {
    if (!set) return null;
    const { node: owner, child, value: bound } = this.rows[set - 1], at = chain.indexOf(owner);
    const words = node.goal === "min" ? `Max can already reach ${written(bound)} with ${child.name} (line ${set + 1}). Here min can hold max to ${written(value)}, which is no better, so max has no reason to come here.`
      : `Min can already hold max to ${written(bound)} with ${child.name} (line ${set + 1}). Here max can reach ${written(value)}, so min has no reason to come here.`;
    return { at, row: set, words };
  }

  nodeAt(row) { return this.rows[row - 1].node; }

  go(to, number) {
    const node = this.nodeAt(number), { parent } = node, siblings = parent ? this.searched(parent) : [], at = siblings.indexOf(node);
    const updated = () => parent && parent.at.find((row) => row > this.last(node));
    const later = (is) => { const index = this.rows.findIndex((row, index) => index >= number && is(row)); return index < 0 ? null : index + 1; };
    const steps = { up: () => parent?.at[0], parent: updated, sibling: () => siblings[at + 1]?.at[0], back: () => siblings[at - 1]?.at[0],
      cut: () => later(({ cut }) => cut), root: () => later(({ node: { depth }, before, value }) => !depth && before && before.value !== value) };
    return { row: steps[to]() ?? null };
  }

  find(path) {
    const name = path.trim().split(/[\s,>→-]+/).at(-1).toLowerCase(), index = this.rows.findIndex(({ node }) => node.name.toLowerCase() === (name || "root"));
    if (index < 0) throw new Error(`The search looks at no node called ${path.trim()}.`);
    return { row: index + 1 };
  }

  async ask([request, ...of]) {
    switch (request) {
      case "walk-open": return this.open();
      case "walk-row": return this.rowOf(of[0], of[1]);
      case "walk-rows": return { rows: this.near(of[0], of[0] + of[1] - 1) };
      case "walk-children": return { nodes: of[0].split(" ").map((row) => this.below(this.nodeAt(Number(row)))) };
      case "walk-go": return this.go(of[0], of[1]);
      case "walk-find": return this.find(of[0]);
      default: throw new Error("A log can be compared with the search of an input.txt, not with that of a tree.");
    }
  }

  /** What minimax would look at, in a sentence. */
  counted() {
    const all = this.all.length, { nodes } = this;
    return this.prunes ? `Alpha-beta looks at ${nodes} of ${plural(all, "node")}.` : `Minimax looks at all ${plural(all, "node")}.`;
  }
}
