// Asks the WebAssembly every request of a file and writes the answers into another one.
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
const [, , engine, requests, answers] = process.argv;
let memory;
const text = (start, length) => new TextDecoder().decode(new Uint8Array(memory.buffer, start, length));
const tell = (start, length) => { const news = JSON.parse(text(start, length)); if (news.panic) console.error(news.panic); };
const { instance } = await WebAssembly.instantiate(gunzipSync(readFileSync(engine)), { page: { now: () => performance.now(), tell, read: () => -1 } });
memory = instance.exports.memory;
const ask = (request) => {
  const bytes = new TextEncoder().encode(request), start = instance.exports.reserve(bytes.length);
  new Uint8Array(memory.buffer, start, bytes.length).set(bytes);
  const packed = BigInt.asUintN(64, instance.exports.answer(start, bytes.length));
  return text(Number(packed >> 32n), Number(packed & 0xffffffffn));
};
writeFileSync(answers, JSON.stringify(JSON.parse(readFileSync(requests, "utf8")).map(ask)));
