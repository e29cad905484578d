// The engine: WebAssembly in, a function from request to answer out. Knows no rule.

/** Makes an engine of compiled WebAssembly. `told` hears what it has to say on the way; `read` gives so many
    bytes of a file, from a place on. */
export async function makeEngine(module, told = () => {}, read) {
  let memory;
  const text = (start, length) => new TextDecoder().decode(new Uint8Array(memory.buffer, start, length));
  const imports = { page: {
    now: () => performance.now(),
    tell: (start, length) => told(JSON.parse(text(start, length))),
    read: (at, start, length) => {
      // A view of so many bytes takes no more. What is thrown must not cross the engine, which could not clean up.
      try {
        const bytes = read(at, length);
        new Uint8Array(memory.buffer, start, length).set(bytes);
        return bytes.length;
      } catch { return -1; }
    },
  } };
  const { exports } = await WebAssembly.instantiate(module, imports);
  memory = exports.memory;
  const answer = (words) => {
    const request = new TextEncoder().encode(words), start = exports.reserve(request.length);
    new Uint8Array(memory.buffer, start, request.length).set(request);
    const packed = BigInt.asUintN(64, exports.answer(start, request.length));
    return text(Number(packed >> 32n), Number(packed & 0xffffffffn));
  };
  /** Asks; answers with an object, or throws an Error whose message is a sentence. */
  const ask = (name, ...lines) => {
    const said = JSON.parse(answer([name, ...lines].join("\n")));
    if (said.error) throw new Error(said.error);
    return said;
  };
  // The answer's own text, for tests.
  ask.text = answer;
  return ask;
}
