// The package as somebody has it who installed it: run in a folder with node_modules/mancala-lab.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { load } from "mancala-lab";

test("the lines of the README print what they should", async () => {
  const readme = await readFile(new URL("node_modules/mancala-lab/README.md", import.meta.url), "utf8");
  const lines = readme.match(/```js\n([^]*?)```/)[1];
  const printed = [];
  const { log } = console;
  console.log = (...words) => printed.push(words.join(" "));
  try {
    await import(`data:text/javascript,${encodeURIComponent(lines.replace('"mancala-lab"', JSON.stringify(import.meta.resolve("mancala-lab"))))}`);
  } finally {
    console.log = log;
  }
  assert.deepEqual(printed, [
    "B2 B3 B4 B5",
    "South sows B3: 3 seeds, the last in the store; another sow.",
    "With best play South ends 6 ahead.",
  ]);
});

test("what is wrong is an Error with a sentence", async () => {
  const ask = await load();
  assert.throws(() => ask("new", "chess", "4", "3", "South"), /^Error: rules: expected usc/);
  assert.throws(() => ask("fly"), /no such request: fly/);
});

test("long requests tell what they have found, and files are read by the host", async () => {
  const news = [];
  const input = "3\n1\n2\n2 2 2\n2 2 2\n0\n0\n", log = new TextEncoder().encode("Node,Depth,Value,Alpha,Beta\nroot,1\n");
  const ask = await load({ told: (it) => news.push(it), read: (at, length) => log.subarray(at, at + length) });
  ask("values", "", ask("view", input).record);
  assert.ok(news.some((it) => "upper" in it));
  ask("walk-open", input);
  assert.equal(ask("walk-compare-file").line, 2);
});
