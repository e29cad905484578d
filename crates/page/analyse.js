// Analyse: the exact value of every move of any position, and the best line.
import { SIDES, html, plural } from "./board-shape.js";
import { BoardView } from "./board.js";
import { $, say, trouble } from "./page.js";
import { Review, signed } from "./review.js";
import { saved } from "./saved.js";
import { stateOf } from "./words.js";

export class Analyse {
  constructor(ask, thinker, menus, play) {
    Object.assign(this, { ask, thinker, menus, play });
    this.board = new BoardView($("analyse-board"), { label: "The position", sow: (pit) => this.step(pit) });
    $("solve").addEventListener("click", () => this.solve());
    $("stop-solving").addEventListener("click", () => this.thinker.pause());
    $("from-game").addEventListener("click", () => this.openGame());
    $("play-from").addEventListener("click", () => { const { rules, mover, text } = this.game.position; this.play.open(this.ask("place", rules, SIDES[mover], text), "From the analysis."); $("tab-play").click(); });
    this.review = new Review(this);
  }

  /** Shows the game's position, unless it was shown already: then what became of it, or what was kept. */
  begin(kept) {
    const { record } = this.play.game;
    if (this.of === record) return;
    if (this.game || kept?.of !== record) { this.openGame(); return; }
    try {
      this.of = record;
      this.review.told = kept.story;
      this.open(this.ask("view", kept.record));
      if (kept.story) this.review.draw(kept.story.values, this.play.game.turns);
      if (kept.proved?.record !== kept.record) return;
      this.proved = kept.proved;
      this.drawValues();
    } catch { this.openGame(); }
  }

  /** Shows the game's position; a game that is over is valued at once. */
  openGame() {
    const { record, position, turns } = this.play.game;
    this.of = record;
    this.review.turn = undefined;
    this.open(this.play.game);
    if (position.over && turns.length && !this.review.told && !this.review.telling) this.review.value();
  }

  keep() { saved.put("analyse", { of: this.of, record: this.game.record, proved: this.proved, story: this.review.told }); }

  open(game) {
    this.thinker.pause();
    this.review.forget();
    this.review.left(game);
    this.game = game;
    this.board.show(game.position, { own: [0, 1], last: game.last });
    this.board.note();
    $("values").replaceChildren();
    $("line").replaceChildren();
    this.edit();
    say(stateOf(game), $("analyse-say"));
    this.keep();
  }

  step(pit) {
    const had = $("values").contains(document.activeElement);
    try {
      const { game } = this.ask("sow", pit, this.game.record), { trying } = this.review;
      if (trying) trying.on = game;
      this.open(game);
      this.review.sown(game);
      if (had) $("solve").focus();
    } catch (error) { trouble(error.message); }
  }

  async solve() {
    const { record, position: { moves } } = this.game;
    // What was proved of this position before it was stopped stays.
    if (this.proved?.record !== record) this.proved = { record, known: Object.fromEntries(moves.map((pit) => [pit, null])) };
    const { known } = this.proved;
    this.drawValues();
    this.busy(true);
    say("Solving …", $("analyse-say"));
    const began = performance.now();
    try {
      const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
      const heard = ({ pit, lower, upper, line, told, book }) => {
        if (pit) { known[pit] = { lower, upper }; this.drawValues(); return; }
        if (line) { this.showLine(line); say(`${told} ${book ? "From the opening book" : `Proved in ${seconds()}`}; now solving every move.`, $("analyse-say")); return; }
        say(`Proving … ${SIDES[this.game.position.mover]} ends ${signed(lower)} to ${signed(upper)}.`, $("analyse-say"));
      };
      const answer = await this.thinker.askLong("values", record, heard);
      for (const { pit, lower, upper } of answer.moves) known[pit] = { lower, upper };
      this.drawValues();
      say(`${answer.told} ${answer.book ? "From the opening book; every move and the best line" : "Proved, with every move,"} in ${seconds()}.`, $("analyse-say"));
      this.showLine(answer.line);
    } catch (error) {
      say(error.message === "stopped" ? "Stopped. What is shown is proved; Solve continues from here." : error.message, $("analyse-say"));
    } finally { this.busy(false); this.keep(); }
  }

  /** What is proved of every move: on the board and as a list, the best first. */
  drawValues() {
    const { known } = this.proved, rank = (bounds) => (bounds ? bounds.lower + bounds.upper : -1e9);
    const sorted = Object.entries(known).sort(([, a], [, b]) => rank(b) - rank(a));
    const best = Math.max(...sorted.map(([, bounds]) => bounds?.lower ?? -1e9));
    const text = (bounds) => (!bounds ? "…" : bounds.lower === bounds.upper ? signed(bounds.lower) : `${signed(bounds.lower)} to ${signed(bounds.upper)}`);
    $("values").replaceChildren(...sorted.map(([pit, bounds]) => html("li", { class: bounds && bounds.lower === best && bounds.lower === bounds.upper ? "best" : "" },
      html("button", { class: "quiet", onclick: () => this.step(pit) }, html("strong", {}, pit), " ", html("span", {}, text(bounds))))));
    this.board.note(Object.fromEntries(sorted.map(([pit, bounds]) => [pit, bounds && bounds.lower === bounds.upper ? signed(bounds.lower) : "…"])), sorted.filter(([, bounds]) => bounds && bounds.lower === best && bounds.upper === best).map(([pit]) => pit));
  }

  /** Whether it solves; who has the keyboard on one button goes on with the other. */
  busy(is) {
    const [from, to] = is ? [$("solve"), $("stop-solving")] : [$("stop-solving"), $("solve")], had = document.activeElement === from;
    $("stop-solving").hidden = !is;
    $("solve").disabled = is;
    if (had) to.focus();
  }

  showLine(line) {
    let record = this.game.record;
    $("line").replaceChildren(...line.map(({ side, pits }) => {
      const { game } = this.ask("sow", pits.join(" "), record);
      record = game.record;
      return html("li", {}, html("button", { class: "quiet", onclick: () => { this.board.show(game.position, { own: [], last: game.last }); say(`${game.last.told} ${stateOf(game)}`, $("analyse-say")); } }, html("span", { class: `dot side${side}` }), pits.join("-")));
    }));
  }

  edit() {
    const { position } = this.game, { rows, stores } = position.board;
    // The fields stay as long as they fit, and with them where the keyboard is.
    if (this.inputs?.[0].length === position.width) {
      [0, 1].forEach((side) => { rows[side].forEach((seeds, column) => { this.inputs[side][column].value = seeds; }); this.stores[side].value = stores[side]; });
      [this.mover.value, this.rules.value] = [SIDES[position.mover], position.rules];
      return;
    }
    const input = (label, value) => html("input", { type: "number", min: 0, max: 1000, value, "aria-label": label, onchange: () => this.edited() });
    const cell = (name, input, attributes = {}) => html("label", attributes, html("small", {}, name), input);
    this.inputs = [0, 1].map((side) => position.names[side].map((name, column) => input(`${name}, seeds`, rows[side][column])));
    this.stores = [0, 1].map((side) => input(`${SIDES[side]}'s store`, stores[side]));
    const row = (side) => this.inputs[side].map((input, column) => cell(position.names[side][column], input));
    this.mover = html("select", { "aria-label": "Who moves", onchange: () => this.edited() }, ...SIDES.map((side, index) => html("option", { value: side, selected: index === position.mover }, `${side} moves`)));
    this.rules = html("input", { value: position.rules, size: 28, "aria-label": "Rules by name", spellcheck: "false", onchange: () => this.edited() });
    const more = (by) => html("button", { onclick: () => { const width = position.width + by; if (width >= 1 && width <= 10) this.place(width); } }, by > 0 ? "one pit more" : "one pit less");
    $("edit-fields").replaceChildren(html("div", { class: "edit-grid", style: `--holes:${position.width + 2}` }, cell("North", this.stores[1], { class: "edit-store" }), ...row(1), cell("South", this.stores[0], { class: "edit-store south" }), ...row(0)),
      html("div", { class: "actions" }, this.mover, html("label", {}, "Rules ", this.rules), more(-1), more(1)));
  }

  edited() { this.place(this.game.position.width); }

  place(width) {
    const row = (side) => Array.from({ length: width }, (_, column) => this.inputs[side][column]?.value || 0).join(" ");
    const text = `${row(1)} / ${row(0)} / ${this.stores[1].value || 0} / ${this.stores[0].value || 0}`;
    try { const open = $("editor").open; this.open(this.ask("place", this.rules.value, this.mover.value, text)); $("editor").open = open; trouble(); } catch (error) { trouble(error.message); }
  }
}
