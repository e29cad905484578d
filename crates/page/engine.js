// The engine: WebAssembly in, a function from request to answer out. Knows no rule.

/** Makes an engine of compiled WebAssembly; `told` hears what it has to say on the way. */
export async function makeEngine(module, told = () => {}) {
  let memory;
  const text = (start, length) => new TextDecoder().decode(new Uint8Array(memory.buffer, start, length));
  const imports = { page: {
    now: () => performance.now(),
    tell: (start, length) => told(JSON.parse(text(start, length))),
  } };
  const { exports } = await WebAssembly.instantiate(module, imports);
  memory = exports.memory;
  /** Asks; answers with an object, or throws an Error whose message is a sentence. */
  return (name, ...lines) => {
    const request = new TextEncoder().encode([name, ...lines].join("\n"));
    const start = exports.reserve(request.length);
    new Uint8Array(memory.buffer, start, request.length).set(request);
    const packed = BigInt.asUintN(64, exports.answer(start, request.length));
    const answer = JSON.parse(text(Number(packed >> 32n), Number(packed & 0xffffffffn)));
    if (answer.error) throw new Error(answer.error);
    return answer;
  };
}
