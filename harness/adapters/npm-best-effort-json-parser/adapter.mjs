// SPDX-License-Identifier: Apache-2.0
// best-effort-json-parser, which gives what it can of whatever comes.
import { readFileSync } from "node:fs";
import { disableErrorLogging, parse } from "best-effort-json-parser";
import { serveReader } from "../node-partial.mjs";

const { dependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url)));

disableErrorLogging();
serveReader({ name: "best-effort-json-parser", version: dependencies["best-effort-json-parser"],
  policies: { open_number: "given", open_literal: "given", not_json: "repaired" } }, parse);
