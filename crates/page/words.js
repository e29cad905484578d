// Sentences of the engine, told to who plays: by the names of the players, the winner's seeds first.
import { SIDES } from "./board-shape.js";

/** How a game ended, or who is to move. */
export function stateOf({ outcome, position: { board: { stores }, told, over } }, name = (side) => SIDES[side]) {
  return named(over && outcome >= 0 ? `${SIDES[outcome]} wins ${stores[outcome]}-${stores[1 - outcome]}.` : told, name);
}

const YOURS = { is: "are", ends: "end", sows: "sow", wins: "win" };

/** A sentence with the players' names in place of their sides. */
export function named(told, name) {
  const words = told.replace(/\b(South|North) (\w+)/g, (_, side, verb) => {
    const who = name(SIDES.indexOf(side));
    return `${who} ${who === "You" ? YOURS[verb] ?? verb : verb}`;
  });
  return words.startsWith("You ") ? words.replace("; captures", "; you capture") : words;
}

/** What a search says of a position: proved, or what it estimates. */
export function knownOf({ told, proved }, name) {
  return told ? `${proved ? "Proved" : "Estimate, not proved"}: ${named(told, name)}.` : "";
}
