// Nimcala: its own board, one row. The engine knows the moves and who wins.
import { html, plural } from "./board-shape.js";
import { pause } from "./board.js";
import { look } from "./look.js";
import { $, say } from "./page.js";
import { saved } from "./saved.js";

export class NimcalaBoard {
  constructor(ask, thinker) {
    Object.assign(this, { ask, thinker, past: [] });
    $("nim-new").addEventListener("click", () => this.begin());
    $("nim-undo").addEventListener("click", () => this.undo());
    $("nim-hint").addEventListener("click", () => this.hint());
    $("nim-board").addEventListener("keydown", (event) => this.key(event));
  }

  get alone() { return $("nim-opponent").value !== "person"; }

  /** Goes on with the game, with one that was kept, or begins. */
  resume(kept) {
    if (this.row) return;
    try {
      if (!kept) { this.begin(); return; }
      $("nim-opponent").value = kept.opponent;
      this.past = kept.past;
      this.show(this.ask("nimcala-view", kept.text));
      this.tell("The game goes on.");
      if (!this.row.over && this.alone && this.row.mover === 1) this.reply();
    } catch { this.begin(); }
  }

  begin() {
    const pits = Math.max(2, Math.min(10, Number($("nim-pits").value) || 5));
    const tokens = Math.max(1, Math.min(20, Number($("nim-tokens").value) || 7));
    this.past = [];
    this.show(this.ask("nimcala-view", ["South", tokens, ...Array(pits - 1).fill(0)].join(" ")));
    this.tell("A new game.");
  }

  tell(words) { say(`${words} ${this.row.over ? "" : (this.alone ? ["Your move.", "The computer is to move."][this.row.mover] : this.row.told)}`.trim(), $("nim-say")); }

  show(row, moved) {
    this.row = row;
    const most = Math.max(6, ...row.tokens);
    const mine = !row.over && (row.mover === 0 || !this.alone);
    $("nim-board").replaceChildren(...row.tokens.map((count, pit) => html("div", { class: `nim-pit ${moved?.pit === pit + 1 ? "from" : ""} ${moved?.to.includes(pit + 1) ? "got" : ""}`, style: `--most:${most}` },
      html("span", { class: "nim-number" }, String(pit + 1)),
      html("div", { class: "nim-stack", role: "group", "aria-label": `Pit ${pit + 1}, ${plural(count, "token")}` }, ...Array.from({ length: count }, (_, index) => html("button", {
        class: "token", disabled: !mine, "data-pit": pit, "data-take": index + 1, "aria-label": `Take ${index + 1} from pit ${pit + 1}`, title: `take ${index + 1}`,
        onclick: () => this.take(pit + 1, index + 1) }, String(index + 1)))),
      html("strong", { class: "nim-count" }, String(count)))), html("span", { class: "nim-out" }, "out →"));
    $("nim-undo").disabled = this.past.length === 0;
    saved.put("nimcala", { text: row.text, past: this.past, opponent: $("nim-opponent").value });
  }

  async take(pit, count) {
    let answer;
    try { answer = this.ask("nimcala-take", pit, count, this.row.text); } catch (error) { say(error.message, $("nim-say")); return; }
    this.past.push(this.row.text);
    this.perform(answer);
    if (!this.row.over && this.alone && this.row.mover === 1) await this.reply();
  }

  perform(answer) {
    this.show(answer.row, answer);
    this.tell(answer.told.replace("South takes", this.alone ? "You take" : "South takes").replace("North takes", this.alone ? "The computer takes" : "North takes").replace("South wins", this.alone ? "you win" : "South wins").replace("North wins", this.alone ? "the computer wins" : "North wins"));
    $("nim-board").querySelector(".token:not([disabled])")?.focus({ preventScroll: true });
  }

  async reply() {
    const text = this.row.text, words = $("nim-say").textContent;
    if (look.pace > 0) await pause(700);
    if (this.row.text !== text) return;
    let choice;
    if ($("nim-opponent").value === "random") {
      const tokens = [...$("nim-board").querySelectorAll(".token")], { pit, take } = tokens[Math.floor(Math.random() * tokens.length)].dataset;
      choice = { pit: Number(pit) + 1, count: Number(take) };
    } else {
      try { ({ choice } = await this.thinker.ask(["nimcala-best", text])); } catch (error) { say(error.message, $("nim-say")); return; }
    }
    if (this.row.text === text) { this.perform(this.ask("nimcala-take", choice.pit, choice.count, text)); say(`${words.replace("The computer is to move.", "").trim()} ${$("nim-say").textContent}`, $("nim-say")); }
  }

  async hint() {
    if (this.row.over) return;
    try {
      const { winner, moves, winning } = await this.thinker.ask(["nimcala-best", this.row.text]);
      const who = this.alone ? ["You win", "The computer wins"][winner] : `${["South", "North"][winner]} wins`;
      const how = winning.length ? ` Winning: ${winning.map(({ pit, count }) => `${count} from pit ${pit}`).join("; ")}.` : "";
      say(`${who} with best play${moves == null ? "" : ` in ${plural(moves, "move")}`}.${how}`, $("nim-say"));
    } catch (error) { say(error.message, $("nim-say")); }
  }

  undo() {
    let text = this.past.pop();
    if (!text) return;
    this.show(this.ask("nimcala-view", text));
    this.tell("Taken back.");
  }

  key(event) {
    const { pit, take } = event.target.dataset ?? {};
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 0, ArrowDown: 0 }[event.key];
    if (pit === undefined || step === undefined) return;
    event.preventDefault();
    const buttons = [...$("nim-board").querySelectorAll(".token")];
    const own = buttons.filter((button) => button.dataset.pit === pit);
    if (step) {
      const others = buttons.filter((button) => (step > 0 ? +button.dataset.pit > +pit : +button.dataset.pit < +pit));
      const near = step > 0 ? others[0]?.dataset.pit : others.at(-1)?.dataset.pit;
      others.find((button) => button.dataset.pit === near)?.focus();
    } else own[Number(take) - 1 + (event.key === "ArrowUp" ? 1 : -1)]?.focus();
  }
}
