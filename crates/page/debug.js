// Find the bug: a program with one known mistake answers inputs that somebody makes up. First an input on which
// it goes wrong, then the rule that it breaks.
import { html, plural } from "./board-shape.js";
import { $, say, trouble } from "./page.js";
import { saved } from "./saved.js";
import { StillBoard } from "./still-board.js";

const PARTS = { BoardRules: "the rules of the game", Search: "the search", State: "the next state", Log: "the log" };
const BEGIN = "2\n1\n1\n2 2 2\n2 2 2\n0\n0\n";
// Rules to choose from, and lines of a log that are shown.
const OFFERED = 4, MAX_SHOWN = 60;

const shuffled = (all) => all.map((it) => [Math.random(), it]).sort(([one], [other]) => one - other).map(([, it]) => it);
/** All that a program wrote, as one text. */
const wholeOf = ({ state, rows, count }) => JSON.stringify([state, rows, count]);
/** What a mistake is, of this program and not the reader's own. */
const wordsOf = ({ told }) => told.replaceAll("Your program", "The program").replaceAll("your program", "the program").replaceAll("Your ", "Its ").replaceAll("your ", "its ");
const linesOf = ({ state, rows }) => [...(state ?? "The program never ends.\n").trimEnd().split("\n"), ...(rows.length ? ["", ...rows] : [])];

export class Debug {
  constructor(thinker, play, ask) {
    Object.assign(this, { thinker, play, ask, board: new StillBoard($("bug-board")) });
    const on = (id, work) => $(id).addEventListener("click", () => work().catch((error) => { if (error.message !== "stopped") trouble(error.message); }));
    on("bug-new", () => this.make());
    on("bug-ask", () => this.try($("bug-input").value));
    on("bug-from-game", async () => { this.type(this.ask("input", "2", "1", this.play.game.record).text); });
    $("bug-input").addEventListener("input", () => this.draw());
    addEventListener("look", () => this.draw());
    on("bug-give-up", () => this.giveUp());
    $("bug-level").append(...Object.entries(PARTS).map(([group, words]) => html("option", { value: group }, words)));
  }

  /** Goes on with the program that was kept, or makes one. */
  async begin(kept) {
    if (this.all) return;
    this.all = (await this.thinker.ask(["mistakes"])).mistakes;
    this.type(kept?.input ?? BEGIN);
    const mistake = this.all.find(({ key }) => key === kept?.key);
    if (mistake) { $("bug-level").value = kept.level; await this.start(mistake, kept.smallest, kept.tried); } else await this.make();
  }

  /** Chooses a mistake that some small input shows. */
  async make() {
    const level = $("bug-level").value;
    say("Making a program …", $("bug-say"));
    for (const mistake of shuffled(this.all.filter(({ group, key }) => (level ? group === level : PARTS[group]) && key !== this.mistake?.key))) {
      const { input } = await this.thinker.ask(["smallest", mistake.key]);
      if (input) { await this.start(mistake, input, 0); return; }
    }
  }

  async start(mistake, smallest, tried) {
    Object.assign(this, { mistake, smallest, tried, isFound: false });
    for (const id of ["bug-answer", "bug-rules"]) { $(id).replaceChildren(); $(id).hidden = true; }
    $("bug-give-up").hidden = false;
    say(tried ? `The program goes on. You have tried ${plural(tried, "input")}.` : "A program is ready. Make up an input and ask it.", $("bug-say"));
    this.keep();
  }

  type(input) {
    $("bug-input").value = input;
    this.draw();
  }

  /** The board of the input; none while it is not whole. */
  draw() {
    try { this.board.show(this.ask("view", $("bug-input").value).position); $("bug-board").hidden = false; } catch { $("bug-board").hidden = true; }
  }

  keep() {
    const { mistake: { key }, smallest, tried } = this;
    saved.put("debug", this.isFound ? undefined : { key, smallest, tried, level: $("bug-level").value, input: $("bug-input").value });
  }

  /** What the program answers to an input, and a correct one. */
  async both(key, input) { return Promise.all([key, ""].map((it) => this.thinker.ask(["faulty", it, input]))); }

  async try(input) {
    const { mistake } = this;
    if (!mistake) { say("The program is not ready yet.", $("bug-say")); return; }
    let answers;
    try { answers = await this.both(mistake.key, input); } catch (error) { say(error.message, $("bug-say")); return; }
    if (mistake !== this.mistake) return;
    const isWrong = wholeOf(answers[0]) !== wholeOf(answers[1]);
    if (!this.isFound) this.tried++;
    this.keep();
    const parts = [this.table("The program's answer", isWrong ? answers : [answers[0]])];
    if (!isWrong) { $("bug-answer").hidden = false; $("bug-answer").replaceChildren(...parts); say(`Here the program is correct. ${this.isFound ? "" : `You have tried ${plural(this.tried, "input")}.`}`, $("bug-say")); return; }
    await this.found(input, parts, `It goes wrong here: you have found it with ${this.tried === 1 ? "the first input" : `${this.tried} inputs`}.`);
  }

  async giveUp() { await this.found(this.smallest, [], "The program goes wrong on this input:"); }

  /** Shows the smallest input that is wrong beside the one that was found, then asks for the rule. */
  async found(input, parts, words) {
    const isFirst = !this.isFound;
    this.isFound = true;
    this.keep();
    $("bug-give-up").hidden = true;
    const answers = await this.both(this.mistake.key, this.smallest);
    const smallest = this.smallest.trimEnd().split("\n").join(" / ");
    parts.push(...(input.trim() === this.smallest.trim() && parts.length ? [html("p", {}, "There is no smaller input on which it goes wrong.")] : [this.table(`The smallest input on which it goes wrong: ${smallest}`, answers)]));
    $("bug-answer").hidden = false;
    $("bug-answer").replaceChildren(...parts);
    say(words, $("bug-say"));
    if (isFirst) await this.askRule(input);
  }

  /** A table of what the program wrote, beside what is correct from the first difference on. */
  table(caption, [theirs, right]) {
    const lines = [theirs, right].map((it) => it && linesOf(it)), most = Math.max(...lines.map((it) => it?.length ?? 0));
    const first = right ? lines[0].findIndex((line, at) => line !== lines[1][at]) : -1, from = first > MAX_SHOWN / 2 ? first - 6 : 0;
    const rows = Array.from({ length: Math.min(most - from, MAX_SHOWN) }, (_, index) => {
      const [one, other] = lines.map((it) => it?.[from + index]), differs = right && one !== other;
      return html("tr", { class: differs ? "differs" : "" }, html("td", {}, one ?? "(nothing)"), ...(right ? [html("td", {}, other ?? "(nothing)")] : []));
    });
    const hidden = most - rows.length;
    return html("div", { class: "answer" }, html("table", {}, html("caption", {}, caption), html("thead", {}, html("tr", {}, html("th", { scope: "col" }, "this program"), ...(right ? [html("th", { scope: "col" }, "correct")] : []))), html("tbody", {}, ...rows)),
      ...(hidden ? [html("p", { class: "soft" }, `${plural(hidden, "more line")}.`)] : []));
  }

  /** Asks which rule it is, among mistakes that this input or the smallest one tells from it. */
  async askRule(input) {
    const { mistake } = this, wrong = [];
    const answerOf = async (key) => (await Promise.all([input, this.smallest].map((it) => this.thinker.ask(["faulty", key, it])))).map(wholeOf).join();
    const answer = await answerOf(mistake.key);
    for (const other of shuffled(this.all.filter(({ group, key }) => group === mistake.group && key !== mistake.key))) {
      if (wrong.length === OFFERED - 1) break;
      if (await answerOf(other.key) !== answer) wrong.push(other);
    }
    if (mistake !== this.mistake) return;
    const answered = html("p", { role: "status" });
    const choose = (it) => {
      const isRight = it === mistake;
      answered.replaceChildren(`${isRight ? "Correct." : `No. ${wordsOf(mistake)}`} The rule: ${mistake.rule} `, html("button", { class: "primary", onclick: () => this.make() }, "New program"));
      for (const button of buttons) button.disabled = true;
      answered.querySelector("button").focus();
    };
    const buttons = shuffled([mistake, ...wrong]).map((it) => html("button", { onclick: () => choose(it) }, wordsOf(it)));
    $("bug-rules").replaceChildren(html("h2", {}, "Which mistake is it?"), ...buttons, answered);
    $("bug-rules").hidden = false;
  }
}
