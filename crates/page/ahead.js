// Who is ahead, as a bar beneath the board while one plays: only if it is asked for.
import { SIDES } from "./board-shape.js";
import { look } from "./look.js";
import { $, trouble } from "./page.js";
import { knownOf } from "./words.js";

export class Ahead {
  /** It thinks beside the players. */
  constructor(thinker) {
    this.thinker = thinker;
    addEventListener("look", () => { if (this.game) this.show(this.game, this.name); });
  }

  /** Finds out who is ahead in a game; `name` names a side. */
  async show(game, name) {
    Object.assign(this, { game, name });
    const bar = $("ahead"), { over, board } = game.position, mine = this.asked = (this.asked ?? 0) + 1;
    this.thinker.stop();
    bar.hidden = !look.ahead;
    if (!look.ahead) return;
    bar.setAttribute("aria-busy", "true");
    let known;
    try {
      known = over ? { lead: board.stores[0] - board.stores[1], proved: true, told: "" } : await this.thinker.ask(["think", "best:500ms", game.record]);
    } catch (error) { if (error.message !== "stopped") trouble(error.message); return; }
    if (mine !== this.asked) return;
    const all = board.stores[0] + board.stores[1] + board.rows.flat().reduce((sum, seeds) => sum + seeds, 0);
    bar.removeAttribute("aria-busy");
    bar.style.setProperty("--south", `${50 + 50 * (known.lead ?? 0) / Math.max(1, all)}%`);
    bar.dataset.known = known.proved ? "proved" : "estimate";
    const leader = known.lead ? name(known.lead > 0 ? 0 : 1) : "";
    $("ahead-says").textContent = knownOf(known, name) || (over ? "The game is over." : "Nothing is known yet.");
    bar.title = leader ? `${leader}: ${Math.abs(known.lead)} ahead` : SIDES.join(" and ") + " are level";
  }
}
