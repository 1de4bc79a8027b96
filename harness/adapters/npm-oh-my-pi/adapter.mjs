// SPDX-License-Identifier: Apache-2.0
// @oh-my-pi/pi-ai, its scanners for calls in text. The package is TypeScript for Bun: esbuild makes a module of the
// folder of the scanners as it is, for which neither the native module nor the rest is needed.
import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { serve } from "../node-worker.mjs";

const { dependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url)));
const folder = fileURLToPath(new URL(".", import.meta.url));
const stubs = { // only what renders catalogues asks for these
  schema: "export const toolWireSchema = (tool) => tool.parameters, jsonSchemaToTypeScript = () => '';",
  json: "export * from '@oh-my-pi/pi-utils/json'; export * from '@oh-my-pi/pi-utils/json-parse';",
};

const narrow = {
  name: "narrow",
  setup(build) {
    build.onResolve({ filter: /^\.\.\/utils\/schema$/ }, () => ({ path: "schema", namespace: "stub" }));
    build.onResolve({ filter: /^@oh-my-pi\/pi-utils$/ }, () => ({ path: "json", namespace: "stub" }));
    build.onLoad({ filter: /./, namespace: "stub" },
      ({ path }) => ({ contents: stubs[path], resolveDir: folder }));
  },
};

const { outputFiles: [bundle] } = await build({
  stdin: { contents: "export * from '@oh-my-pi/pi-ai/dialect/factory';", resolveDir: folder },
  bundle: true, write: false, format: "esm", platform: "node", loader: { ".md": "text" }, plugins: [narrow],
});
const { createInbandScanner } =
  await import("data:text/javascript;base64," + Buffer.from(bundle.contents).toString("base64"));

const dialect = process.argv[2];
function parse({ chunks }) {
  const scanner = createInbandScanner(dialect, { parseThinking: false });
  const outcome = { text: "", calls: [] };
  for (const event of [...chunks.flatMap((chunk) => scanner.feed(chunk)), ...scanner.flush()])
    if (event.type === "text")
      outcome.text += event.text;
    else if (event.type === "toolEnd")
      outcome.calls.push({ name: event.name, input: event.arguments });
  return outcome;
}

const policies = { unterminated: "drop", code_fence: "call", recovery: "lenient", reasoning: "plain" };
const readings = ["HERMES-2.9", "OBJECT-4.6", "OBJECT-5.5", "OBJECT-7.10", ...(dialect === "qwen3" ? ["MODEL-1.13"] : [])];
serve({ protocol: 1, name: `@oh-my-pi/pi-ai ${dialect}`, version: dependencies["@oh-my-pi/pi-ai"],
  language: "javascript", syntaxes: ["hermes"], unit: "utf16", policies, readings }, parse);
