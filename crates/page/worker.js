// The worker: an engine of its own, so that the page stays alive while it thinks. `makeEngine` stands before this text.
import { makeEngine } from "./engine.js";

let engine, file;
const read = (at, length) => new Uint8Array(new FileReaderSync().readAsArrayBuffer(file.slice(at, at + length)));
onmessage = async ({ data }) => {
  if (data.module) {
    engine = makeEngine(data.module, (news) => postMessage({ id: current, news }), read).then((ask) => { ask("memory", data.megabytes); return ask; });
    return;
  }
  const ask = await engine;
  current = data.id;
  file = data.file;
  try {
    postMessage({ id: data.id, answer: ask(...data.request) });
  } catch (error) {
    const gone = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    postMessage({ id: data.id, error: gone ? "the engine ran out of room for this; it starts again with smaller tables: ask again" : error.message, gone });
  }
};
let current = 0;
