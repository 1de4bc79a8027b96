// SPDX-License-Identifier: Apache-2.0
// openai, the client of the API: its fetch is answered with the chunks, and the events of its stream come out.
import OpenAI from "openai";
import { readFileSync } from "node:fs";
import { answerWith, argumentsOf, bytesOf, isDocument, serve } from "../node-worker.mjs";

const { dependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url)));
const question = { model: "any", messages: [{ role: "user", content: "any" }] };

async function parse({ chunks }) {
  const bytes = chunks.map(bytesOf);
  const client = new OpenAI({ apiKey: "any", maxRetries: 0, logLevel: "off", fetch: answerWith(bytes) });
  const outcome = { text: "", calls: [] };
  const call = ({ name, arguments: text }) => {
    const json = argumentsOf(text);
    if (json) outcome.calls.push({ name, json });
  };
  if (isDocument(bytes)) {
    const { message } = (await client.chat.completions.create(question)).choices[0];
    outcome.text = message.content ?? "";
    message.tool_calls?.forEach((entry) => call(entry.function));
  } else {
    const stream = client.chat.completions.stream(question)
      .on("content.delta", ({ delta }) => { outcome.text += delta; })
      .on("tool_calls.function.arguments.done", call);
    await stream.done().catch(() => {}); // what came before an error was shown, and run
  }
  return outcome;
}

serve({ protocol: 1, name: "openai", version: dependencies.openai, language: "javascript", unit: "byte",
  syntaxes: ["native-openai"], capabilities: ["bytes"], policies: { unterminated: "drop" } }, parse);
