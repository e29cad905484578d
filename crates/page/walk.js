// Walk through a search: a tree, the board at the chosen row, and the rows around it. Every row is
// computed when it is looked at.
import { SIDES, html } from "./board-shape.js";
import { DrawnTree } from "./drawn-tree.js";
import { OwnTree, isTree } from "./own-tree.js";
import { $, copied, say, trouble } from "./page.js";
import { askChoice, questionsOf } from "./practice.js";
import { handOut } from "./questions.js";
import { saved } from "./saved.js";
import { StillBoard } from "./still-board.js";
import { WalkCounts } from "./walk-counts.js";
import { WalkTree, grouped, short } from "./walk-tree.js";
import { BEFORE, SHOWN, askRow, drawBeside, drawOverview, drawRows, drawWindows, markOverview, ruleOf, toldOf } from "./walk-views.js";

const AROUND = 9, MAX_INPUT = 1e5;
// A small search to begin with: three pits, 23 rows, four cuts.
const EXAMPLE = "3\n1\n2\n3 3 3\n3 3 3\n0\n0\n";
const EXAMPLE_TREE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]";
// Rows that the engine looks at for the next cut.
const CUT_WITHIN = 3e6;
// Letters of what a log differs in that are kept.
const MAX_DIFFERENCE = 2e5;
// Why there is no such row.
const NOWHERE = {
  root: "The root's value does not change again.",
  sibling: "This is the last child of its parent that is searched.", back: "This is the first child of its parent.",
};

const minus = (words) => words.replace(/-(?=Infinity|\d)/g, "−");

export class Walk {
  constructor(thinker, play, ask, data) {
    Object.assign(this, { thinker, play, ask, data });
    const choose = (row) => this.select(row);
    this.board = new StillBoard($("walk-board"));
    this.drawn = new DrawnTree($("walk-board"));
    this.tree = new WalkTree(async (rows) => (await this.request(["walk-children", rows.join(" ")])).nodes, choose, () => this.go("up"), () => this.masked());
    const on = (id, kind, work) => $(id).addEventListener(kind, work);
    // The text of the game's position follows what is chosen, one's own text stays.
    for (const id of ["walk-task", "walk-cutoff"]) on(id, "change", () => { if ($("walk-input").value === this.filled) this.fromGame(true); });
    on("walk-open", "click", () => this.open($("walk-input").value));
    on("walk-example", "click", () => { $("walk-input").value = EXAMPLE_TREE; this.open(EXAMPLE_TREE); });
    on("walk-link", "click", async () => { if (await copied(this.link())) say("The link is copied. It opens this search.", $("walk-say")); });
    on("walk-from-game", "click", () => this.fromGame());
    on("walk-log", "click", () => $("walk-file").click());
    on("walk-file", "change", (event) => { const [file] = event.target.files; event.target.value = ""; if (file) this.compare(file); });
    for (const id of ["rows", "windows"]) on(id, "click", (event) => { const { row } = event.target.closest("[data-row]")?.dataset ?? {}; if (row) this.select(Number(row)); });
    for (const button of document.querySelectorAll("[data-go]")) button.addEventListener("click", () => this.go(button.dataset.go));
    on("walk-play", "click", () => this.playOn());
    on("walk-stop", "click", () => this.thinker.stop());
    on("walk-row", "change", (event) => this.select(Number(event.target.value) - 1));
    on("walk-find", "submit", (event) => { event.preventDefault(); this.find($("walk-path").value); });
    this.counts = new WalkCounts(thinker.beside(), (input) => this.open(input));
    this.score = { right: 0, asked: 0 };
    for (const id of ["practice", "practice-level"]) on(id, "change", () => this.practise(this.at));
    for (const button of document.querySelectorAll("[data-export]")) button.addEventListener("click", () => this.handOut(button.dataset.export));
    on("overview", "click", (event) => { const { left, width } = $("overview").getBoundingClientRect(); if (this.info) this.select(1 + Math.floor((event.clientX - left) / width * this.info.rows)); });
    addEventListener("keydown", ({ key, target }) => { if (key === "b" && document.body.dataset.tab === "walk" && !/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && this.why) this.select(this.why.row); });
    addEventListener("resize", () => this.drawOverview());
    addEventListener("look", () => { if (this.info && document.body.dataset.tab === "walk") { this.drawOverview(); this.select(this.at); } });
  }

  /** Opens what the file came with, what was kept, or the game's position. */
  begin(kept) {
    if (this.info) this.drawOverview();
    if (this.info || this.opening) return;
    if (kept?.input && (!this.data || (!this.data.linked && kept.input === this.data.input))) this.resume(kept);
    else if (this.data?.input) { $("walk-input").value = this.data.input; $("walk-source").open = false; this.open(this.data.input, this.data.log); } else this.example();
  }

  /** Opens a small search at its first cut. */
  async example() {
    $("walk-input").value = EXAMPLE;
    $("walk-cutoff").value = 2;
    await this.open(EXAMPLE);
    await this.go("cut");
    say("An example: the first row that prunes. Open “The search” above for your own input.txt.", $("walk-say"));
  }

  /** Opens the search and the row of before. */
  async resume({ input, text, task, cutoff, row, log }) {
    for (const [id, value] of Object.entries({ "walk-input": text, "walk-task": task, "walk-cutoff": cutoff })) $(id).value = value;
    await this.open(input, log ?? this.data?.log);
    await this.select(row);
  }

  keep() {
    const { opened, at, difference } = this;
    const log = difference?.places.length < MAX_DIFFERENCE ? difference : undefined;
    saved.put("walk", { input: opened, text: $("walk-input").value, task: $("walk-task").value, cutoff: $("walk-cutoff").value, row: at, log });
  }

  /** Opens what somebody else has found: an input and a log, as a file beside the page has them. */
  show(data) {
    Object.assign(this, { data: { ...data, linked: true }, info: undefined, opening: 0 });
    $("tab-walk").click();
  }

  fromGame(only) {
    try {
      this.filled = $("walk-input").value = this.ask("input", $("walk-task").value, $("walk-cutoff").value, this.play.game.record).text;
      if (!only) this.open($("walk-input").value);
    } catch (error) { say(error.message, $("walk-say")); }
  }

  /** Asks the engine, or the tree that was typed. */
  request(words, told, file) { return (this.own ?? this.thinker).ask(words, told, file); }

  /** A link that holds the search. */
  link() { return `${location.href.split("#")[0]}#walk:${encodeURIComponent(this.opened ?? $("walk-input").value)}`; }

  /** Opens the search of a link, if the address holds one. */
  follow() {
    if (!location.hash.startsWith("#walk:")) return;
    let text;
    try { text = decodeURIComponent(location.hash.slice(6)); } catch { trouble("The link holds no search: some of its characters are damaged."); return; }
    // A reload is to go on where one is, not to open the link again.
    try { history.replaceState(history.state, "", location.href.split("#")[0]); } catch { /* not allowed here */ }
    // What was kept is not opened on the way.
    this.opening ||= 1;
    $("tab-walk").click();
    $("walk-input").value = text;
    this.open(text);
  }

  /** The first rows at once, everything else when the search has run. */
  async open(input, log) {
    this.stopPlaying();
    this.thinker.stop();
    if (input.length > MAX_INPUT) { say("That is far too long for an input.txt.", $("walk-say")); return; }
    let own, begun;
    try {
      if (isTree(input)) own = new OwnTree(input, $("walk-task").value === "2" ? "minimax" : "alpha-beta", this.ask);
      begun = own?.answerBegin() ?? this.ask("walk-begin", input);
    } catch (error) { say(error.message, $("walk-say")); this.opening = 0; return; }
    const mine = this.opening = (this.opening ?? 0) + 1;
    Object.assign(this, { own, info: undefined, difference: undefined, besides: undefined, at: 1, header: begun.header, opened: own?.text ?? input });
    $("walk-log").disabled = $("counts").hidden = Boolean(own);
    // What the text says of the algorithm is chosen beside it from now on.
    if (own && $("walk-input").value === input) [$("walk-input").value, $("walk-task").value] = [own.plain, own.prunes ? "3" : "2"];
    $("walk-body").hidden = false;
    const had = $("walk-source").contains(document.activeElement);
    $("walk-source").open = false;
    if (had) $("tree").focus({ preventScroll: true });
    $("difference").hidden = true;
    $("walk-what").textContent = begun.task;
    $("windows").replaceChildren();
    $("walk-sentence").textContent = "";
    this.tree.clear();
    if (!own) this.picture(begun);
    this.drawRows(begun.rows);
    $("walk-bar").hidden = false;
    $("walk-share").value = 0;
    say("Counting the rows of the log …", $("walk-say"));
    const began = performance.now();
    const heard = ({ rows, share }) => { if (mine !== this.opening) return; $("walk-share").value = share; $("walk-so-far").textContent = `${grouped(rows)} rows so far`; };
    try {
      this.info = await this.request(["walk-open", input], heard);
    } catch (error) {
      if (mine === this.opening) say(error.message === "stopped" ? "Stopped before the whole log was counted; its first rows are shown. Choose Walk to start again." : error.message, $("walk-say"));
      return;
    } finally { if (mine === this.opening) { $("walk-bar").hidden = true; this.opening = 0; } }
    const { rows, task, cutoff, root } = this.info;
    $("walk-what").textContent = `${grouped(rows)} rows of ${task} to ${own ? "the leaves" : `cutoff ${cutoff ?? "the end"}`}${this.data?.hintOnly ? "" : `, value ${short(root.value)}`}`;
    say(own ? own.counted() : `Counted in ${((performance.now() - began) / 1000).toFixed(1)} s. No row is stored: each is computed when you look at it.`, $("walk-say"));
    $("walk-row").max = rows + 1;
    this.drawOverview();
    await this.tree.begin(root);
    if (log) await this.showDifference(log); else await this.select(1);
    if (!own) this.counts.show(input);
  }

  picture({ position, last }) {
    if (this.own) {
      this.board.names = undefined;
      this.drawn.show(this.own, this.at, this.masked() && this.at >= this.hidden);
      $("walk-caption").textContent = "△ max, ▽ min, □ a leaf. What is struck out is pruned.";
      return;
    }
    this.board.show(position, last);
    // By the names that the board has here.
    $("walk-caption").textContent = (last?.told ?? position.told).replace(/South|North/g, (side) => `Player ${SIDES.indexOf(side) + 1}`);
  }

  // One row.
  async select(number) {
    if (!this.info) return;
    const row = Math.max(1, Math.min(this.info.rows, Math.floor(number) || 1));
    const mine = this.asked = (this.asked ?? 0) + 1;
    let shown;
    try { shown = await this.request(["walk-row", row, AROUND]); } catch (error) { if (error.message !== "stopped") trouble(error.message); return; }
    if (mine !== this.asked) return;
    this.at = row;
    this.shown = shown;
    this.why = this.masked() ? undefined : shown.why;
    this.keep();
    if (this.isNowhere) say("", $("walk-say"));
    this.isNowhere = false;
    $("walk-row").value = row + 1;
    this.picture(shown);
    this.tell();
    this.drawRows(shown.near);
    drawWindows(shown.chain, this.masked(), this.why?.at);
    markOverview(this.info, row, this.difference?.row);
    // At the end, since it may scroll: the page is laid out once.
    this.tree.reveal(shown.chain, shown.above);
    if (this.besides && this.difference) await this.beside(`@${Math.max(1, row + 1 - BEFORE)}`);
  }

  /** Whether values are kept back: before the deadline, and where they are to be filled in. */
  masked() { return Boolean(this.data?.hintOnly || (this.hidden && $("practice").checked)); }

  // Practice.
  get level() { return $("practice-level").value; }

  /** Asks about the row, or at the lower levels about the next one after which a child has returned. */
  async practise(row) {
    $("practice-level").hidden = $("practice-export").hidden = !$("practice").checked;
    this.hidden = 0;
    if (!$("practice").checked) return this.select(row);
    if (this.level === "numbers") { this.hidden = row; return this.select(row); }
    const { value: next } = await this.updates(row).next();
    this.hidden = next?.row ?? 0;
    this.question = next;
    if (next) return this.select(next.row);
    say("No child returns after this row.", $("walk-say"));
    return this.select(row);
  }

  /** The rows from `row` on after which a child has returned. */
  async *updates(row = 1) {
    for (; row <= this.info.rows; row++) {
      const question = await this.request(["walk-row", row, 0]);
      if (question.returned) yield question;
    }
  }

  /** Hands out the questions of the whole log. */
  async handOut(kind) {
    const questions = await questionsOf(this.level, this.updates());
    say(questions.length ? handOut(kind, questions) : "This log has no row after a child.", $("walk-say"));
  }

  told(isRight) {
    this.score.asked++;
    if (isRight) this.score.right++;
  }

  tell() {
    const { shown } = this, asks = $("practice").checked && this.hidden === this.at;
    const path = shown.path.length ? shown.path.join(" → ") : "the root";
    const words = asks ? (this.level === "numbers" ? "What does this row say?" : "What happens here?") : this.data?.hintOnly ? ruleOf(shown) : shown.meaning;
    $("walk-sentence").replaceChildren(html("small", {}, `Line ${grouped(this.at + 1)} · ${path}`), html("br"), minus(words), ...(this.why && !asks ? [html("br"), minus(this.why.words), html("button", { class: "quiet", title: "The row that set the bound (key b)", onclick: () => this.select(this.why.row) }, `Show line ${grouped(this.why.row + 1)}`)] : []));
    $("quiz").hidden = !asks;
    $("difference").hidden = asks || !this.besides;
    if (!asks) { $("quiz").replaceChildren(); return; }
    const reveal = () => { this.hidden = 0; this.tree.draw(); drawWindows(shown.chain, false); if (this.own) this.picture(shown); };
    const next = () => this.practise(this.at + 1), score = () => (this.score.asked ? `${this.score.right} of ${this.score.asked} correct.` : "");
    if (this.level === "numbers") askRow($("quiz"), { cells: shown.cells, rule: ruleOf(shown), score }, { answered: (isRight) => this.told(isRight), right: reveal, next });
    else askChoice($("quiz"), this.level, this.question, { reason: minus([shown.meaning, shown.why?.words ?? ""].join(" ")), score, answered: (isRight) => { this.told(isRight); reveal(); }, next });
  }

  drawRows(rows) {
    const wrong = this.difference?.row;
    const secret = (row) => (this.data?.hintOnly && row >= (wrong ?? 1)) || ($("practice").checked && this.hidden && row >= this.hidden);
    drawRows(this.header, rows, { at: this.at, differs: wrong, secret });
  }

  drawOverview() { if (this.info) drawOverview(this.info); }

  // Moving.
  async go(to) {
    if (!this.info) return;
    const step = Number(to);
    if (step > 0 && $("practice").checked) return this.practise(this.at + 1);
    if (step) return this.select(this.at + step);
    const { row } = await this.request(["walk-go", to, this.at]);
    if (row) return this.select(row);
    this.isNowhere = true;
    const isRoot = !this.shown.path.length && !["root", "cut"].includes(to);
    say(isRoot ? "This is the root: it has no parent." : NOWHERE[to] ?? this.noCut(), $("walk-say"));
  }

  noCut() {
    if (this.info.task === "minimax") return "Minimax does not prune.";
    return this.info.rows - this.at <= CUT_WITHIN ? "Nothing is pruned after this row." : `Nothing is pruned within the next ${grouped(CUT_WITHIN)} rows.`;
  }

  async find(path) {
    if (!this.info) return;
    try { this.select((await this.request(["walk-find", path])).row); } catch (error) { say(error.message, $("walk-say")); }
  }

  playOn() {
    if (this.playing) { this.stopPlaying(); return; }
    if (!this.info) return;
    $("walk-play").textContent = "❚❚ pause";
    const next = async () => { if (this.at >= this.info.rows) { this.stopPlaying(); return; } await this.select(this.at + 1); if (this.playing) this.playing = setTimeout(next, 700); };
    this.playing = setTimeout(next, 0);
  }

  stopPlaying() { clearTimeout(this.playing); this.playing = 0; $("walk-play").textContent = "▶ play"; }

  // A log of one's own.
  async compare(file) {
    if (!this.info) await this.open($("walk-input").value);
    if (!this.info) return;
    say(`Comparing ${file.name} …`, $("walk-say"));
    try { await this.showDifference(await this.thinker.ask(["walk-compare-file"], undefined, file)); } catch (error) { say(error.message, $("walk-say")); }
  }

  async showDifference(log) {
    this.difference = log.right ? undefined : log;
    this.besides = undefined;
    if (log.right) { say("This log is correct.", $("walk-say")); $("difference").hidden = true; return this.select(1); }
    const hint = this.data?.hintOnly;
    say(`The first wrong line is line ${grouped(log.line)}.${hint ? "" : ` ${log.message}`}`, $("walk-say"));
    const places = html("div", {}), { places: count } = await this.beside(log.line - BEFORE, places);
    $("difference").replaceChildren(toldOf(log, count, hint), places);
    this.besides = places;
    await this.select(log.row);
  }

  /** Lines of the other log beside the expected ones: computed where its mistakes are known, else carried. */
  async beside(from, place = this.besides) {
    const { difference: log } = this;
    const answer = await this.thinker.ask(["walk-beside", log.base, log.until ?? "", typeof from === "number" ? Math.max(1, from) : from, SHOWN, log.places]);
    if (log === this.difference) drawBeside(place, log, answer, { hint: this.data?.hintOnly, show: (line) => this.beside(line), choose: (row) => this.select(row) });
    return answer;
  }
}
