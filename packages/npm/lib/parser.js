// SPDX-License-Identifier: Apache-2.0
// parser.js: a factory of parsers, and the requests of the suite answered with what it makes.
import { dirname, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { FencepostError } from "./program.js";
import { Hangs, watched, within } from "./watch.js";

const OURS = dirname(fileURLToPath(import.meta.url)) + sep;
const UNITS = ["utf16", "codepoint", "byte"];
const FRAME = /(?:\(|at (?:async )?)((?:file:\/\/)?\/[^()]*?):(\d+):\d+\)?$/;
const HALF = /\p{Surrogate}/gu; // of a pair: JSON.parse() shows one of what it did not expect, and no answer may have it
const PATIENCE = 4; // deadlines, at most, that a request of many cuttings has

/* The first frame of their code, as " (file:line)". */
function place(error) {
  for (const line of String(error?.stack ?? "").split("\n")) {
    const found = FRAME.exec(line);
    const path = found && (found[1].startsWith("file:") ? fileURLToPath(found[1]) : found[1]);
    if (path && !path.startsWith(OURS)) return ` (${relative(process.cwd(), path)}:${found[2]})`;
  }
  return "";
}

/** One line: what was thrown, and where in their code. */
export function describe(error) {
  const text = error instanceof Error || error?.message ? `${error.name}: ${error.message}` : `threw ${String(error)}`;
  const line = text.split(/\s+/u).join(" ").trim().replace(HALF, "\ufffd");
  return line + place(error);
}

/* Where it is written (PROTOCOL-2.11), if that is below this folder. */
function placeOf({ at }) {
  const path = at ? relative(process.cwd(), fileURLToPath(at.url)) : "..";
  return path.split(sep)[0] === ".." ? {} : { file: path.split(sep).join("/") };
}

/* The module and the export that a URL or "./module.mjs#export" names. */
function located(parser) {
  const url = parser instanceof URL ? new URL(parser) : parser.startsWith("file:") ? new URL(parser)
    : new URL(parser.replaceAll("?", "%3F"), pathToFileURL(process.cwd() + sep));
  const name = decodeURIComponent(url.hash.slice(1)) || "default";
  url.hash = "";
  return { url, name, words: `${relative(process.cwd(), fileURLToPath(url))}#${name}` };
}

/** What is under test, and what is declared of it; FencepostError where the options are wrong. */
export function subject({ parser, syntax, policies = {}, readings = [], unit = "utf16", events = false }) {
  const at = parser instanceof URL || typeof parser === "string" ? located(parser) : null;
  const syntaxes = [syntax ?? []].flat();
  if (!at && typeof parser !== "function")
    throw new FencepostError("parser is a function or class that makes a parser, or names one: new URL(\"./parser.mjs#Parser\", import.meta.url)");
  const name = at ? at.words : parser.name || "parser";
  if (!syntaxes.length)
    throw new FencepostError(`${name} does not name its syntax: give syntax (\`npx fencepost list\` shows the syntaxes)`);
  if (!UNITS.includes(unit)) throw new FencepostError(`unit is one of ${UNITS.join(", ")}, and not ${unit}`);
  return { at, name, syntaxes, policies, readings, unit, events, factory: at ? null : maker(parser) };
}

/** The words after `fencepost test --` that run the same parser; none where only this process has it. */
export function workerWords(subj) {
  if (!subj.at) return [];
  return ["npx", "fencepost-worker", subj.at.words, ...subj.syntaxes.flatMap((s) => ["--syntax", s]),
    ...Object.entries(subj.policies).flatMap(([name, value]) => ["--policy", `${name}=${value}`]),
    ...subj.readings.flatMap((clause) => ["--reading", clause]),
    ...(subj.unit === "utf16" ? [] : ["--unit", subj.unit]), ...(subj.events ? ["--events"] : [])];
}

/* A function of the tools that makes a parser; `takesTools` where it names a parameter. */
function maker(made) {
  const isClass = /^class\b/u.test(Function.prototype.toString.call(made));
  const factory = isClass ? (...tools) => new made(...tools) : (...tools) => made(...tools);
  return Object.assign(factory, { takesTools: made.length > 0 });
}

/* The factory, imported where it is only named. */
async function factoryOf(subj, deadline) {
  if (subj.factory) return subj.factory;
  const { url, name, words } = subj.at;
  let module;
  try {
    module = await within(import(url.href), deadline * 1000);
  } catch (error) {
    const why = error instanceof Hangs ? `it is still being imported after ${deadline} s` : describe(error);
    throw new FencepostError(`${words} cannot be imported: ${why}`);
  }
  if (typeof module[name] !== "function")
    throw new FencepostError(name in module ? `${words} is not a factory: it cannot be called`
      : `${words} cannot be imported: the module has no export ${name}`);
  return maker(module[name]);
}

/* The chunks as the parser takes them. */
function pieces(subj, request) {
  if (subj.unit !== "byte") return request.chunks;
  return request.chunks.map((c) => new Uint8Array(typeof c === "string" ? Buffer.from(c) : Buffer.from(c.base64, "base64")));
}

function cut(subj, whole, places) {
  const units = subj.unit === "codepoint" ? Array.from(whole) : whole;
  const edges = [0, ...places, units.length];
  const cuts = edges.slice(1).map((end, i) => units.slice(edges[i], end));
  return subj.unit === "codepoint" ? cuts.map((chunk) => chunk.join("")) : cuts;
}

/** Answers requests with parsers in this process. What went wrong beside an answer is `trouble`. */
export class InProcess {
  constructor(subj, deadline) {
    Object.assign(this, { subject: subj, deadline, factory: null, trouble: null });
  }

  /** Imports the factory, and tries it on plain text: the answer to hello. FencepostError if it cannot be used. */
  async open() {
    this.factory = await factoryOf(this.subject, this.deadline);
    await this.smoke();
    const { name, syntaxes, policies, readings, unit, events } = this.subject;
    const capabilities = [events ? "events" : "sweep", ...(unit === "byte" ? ["bytes"] : []), ...(this.factory.takesTools ? ["catalogue"] : [])];
    return { protocol: 1, name, version: "0", language: "javascript", syntaxes, unit, capabilities, policies,
      ...(readings.length ? { readings } : {}), ...placeOf(this.subject) };
  }

  /** The answer to parse or sweep; an error where the parser throws. */
  async answer(request) {
    if (this.trouble) return { error: `not tried: ${this.trouble}` };
    const times = Math.min((request.cuts?.length ?? 0) + 1, PATIENCE);
    try {
      return await watched(request.op === "sweep" ? this.sweep(request)
        : this.parse(pieces(this.subject, request), request), this.deadline * 1000 * times);
    } catch (error) {
      if (!(error instanceof Hangs)) return { error: describe(error) };
      this.trouble = `the parser did not answer within ${this.deadline} s`;
      return { error: this.trouble };
    }
  }

  begin() {
    this.trouble = null;
  }

  close() {}

  * parse(chunks, request) {
    const parser = yield this.factory(...(this.factory.takesTools ? [request.catalogue ?? []] : []));
    const events = [];
    for (const [index, chunk] of chunks.entries())
      for (const event of (yield parser.feed(chunk)) ?? []) events.push([index, event]);
    const result = yield parser.finish();
    if (typeof result !== "object" || result === null)
      throw new TypeError(`finish() returned ${result === null ? "null" : typeof result}: it returns an object with text and calls`);
    const { events: last = [], ...answer } = result;
    if (this.subject.events) answer.events = [...events, ...last.map((event) => [chunks.length, event])];
    return { ...answer, calls: [...answer.calls ?? []] };
  }

  * sweep(request) {
    const [whole] = pieces(this.subject, request);
    const answer = yield* this.parse([whole], request);
    const differ = [];
    for (const [number, places] of request.cuts.entries())
      if (!isDeepStrictEqual(yield* this.parse(cut(this.subject, whole, places), request), answer)) differ.push(number);
    return { ...answer, differ };
  }

  async smoke() {
    const { name, syntaxes } = this.subject;
    const got = await this.answer({ op: "parse", syntax: syntaxes[0], chunks: ["hello"], catalogue: [] });
    if (got.error) throw new FencepostError(`${name}, asked to parse the text hello${this.trouble ? ": " : ", throws "}${got.error}`);
    const [one, two] = [this.factory([]), this.factory([])];
    if (one === two) throw new FencepostError(`${name} returns the same object twice: a factory makes a fresh parser each time`);
  }
}
