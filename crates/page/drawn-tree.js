// A typed tree drawn whole: triangles that point up for max and down for min, what is known so far, what is pruned.
import { svg } from "./board-shape.js";
import { short } from "./walk-tree.js";

// More leaves than that are too small to read.
const MAX_DRAWN = 60, LEVEL = 74, LEAF = 46;

export class DrawnTree {
  constructor(host, choose) { Object.assign(this, { host, choose }); }

  layOut(tree) {
    this.tree = tree;
    const nodes = this.nodes = [];
    let next = 0;
    const place = (node) => {
      const children = node.children?.map(place);
      node.x = children ? (children[0].x + children.at(-1).x) / 2 : LEAF * (next++ + 0.5);
      nodes.push(node);
      return node;
    };
    place(tree.root);
    this.wide = LEAF * next;
    this.high = LEVEL * Math.max(...nodes.map(({ depth }) => depth)) + 78;
    this.isSmall = next <= MAX_DRAWN;
  }

  /** Shows what is known at a row; `hidden` if the row's own values are to be found out. */
  show(tree, number, hidden) {
    if (tree !== this.tree) this.layOut(tree);
    const { nodes, wide, high } = this, until = hidden ? number - 1 : number, now = tree.nodeAt(number);
    const y = ({ depth }) => 30 + LEVEL * depth, words = [];
    if (!this.isSmall) { this.host.replaceChildren(svg("svg", { viewBox: "0 0 10 1", class: "picture", role: "img", "aria-label": "The tree is too wide to be drawn." })); return; }
    const known = new Map(nodes.map((node) => [node, tree.until(node, until)]));
    const isCut = (node) => node.parent && !known.get(node) && (Boolean(known.get(node.parent)?.cut) || isCut(node.parent));
    const picture = svg("svg", { viewBox: `0 0 ${Math.max(wide, 300)} ${high}`, class: "picture own-tree", role: "img" });
    for (const node of nodes) {
      const { x, parent } = node, cut = isCut(node), on = known.get(node);
      if (parent) picture.append(svg("path", { class: `edge ${cut ? "cut" : on ? "seen" : ""}`, d: `M${parent.x} ${y(parent) + 17}L${x} ${y(node) - 17}` }));
      if (cut && known.get(parent)) { const [a, b] = [(parent.x + x) / 2, (y(parent) + y(node)) / 2]; picture.append(svg("path", { class: "stroke", d: `M${a - 9} ${b - 5}L${a + 9} ${b + 5}` })); }
    }
    for (const node of nodes) {
      const { x, goal, leaf, name } = node, on = known.get(node), top = y(node), cut = isCut(node);
      const shape = leaf ? `M${x - 15} ${top - 14}h30v28h-30z` : goal === "max" ? `M${x} ${top - 19}L${x + 24} ${top + 16}H${x - 24}z` : `M${x} ${top + 19}L${x + 24} ${top - 16}H${x - 24}z`;
      const value = leaf ? short(String(node.number)) : on && Number.isFinite(on.value) ? short(String(on.value)) : on ? short(on.value < 0 ? "-Infinity" : "Infinity") : "";
      picture.append(svg("path", { class: `node ${on ? "seen" : ""} ${cut ? "cut" : ""} ${node === now ? "now" : ""}`, d: shape }), svg("text", { class: "value", x, y: top + (leaf ? 5 : goal === "max" ? 11 : 1) }, value), svg("text", { class: "name", x: x + (leaf ? 0 : 29), y: leaf ? top + 30 : top - 12 }, name === "root" ? "" : name));
      if (on || cut) words.push(`${name} ${cut ? "pruned" : value}`);
    }
    picture.setAttribute("aria-label", `The tree: ${words.join(", ")}`);
    this.host.replaceChildren(picture);
  }
}
