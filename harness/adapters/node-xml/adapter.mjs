// SPDX-License-Identifier: Apache-2.0
import { serve } from "../node-worker.mjs";
import { XmlParser } from "./parser.mjs";

function parse({ chunks }) {
  const outcome = { text: "", calls: [] };
  const parser = new XmlParser((text) => (outcome.text += text), (call) => outcome.calls.push(call));
  for (const chunk of chunks)
    parser.feed(chunk);
  parser.finish();
  return outcome;
}

serve({ protocol: 1, name: "node-xml", version: "1.0", language: "javascript", syntaxes: ["xml"], unit: "utf16",
  policies: { unterminated: "drop", extra_call: "accept", code_fence: "call" } }, parse);
