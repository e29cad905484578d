// Analyse: the exact value of every move of any position, the best line, a game's values.
import { SIDES, html, plural } from "./board-shape.js";
import { BoardView } from "./board.js";
import { $, say, trouble } from "./page.js";
import { saved } from "./saved.js";
import { stateOf } from "./words.js";

const signed = (value) => (value > 0 ? `+${value}` : String(value).replace("-", "−"));

export class Analyse {
  constructor(ask, thinker, menus, play) {
    Object.assign(this, { ask, thinker, menus, play });
    this.board = new BoardView($("analyse-board"), { label: "The position", sow: (pit) => this.step(pit) });
    $("solve").addEventListener("click", () => this.solve());
    $("stop-solving").addEventListener("click", () => this.thinker.pause());
    $("from-game").addEventListener("click", () => this.openGame());
    $("play-from").addEventListener("click", () => { const { rules, mover, text } = this.game.position; this.play.open(this.ask("place", rules, SIDES[mover], text), "From the analysis."); $("tab-play").click(); });
    $("draw-graph").addEventListener("click", () => this.story());
    $("graph").addEventListener("click", (event) => this.look(event));
    $("graph").addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step || !this.told) return;
      event.preventDefault();
      this.showTurn((this.turn ?? this.play.game.turns.length) + step);
    });
  }

  /** Shows the game's position, unless it was shown already: then what became of it, or what was kept. */
  begin(kept) {
    const { record } = this.play.game;
    if (this.of === record) return;
    if (this.game || kept?.of !== record) { this.openGame(); return; }
    try {
      this.of = record;
      this.told = kept.story;
      this.open(this.ask("view", kept.record));
      if (this.told) this.drawGraph(this.told.values, this.play.game.turns);
      if (kept.proved?.record !== kept.record) return;
      this.proved = kept.proved;
      this.drawValues();
    } catch { this.openGame(); }
  }

  /** Shows the game's position; a game that is over is valued at once. */
  openGame() {
    const { record, position, turns } = this.play.game;
    this.of = record;
    this.turn = undefined;
    this.open(this.play.game);
    if (position.over && turns.length && !this.told && !this.telling) this.story();
  }

  keep() { saved.put("analyse", { of: this.of, record: this.game.record, proved: this.proved, story: this.told }); }

  open(game) {
    this.thinker.pause();
    this.forget();
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
    try { this.open(this.ask("sow", pit, this.game.record).game); if (had) $("solve").focus(); } catch (error) { trouble(error.message); }
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
      const heard = ({ pit, lower, upper, line, told }) => {
        if (pit) { known[pit] = { lower, upper }; this.drawValues(); return; }
        if (line) { this.showLine(line); say(`${told} Proved in ${seconds()}; now solving every move.`, $("analyse-say")); return; }
        say(`Proving … ${SIDES[this.game.position.mover]} ends ${signed(lower)} to ${signed(upper)}.`, $("analyse-say"));
      };
      const answer = await this.thinker.askLong("values", record, heard);
      for (const { pit, lower, upper } of answer.moves) known[pit] = { lower, upper };
      this.drawValues();
      say(`${answer.told} Proved, with every move, in ${seconds()}.`, $("analyse-say"));
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

  /** Values every turn from the last one back; stops when asked to, and goes on from there. */
  async story() {
    if (this.telling) { this.thinker.pause(); return; }
    const { record, turns } = this.play.game;
    this.told ??= { record, values: Array(turns.length + 1).fill(null) };
    const { told } = this, { values } = told, button = $("draw-graph");
    const draw = () => { if (told === this.told) this.drawGraph(values, turns); };
    // What is known stays; the rest is asked for as a game that ends there.
    const known = values.findIndex((value) => value !== null), left = known < 0 ? turns.length : known - 1;
    draw();
    this.telling = true;
    button.textContent = "Stop";
    try {
      if (left >= 0) await this.thinker.askLong("graph", this.ask("until", String(left), record).record, ({ turn, value }) => { values[turn] = value; draw(); });
    } catch (error) { if (error.message !== "stopped") trouble(error.message); }
    this.telling = false;
    button.textContent = values.some((value) => value !== null) ? "Continue" : "Value every turn";
    this.forget();
    draw();
    this.keep();
  }

  /** Of another game than the one on the board nothing is shown. */
  forget() {
    if (this.telling || !this.told || this.told.record === this.play.game.record) return;
    this.told = undefined;
    for (const id of ["graph", "mistakes", "graph-say"]) $(id).replaceChildren();
    Object.assign($("draw-graph"), { hidden: false, textContent: "Value every turn" });
  }

  /** What each turn gave away, as far as it is known, and which turn is being looked at. */
  drawGraph(values, turns) {
    const losses = turns.map((turn, index) => ({ index, turn, loss: values[index] === null ? 0 : (turn.side ? 1 : -1) * (values[index + 1] - values[index]) })).filter(({ loss }) => loss > 0).sort((a, b) => b.loss - a.loss);
    const left = values.lastIndexOf(null);
    $("draw-graph").hidden = left < 0;
    $("graph-say").textContent = left >= 0 ? `Solving from the end: ${values.length - 1 - left} of ${values.length} positions done.` : losses.length ? "A thick line is a turn that lost seeds. Choose a place on the graph to see the position." : turns.length ? "No turn lost anything." : "No turn has been played.";
    $("mistakes").replaceChildren(...losses.map(({ index, turn, loss }) => html("li", { value: index + 1 }, html("button", { class: "quiet", onclick: () => { this.play.jump(index); $("tab-play").click(); } },
      html("span", { class: `dot side${turn.side}` }), `${SIDES[turn.side]}: ${turn.text} lost ${plural(loss, "seed")}: ${this.play.people.includes(turn.side) ? "try again" : "look"}`), html("button", { class: "quiet", onclick: () => this.better(index).catch((error) => { if (error.message !== "stopped") trouble(error.message); }) }, "better move"))));
    const width = 300, high = Math.max(2, ...values), low = Math.min(-2, ...values);
    const x = (turn) => 30 + 262 * turn / Math.max(1, turns.length), y = (value) => 10 + 100 * (high - value) / (high - low), at = (turn) => `${x(turn).toFixed(1)} ${y(values[turn]).toFixed(1)}`;
    const known = values.flatMap((value, turn) => (value === null ? [] : [turn])), words = (turn) => `after turn ${turn}: ${signed(values[turn])}`;
    const each = Math.ceil(turns.length / 8) || 1, turnsTold = turns.flatMap((_, turn) => ((turn + 1) % each ? [] : [turn + 1]));
    $("graph").innerHTML = `<svg viewBox="0 0 ${width} 132" class="graph" role="img" aria-label="${known.map(words).join(", ") || "not computed yet"}"><path class="axis" d="M30 ${y(0)}H${width - 8}"/><path class="curve" d="${known.map((turn, index) => `${index ? "L" : "M"}${at(turn)}`).join("")}"/><path class="loss" d="${losses.map(({ index }) => `M${at(index)}L${at(index + 1)}`).join("")}"/>${known.map((turn) => `<circle class="knot" r="2.6" cx="${x(turn)}" cy="${y(values[turn])}"><title>${words(turn)}</title></circle>`).join("")}${[high, 0, low].filter((value) => !value || Math.abs(value) * 8 > high - low).map((value) => `<text x="24" y="${y(value) + 3.5}">${signed(value)}</text>`).join("")}${turnsTold.map((turn) => `<text class="turn" x="${x(turn)}" y="128">${turn}</text>`).join("")}</svg>`;
  }

  /** Draws the best turn in place of one that lost something. */
  async better(index) {
    this.showTurn(index);
    const { record } = this.game, { pits, proved } = await this.thinker.ask(["think", "best:2", record]);
    if (record !== this.game.record) return;
    this.board.note({}, [pits[0]], proved === true);
    say(`In place of ${this.play.game.turns[index].text}: ${pits.join(", then ")}${proved ? "" : ", as far as the search goes"}.`, $("analyse-say"));
  }

  /** Shows the position at a place of the graph. */
  look({ clientX }) {
    const { left, width } = $("graph").getBoundingClientRect(), { turns } = this.play.game;
    this.showTurn(Math.round(((clientX - left) / width * 300 - 30) / 262 * turns.length));
  }

  /** Shows the position after a turn whose value is known, and where that turn lost something the better one. */
  showTurn(turn) {
    const { record } = this.play.game, value = this.told?.values[turn];
    if (value === undefined || value === null) return;
    this.turn = turn;
    this.open(this.ask("until", String(turn), record));
    say(`${turn ? `After turn ${turn}` : "At the start"}, with best play: ${value ? `${SIDES[value > 0 ? 0 : 1]} ends ${Math.abs(value)} ahead` : "the game ends level"}. ${stateOf(this.game)}`, $("analyse-say"));
  }
}
