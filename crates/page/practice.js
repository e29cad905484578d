// Practice on the walk: first whether a node prunes, then what becomes of a child's value, then the numbers
// of the row. A reason follows each answer; the first answers count.
import { html } from "./board-shape.js";
import { short } from "./walk-tree.js";

export const LEVELS = { cut: ["prune", "go on"], becomes: ["prune", "update", "ignore"], numbers: [] };
// Questions that are handed out.
const MAX_QUESTIONS = 40;

const question = ({ node, returned: { name, value, before, window } }) =>
  `${node.name} is a ${node.goal} node with value ${short(before)}${window ? `, alpha ${short(window[0])}, beta ${short(window[1])}` : ""}. Its child ${name} returns ${short(value)}.`;
const answerTo = (level, { returned: { becomes } }) => (LEVELS[level].includes(becomes) ? becomes : "go on");

/** Asks what becomes of a child's value; `answered` hears whether the first answer was right. */
export function askChoice(place, level, shown, { reason, score, answered, next }) {
  const right = answerTo(level, shown), said = html("p", { role: "status" }, score());
  const answer = ({ target }) => {
    const words = target.textContent, isRight = words === right;
    answered(isRight);
    for (const button of buttons) button.disabled = true;
    said.textContent = `${isRight ? "Correct" : `No: ${right}`}. ${reason} ${score()} `;
    const on = html("button", { type: "button", class: "primary", onclick: next }, "Next question");
    said.append(on);
    on.focus();
  };
  const buttons = LEVELS[level].map((words) => html("button", { type: "button", onclick: answer }, words));
  place.onsubmit = (event) => event.preventDefault();
  place.replaceChildren(html("strong", {}, question(shown)), ...buttons, said);
  buttons[0].focus();
}

/** Questions for others, with their answers. `rows` gives the rows after which a child has returned. */
export async function questionsOf(level, rows) {
  const answers = LEVELS[level === "cut" ? "cut" : "becomes"], kind = answers === LEVELS.cut ? "cut" : "becomes", questions = [];
  for await (const shown of rows) {
    const right = answerTo(kind, shown);
    questions.push({ title: `Line ${shown.row + 1}`, text: `${question(shown)} What happens?`, answers, right, wrong: answers.filter((words) => words !== right), reason: shown.meaning });
    if (questions.length === MAX_QUESTIONS) break;
  }
  return questions;
}
