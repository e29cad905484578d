// Does not run: the compiler holds the declarations against how the package is used.
import { load, type Game, type MoveValue } from "mancala-lab";

const ask = await load({ told: (news) => console.log(news) });
const game: Game = ask("new", "usc", "6", "4", "North");
const pits: string[] = ask("sow", game.position.moves[0] ?? "", game.record).steps.map((step) => step.pit);
const found = ask("values", "1000", game.record);
const values: MoveValue[] = found.unfinished ? [] : found.moves;
const other: unknown = ask("menus");
// @ts-expect-error: nobody else begins.
ask("new", "usc", "6", "4", "West");
console.log(pits, values, other);
