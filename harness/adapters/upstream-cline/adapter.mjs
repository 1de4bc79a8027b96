// SPDX-License-Identifier: Apache-2.0
// adapter.mjs cline|roo SOURCE [COMMIT]: the parsers of Cline, whose prompt founded `tool-tags`, and of Roo Code. SOURCE is
// the top of a checkout. Both are TypeScript with lists of tools and arguments from other modules: esbuild makes a module
// of each as it is, with lists that are filled from the tools of a request.
import { build } from "esbuild";
import { resolve } from "node:path";
import { serve } from "../node-worker.mjs";

const [agent, source = ".", commit = "unknown"] = process.argv.slice(2);
const agents = {
  cline: { file: "parse-assistant-message.ts", tools: "toolUseNames", parse: wholeAgain, policies: { value_framing: "trimmed" } },
  roo: { file: "AssistantMessageParser.ts", tools: "toolNames", parse: chunkByChunk, policies: {} },
};
if (!agents[agent]) throw new Error(`the agent is ${Object.keys(agents).join(" or ")}, not '${agent}'`);
const { file, tools, parse, policies } = agents[agent];

const lists = {
  name: "lists",
  setup(build) {
    build.onResolve({ filter: /^(\.|@roo-code\/types|\.\.\/\.\.\/shared\/tools)$/ }, () => ({ path: "lists", namespace: "lists" }));
    build.onLoad({ filter: /./, namespace: "lists" }, () => ({ contents: `export const ${tools} = [], toolParamNames = [];` }));
  },
};

const path = resolve(source, "src/core/assistant-message", file);
const { outputFiles: [bundle] } = await build({
  stdin: { contents: `export * from ${JSON.stringify(path)}; export * from "@roo-code/types";`, resolveDir: source },
  bundle: true, write: false, format: "esm", platform: "node", plugins: [lists],
});
const code = await import("data:text/javascript;base64," + Buffer.from(bundle.contents).toString("base64"));

// Cline parses all that has come once more for each chunk; only what it reads last counts.
function wholeAgain(chunks) {
  return code.parseAssistantMessageV2(chunks.join(""));
}

function chunkByChunk(chunks) {
  const parser = new code.AssistantMessageParser();
  for (const chunk of chunks) parser.processChunk(chunk);
  parser.finalizeContentBlocks();
  return parser.getContentBlocks();
}

// A block that the end of the answer cuts is marked as complete by both agents, and run (`src/core/task`).
function outcome({ chunks, catalogue = [] }) {
  const keys = catalogue.flatMap((tool) => Object.keys(tool.inputSchema?.properties ?? {}));
  code[tools].splice(0, Infinity, ...catalogue.map((tool) => tool.name));
  code.toolParamNames.splice(0, Infinity, ...new Set(keys));
  const blocks = parse(chunks);
  return {
    text: blocks.filter((block) => block.type === "text").map((block) => block.content).join(""),
    calls: blocks.filter((block) => block.type === "tool_use").map(({ name, params }) => ({ name, input: params })),
  };
}

serve({ protocol: 1, name: agent, version: commit, language: "javascript", unit: "utf16", syntaxes: ["tool-tags"],
  capabilities: ["catalogue"], needs: ["tools"],
  policies: { unterminated: "recover", code_fence: "call", text_space: "trimmed", reasoning: "plain", ...policies } }, outcome);
