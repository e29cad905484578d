// What minimax and alpha-beta look at from one position, side by side, cutoff by cutoff.
import { fitted, html, put } from "./board-shape.js";
import { $, say } from "./page.js";
import { grouped } from "./walk-tree.js";

const NAMES = ["minimax", "alpha-beta"], TASKS = ["2", "3"];
// No deeper cutoff, and none after a log of so many rows.
const DEEPEST = 20, MAX_ROWS = 3e5;

/** The same input under another task and cutoff, which are its first and its third line. */
function changed(input, task, cutoff) {
  const lines = input.split("\n");
  [lines[0], lines[2]] = [task, String(cutoff)];
  return lines.join("\n");
}

export class WalkCounts {
  /** `choose` opens a search. It is counted beside the walk, once somebody wants to see it. */
  constructor(thinker, choose) {
    Object.assign(this, { thinker, choose, slider: $("counts-cutoff"), counts: [] });
    $("counts").addEventListener("toggle", () => this.count());
    this.slider.addEventListener("input", () => this.draw());
    $("counts-bars").addEventListener("click", ({ target }) => {
      const button = target.closest("button"), at = [...$("counts-bars").children].indexOf(button);
      if (button) choose(changed(this.input, TASKS[at], this.slider.value));
    });
  }

  /** Another search is walked through; of the same position everything is counted already. */
  show(input) {
    const [task, , cutoff] = input.split("\n"), isKnown = this.input && changed(this.input, task, cutoff) === input;
    this.input = input;
    this.walked = [TASKS.indexOf(task), Number(cutoff)];
    if (!isKnown) { this.counts = []; this.thinker.stop(); this.count(); return; }
    this.slider.value = cutoff;
    this.draw();
  }

  async count() {
    const { input } = this;
    if (!$("counts").open || this.counts.length || !input) return;
    const counts = this.counts = [];
    say("Counting …", $("counts-say"));
    try {
      for (let cutoff = 1; cutoff <= DEEPEST && !(counts.at(-1)?.[0].rows > MAX_ROWS); cutoff++) {
        const both = [];
        for (const task of TASKS) {
          const { rows, nodes } = await this.thinker.ask(["walk-open", changed(input, task, cutoff)]);
          both.push({ rows, nodes });
        }
        // Every game is over before this cutoff.
        if (both[0].rows === counts.at(-1)?.[0].rows) break;
        counts.push(both);
        this.slider.max = counts.length;
        // Beyond the walk's own cutoff the slider stays where somebody has put it.
        if (counts.length <= this.walked[1]) this.slider.value = counts.length;
        this.draw();
      }
    } catch (error) { if (error.message !== "stopped") say(error.message, $("counts-say")); }
  }

  draw() {
    const cutoff = Number(this.slider.value), both = this.counts[cutoff - 1];
    if (!both) return;
    const nodes = both.map((it) => it.nodes), share = Math.round(100 * nodes[1] / nodes[0]);
    say(`Cutoff ${cutoff}: alpha-beta looks at ${share} % of the nodes; ${grouped(nodes[0] - nodes[1])} are pruned.`, $("counts-say"));
    fitted($("counts-bars"), 2, () => html("button")).forEach((button, at) => put(button, { class: "quiet count-bar", title: `Walk through ${NAMES[at]} to this cutoff`, style: `--part:${100 * nodes[at] / nodes[0]}%`, "aria-current": this.walked.join() === [at, cutoff].join() ? "true" : null },
      `${NAMES[at]}: ${grouped(nodes[at])} nodes, ${grouped(both[at].rows)} rows`));
  }
}
