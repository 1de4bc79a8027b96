// SPDX-License-Identifier: Apache-2.0

/** A call of a tool. `complete` is false where its end was missing. */
export interface Call {
  name: string;
  input: Record<string, unknown>;
  complete?: boolean;
}

/** What a parser makes of a whole input: all text in order, and all calls. */
export interface Answer {
  text: string;
  calls: readonly Call[];
  reasoning?: string;
  /** With the option `events`: those that came out at the end of input. */
  events?: readonly object[];
}

/** A streaming parser. A fresh one is made for each input. Both functions may be asynchronous. */
export interface Parser<Chunk = string> {
  /** Takes the next chunk. With the option `events` it returns the events that came out (spec/protocol.md, 3.5). */
  feed(chunk: Chunk): void | readonly object[] | null | undefined | Promise<void | readonly object[] | null | undefined>;
  /** The input has ended. */
  finish(): Answer | Promise<Answer>;
}

/** Makes a parser. One with a parameter gets the tools of the case. */
export type Factory<Chunk = string> =
  | (() => Parser<Chunk> | Promise<Parser<Chunk>>)
  | ((tools: readonly object[]) => Parser<Chunk> | Promise<Parser<Chunk>>)
  | (new () => Parser<Chunk>)
  | (new (tools: readonly object[]) => Parser<Chunk>);

interface Common {
  /** The syntax that it parses, or several: `npx fencepost list`. */
  syntax: string | readonly string[];
  /** Where it differs on purpose: `npx fencepost list policies`. */
  policies?: Readonly<Record<string, string>>;
  /** Clauses of our own Decisions that it reads otherwise on purpose: `npx fencepost policies` proposes them. */
  readings?: readonly string[];
  /** `feed` returns events. */
  events?: boolean;
  /** Run the parser in a child process: a crash or a hang costs one test. It then has to be named by a URL. */
  isolate?: boolean;
  /** Seconds that it has for one input (5). */
  deadline?: number;
  /** What is advice, and what only our own Decisions decide, fails too. */
  strict?: boolean;
  /** Tests that are known to fail, as patterns (`hermes/number/*`), with the reason. One that passes fails. */
  known?: Readonly<Record<string, string>>;
  /** Only the tests that match this pattern. */
  tests?: string;
  /** Another framework than the one that runs. */
  runner?: Runner;
}

/** What of a test framework is used. */
export interface Runner {
  describe(name: string, body: () => void): unknown;
  test(name: string, options: { timeout: number }, body: (context: { skip(reason?: string): void }) => Promise<void>): unknown;
  after(body: () => void): unknown;
}

export type Options =
  | (Common & { parser: Factory<string> | URL | string; unit?: "utf16" | "codepoint" })
  | (Common & { parser: Factory<Uint8Array> | URL | string; unit: "byte" });

/** Why nothing can be tested at all, in one sentence. */
export class FencepostError extends Error {}

/** Registers a test of each golden case, and of each law on each feature, with node:test or vitest. Await it. */
export function fencepost(options: Options): Promise<void>;
