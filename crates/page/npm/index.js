// The library for Node and browsers. The requests and their answers: index.d.ts.
import { makeEngine } from "./engine.js";

/** Loads engine.wasm, which lies beside this file, and gives the function that answers requests. */
export async function load({ told, read } = {}) {
  return makeEngine(await WebAssembly.compile(await bytes(new URL("./engine.wasm", import.meta.url))), told, read);
}

async function bytes(place) {
  // fetch of Node takes no files.
  if (place.protocol === "file:") return (await import("node:fs/promises")).readFile(place);
  const response = await fetch(place);
  if (!response.ok) throw new Error(`${place}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}
