// SPDX-License-Identifier: Apache-2.0
// engine.js MODULES: what scopes VS Code's engine gives to the bytes of texts. From standard input a line
// {"grammars": […], "root": a scopeName, "inject": […scopeNames], "inputs": [base64, …]}, and to standard
// output a line for each input: [[start, end, ["scope", …]], …], in bytes, without line ends.
"use strict";
const fs = require("fs");
const path = require("path");

const modules = process.argv[2];
const oniguruma = require(path.join(modules, "vscode-oniguruma"));
const textmate = require(path.join(modules, "vscode-textmate"));

// The number of bytes of the UTF-8 character at this place; 0: there is none.
function characterLength(bytes, at) {
  const first = bytes[at];
  const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const character = bytes.subarray(at, at + length);

  return Buffer.from(character.toString("utf8")).equals(character) ? length : 0;
}

// The lines as an editor holds them: {text, offsets: where each UTF-16 unit begins, and the end}. A byte
// that is not UTF-8 is shown as U+FFFD.
function linesOf(bytes) {
  const lines = [];
  let text = "", offsets = [];

  for (let at = 0; at <= bytes.length;) {
    const crlf = bytes[at] === 0x0d && bytes[at + 1] === 0x0a;

    if (at === bytes.length || bytes[at] === 0x0a || crlf) {
      offsets.push(at);
      lines.push({ text, offsets });
      text = "";
      offsets = [];
      at += crlf ? 2 : 1;
      continue;
    }
    const length = characterLength(bytes, at);
    const character = length ? bytes.toString("utf8", at, at + length) : "\ufffd";

    for (let i = 0; i < character.length; i++)
      offsets.push(at);
    text += character;
    at += length || 1;
  }
  return lines;
}

function tokenize(grammar, bytes) {
  const found = [];
  let stack = textmate.INITIAL;

  for (const { text, offsets } of linesOf(bytes)) {
    const line = grammar.tokenizeLine(text, stack);

    stack = line.ruleStack;
    for (const token of line.tokens) {
      const end = Math.min(token.endIndex, text.length);

      if (token.startIndex < end)
        found.push([offsets[token.startIndex], offsets[end], token.scopes]);
    }
  }
  return found;
}

async function main() {
  const request = JSON.parse(fs.readFileSync(0, "utf8"));
  const wasm = fs.readFileSync(path.join(modules, "vscode-oniguruma", "release", "onig.wasm"));

  await oniguruma.loadWASM(wasm);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) => request.grammars.find((g) => g.scopeName === scope) || null,
    getInjections: (scope) => (scope === request.root ? request.inject || [] : []),
  });
  const grammar = await registry.loadGrammar(request.root);

  for (const input of request.inputs)
    process.stdout.write(JSON.stringify(tokenize(grammar, Buffer.from(input, "base64"))) + "\n");
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
