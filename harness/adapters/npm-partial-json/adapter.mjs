// SPDX-License-Identifier: Apache-2.0
// partial-json, with all that it allows, as it does unless it is told. Its PartialJSON is how it says that nothing is there yet.
import { readFileSync } from "node:fs";
import { PartialJSON, parse } from "partial-json";
import { NOTHING, serveReader } from "../node-partial.mjs";

const { dependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url)));

function read(text) {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof PartialJSON) return NOTHING;
    throw error;
  }
}

serveReader({ name: "partial-json", version: dependencies["partial-json"],
  policies: { open_number: "given", open_literal: "given" } }, read);
