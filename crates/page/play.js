// Play: who sits where, whose turn it is, what was taken back. The game itself is its record, a text
// that the engine reads and writes; every change of it is kept.
import { Ahead } from "./ahead.js";
import { SIDES, calm, html, narrow } from "./board-shape.js";
import { BoardView, pause } from "./board.js";
import { teach } from "./lesson.js";
import { look } from "./look.js";
import { NewGame } from "./new-game.js";
import { say, trouble, $ } from "./page.js";
import { saved, settings } from "./saved.js";
import { knownOf, named, stateOf } from "./words.js";

// With the first rule set, which is that of all commands.
const START = { options: {}, pits: 6, seeds: 4, first: "South", pie: false, players: ["human", "alphabeta:2:positional"] };

// How the rows are called, South's first.
const ROWS = () => (narrow() ? ["left", "right"] : ["lower", "upper"]);

// Letters of the turns taken back that are kept.
const MAX_UNDONE = 3e5;

export class Play {
  constructor(ask, thinker, menus) {
    Object.assign(this, { ask, thinker, menus, undone: [], turnOf: 0, lastSaid: "" });
    // What a new game begins with, and who plays the game on the board.
    this.choice = { preset: menus.presets[0].name, ...START, ...settings.read("choice", {}) };
    this.seated = [...this.choice.players];
    this.ahead = new Ahead(thinker.beside());
    this.board = new BoardView($("play-board"), { label: "The board: North's row above, South's below", sow: (pit) => this.sow(pit), hover: (pit) => this.foresee(pit) });
    this.board.refuse = (pit) => this.refuse(pit);
    this.dialog = new NewGame(menus, (choice) => { this.choice = choice; this.begin(); if (!$("content").contains(document.activeElement)) this.board.focusPit(this.board.focused); });
    const on = (id, work) => $(id).addEventListener("click", work);
    on("undo", () => this.undo());
    on("redo", () => this.redo());
    on("hint", () => this.hint());
    on("skip", () => this.skip());
    on("swap", () => this.swap());
    on("new-game", () => this.askForGame());
    on("review", () => $("tab-analyse").click());
    on("stop-thinking", () => { this.thinker.stop(); this.wait(true); this.told("Stopped."); });
    on("go-on", () => { this.wait(false); $("content").focus(); this.goOn(); });
    $("type-form").addEventListener("submit", (event) => { event.preventDefault(); this.type($("typed").value); });
  }

  // Who plays: `seated` says who began as South and as North, `players` who has these sides now.
  get players() { return this.game?.swapped ? [...this.seated].reverse() : this.seated; }
  set players(players) { this.seated = this.game?.swapped ? [...players].reverse() : players; }
  get people() { return [0, 1].filter((side) => this.players[side] === "human"); }
  name(side) {
    const spec = this.players[side];
    if (spec === "human") return this.people.length === 1 ? "You" : SIDES[side];
    return this.called(spec);
  }
  /** A player that has a name is called by it. */
  called(spec) { return this.menus.levels.find((level) => level.spec === spec)?.name.replace(/^\d+ /, "") ?? spec; }
  knows(spec) { return spec === "human" || this.menus.levels.some((level) => level.spec === spec) || /^(minimax|alphabeta):/.test(spec); }
  get seats() { return this.seated.map((spec) => (spec === "human" ? "person" : "computer")).join(" "); }

  /** Whether there is a game on the board that somebody would miss. */
  get isRunning() { return Boolean(this.game?.turns.length) && !this.game.position.over; }

  // Beginning.
  begin(words = "A new game.") {
    const { preset, options, pits, seeds, first, pie, players } = this.choice;
    const rules = [preset, ...Object.entries(options).map(([name, value]) => `${name}=${value}`)].join(",");
    try {
      const game = this.ask("new", rules, pits, seeds, first, pie ? "pie" : "");
      settings.write("choice", this.choice);
      this.open(game, words, players);
    } catch (error) { trouble(error.message); }
  }

  /** Shows another game; the one on the board goes to the list of earlier games. */
  open(game, words = "", players = this.players) {
    saved.leave();
    this.enter({ game, words, players });
  }

  /** Goes on with a game that was kept. */
  resume({ record, players, undone, paused }) {
    const game = this.ask("view", record);
    this.enter({ game, words: game.turns.length && !game.position.over ? "The game goes on." : "", players: players.map((spec) => (this.knows(spec) ? spec : "human")), undone, paused });
  }

  enter({ game, words, players, undone = [], paused = false }) {
    this.interrupt();
    this.seated = [...players];
    this.undone = undone;
    this.paused = paused;
    this.counted = game.position.over;
    this.show(game);
    this.told(`${words} ${this.whoIsNext()}`.trim());
    this.goOn();
  }

  keep() {
    const { game: { record, turns }, seated: players, undone, paused } = this;
    let letters = 0;
    const from = undone.findLastIndex((text) => (letters += text.length) > MAX_UNDONE) + 1;
    saved.put("game", { record, players, undone: undone.slice(from), paused, turns: turns.length });
  }

  // Showing.
  show(game) {
    this.game = game;
    this.turnOf++;
    $("lesson").hidden = true;
    this.board.note();
    $("say").classList.toggle("over", game.position.over);
    this.board.show(game.position, { last: game.last, own: this.people, players: [this.name(0), this.name(1)] });
    this.listMoves();
    $("undo").disabled = game.turns.length === 0;
    $("redo").disabled = this.undone.length === 0;
    $("hint").disabled = game.position.over;
    $("swap").hidden = !this.maySwap;
    // At the end there is room for what comes next, and for who may swap sides.
    $("review").hidden = !game.position.over || !game.turns.length;
    $("redo").hidden = (!$("review").hidden || this.maySwap) && !this.undone.length;
    this.offer();
    const { rules } = game.position, preset = this.menus.presets.find(({ name }) => name === rules);
    $("rules-line").textContent = `Rules ${rules}${preset ? `: ${preset.meaning}` : ""}${game.pie ? "; pie rule" : ""}`;
    $("seats").replaceChildren(...[1, 0].map((side) => html("div", { class: `seat ${!game.position.over && game.position.mover === side ? "on" : ""}` },
      html("span", { class: "seat-side" }, SIDES[side]), html("strong", {}, this.name(side)), html("span", { class: "seat-store" }, String(game.position.board.stores[side])))));
    this.showResults();
    this.keep();
    this.ahead.show(game, (side) => this.name(side));
    $("keeps-nothing").hidden = saved.works;
  }

  /** Counts the end of a game of one person, once. */
  count(outcome) {
    const [you] = this.people;
    if (this.people.length !== 1 || this.counted) return;
    this.counted = true;
    const results = settings.read("results", {}), of = results[this.players[1 - you]] ??= [0, 0, 0];
    of[outcome < 0 ? 2 : outcome === you ? 0 : 1]++;
    settings.write("results", results);
  }

  showResults() {
    const [you] = this.people, of = this.people.length === 1 && settings.read("results", {})[this.players[1 - you]];
    $("results").hidden = !of;
    if (of) $("results").replaceChildren(`Against ${this.name(1 - you)}: ${of[0]} won, ${of[1]} lost, ${of[2]} level. `, html("button", { class: "quiet", onclick: () => { settings.write("results", {}); this.showResults(); $("new-game").focus(); } }, "Clear"));
  }

  /** A computer that was stopped goes on when it is asked to. */
  offer() { $("go-on").hidden = !this.paused || this.game.position.over || this.people.includes(this.game.position.mover); }

  wait(paused) {
    this.interrupt();
    this.paused = paused;
    this.offer();
    this.keep();
  }

  listMoves() {
    const { turns } = this.game;
    const items = turns.map((turn, index) => html("li", {}, html("button", { class: "quiet", onclick: () => this.jump(index + 1), "aria-current": index === turns.length - 1 ? "true" : null },
      html("span", { class: `dot side${turn.side}` }), `${turn.text} `, html("small", {}, `${turn.stores[0]}–${turn.stores[1]}`))));
    const had = $("moves").contains(document.activeElement);
    $("moves").replaceChildren(html("li", { class: "start" }, html("button", { class: "quiet", onclick: () => this.jump(0) }, "Start")), ...items);
    $("moves").scrollTop = $("moves").scrollHeight;
    if (had) ($("moves").querySelector("[aria-current]") ?? $("moves").querySelector("button")).focus();
  }

  /** Says it to who looks and to who listens. */
  told(text) {
    this.lastSaid = text;
    for (const place of ["say", "heard"]) say(text, $(place));
    delete $("say").dataset.known;
  }

  // Sowing.

  /** Whether a person may take over the other side now. */
  get maySwap() { return this.game.swap && this.people.includes(this.game.position.mover); }
  swap() { if (this.maySwap && !this.sowing) this.sow("swap"); }

  /** What has just been swapped, to who sees it and to who listens. */
  swapInWords() {
    const { people, game: { position: { mover } } } = this, other = 1 - mover, row = (side) => `${SIDES[side]}, the ${ROWS()[side]} row`;
    if (people.length === 2) return `The player of ${SIDES[mover]} takes over ${row(other)}; change places.`;
    return `${this.name(other)} ${people.includes(other) ? "take" : "takes"} over ${row(other)}.${people.includes(mover) ? ` Now you are ${row(mover)}.` : ""}`;
  }

  async sow(typed) {
    if (this.sowing) { this.skip(); return false; }
    let answer;
    try { answer = this.ask("sow", typed, this.game.record); } catch (error) { this.told(error.message); return false; }
    this.undone = [];
    this.paused = false;
    return this.perform(answer);
  }

  /** The sows of a turn count at once, whatever becomes of what is shown of them. They are heard once, at the end. */
  async perform({ game, steps }) {
    if (!$("lesson").hidden) this.show(this.game);
    this.game = game;
    this.keep();
    const mine = ++this.turnOf, skipped = new Promise((skip) => { this.skip = skip; });
    const sentences = steps.length ? steps.map((step) => named(step.told, (side) => this.name(side))) : [this.swapInWords()];
    this.sowing = true;
    $("skip").hidden = look.pace <= 0 || calm();
    let shown = false;
    skipped.then(() => { shown = true; });
    for (const [index, step] of steps.entries()) {
      if (shown) break;
      $("say").textContent = sentences[index];
      await Promise.race([this.board.animate(step, look.pace), skipped]);
      if (mine !== this.turnOf) return false;
    }
    this.sowing = false;
    $("skip").hidden = true;
    this.lastMove = sentences.join(" ");
    if (game.position.over) this.count(game.outcome);
    this.show(game);
    this.told(`${this.lastMove} ${this.people.length || game.position.over ? this.whoIsNext() : ""}`.trim());
    this.goOn();
    return true;
  }

  /** Shows at once what is being sown. */
  skip() {}

  whoIsNext() {
    const { position: { mover, over }, turns, unfinished } = this.game, { people } = this;
    if (over) return stateOf(this.game, (side) => this.name(side));
    if (unfinished) return "";
    if (people.length !== 1 || !people.includes(mover)) return `${this.name(mover)} to move${this.maySwap ? " or to swap sides" : ""}.`;
    if (this.maySwap) return "Move or swap.";
    return turns.length ? "Your turn." : `Your turn: choose a pit of the ${ROWS()[mover]} row. ${saved.games().length ? "Open lists earlier games." : "New to the game? Help shows it on the board."}`;
  }

  async goOn() {
    const { position } = this.game;
    if (position.over || this.people.includes(position.mover) || this.paused) return;
    const mine = this.turnOf, began = performance.now();
    let spec = this.players[position.mover];
    if (spec === "random") spec += `:${Math.floor(Math.random() * 1e9)}`;
    $("think-bar").hidden = false;
    try {
      const { pits } = await this.thinker.ask(["think", spec, this.game.record]);
      // Nobody can follow a computer that answers before the eye is back on the board.
      if (look.pace > 0) await pause(Math.max(0, 450 - (performance.now() - began)));
      if (mine !== this.turnOf) return;
      const answer = this.ask("sow", pits.join(" ") || "swap", this.game.record);
      $("think-bar").hidden = true;
      await this.perform(answer);
    } catch (error) {
      if (error.message !== "stopped") trouble(error.message);
    } finally { if (mine === this.turnOf || !this.thinker.busy) $("think-bar").hidden = true; }
  }

  type(text) {
    const typed = text.trim();
    if (!typed) return;
    $("typed").value = "";
    if (!this.people.includes(this.game.position.mover)) { this.told("It is not your turn."); return; }
    this.sow(typed);
  }

  refuse(pit) {
    const { position } = this.game;
    if (this.sowing) this.skip();
    else if (!$("lesson").hidden) $("lesson").querySelector(".primary").focus();
    else if (position.over) this.told("The game is over.");
    else if (!this.people.includes(position.mover)) this.told("It is not your turn.");
    else this.told(position.names[position.mover].includes(pit) ? `${pit} is empty.` : `${pit} is not a pit of ${SIDES[position.mover]}.`);
  }

  foresee(pit) {
    const { position } = this.game ?? {};
    if (!look.preview || !pit || this.sowing || !position?.moves.includes(pit) || !this.people.includes(position.mover)) { this.board.foresee(null); return; }
    this.board.foresee(this.ask("sow", pit, this.game.record).steps[0]);
  }

  // Taking back.
  interrupt() {
    this.thinker.stop();
    this.turnOf++;
    this.sowing = false;
    this.paused = false;
    for (const id of ["think-bar", "skip"]) $(id).hidden = true;
  }

  /** Back from the introduction to the game behind it. */
  goBack() {
    this.show(this.game);
    this.told(this.whoIsNext());
    this.board.focusPit(this.board.focused);
    this.goOn();
  }

  undo() {
    this.interrupt();
    try {
      const earlier = this.ask("undo", this.seats, this.game.record);
      this.undone.push(this.game.record);
      this.show(earlier);
      this.told(`Taken back. ${this.whoIsNext()}`);
    } catch (error) { this.told(error.message); this.show(this.game); }
  }

  redo() {
    const record = this.undone.pop();
    if (!record) { this.told("There is no turn to replay."); return; }
    this.interrupt();
    const game = this.ask("view", record);
    this.show(game);
    this.told(`Replayed. ${this.whoIsNext()}`);
    this.goOn();
  }

  jump(turns) {
    if (turns === this.game.turns.length) return;
    this.interrupt();
    this.undone.push(this.game.record);
    this.paused = true;
    this.show(this.ask("until", String(turns), this.game.record));
    const { over, mover } = this.game.position;
    this.told(`After turn ${turns}. ${over ? "Redo to go back." : $("go-on").hidden ? "Sow to play on from here, or redo." : `Go on to let ${this.name(mover)} play from here, or redo.`}`);
  }

  // Help on demand.
  hint() {
    return this.think("best:1", "Thinking about a good move …", ({ pits, proved, ...known }) => {
      const isProved = proved === true;
      this.board.note({}, pits.slice(0, 1), isProved);
      return `${isProved ? "The best turn" : "A good turn"}: ${pits.join(", then ") || "swap sides"}. ${knownOf({ proved, ...known }, (side) => this.name(side))}`;
    });
  }

  evaluate() { return this.think("best:2", "Finding out who is ahead …", (known) => knownOf(known, (side) => this.name(side)) || "Nothing is known yet."); }

  /** Asks a player of the computer's and tells what it says; what is proved looks otherwise than what is not. */
  async think(spec, words, tell) {
    if (this.game.position.over) { this.told(`The game is over. ${this.whoIsNext()}`); return; }
    if (!$("lesson").hidden) this.goBack();
    const mine = this.turnOf;
    this.told(words);
    try {
      const answer = await this.thinker.ask(["think", spec, this.game.record]);
      if (mine !== this.turnOf) return;
      this.told(tell(answer).trim());
      if (answer.told) $("say").dataset.known = answer.proved ? "proved" : "estimate";
    } catch (error) { if (error.message !== "stopped") trouble(error.message); }
  }

  askForGame() { this.dialog.ask(this.choice); }
  lesson() { teach(this); }
}
