// Play: who sits where, whose turn it is, what was taken back. The game itself is its record, a text
// that the engine reads and writes.
import { SIDES, html, narrow } from "./board-shape.js";
import { BoardView, pause } from "./board.js";
import { chooser, kept, look } from "./look.js";
import { say, trouble, download, $ } from "./page.js";

const START = { preset: "cits3001", options: {}, pits: 6, seeds: 4, first: "South", players: ["human", "alphabeta:2:positional"] };

// Letters of the longest record that is read.
const MOST_RECORD = 1e6;

export class Play {
  constructor(ask, thinker, menus) {
    Object.assign(this, { ask, thinker, menus, undone: [], turnOf: 0, lastSaid: "" });
    this.choice = { ...START, ...kept.read("choice", {}) };
    this.board = new BoardView($("play-board"), { label: "The board: North's row above, South's below", sow: (pit) => this.sow(pit), hover: (pit) => this.foresee(pit) });
    this.board.refuse = (pit) => this.refuse(pit);
    const on = (id, work) => $(id).addEventListener("click", work);
    on("undo", () => this.undo());
    on("redo", () => this.redo());
    on("hint", () => this.hint());
    on("new-game", () => this.askForGame());
    on("stop-thinking", () => { this.thinker.stop(); this.paused = true; this.offer(); this.told("Stopped."); });
    on("go-on", () => { this.paused = false; this.offer(); $("content").focus(); this.goOn(); });
    on("save", () => download("mancala.game", this.named()));
    on("load", () => $("load-file").click());
    on("copy-link", () => this.copy(this.link(), "The link is copied."));
    on("copy-input", () => this.copy(this.ask("input", "3", "3", this.game.record).text, "The position is copied as input.txt."));
    on("save-svg", () => download("mancala.svg", this.picture("still"), "image/svg+xml"));
    on("save-film", () => download("mancala.svg", this.picture("animated"), "image/svg+xml"));
    $("load-file").addEventListener("change", async (event) => {
      const [file] = event.target.files;
      event.target.value = "";
      if (file) this.load(await file.slice(0, MOST_RECORD + 1).text(), file.name);
    });
    $("type-form").addEventListener("submit", (event) => { event.preventDefault(); this.type($("typed").value); });
    $("new-dialog").addEventListener("close", () => { if ($("new-dialog").returnValue !== "start") return; this.begin(); if (!$("content").contains(document.activeElement)) this.board.focusPit(this.board.focused); });
  }

  // Who plays.
  get people() { return [0, 1].filter((side) => this.choice.players[side] === "human"); }
  name(side) {
    const spec = this.choice.players[side];
    if (spec === "human") return this.people.length === 1 ? "You" : SIDES[side];
    return this.menus.levels.find((level) => level.spec === spec)?.name.replace(/^\d+ /, "") ?? spec;
  }
  knows(spec) { return spec === "human" || this.menus.levels.some((level) => level.spec === spec) || /^(minimax|alphabeta):/.test(spec); }
  get seats() { return [0, 1].map((side) => (this.people.includes(side) ? "person" : "computer")).join(" "); }

  // Beginning.
  start(fragment) {
    try {
      if (fragment.startsWith("game:")) {
        this.choice.players = ["human", "human"];
        this.open(this.ask("view", decodeURIComponent(fragment.slice(5))), "The game of the link.");
        return;
      }
      if (fragment) {
        const [rules, first, board] = decodeURIComponent(fragment).replaceAll("_", " ").split(";");
        this.choice.players = ["human", "human"];
        this.open(this.ask("place", rules, first ?? "", board ?? ""), "The position of the link.");
        return;
      }
    } catch (error) {
      const why = error instanceof URIError ? "some of its signs are damaged" : error.message;
      trouble(`The link does not hold a position: ${why}. ${this.game ? "The game is as it was." : "Here is a new game."}`);
      if (this.game) { this.show(this.game); return; }
    }
    this.begin(true);
  }

  begin(quietly) {
    const { preset, options, pits, seeds, first } = this.choice;
    const rules = [preset, ...Object.entries(options).map(([name, value]) => `${name}=${value}`)].join(",");
    try {
      const game = this.ask("new", rules, pits, seeds, first);
      kept.write("choice", this.choice);
      this.open(game, quietly ? "" : "A new game.");
    } catch (error) { trouble(error.message); }
  }

  open(game, words = "") {
    this.thinker.stop();
    this.undone = [];
    this.paused = false;
    this.show(game);
    this.told(`${words} ${this.whoIsNext()}`.trim());
    this.goOn();
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
    this.offer();
    const { rules } = game.position, preset = this.menus.presets.find(({ name }) => name === rules);
    $("rules-line").textContent = `Rules ${rules}${preset ? `: ${preset.meaning}` : ""}`;
    $("seats").replaceChildren(...[1, 0].map((side) => html("div", { class: `seat ${!game.position.over && game.position.mover === side ? "on" : ""}` },
      html("span", { class: "seat-side" }, SIDES[side]), html("strong", {}, this.name(side)), html("span", { class: "seat-store" }, String(game.position.board.stores[side])))));
    // A link with the position; not a step of the browser's history. A link to a case stays.
    if (!location.hash.startsWith("#case:")) try { history.replaceState(null, "", this.link()); } catch { /* not allowed here */ }
  }

  /** A computer that was stopped goes on when it is asked to. */
  offer() { $("go-on").hidden = !this.paused || this.game.position.over || this.people.includes(this.game.position.mover); }

  link() {
    const { rules, mover, text } = this.game.position;
    const fragment = [rules, SIDES[mover], text].join(";").replaceAll(" ", "_");
    return `${location.href.split("#")[0]}#${fragment}`;
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

  told(text) { this.lastSaid = text; say(text); }

  // Sowing.
  async sow(typed) {
    if (this.sowing) return false;
    let answer;
    try { answer = this.ask("sow", typed, this.game.record); } catch (error) { this.told(error.message); return false; }
    this.undone = [];
    this.paused = false;
    return this.perform(answer);
  }

  async perform({ game, steps }) {
    const mine = ++this.turnOf;
    this.sowing = true;
    for (const step of steps) {
      this.told(step.told);
      const whole = await this.board.animate(step, look.pace);
      if (!whole && mine !== this.turnOf) { this.sowing = false; return false; }
    }
    this.sowing = false;
    this.lastMove = steps.map((step) => step.told).join(" ");
    this.show(game);
    this.told(`${this.lastMove} ${this.people.length || game.position.over ? this.whoIsNext() : ""}`.trim());
    this.goOn();
    return true;
  }

  whoIsNext() {
    const { position: { mover, over, told }, turns, unfinished } = this.game, { people } = this;
    if (over) return told.replace(/^(South|North) wins/, (words, side) => { const name = this.name(SIDES.indexOf(side)); return name === "You" ? "You win" : `${name} wins`; });
    if (unfinished) return "";
    if (people.length !== 1 || !people.includes(mover)) return `${this.name(mover)} to move.`;
    return turns.length ? "Your turn." : `Your turn: choose a pit of the ${(narrow() ? ["left", "right"] : ["lower", "upper"])[mover]} row. New to the game? Help shows it on the board.`;
  }

  async goOn() {
    const { position } = this.game;
    if (position.over || this.people.includes(position.mover) || this.paused) return;
    const mine = this.turnOf, began = performance.now();
    let spec = this.choice.players[position.mover];
    if (spec === "random") spec += `:${Math.floor(Math.random() * 1e9)}`;
    $("think-bar").hidden = false;
    try {
      const { pits } = await this.thinker.ask(["think", spec, this.game.record]);
      // Nobody can follow a computer that answers before the eye is back on the board.
      if (look.pace > 0) await pause(Math.max(0, 450 - (performance.now() - began)));
      if (mine !== this.turnOf) return;
      const answer = this.ask("sow", pits.join(" "), this.game.record);
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
    if (!$("lesson").hidden) $("lesson").querySelector(".primary").focus();
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
    this.sowing = false;
    this.paused = false;
    $("think-bar").hidden = true;
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
    if (!record) { this.told("There is no turn to make again."); return; }
    this.interrupt();
    const game = this.ask("view", record);
    this.show(game);
    this.told(`Made again. ${this.whoIsNext()}`);
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
  async hint() {
    if (this.game.position.over) return;
    const mine = this.turnOf;
    this.told("Thinking about a good move …");
    try {
      const { pits, told } = await this.thinker.ask(["think", "best:1", this.game.record]);
      if (mine !== this.turnOf) return;
      this.board.note({}, [pits[0]]);
      this.told(`A good turn: ${pits.join(", then ")}${told ? ` (${told})` : ""}.`);
    } catch (error) { if (error.message !== "stopped") trouble(error.message); }
  }

  async evaluate() {
    const mine = this.turnOf;
    this.told("Looking who is ahead …");
    try {
      const { told } = await this.thinker.ask(["think", "best:2", this.game.record]);
      if (mine === this.turnOf) this.told(told ? `${told[0].toUpperCase()}${told.slice(1)}.` : "Nothing is known yet.");
    } catch (error) { if (error.message !== "stopped") trouble(error.message); }
  }

  // Files.
  /** The record with who plays, as `mancala play --resume` reads it. */
  named() { return this.ask("named", ...this.choice.players, this.game.record).record; }
  picture(kind) {
    const scheme = look.scheme === "auto" ? "wood" : look.scheme;
    return this.ask("svg", `${scheme} ${look.view} ${kind}`, this.name(0), this.name(1), this.game.record).text;
  }
  load(text, name) {
    try {
      if (text.length > MOST_RECORD) throw new Error("it is far longer than any game");
      const game = this.ask("view", text);
      // Who plays, as far as the record says it and the page has such players.
      game.players.forEach((spec, side) => { if (spec && this.knows(spec)) this.choice.players[side] = spec; });
      this.open(game, `${name} is open.`);
    } catch (error) { trouble(`${name} was not opened, the game is as it was: ${error.message}`); }
  }
  async copy(text, done) {
    try { await navigator.clipboard.writeText(text); this.told(done); } catch { prompt("Copy this:", text); }
  }

  // The dialog for a new game, all its words from the engine.
  askForGame() {
    this.drawFields();
    $("new-dialog").returnValue = "";
    $("new-dialog").showModal();
  }

  drawFields() {
    const { choice, menus } = this;
    const preset = menus.presets.find(({ name }) => name === choice.preset) ?? menus.presets[0];
    const option = (option) => chooser(option.meaning, option.values.map(({ name, meaning }) => [name, meaning]), choice.options[option.name] ?? option.now,
      (value) => { if (value === option.now) delete choice.options[option.name]; else choice.options[option.name] = value; }, { "data-option": option.name });
    const number = (label, key, least, most) => html("label", {}, html("span", {}, label), html("input", { type: "number", id: `new-${key}`, min: least, max: most, required: true, value: choice[key], onchange: (event) => { choice[key] = Number(event.target.value); } }));
    const own = preset.options.filter((option) => option.own), rest = preset.options.filter((option) => !option.own);
    $("new-fields").replaceChildren(
      html("fieldset", {}, html("legend", {}, "Who plays"), this.playerField(0), this.playerField(1),
        chooser("Who moves first", SIDES.map((side, index) => [side, `${side} (${index ? "upper" : "lower"} row)`]), choice.first, (value) => { choice.first = value; }, { id: "new-first" })),
      html("fieldset", { class: "two" }, html("legend", {}, "Board"), number("Pits in a row, 3 to 7", "pits", 3, 7), number("Seeds in each pit, 1 to 10", "seeds", 1, 10)),
      html("fieldset", {}, html("legend", {}, "Rules"),
        chooser("Rule set", menus.presets.map(({ name, meaning }) => [name, `${name}: ${meaning}`]), preset.name, (value) => { choice.preset = value; choice.options = {}; this.drawFields(); $("new-preset").focus(); }, { id: "new-preset" }),
        ...own.map(option), html("details", { open: rest.some(({ name }) => name in choice.options) }, html("summary", {}, "Every single rule"), ...rest.map(option))));
  }

  playerField(side) {
    const { choice, menus } = this, spec = choice.players[side];
    const known = spec === "human" || menus.levels.some((level) => level.spec === spec);
    const options = [["human", "a person"], ...menus.levels.map(({ name, spec, meaning }) => [spec, `${name}: ${meaning}`]), ["exact", "exactly …"]];
    const field = chooser(`${SIDES[side]} (${side ? "upper" : "lower"} row)`, options, known ? spec : "exact",
      (value) => { choice.players[side] = value === "exact" ? "minimax:3" : value; this.drawFields(); $(`new-player-${side}`).focus(); }, { id: `new-player-${side}` });
    if (known) return field;
    const [kind, depth = "3", evaluation = "store"] = spec.split(":");
    const change = (part, value) => { const parts = [kind, depth, evaluation]; parts[part] = value; choice.players[side] = parts.join(":"); };
    return html("div", { class: "exact" }, field,
      chooser("Search", [["minimax", "minimax"], ["alphabeta", "alpha-beta"]], kind, (value) => change(0, value)),
      html("label", {}, html("span", {}, "Depth, in turn changes"), html("input", { type: "number", min: 1, max: 20, value: depth, onchange: (event) => change(1, event.target.value) })),
      chooser("Evaluation", menus.evaluations.map(({ name, meaning }) => [name, `${name}: ${meaning}`]), evaluation, (value) => change(2, value)));
  }

  // Keys of the whole page, as in other boards without a mouse.
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) { if (event.key === "Escape") this.board.focusPit(this.board.focused); return; }
    const keys = {
      i: () => $("typed").focus(), u: () => this.undo(), r: () => this.redo(), g: () => this.hint(), n: () => this.askForGame(), v: () => this.evaluate(),
      l: () => this.told(this.lastMove ?? "No move yet."), m: () => ($("moves").querySelector("[aria-current]") ?? $("moves")).focus(),
      o: () => this.told(this.board.buttons.get(this.board.focused).getAttribute("aria-label")), b: () => this.told(this.game.position.aloud),
      "?": () => $("help-dialog").showModal(),
    };
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
    if (digit) {
      const { mover, names } = this.game.position;
      if (names[mover][digit - 1]) { this.board.focusPit(names[mover][digit - 1]); this.board.choose(names[mover][digit - 1]); }
    } else if (keys[event.key]) keys[event.key](); else return;
    event.preventDefault();
  }

  // The introduction: three steps on the board itself, each a position and a sow that is foreseen there.
  lesson() {
    const opening = "4 4 4 4 4 4 / 4 4 4 4 4 4 / 0 / 0";
    const steps = [
      ["Choose a pit of your row. Its seeds fall one by one into the next pits, into your store and round the board, never into the other store. The dotted ring shows where the last one will fall.", opening, "B2"],
      ["When the last seed falls into your store, you sow again. From this start your third pit does that: it holds four seeds, and your store is four away.", opening, "B4"],
      ["When the last seed falls alone into an empty pit of yours, you take it and what lies opposite: here B3 would take six. Who has more seeds in store at the end wins.", "4 1 5 0 6 5 / 5 1 0 5 5 1 / 4 / 6", "B3"],
    ];
    this.choice = { ...START, players: ["human", "greedy"] };
    this.begin(true);
    const box = $("lesson");
    const show = (at) => {
      const [text, board, pit] = steps[at], { position, record } = this.ask("place", START.preset, SIDES[0], board);
      const [step] = this.ask("sow", pit, record).steps;
      box.hidden = false;
      this.board.show(position, { last: { ...step, path: [] }, players: [this.name(0), this.name(1)] });
      this.board.foresee(step);
      const next = () => { if (steps[at + 1]) { show(at + 1); return; } this.show(this.game); this.told(this.whoIsNext()); this.board.focusPit(this.board.names[0][0]); };
      box.replaceChildren(html("small", {}, `Introduction, ${at + 1} of ${steps.length}`), html("div", { class: "actions" },
        at ? html("button", { onclick: () => show(at - 1) }, "Back") : "", html("button", { class: "primary", onclick: next }, steps[at + 1] ? "Next" : "Play")));
      this.told(text);
      box.querySelector("button.primary").focus({ preventScroll: true });
    };
    show(0);
  }
}
