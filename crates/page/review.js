// A game looked at again: its values turn by turn, what each turn gave away and why, and positions to try again.
import { SIDES, html, plural } from "./board-shape.js";
import { $, say, trouble } from "./page.js";
import { settings } from "./saved.js";
import { stateOf } from "./words.js";

export const signed = (value) => (value > 0 ? `+${value}` : String(value).replace("-", "−"));

// Positions that are kept to be tried again, as this version writes them.
const MAX_PUZZLES = 30, PUZZLES_AS = 1;

const puzzles = {
  all() {
    const kept = settings.read("puzzles", {});
    return kept.version === PUZZLES_AS && Array.isArray(kept.all) ? kept.all : [];
  },
  write(all) { settings.write("puzzles", { version: PUZZLES_AS, all: all.slice(-MAX_PUZZLES) }); },
  is: (one) => (other) => other.board === one.board && other.rules === one.rules && other.side === one.side,
  add(one) { this.write([...this.all().filter((other) => !this.is(one)(other)), one]); },
  remove(one) { this.write(this.all().filter((other) => !this.is(one)(other))); },
};

/** A position as a puzzle. */
const puzzleOf = ({ position: { rules, mover, text } }) => ({ rules, side: SIDES[mover], board: text });

/** What keeps the most, in words. */
const keepsOf = (keeps) => (keeps > 0 ? `keeps a lead of ${keeps}` : keeps ? `ends only ${-keeps} behind` : "keeps the game level");

export class Review {
  /** `analyse` has the board on which positions are shown. */
  constructor(analyse) {
    const { ask, thinker, play } = analyse;
    Object.assign(this, { analyse, ask, thinker, play });
    $("draw-graph").addEventListener("click", () => this.value());
    $("graph").addEventListener("click", (event) => this.look(event));
    $("graph").addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step || !this.told) return;
      event.preventDefault();
      this.showTurn((this.turn ?? this.play.game.turns.length) + step);
    });
    this.listPuzzles();
  }

  /** Values every turn from the last one back; stops when asked to, and goes on from there. */
  async value() {
    if (this.telling) { this.thinker.pause(); return; }
    const { record, turns } = this.play.game;
    this.told ??= { record, values: Array(turns.length + 1).fill(null) };
    const { told } = this, { values } = told, button = $("draw-graph");
    const draw = () => { if (told === this.told) this.draw(values, turns); };
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
    this.analyse.keep();
  }

  /** Of another game than the one on the board nothing is shown. */
  forget() {
    if (this.telling || !this.told || this.told.record === this.play.game.record) return;
    this.told = undefined;
    for (const id of ["graph", "mistakes", "graph-say", "figures"]) $(id).replaceChildren();
    Object.assign($("draw-graph"), { hidden: false, textContent: "Value every turn" });
  }

  /** What each turn gave away, as far as it is known. */
  draw(values, turns) {
    const losses = turns.map((turn, index) => ({ index, turn, loss: values[index] === null ? 0 : (turn.side ? 1 : -1) * (values[index + 1] - values[index]) })).filter(({ loss }) => loss > 0).sort((a, b) => b.loss - a.loss);
    const left = values.lastIndexOf(null);
    $("draw-graph").hidden = left < 0;
    $("graph-say").textContent = left >= 0 ? `Solving from the end: ${values.length - 1 - left} of ${values.length} positions done.` : losses.length ? "A thick line is a turn that lost seeds. Choose a place on the graph to see the position." : turns.length ? "No turn lost anything." : "No turn has been played.";
    $("figures").textContent = left < 0 && turns.length ? SIDES.map((side, index) => this.figure(index, losses.filter((loss) => this.madeBy(loss.turn, loss.index) === index), turns)).join(" ") : "";
    const button = (words, work) => html("button", { onclick: () => work().catch((error) => { if (error.message !== "stopped") trouble(error.message); }) }, words);
    $("mistakes").replaceChildren(...losses.map(({ index, turn, loss }) => html("li", { value: index + 1 }, html("span", { class: `dot side${turn.side}` }), `${SIDES[turn.side]}: ${turn.text} lost ${plural(loss, "seed")} `,
      html("span", { class: "actions small" }, button("try again", async () => this.again(index)), button("better move", () => this.better(index))))));
    this.drawCurve(values, turns, losses);
    if (left < 0) this.collect(losses);
  }

  /** The side now of who made a turn: before the players swapped sides, the other one. */
  madeBy({ side }, index) { return this.play.game.swapped && index < 2 ? 1 - side : side; }

  figure(side, losses, turns) {
    const all = turns.filter((turn, index) => this.madeBy(turn, index) === side).length, lost = losses.reduce((sum, { loss }) => sum + loss, 0);
    return `${this.play.name(side)} ${lost ? `gave away ${plural(lost, "seed")} in ${losses.length} of ${plural(all, "turn")}` : `gave away nothing in ${plural(all, "turn")}`}.`;
  }

  drawCurve(values, turns, losses) {
    const width = 300, high = Math.max(2, ...values), low = Math.min(-2, ...values);
    const x = (turn) => 30 + 262 * turn / Math.max(1, turns.length), y = (value) => 10 + 100 * (high - value) / (high - low), at = (turn) => `${x(turn).toFixed(1)} ${y(values[turn]).toFixed(1)}`;
    const known = values.flatMap((value, turn) => (value === null ? [] : [turn])), words = (turn) => `after turn ${turn}: ${signed(values[turn])}`;
    const each = Math.ceil(turns.length / 8) || 1, turnsTold = turns.flatMap((_, turn) => ((turn + 1) % each ? [] : [turn + 1]));
    $("graph").innerHTML = `<svg viewBox="0 0 ${width} 132" class="graph" role="img" aria-label="${known.map(words).join(", ") || "not computed yet"}"><path class="axis" d="M30 ${y(0)}H${width - 8}"/><path class="curve" d="${known.map((turn, index) => `${index ? "L" : "M"}${at(turn)}`).join("")}"/><path class="loss" d="${losses.map(({ index }) => `M${at(index)}L${at(index + 1)}`).join("")}"/>${known.map((turn) => `<circle class="knot" r="2.6" cx="${x(turn)}" cy="${y(values[turn])}"><title>${words(turn)}</title></circle>`).join("")}${[high, 0, low].filter((value) => !value || Math.abs(value) * 8 > high - low).map((value) => `<text x="24" y="${y(value) + 3.5}">${signed(value)}</text>`).join("")}${turnsTold.map((turn) => `<text class="turn" x="${x(turn)}" y="128">${turn}</text>`).join("")}</svg>`;
  }

  /** Shows the position at a place of the graph. */
  look({ clientX }) {
    const { left, width } = $("graph").getBoundingClientRect(), { turns } = this.play.game;
    this.showTurn(Math.round(((clientX - left) / width * 300 - 30) / 262 * turns.length));
  }

  /** Shows the position after a turn whose value is known. */
  showTurn(turn) {
    const { record } = this.play.game, value = this.told?.values[turn];
    if (value === undefined || value === null) return;
    this.turn = turn;
    this.analyse.open(this.ask("until", String(turn), record));
    say(`${turn ? `After turn ${turn}` : "At the start"}, with best play: ${value ? `${SIDES[value > 0 ? 0 : 1]} ends ${Math.abs(value)} ahead` : "the game ends level"}. ${stateOf(this.analyse.game)}`, $("analyse-say"));
  }

  /** What the last turn of a game lost, as the engine says it. */
  async lapse(record) { return (await this.thinker.askLong("lapse", record)).lapse; }

  /** Draws the best turn beside the one that lost something, and says why. */
  async better(index) {
    this.showTurn(index);
    const { turns, record } = this.play.game, { game } = this.analyse, played = turns[index].text;
    const lapse = await this.lapse(this.ask("until", String(index + 1), record).record);
    if (game !== this.analyse.game || !lapse) return;
    this.drawBetter(lapse, played.split("-")[0]);
    say(`In place of ${played}: ${lapse.better.join(", then ")}, which ${keepsOf(lapse.keeps)}. ${played} lost ${lapse.lost}. ${lapse.why}`, $("analyse-say"));
  }

  drawBetter({ better }, played) {
    const order = better.length > 1 ? Object.fromEntries(better.map((pit) => [pit, `${pit} ${better.flatMap((it, at) => (it === pit ? [at + 1] : [])).join(", ")}`])) : {};
    this.analyse.board.note({ ...(played in order ? {} : { [played]: "played" }), ...order }, [better[0]]);
  }

  // Trying again.

  again(index) { this.pose(this.ask("until", String(index), this.play.game.record)); }

  /** Asks for a turn that loses nothing. */
  pose(game) {
    this.trying = { game, isFirst: true };
    this.analyse.open(game);
    say(`${stateOf(game)} Find a turn that loses nothing.`, $("analyse-say"));
    this.analyse.board.focusPit(game.position.moves[0]);
  }

  /** Another position is shown; the one that is tried, and what follows within its turn, is not another. */
  left(game) { if (this.trying && game !== this.trying.game && game !== this.trying.on) this.trying = undefined; }

  /** A sow on the board of the analysis; whether it belongs to a try. */
  async sown(game) {
    const { trying } = this;
    if (!trying) return;
    const whole = game.turns.length > trying.game.turns.length && !game.unfinished;
    if (!whole) { say(`${game.last.told} Go on with this turn.`, $("analyse-say")); return; }
    say("Judging …", $("analyse-say"));
    this.analyse.busy(true);
    try {
      const lapse = await this.lapse(game.record);
      if (trying === this.trying) this.judge(game.turns.at(-1).text, lapse);
    } catch (error) { if (error.message !== "stopped") trouble(error.message); else say("Stopped before the turn was judged.", $("analyse-say")); } finally { this.analyse.busy(false); }
  }

  judge(played, lapse) {
    const { game, isFirst } = this.trying, puzzle = puzzleOf(game);
    if (!lapse) {
      if (isFirst) puzzles.remove(puzzle);
      this.trying = undefined;
      say(`Correct: ${played} loses nothing.${isFirst ? "" : " The position stays in the list until your first try is correct."}`, $("analyse-say"));
    } else {
      puzzles.add(puzzle);
      this.trying.isFirst = false;
      this.analyse.open(game);
      this.analyse.board.note({ [played.split("-")[0]]: "played" }, []);
      say(`No: ${played} loses ${lapse.lost}. ${lapse.why} Try again.`, $("analyse-say"));
      this.analyse.board.focusPit(this.analyse.board.focused);
    }
    this.listPuzzles();
  }

  /** Keeps the worst turns of people as positions to try again, once for each game. */
  collect(losses) {
    const { people, game: { record } } = this.play;
    if (this.told?.collected) return;
    if (this.told) this.told.collected = true;
    for (const { index, turn } of losses.slice(0, 3)) if (people.includes(this.madeBy(turn, index))) puzzles.add(puzzleOf(this.ask("until", String(index), record)));
    this.listPuzzles();
  }

  listPuzzles() {
    const all = puzzles.all(), had = $("puzzles").contains(document.activeElement);
    const item = (one) => html("li", {}, html("button", { class: "quiet", onclick: () => this.open(one) }, `${one.side} to move: ${one.board} `, html("small", {}, one.rules)));
    $("puzzles").replaceChildren(...all.map(item).reverse());
    $("clear-puzzles").hidden = !all.length;
    $("clear-puzzles").onclick = () => { puzzles.write([]); this.listPuzzles(); };
    if (had) $("puzzles").querySelector("button")?.focus();
  }

  open(one) {
    try { this.pose(this.ask("place", one.rules, one.side, one.board)); } catch { puzzles.remove(one); this.listPuzzles(); }
  }
}
