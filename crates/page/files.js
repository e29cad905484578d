// Games that come from elsewhere and go elsewhere: links, files, pasted text, the list of earlier games. What
// cannot be read changes nothing, and no game is ever replaced but kept in the list.
import { SIDES, html, plural } from "./board-shape.js";
import { look } from "./look.js";
import { $, copied, download, say, trouble } from "./page.js";
import { saved } from "./saved.js";
import { stateOf } from "./words.js";

// Letters of the longest text that is read.
const MAX_TEXT = 1e6;

export class Files {
  constructor(play) {
    this.play = play;
    const on = (id, work) => $(id).addEventListener("click", work);
    on("save", () => download("mancala.game", this.record()));
    on("copy-link", () => this.copy(this.link(), "The link is copied. It holds the whole game."));
    on("copy-input", () => this.copy(play.ask("input", "3", "3", play.game.record).text, "The position is copied as input.txt."));
    on("save-svg", () => download("mancala.svg", this.picture("still"), "image/svg+xml"));
    on("save-film", () => download("mancala.svg", this.picture("animated"), "image/svg+xml"));
    on("load", () => this.ask());
    on("open-file", () => $("load-file").click());
    on("open-text", () => this.load($("pasted").value, "The text"));
    $("load-file").addEventListener("change", async (event) => {
      const [file] = event.target.files;
      event.target.value = "";
      if (file) this.load(await file.slice(0, MAX_TEXT + 1).text(), file.name);
    });
    $("link-dialog").addEventListener("close", () => { if ($("link-dialog").returnValue === "open") this.show(this.linked, "The game of the link."); });
  }

  /** The record with who plays, as `mancala play --resume` reads it. */
  record() { return this.play.ask("named", ...this.play.seated, this.play.game.record).record; }
  link() { return `${location.href.split("#")[0]}#game:${encodeURIComponent(this.record())}`; }
  picture(kind) {
    const scheme = look.scheme === "auto" ? "wood" : look.scheme, { play } = this;
    return play.ask("svg", `${scheme} ${look.view} ${kind}`, play.name(0), play.name(1), play.game.record).text;
  }
  async copy(text, done) { if (await copied(text)) this.play.told(done); }

  /** The game of a text and who plays it, as far as the text says so and the page has such players. */
  read(text, otherwise) {
    if (text.length > MAX_TEXT) throw new Error("it is far too long for a game");
    const { play } = this, plain = text.trim(), [, link] = /^[^\s#]*#(\S+)$/.exec(plain) ?? [];
    if (link) return this.readLink(link);
    const [, rules, first, board] = /^([^#;\n]+);([^;\n]+);([^;\n]+)$/.exec(plain.replaceAll("_", " ")) ?? [];
    const isBoard = /^[\d\s]+(\/[\d\s]+){3}$/.test(plain);
    const game = board ? play.ask("place", rules, first, board) : isBoard ? play.ask("place", play.game.position.rules, SIDES[0], plain.replace(/\s+/g, " ")) : play.ask("view", text);
    return { game, players: game.players.map((spec, side) => (spec && play.knows(spec) ? spec : otherwise[side])) };
  }

  /** The same of what stands behind the # of a link: a record, or rules, side and board. */
  readLink(fragment) {
    const people = ["human", "human"];
    let text;
    try { text = decodeURIComponent(fragment); } catch { throw new Error("some of its characters are damaged"); }
    return this.read(text.replace(/^game:/, ""), people);
  }

  show({ game, players }, words) {
    if ($("open-dialog").open) $("open-dialog").close();
    trouble();
    this.play.open(game, words, players);
  }

  load(text, name) {
    try { this.show(this.read(text, this.play.players), `${name} is open.`); } catch (error) {
      const sentence = `${name} was not opened and the game is unchanged: ${error.message}`;
      if ($("open-dialog").open) say(sentence, $("open-say")); else trouble(sentence);
    }
  }

  /** Opens the link that the address holds, if it holds one. A running game is not left unless one wants to. */
  follow() {
    const fragment = location.hash.slice(1), { play } = this;
    // Another part of the page, such as what one skips to, is no link to a game.
    if (!fragment || /^(case|walk):/.test(fragment) || document.getElementById(fragment)) return;
    let linked;
    try { linked = this.readLink(fragment); } catch (error) { play.told(`The link holds no game: ${error.message}. Nothing was changed. ${play.whoIsNext()}`); return; }
    // A reload is to go on with the game, not to open the link again.
    try { history.replaceState(history.state, "", location.href.split("#")[0]); } catch { /* not allowed here */ }
    if (!play.isRunning) { this.show(linked, "The game of the link."); return; }
    this.linked = linked;
    $("link-what").textContent = `It holds ${this.about(linked.game, linked.players)}. Your game is kept either way: Open lists it.`;
    $("link-dialog").returnValue = "";
    if (!$("link-dialog").open) $("link-dialog").showModal();
  }

  about({ turns, position }, players) {
    const who = players.map((spec) => (spec === "human" ? "a person" : this.play.called(spec)));
    return `${who[0]} against ${who[1]}, rules ${position.rules}, ${plural(turns.length, "turn")}`;
  }

  // Earlier games.
  ask() {
    const when = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
    const items = saved.games().flatMap(({ name, at, game }) => {
      if (game.record === this.play.game.record) return [];
      let kept;
      // One that cannot be read stays where it is.
      try { kept = this.play.ask("view", game.record); } catch { return []; }
      return [html("li", {}, html("button", { type: "button", class: "quiet", onclick: () => this.goBackTo(name) }, `${this.about(kept, game.players)}. ${stateOf(kept)} `, html("small", {}, when.format(at))))];
    });
    $("earlier").replaceChildren(...items);
    $("pasted").value = "";
    $("open-say").textContent = "";
    $("open-dialog").showModal();
  }

  goBackTo(name) {
    $("open-dialog").close();
    const game = saved.take(name);
    if (game) this.play.resume(game); else trouble("This game is no longer kept.");
  }
}
