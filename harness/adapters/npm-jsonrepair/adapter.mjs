// SPDX-License-Identifier: Apache-2.0
// jsonrepair: the text that it makes is parsed, as its users do.
import { jsonrepair } from "jsonrepair";
import { readFileSync } from "node:fs";
import { serveReader } from "../node-partial.mjs";

const { dependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url)));

serveReader({ name: "jsonrepair", version: dependencies.jsonrepair,
  policies: { open_number: "given", open_key: "null", not_json: "repaired" } }, (text) => JSON.parse(jsonrepair(text)));
