// The keys of the whole page, as in other boards without a mouse. Help lists them.
import { $ } from "./page.js";

/** Does what a key is for while the game is in sight. */
export function press(play, event) {
  if (event.key === "Escape" && play.sowing) { play.skip(); return; }
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) { if (event.key === "Escape") play.board.focusPit(play.board.focused); return; }
  const keys = {
    i: () => $("typed").focus(), u: () => play.undo(), r: () => play.redo(), g: () => play.hint(), s: () => play.swap(), n: () => play.askForGame(), v: () => play.evaluate(),
    l: () => play.told(play.lastMove ?? "No move yet."), m: () => ($("moves").querySelector("[aria-current]") ?? $("moves")).focus(),
    o: () => play.told(play.board.buttons.get(play.board.focused).getAttribute("aria-label")), b: () => play.told(play.game.position.aloud),
    "?": () => $("help-dialog").showModal(),
  };
  const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
  if (digit) {
    const { mover, names } = play.game.position;
    if (names[mover][digit - 1]) { play.board.focusPit(names[mover][digit - 1]); play.board.choose(names[mover][digit - 1]); }
  } else if (keys[event.key]) keys[event.key](); else return;
  event.preventDefault();
}
