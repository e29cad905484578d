// The introduction: three steps on the board itself, each a position and a sow that is foreseen there. The
// game waits behind it, as it is.
import { SIDES, html } from "./board-shape.js";
import { $ } from "./page.js";

const RULES = "cits3001", OPENING = "4 4 4 4 4 4 / 4 4 4 4 4 4 / 0 / 0";
const STEPS = [
  ["Choose a pit of your row. Its seeds fall one by one into the next pits, into your store and round the board, never into the other store. The dotted ring shows where the last one will fall.", OPENING, "B2"],
  ["When the last seed falls into your store, you sow again. From this start your third pit does that: it holds four seeds, and your store is four away.", OPENING, "B4"],
  ["When the last seed falls into an empty pit of yours, you capture it and the seeds opposite: here B3 would capture six. Whoever has more seeds in store at the end wins.", "4 1 5 0 6 5 / 5 1 0 5 5 1 / 4 / 6", "B3"],
];

/** Shows the steps from `at` on, over the game that `play` has. */
export function teach(play, at = 0) {
  const box = $("lesson"), [text, board, pit] = STEPS[at], { position, record } = play.ask("place", RULES, SIDES[0], board);
  const [step] = play.ask("sow", pit, record).steps;
  play.wait(play.paused);
  box.hidden = false;
  play.board.note();
  play.board.show(position, { last: { ...step, path: [] }, players: ["You", "Opponent"] });
  play.board.foresee(step);
  const next = () => { if (STEPS[at + 1]) teach(play, at + 1); else play.goBack(); };
  box.replaceChildren(html("small", {}, `Introduction, ${at + 1} of ${STEPS.length}`), html("div", { class: "actions" },
    at ? html("button", { onclick: () => teach(play, at - 1) }, "Back") : "", html("button", { class: "primary", onclick: next }, STEPS[at + 1] ? "Next" : "Play")));
  play.told(text);
  box.querySelector("button.primary").focus({ preventScroll: true });
}
