// Requests that take time: a worker that can be stopped at once.
import { makeEngine } from "./engine.js";

// Tables as large as pay, where a device says that it has room; half of that after it had none.
const MEGABYTES = (navigator.deviceMemory ?? (matchMedia("(pointer: coarse)").matches ? 2 : 8)) >= 8 ? 1024 : 320;

// Milliseconds after which a worker looks whether it is to go on.
const SLICE = 500;

export class Thinker {
  constructor(module) {
    this.module = module;
    this.waiting = new Map();
    this.next = 1;
    this.megabytes = MEGABYTES;
  }

  /** Another one of the same engine. */
  beside() { return new Thinker(this.module); }

  start() {
    const source = makeEngine + document.getElementById("worker-source").textContent;
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.worker = new Worker(url);
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => this.fail(event.message || "the worker cannot be started");
    this.worker.postMessage({ module: this.module, megabytes: this.megabytes });
  }

  /** The answer to a request; `told` hears what is known on the way, `file` is read in parts. */
  ask(request, told, file) {
    if (!this.worker) this.start();
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, told });
      this.worker.postMessage({ id, request, file });
    });
  }

  /** The answer to a request that takes long: asked in slices, so that it can be stopped and what the
      worker has found out by then is kept. */
  async askLong(name, text, told) {
    const mine = this.long = (this.long ?? 0) + 1;
    for (;;) {
      const answer = await this.ask([name, SLICE, text], told);
      if (mine !== this.long) throw new Error("stopped");
      if (!answer.unfinished) return answer;
    }
  }

  /** Has enough of a long request: the worker ends its slice and keeps its tables. */
  pause() {
    this.long = (this.long ?? 0) + 1;
    this.fail("stopped");
  }

  heard({ id, answer, error, news, gone }) {
    const waiting = this.waiting.get(id);
    if (news) { waiting?.told?.(news); return; }
    this.waiting.delete(id);
    if (error) waiting?.reject(new Error(error)); else waiting?.resolve(answer);
    if (gone) { this.megabytes = Math.max(32, this.megabytes / 2); this.stop(); }
  }

  fail(sentence) {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of all) reject(new Error(sentence));
  }

  get busy() { return this.waiting.size > 0; }

  /** Stops at once; what is asked next starts a new worker. */
  stop() {
    this.worker?.terminate();
    this.worker = undefined;
    this.fail("stopped");
  }
}
