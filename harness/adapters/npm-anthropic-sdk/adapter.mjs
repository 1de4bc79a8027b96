// SPDX-License-Identifier: Apache-2.0
// @anthropic-ai/sdk, the client of the API: its fetch is answered with the chunks, and the events of its stream come
// out.
import Anthropic from "@anthropic-ai/sdk";
import { readFileSync } from "node:fs";
import { answerWith, bytesOf, isDocument, serve } from "../node-worker.mjs";

const { dependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url)));
const question = { model: "any", max_tokens: 9, messages: [{ role: "user", content: "any" }] };

async function parse({ chunks }) {
  const bytes = chunks.map(bytesOf);
  const client = new Anthropic({ apiKey: "any", maxRetries: 0, logLevel: "off", fetch: answerWith(bytes) });
  const outcome = { text: "", calls: [] };
  const call = ({ type, name, input }) => type === "tool_use" && outcome.calls.push({ name, input });
  if (isDocument(bytes)) {
    const { content } = await client.messages.create(question);
    outcome.text = content.map(({ text }) => text ?? "").join("");
    content.forEach(call);
  } else {
    const stream = client.messages.stream(question)
      .on("text", (delta) => { outcome.text += delta; })
      .on("contentBlock", call);
    await stream.done().catch(() => {}); // what came before an error was shown, and run
  }
  return outcome;
}

serve({ protocol: 1, name: "@anthropic-ai/sdk", version: dependencies["@anthropic-ai/sdk"], language: "javascript",
  unit: "byte", syntaxes: ["native-anthropic"], capabilities: ["bytes"], policies: { unterminated: "drop" } }, parse);
