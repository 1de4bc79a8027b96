// SPDX-License-Identifier: Apache-2.0
// The vendor's own code for the format of gpt-oss, as WebAssembly. It reads tokens, so an input is encoded here: a chunk's
// marks are their tokens, and each piece between two marks is encoded by itself, as if the model had written these pieces.
import { readFileSync } from "node:fs";
import ranks from "js-tiktoken/ranks/o200k_base";
import { serve } from "../node-worker.mjs";

const { dependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url)));

// The package loads its WebAssembly and the vocabulary by fetch(). The first is a file beside it; the second is written
// again, byte for byte, from another package: the code compares its SHA-256.
function vocabulary() {
  const lines = ranks.bpe_ranks.split("\n").filter((line) => line).map((line) => line.split(" "))
    .sort((a, b) => a[1] - b[1]);
  return lines.map(([, first, ...tokens]) =>
    tokens.map((token, at) => `${token} ${Number(first) + at}\n`).join("")).join("");
}

globalThis.fetch = async (request) => {
  const url = String(request.url ?? request);
  if (url.startsWith("file:"))
    return new Response(readFileSync(new URL(url)), { headers: { "content-type": "application/wasm" } });
  return Object.defineProperty(new Response(vocabulary()), "url", { value: url });
};

const { load_harmony_encoding, JsStreamableParser } = await import("openai-harmony");
const encoding = await load_harmony_encoding("HarmonyGptOss");
const MARKS = ["<|start|>", "<|channel|>", "<|constrain|>", "<|message|>", "<|end|>", "<|call|>", "<|return|>"];
const MARK = Object.fromEntries(MARKS.map((mark) => [mark, encoding.encode(mark, new Set([mark]))[0]]));
const ENDS = ["<|end|>", "<|call|>", "<|return|>"].map((mark) => MARK[mark]);

// A chunk is a text, a token, or an array of both.
function encode(chunk) {
  return [chunk].flat().flatMap((piece) =>
    piece.token ? [MARK[piece.token]] : [...encoding.encode(piece, new Set())]);
}

// The prompt has ended with `<|start|>assistant`, unless the input begins with a mark of its own or the prefix has it.
const roleBefore = (first) => first === MARK["<|start|>"] ? null : "assistant";

// A stream can only begin within a message of the assistant; an empty one, whose end the input then follows, does without.
function parserFor(first) {
  const parser = new JsStreamableParser(encoding, "assistant");
  if (roleBefore(first) === null)
    [MARK["<|message|>"], MARK["<|end|>"]].forEach((token) => parser.process(token));
  return parser;
}

const OURS = "assistant"; // messages of other roles are passed over, as servers do
const NO_TOOLS = ["assistant", "user", "all"];
const toolOf = (recipient) => recipient && !NO_TOOLS.includes(recipient) ? recipient : null;
const nameOf = (tool) => tool.replace(/^functions\./, "");
const inString = (text) => JSON.stringify(text).slice(1, -1);

// What goes out for each token: as a server sends it on.
class Stream {
  constructor(first) {
    this.parser = parserFor(first);
    this.open = false; // whether the content of a message is read
    this.count = 0;
  }

  call(members) {
    return { tool_calls: [{ index: this.count - 1, function: members }] };
  }

  begin() {
    this.open = true;
    this.role = this.parser.currentRole;
    this.tool = this.role === OURS ? toolOf(this.parser.currentRecipient) : null;
    if (!this.tool) return [];
    this.count++;
    return [this.call({ name: nameOf(this.tool), arguments: this.tool === "python" ? '{"code": "' : "" })];
  }

  content() {
    const text = this.parser.lastContentDelta;
    if (!text || this.role !== OURS) return [];
    if (this.tool) return [this.call({ arguments: this.tool === "python" ? inString(text) : text })];
    return [this.parser.currentChannel === "analysis" ? { reasoning_content: text } : { content: text }];
  }

  end() {
    this.open = false;
    return this.tool === "python" ? [this.call({ arguments: '"}' })] : [];
  }

  take(token) {
    this.parser.process(token);
    if (!this.open) return token === MARK["<|message|>"] ? this.begin() : [];
    return ENDS.includes(token) ? this.end() : this.content();
  }
}

function stream(prefix, chunks) {
  const tokens = chunks.map(encode);
  const reader = new Stream((prefix.length ? prefix : tokens.flat())[0]);
  for (const token of prefix) reader.take(token);
  const deltas = tokens.flatMap((chunk, at) =>
    chunk.flatMap((token) => reader.take(token)).map((delta) => [at, delta]));
  reader.parser.free();
  return { deltas };
}

function whole(prefix, chunks) {
  const tokens = [...prefix, ...chunks.flatMap(encode)], outcome = { text: "", reasoning: "", calls: [] };
  const messages = JSON.parse(encoding.parseMessagesFromCompletionTokens(tokens, roleBefore(tokens[0])));
  for (const { recipient, channel, content } of messages.filter(({ role }) => role === OURS)) {
    const tool = toolOf(recipient);
    if (tool) outcome.calls.push({ name: nameOf(tool), arguments: tool === "python" ? JSON.stringify({ code: content }) : content });
    else outcome[channel === "analysis" ? "reasoning" : "text"] += content;
  }
  return outcome;
}

function parse({ chunks, mode, prefix }) {
  // What the prompt ended with is a text, in which each mark is its token.
  return (mode === "whole" ? whole : stream)(prefix === undefined ? [] : [...encoding.encode(prefix, new Set(MARKS))], chunks);
}

const policies = { markers: "token" };
serve({ protocol: 1, name: "openai-harmony", version: dependencies["openai-harmony"], language: "rust",
  syntaxes: ["harmony"], modes: ["stream", "whole"], capabilities: ["deltas", "tokens", "prefix"], policies }, parse);
