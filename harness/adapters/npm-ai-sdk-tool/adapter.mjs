// SPDX-License-Identifier: Apache-2.0
// @ai-sdk-tool/parser, its middlewares, as wrapLanguageModel of the package `ai` uses them: the text deltas of a model go
// in, and parts as the AI SDK has them come out.
import { hermesToolMiddleware, qwen3CoderToolMiddleware } from "@ai-sdk-tool/parser";
import { readFileSync } from "node:fs";
import { serve } from "../node-worker.mjs";

const { dependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url)));
const subjects = { // they differ in what they declare, of which a worker has one set
  hermes: { middleware: hermesToolMiddleware, policies: { unterminated: "whole", types: "schema" },
    readings: ["MODEL-1.13", "OBJECT-2.9", "OBJECT-4.6", "OBJECT-5.1", "OBJECT-5.5", "OBJECT-5.7", "OBJECT-6.3", "OBJECT-7.10"] },
  "qwen3-coder": { middleware: qwen3CoderToolMiddleware,
    policies: { unterminated: "recover", value_framing: "trimmed", types: "schema" },
    readings: ["MODEL-1.12", "MODEL-1.13", "MODEL-3.13", "MODEL-3.14", "MODEL-3.15", "MODEL-3.19", "TAGS-2.6"] },
};
const syntax = process.argv[2];
const { middleware, policies, readings } = subjects[syntax];
const prompt = [{ role: "user", content: [{ type: "text", text: "any" }] }];
const usage = { inputTokens: {}, outputTokens: {} };

function functionTool({ name, description, inputSchema }) {
  return { type: "function", name, description, inputSchema };
}

function deltas(chunks) {
  return new ReadableStream({
    start(controller) {
      for (const delta of chunks)
        controller.enqueue({ type: "text-delta", id: "0", delta });
      controller.enqueue({ type: "finish", finishReason: { unified: "stop" }, usage });
      controller.close();
    },
  });
}

async function parse({ chunks, catalogue = [] }) {
  const params = await middleware.transformParams({ params: { prompt, tools: catalogue.map(functionTool) } });
  const { stream } = await middleware.wrapStream({ doStream: async () => ({ stream: deltas(chunks) }), params });
  const outcome = { text: "", calls: [] };
  for await (const part of stream)
    if (part.type === "text-delta")
      outcome.text += part.delta;
    else if (part.type === "tool-call")
      outcome.calls.push({ name: part.toolName, json: part.input });
  return outcome;
}

serve({ protocol: 1, name: `@ai-sdk-tool/parser ${syntax}`, version: dependencies["@ai-sdk-tool/parser"],
  language: "javascript", syntaxes: [syntax], unit: "utf16", capabilities: ["catalogue"],
  policies: { unknown_tool: "pass", code_fence: "call", recovery: "lenient", reasoning: "plain", ...policies }, readings }, parse);
