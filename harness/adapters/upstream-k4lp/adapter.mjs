// SPDX-License-Identifier: Apache-2.0
// adapter.mjs SOURCE [COMMIT]: the unified tool parser of k4lp's project, which founded `shortcode`. SOURCE is the top of a
// checkout. Its registry is made again for each input: the tools on offer, with expressions as the registry's own have them.
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import { serve } from "../node-worker.mjs";

const [source, commit = "unknown"] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(resolve(source, "js", path)));
console.warn = () => {}; // it warns of each attribute that looks odd
const { TOOL_DEFINITIONS, TOOL_TYPES } = await load("config/tool-registry-config.js");
const { extractToolOperations } = await load("reasoning/parser/unified-tool-parser.js");

const kinds = { block: TOOL_TYPES.BLOCK, "self-closing": TOOL_TYPES.SELF_CLOSING };
const quoted = (name) => name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
const selfClosing = (tag) => new RegExp(String.raw`{{<${tag}(?:\s+([\s\S]*?))?\s*\/>}}`, "g");
const block = (tag) => new RegExp(String.raw`{{<${tag}(?:\s+([\s\S]*?))?>}}([\s\S]*?){{<\/${tag}>}}`, "g");
let serial = 0; // in ids: the parser keeps the expressions of an id for good

function register({ name, "x-fencepost": more }) {
  const id = `${name} ${serial++}`, tag = quoted(name);
  TOOL_DEFINITIONS[id] = { id, name, type: kinds[more?.kind] ?? TOOL_TYPES.HYBRID, schema: { attributes: {} },
    patterns: { selfClosing: selfClosing(tag), block: block(tag) } };
  return id;
}

// The operations of a tool, with their places: it says only what each was made of.
function operations(text, tool) {
  const from = {};
  return extractToolOperations(text, register(tool)).map(({ raw, type, attributes, hasContent, content }) => {
    const start = text.indexOf(raw, from[type]);
    from[type] = start + raw.length;
    return { start, end: from[type], name: tool.name, input: hasContent ? { ...attributes, content } : attributes };
  });
}

function parse({ chunks, catalogue = [] }) {
  const text = chunks.join(""), outcome = { text: "", calls: [] };
  for (const key of Object.keys(TOOL_DEFINITIONS)) delete TOOL_DEFINITIONS[key];
  let at = 0;
  for (const { start, end, name, input } of catalogue.flatMap((tool) => operations(text, tool)).sort((a, b) => a.start - b.start)) {
    outcome.text += text.slice(at, Math.max(at, start));
    at = Math.max(at, end);
    outcome.calls.push({ name, json: JSON.stringify(input, (_, value) => value?.toWellFormed?.() ?? value) });
  }
  outcome.text += text.slice(at);
  return outcome;
}

serve({ protocol: 1, name: "k4lp", version: commit, language: "javascript", unit: "utf16", syntaxes: ["shortcode"],
  capabilities: ["catalogue"], needs: ["tools"], policies: { unterminated: "text", code_fence: "call" } }, parse);
