// Practice on the walk: first whether a node prunes, then what becomes of a child's value, then the numbers
// of the row. A reason follows each answer; the first answers count.
import { html } from "./board-shape.js";
import { download } from "./page.js";
import { short } from "./walk-tree.js";

export const LEVELS = { cut: ["prune", "go on"], becomes: ["prune", "update", "ignore"], numbers: [] };
// Questions in a file.
const MAX_EXPORTED = 40;

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

/** Questions as GIFT, which Moodle and other platforms read. `rows` gives the rows after which a child has returned. */
export async function exportQuestions(level, rows) {
  const kind = level === "cut" ? "cut" : "becomes", texts = [];
  // What GIFT reads as its own stands behind a backslash.
  const plain = (text) => text.replace(/[~=#{}:\\]/g, "\\$&");
  for await (const shown of rows) {
    const right = answerTo(kind, shown), wrong = LEVELS[kind].filter((words) => words !== right);
    texts.push(`::Line ${shown.row + 1}:: ${plain(question(shown))} What happens? {\n=${plain(right)}\n${wrong.map((words) => `~${plain(words)}\n`).join("")}####${plain(shown.meaning)}\n}\n`);
    if (texts.length === MAX_EXPORTED) break;
  }
  download("questions.gift.txt", texts.join("\n"));
  return texts;
}
