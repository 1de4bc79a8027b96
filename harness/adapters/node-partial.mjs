// SPDX-License-Identifier: Apache-2.0
// A Fencepost worker for a reader of partial JSON (spec/protocol.md, section 7), as a module for the adapters of this folder.

const write = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr); // whatever else prints

const DEEPEST = 1000;

export const NOTHING = Symbol("nothing yet");

class Untold extends Error {
  constructor(member, says) {
    super(says);
    this.answer = { [member]: says };
  }
}

// A value as JSON text that has all of it: JSON.stringify loses -0, and writes what is not JSON as null. An infinite number is
// what JavaScript makes of 1e999. A member that is undefined is left out: who reads it finds what one finds that is missing.
function textOf(value, depth) {
  if (depth > DEEPEST) throw new Untold("deep", true);
  if (Array.isArray(value)) return `[${Array.from(value, (item) => textOf(item, depth + 1))}]`;
  if (value && typeof value === "object")
    return `{${Object.entries(value).filter(([, member]) => member !== undefined)
      .map(([key, member]) => `${JSON.stringify(key)}:${textOf(member, depth + 1)}`)}}`;
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "number" || Number.isNaN(value)) throw new Untold("other", String(value));
  return Object.is(value, -0) ? "-0" : Number.isFinite(value) ? String(value) : value > 0 ? "1e999" : "-1e999";
}

function answerTo(read, text) {
  let value;
  try {
    value = read(text);
  } catch (error) {
    return JSON.stringify({ error: String(error).toWellFormed() });
  }
  if (value === NOTHING || value === undefined) return '{"none":true}';
  try {
    return `{"value":${textOf(value, 0)}}`;
  } catch (untold) {
    if (!untold.answer) throw untold;
    return JSON.stringify(untold.answer);
  }
}

function answer(hello, read, { op, id, chunks }) {
  if (op === "bye") process.exit();
  if (op !== "value") return JSON.stringify({ id, protocol: 1, language: "javascript", subjects: ["partial-json"], ...hello });
  let text = "";
  return `{"id":${id},"values":[${chunks.map((chunk) => answerTo(read, text += chunk))}]}`;
}

// hello: name, version, and `policies` that the reader declares. read(text): the value of a prefix; NOTHING or undefined where
// there is none yet; it throws where the text is not JSON.
export function serveReader({ policies, ...hello }, read) {
  const greeting = { ...hello, subject_policies: { "partial-json": { numbers: "double", ...policies } } };
  let rest = "";
  process.stdin.setEncoding("utf8").on("data", (data) => {
    const lines = (rest + data).split("\n");
    rest = lines.pop();
    for (const line of lines) write(answer(greeting, read, JSON.parse(line)) + "\n");
  });
}
