// SPDX-License-Identifier: Apache-2.0
// @browser-ai/core, its stream of a chat, with a stand-in for the browser's own model that says the chunks.
import { browserAI } from "@browser-ai/core";
import { readFileSync } from "node:fs";
import { serve } from "../node-worker.mjs";

const { dependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url)));

let said = [];
class StandIn extends EventTarget {
  promptStreaming() {
    return ReadableStream.from(said);
  }
  destroy() {}
}
globalThis.LanguageModel = {
  availability: async () => "available",
  create: async () => new StandIn(),
};

async function parse({ chunks }) {
  said = chunks;
  const outcome = { text: "", calls: [] };
  const tools = [{ type: "function", name: "none", inputSchema: { type: "object", properties: {} } }];
  const prompt = [{ role: "user", content: [{ type: "text", text: "." }] }];
  const { stream } = await browserAI("text").doStream({ prompt, tools });
  for await (const part of stream)
    if (part.type === "text-delta")
      outcome.text += part.delta;
    else if (part.type === "tool-call")
      outcome.calls.push({ name: part.toolName, json: part.input });
    else if (part.type === "error")
      throw part.error;
  return outcome;
}

const policies = { unterminated: "drop", extra_call: "stop", code_fence: "call", recovery: "lenient",
  reasoning: "plain" };
const readings = ["HERMES-2.9", "MODEL-1.13", "OBJECT-2.7", "OBJECT-2.9", "OBJECT-5.5", "OBJECT-6.1", "OBJECT-7.5", "OBJECT-8.2"];
serve({ protocol: 1, name: "@browser-ai/core", version: dependencies["@browser-ai/core"],
  language: "javascript", syntaxes: ["hermes"], unit: "utf16", policies, readings }, parse);
