// SPDX-License-Identifier: Apache-2.0
// @ai-sdk/openai-compatible, a provider of the AI SDK: its fetch is answered with the chunks, and the parts of its stream
// come out.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { readFileSync } from "node:fs";
import { answerWith, argumentsOf, bytesOf, isDocument, serve } from "../node-worker.mjs";

const NAME = "@ai-sdk/openai-compatible";
const { dependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url)));
const question = { prompt: [{ role: "user", content: [{ type: "text", text: "any" }] }] };

async function parse({ chunks }) {
  const bytes = chunks.map(bytesOf);
  const model = createOpenAICompatible({ name: "any", baseURL: "http://any", fetch: answerWith(bytes) }).chatModel("any");
  const outcome = { text: "", calls: [] };
  const take = ({ type, text, delta, toolName, input }) => {
    if (type === "text" || type === "text-delta") outcome.text += text ?? delta;
    if (type !== "tool-call") return;
    const json = argumentsOf(input);
    if (json) outcome.calls.push({ name: toolName, json });
  };
  if (isDocument(bytes)) (await model.doGenerate(question)).content.forEach(take);
  else try {
    for await (const part of (await model.doStream(question)).stream) take(part);
  } catch { /* what came before an error was shown, and run */ }
  return outcome;
}

serve({ protocol: 1, name: NAME, version: dependencies[NAME], language: "javascript", unit: "byte",
  syntaxes: ["native-openai"], capabilities: ["bytes"], policies: { unterminated: "drop" } }, parse);
