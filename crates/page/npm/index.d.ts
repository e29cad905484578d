/** 0 is South (player 1), 1 is North (player 2). Lists of two have South's entry first. */
export type Side = 0 | 1;

export interface Board {
  /** Seeds in each pit, leftmost first. */
  rows: [number[], number[]];
  stores: [number, number];
}

export interface Position {
  /** The name of the rules, such as `cits3001`. */
  rules: string;
  board: Board;
  /** The board in one line, as the request `place` takes it. */
  text: string;
  width: number;
  /** The names of the pits: B2, B3, .. and A2, A3, .. */
  names: [string[], string[]];
  mover: Side;
  over: boolean;
  /** The legal moves by the names of their pits. */
  moves: string[];
  /** Who is to move or who has won, in words. */
  told: string;
  /** The board to be read aloud. */
  aloud: string;
}

/** One sow: where its seeds fell, and what it captured. */
export interface Step {
  side: Side;
  pit: string;
  turn: number;
  before: Board;
  path: string[];
  sown: Board;
  captured: Moved[];
  extra: boolean;
  swept: Moved[];
  after: Board;
  over: boolean;
  told: string;
}

/** Seeds that went from a pit to a store, or out of play. */
export interface Moved {
  hole: string;
  seeds: number;
  to: "South" | "North" | null;
}

export interface Game {
  /** The game as text: what other requests take as their last argument. */
  record: string;
  position: Position;
  turns: { side: Side; text: string; stores: [number, number] }[];
  /** Whether the player to move is in the middle of a turn. */
  unfinished: boolean;
  /** Who has won, -1 for a draw, null before the end. */
  outcome: Side | -1 | null;
  last: Step | null;
  /** Those who began as South and as North. */
  players: [string | null, string | null];
  /** Whether the pie rule holds, whether the player to move may swap sides now, and whether the players have done so. */
  pie: boolean;
  swap: boolean;
  swapped: boolean;
}

/** What is known of one move: its value lies from lower to upper for the player to move. */
export interface MoveValue {
  pit: string;
  lower: number;
  upper: number;
}

/** Requests whose answers have no type here; the page's scripts use them all. */
export type Other =
  | "menus" | "named" | "undo" | "until" | "input" | "svg" | "memory" | "think" | "graph"
  | "lapse" | "mistakes" | "faulty" | "smallest"
  | `nimcala-${string}` | `walk-${string}`;

/** Answers requests. */
export interface Engine {
  /** Rules, number of pits, seeds in each, who begins, and whether the pie rule holds. */
  (request: "new", rules: string, pits: string, seeds: string, first: "South" | "North", pie?: "pie"): Game;
  /** The same for any board in one line: North's pits / South's pits / North's store / South's store. */
  (request: "place", rules: string, first: "South" | "North", board: string): Game;
  /** A record or an `input.txt` of the homework. */
  (request: "view", record: string): Game;
  /** One or more pits, such as `B4 B2`, or `swap`, in the game of a record. */
  (request: "sow", pits: string, record: string): { game: Game; steps: Step[] };
  /** The exact value of a position and of each move, within so many milliseconds; an empty text takes all it needs.
      `book` says whether the value is from the opening book. */
  (request: "values", milliseconds: string, record: string):
    | { moves: MoveValue[]; best: number; line: { side: Side; pits: string[] }[]; told: string; book?: boolean; unfinished?: undefined }
    | { unfinished: true };
  (request: Other, ...lines: string[]): unknown;
  /** The text of an answer. */
  text(request: string): string;
}

export interface Host {
  /** Hears what a long request has found so far. */
  told?: (news: unknown) => void;
  /** Gives at most so many bytes of a file, from a place on: for `walk-compare-file`. */
  read?: (at: number, length: number) => Uint8Array;
}

/** Loads the engine. A request throws an Error whose message is a sentence; one that takes long is for a worker. */
export function load(host?: Host): Promise<Engine>;
