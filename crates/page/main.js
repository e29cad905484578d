// Starts the page: the engine, the tabs, the dialogs, the keys.
import { Analyse } from "./analyse.js";
import { Debug } from "./debug.js";
import { makeEngine } from "./engine.js";
import { Files } from "./files.js";
import { press } from "./keys.js";
import { applyLook, lookFields } from "./look.js";
import { NimcalaBoard } from "./nimcala.js";
import { $, download, trouble } from "./page.js";
import { Play } from "./play.js";
import { saved } from "./saved.js";
import { Thinker } from "./thinker.js";
import { Walk } from "./walk.js";

applyLook();

function tabs(opened) {
  const all = [...document.querySelectorAll("[role=tab]")];
  const open = (tab) => {
    for (const other of all) {
      other.setAttribute("aria-selected", String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
      $(other.getAttribute("aria-controls")).hidden = other !== tab;
    }
    document.body.dataset.tab = tab.getAttribute("aria-controls");
    opened(document.body.dataset.tab);
  };
  all.forEach((tab, index) => {
    tab.addEventListener("click", () => open(tab));
    tab.addEventListener("keydown", (event) => {
      const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: all.length - 1 }[event.key];
      if (to === undefined) return;
      const next = all[(to + all.length) % all.length];
      next.focus();
      open(next);
      event.preventDefault();
    });
  });
}

/** The file and the case of `#case:FILE;NAME`, if the address has them. A file beside the page, never
    one from elsewhere. */
function linkedCase() {
  const [, file, name] = /^#case:([^;]+);(.+)$/.exec(location.hash) ?? [];
  if (!file) return undefined;
  const path = decodeURIComponent(file);
  if (!/^[^:?#\\/][^:?#\\]*\.js$/.test(path) || path.split("/").includes("..")) throw new Error("The link does not name a file beside this page.");
  return { path, name: decodeURIComponent(name) };
}

/** Shows a case of a report, whose data lies in a script, since a page from a disk may read nothing else. */
function openCase(walk) {
  const { path, name } = linkedCase();
  const script = document.createElement("script");
  globalThis.mancalaCases = (cases) => { if (cases[name]) walk.show(cases[name]); else trouble(`${path} has no case called ${name}.`); };
  script.onerror = () => trouble(`${path}, which the link names, is not beside this page.`);
  script.src = path.split("/").map(encodeURIComponent).join("/");
  document.head.append(script);
}

async function start() {
  const module = await WebAssembly.compile(await unpacked("engine-bytes").arrayBuffer());
  const ask = await makeEngine(module);
  const menus = ask("menus");
  const data = JSON.parse($("walk-data").textContent);
  const kept = saved.begin();
  const play = new Play(ask, new Thinker(module), menus);
  const files = new Files(play);
  const analyse = new Analyse(ask, new Thinker(module), menus, play);
  const walk = new Walk(new Thinker(module), play, ask, data);
  const nimcala = new NimcalaBoard(ask, new Thinker(module));
  const debug = new Debug(new Thinker(module), play, ask);
  $("look-fields").replaceChildren(...lookFields(menus.schemes));
  for (const name of ["look", "help"]) $(`open-${name}`).addEventListener("click", () => $(`${name}-dialog`).showModal());
  $("start-lesson").addEventListener("click", () => { $("help-dialog").close(); play.lesson(); });
  $("save-scripts").addEventListener("click", async () => download("mancala-page.js", await unpacked("scripts").text(), "text/javascript"));
  tabs((tab) => {
    saved.put("tab", tab);
    if (tab === "analyse") analyse.begin(kept.analyse);
    if (tab === "walk") walk.begin(kept.walk);
    if (tab === "debug") debug.begin(kept.debug).catch((error) => trouble(error.message));
    if (tab === "nimcala") nimcala.resume(kept.nimcala);
  });
  document.addEventListener("keydown", (event) => { if (document.body.dataset.tab === "play") press(play, event); });
  const follow = () => {
    try { if (linkedCase()) openCase(walk); } catch (error) { trouble(error.message); }
    walk.follow();
    files.follow();
  };
  document.body.dataset.tab = "play";
  try { if (kept.game) play.resume(kept.game); } catch { trouble("The earlier game cannot be read. Here is a new one."); }
  if (!play.game) play.begin("");
  follow();
  addEventListener("hashchange", follow);
  $(`tab-${data ? "walk" : kept.tab}`)?.click();
  performance.mark("first move possible");
  // For tests and for the curious: what is on the board, as the engine says it.
  globalThis.mancala = { ask, play, files, analyse, walk, debug, nimcala };
}

start().catch(giveUp);
