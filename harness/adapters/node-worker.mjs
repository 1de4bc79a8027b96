// SPDX-License-Identifier: Apache-2.0
// A Fencepost worker, protocol 1: harness/templates/adapter.js as a module, for the adapters of this folder.

const write = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr); // whatever else prints

// Half of a surrogate pair is not a character, and no answer can hold it: it goes out as U+FFFD, as it does from any
// JavaScript program. A call's `json`, its arguments as the parser wrote them, goes out as it is: parsed here, it
// would lose digits and double keys, and the parser would be blamed for it.
function callText({ name, input, json, arguments: written }) {
  if (written !== undefined) return JSON.stringify({ name: name.toWellFormed(), arguments: written.toWellFormed() });
  const text = json ?? JSON.stringify(input), members = JSON.parse(text);
  if (typeof members !== "object" || !members || Array.isArray(members))
    throw new Error(`the input of ${name} is not an object: ${text}`);
  return `{"name":${JSON.stringify(name.toWellFormed())},"input":${text.replace(/[\r\n]/g, " ")}}`; // an answer is a line
}

function answerText(id, { text, reasoning = "", calls, deltas }) {
  if (deltas) return JSON.stringify({ id, deltas });
  const thought = reasoning && `"reasoning":${JSON.stringify(reasoning.toWellFormed())},`;
  return `{"id":${id},${thought}"text":${JSON.stringify(text.toWellFormed())},"calls":[${calls.map(callText)}]}`;
}

async function answer(hello, parse, { op, id, protocols, ...request }) {
  if (op === "bye") process.exit();
  if (op === "parse") return answerText(id, await parse(request));
  if (!protocols.includes(1)) throw new Error("only protocol 1 is spoken here");
  return JSON.stringify({ id, ...hello });
}

// hello: the members of the answer to hello. parse({syntax, chunks, catalogue}): feeds a fresh parser the chunks
// in turn, ends its input, and returns {text, calls}, each call {name, input}, or {name, json} with the JSON text
// of its arguments, or {name, arguments} with a text that need not be JSON (PROTOCOL-3.9); with them `reasoning`; or
// {deltas} (PROTOCOL-3.11). It may be async, and throws where the parser refuses the input.
export function serve(hello, parse) {
  let rest = "", turn = Promise.resolve(); // by hand: readline would also split at U+2028
  process.stdin.setEncoding("utf8").on("data", (data) => {
    const lines = data.split("\n");
    lines[0] = rest + lines[0];
    rest = lines.pop();
    for (const request of lines.map((line) => JSON.parse(line)))
      turn = turn.then(() => answer(hello, parse, request))
        .catch((error) => JSON.stringify({ id: request.id, error: String(error).toWellFormed() }))
        .then((line) => write(line + "\n"));
  });
}

// For the clients of an API: a chunk as bytes, and a `fetch` that is answered with the chunks. Whether the answer is a
// document or a stream of events is said by a header over HTTP, and here by its first byte that is not a blank.
export function bytesOf(chunk) {
  return typeof chunk === "string" ? Buffer.from(chunk) : Buffer.from(chunk.base64, "base64");
}

export function isDocument(chunks) {
  return /^\ufeff?[ \t\r\n]*\{/.test(Buffer.concat(chunks).toString("utf8"));
}

export function answerWith(chunks) {
  const type = isDocument(chunks) ? "application/json" : "text/event-stream";
  return async () => new Response(ReadableStream.from(chunks), { headers: { "content-type": type } });
}

// Some packages return the arguments as text, which is parsed when the call is run. Blank text means no arguments; text that
// is not an object gives null, since such a call would not be run.
export function argumentsOf(text) {
  const json = text.trim() || "{}";
  try {
    return json.startsWith("{") && JSON.parse(json) ? json : null;
  } catch {
    return null;
  }
}
