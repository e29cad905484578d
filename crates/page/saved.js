// What the browser keeps of the page: each tab has a state of its own, so that two do not overwrite each
// other. A reload goes on with the tab's state, a page that is opened anew with the newest one that no tab
// shows. Games that were left stay in a list.
//
// Left out: what is in a part of the state; who puts a part reads it again and trusts nothing in it.

const KEPT = "mancala.kept.", KEPT_AS = 1;
// States that are kept, and their letters: a browser has room for five million. A longer part is not kept.
const MAX_KEPT = 20, MAX_LETTERS = 3e6, MAX_PART = 1.2e6;

const fresh = () => Math.random().toString(36).slice(2);
// Who writes: another page that shows the same state has another one.
const me = fresh();
let id = fresh(), parts = {}, works = true;

const read = (name) => {
  try {
    const text = localStorage.getItem(KEPT + name), state = JSON.parse(text);
    return state?.version === KEPT_AS && state.parts ? { ...state, letters: text.length } : undefined;
  } catch { return undefined; }
};

/** All states, the newest first; one that cannot be read is the oldest. */
function all() {
  let names = [];
  try { names = Object.keys(localStorage).filter((key) => key.startsWith(KEPT)).map((key) => key.slice(KEPT.length)); } catch { /* not allowed here */ }
  return names.map((name) => ({ name, at: 0, letters: 0, ...read(name) })).sort((one, other) => other.at - one.at);
}

function remove(name) { try { localStorage.removeItem(KEPT + name); } catch { /* not allowed here */ } }

/** Writes a state; the oldest ones beyond what is kept go. A browser without room loses none of them. */
function write(name, about, what) {
  const text = JSON.stringify({ version: KEPT_AS, at: Date.now(), ...about, parts: what });
  let left = MAX_LETTERS - text.length;
  for (const [index, other] of all().filter((state) => state.name !== name).entries()) {
    left -= other.letters;
    if (left < 0 || index >= MAX_KEPT - 1) remove(other.name);
  }
  try { localStorage.setItem(KEPT + name, text); return true; } catch { return false; }
}

function keep() {
  const owner = read(id)?.owner;
  // Another page goes on from this state, so this page goes on beside it.
  if (owner && owner !== me) id = fresh();
  works = write(id, { owner: me }, parts);
  // Beside the address, which a reload and a doubled tab get at once; what a session keeps may come too late for them.
  try { if (history.state?.tab !== id) history.replaceState({ tab: id }, ""); } catch { works = false; }
}

/** What holds in all tabs, such as colours. */
export const settings = {
  read(name, otherwise) { try { return JSON.parse(localStorage.getItem(`mancala.${name}`)) ?? otherwise; } catch { return otherwise; } },
  write(name, value) { try { localStorage.setItem(`mancala.${name}`, JSON.stringify(value)); } catch { /* not allowed here */ } },
};

export const saved = {
  /** Whether the browser keeps anything. */
  get works() { return works; },

  /** What this tab goes on with: the parts by their names, none if there is nothing. */
  begin() {
    const own = history.state?.tab, state = own ? { name: own, ...read(own) } : all().find(({ left }) => !left);
    // Whoever opens the page again beside itself begins anew. A tab that was doubled goes on, with a state of its own.
    if (state?.parts && (own || !state.owner)) parts = state.parts;
    if (state?.parts && !state.owner) id = state.name;
    addEventListener("pagehide", () => write(id, {}, parts));
    addEventListener("pageshow", (event) => { if (event.persisted) keep(); });
    return parts;
  },

  /** Keeps a part; `undefined` is none. */
  put(name, part) {
    parts[name] = JSON.stringify(part ?? null).length > MAX_PART ? undefined : part;
    keep();
  },

  /** Leaves the game to the list; what is put from now on is kept beside it. */
  leave() {
    const { game, ...rest } = parts;
    if (game?.turns && write(id, { left: true }, { game })) id = fresh();
    parts = rest;
  },

  /** The games that were left and those of other tabs, the newest first: each with its name and when it was kept. */
  games: () => all().filter(({ name, parts }) => name !== id && parts?.game?.turns).map(({ name, at, parts }) => ({ name, at, game: parts.game })),

  /** Takes a game from the list, unless another page shows it: then it is copied. */
  take(name) {
    const { owner, parts: there } = read(name) ?? {};
    this.leave();
    if (!owner) remove(name);
    return there?.game;
  },
};
