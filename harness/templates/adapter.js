// SPDX-License-Identifier: Apache-2.0
// A Fencepost worker, protocol 1. Fill in parse(), then: fencepost test -- node adapter.js

// Feed a fresh parser the chunks (strings) in turn, tell it that the input ends, and return
// {text, calls}: all text in order, and an array of {name: "...", input: {...}}. May be async.
function parse(syntax, chunks) {
  throw new Error("not filled in yet");
}

const hello = { protocol: 1, name: "my-parser", version: "0", language: "javascript",
  syntaxes: ["caret"], unit: "utf16" };
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr); // whatever else prints
async function answer({ op, id, protocols, syntax, chunks }) {
  if (op === "bye") process.exit();
  if (op !== "hello") return { id, ...(await parse(syntax, chunks)) };
  if (!protocols.includes(1)) throw new Error("only protocol 1 is spoken here");
  return { id, ...hello };
}
let rest = "", turn = Promise.resolve(); // by hand: readline would also split at U+2028
process.stdin.setEncoding("utf8").on("data", (data) => {
  const lines = data.split("\n");
  lines[0] = rest + lines[0];
  rest = lines.pop();
  for (const request of lines.map((line) => JSON.parse(line)))
    turn = turn.then(() => answer(request))
      .catch((e) => ({ id: request.id, error: String(e).replace(/\p{Surrogate}/gu, "?") }))
      .then((members) => write(JSON.stringify(members) + "\n"));
});
