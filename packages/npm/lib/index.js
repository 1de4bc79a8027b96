// SPDX-License-Identifier: Apache-2.0
// index.js: a test of each golden case, and of each law on each feature, for node:test or vitest.
import { relative } from "node:path";
import { Drive } from "./drive.js";
import { FencepostError } from "./program.js";

export { FencepostError };

const OPTIONS = ["parser", "syntax", "policies", "readings", "unit", "events", "isolate", "deadline", "strict", "known", "tests", "runner"];

/** A test failed; the text says how. It has no stack: the trouble is in an answer, and not in a line of code. */
class Failed extends Error {
  constructor(text) {
    super(text);
    this.stack = text;
  }
}
Failed.prototype.name = "Failed";

/* The framework that runs now, unless one is given. */
async function running({ runner }) {
  if (runner) return runner;
  if (!process.env.VITEST) {
    const { describe, test, after } = await import("node:test");
    return { describe, test, after };
  }
  const { describe, test, afterAll } = await import("vitest");
  return { describe, test, after: afterAll };
}

function matches(pattern, id) {
  const literal = pattern.split("*").map((part) => part.replace(/[\\^$.|?+()[\]{}]/gu, "\\$&"));
  return new RegExp(`^${literal.join(".*")}$`, "u").test(id);
}

/* The command that runs one test again. */
function here(id, context) {
  const vitest = context?.task?.file?.name;
  return vitest ? `npx vitest run ${vitest} -t '${id} '`
    : `node --test --test-name-pattern='${id} ' ${relative(process.cwd(), process.argv[1] ?? "")}`;
}

async function judge(drive, test, known, context) {
  const verdict = await drive.run(test.id).catch((error) => {
    throw error instanceof FencepostError ? new Failed(`fencepost: ${error.message}`) : error;
  });
  const reason = Object.entries(known).find(([pattern]) => matches(pattern, test.id))?.[1];
  if (verdict.verdict === "skipped") return context.skip(verdict.sentence);
  if (verdict.counts && reason !== undefined) return context.skip(`known: ${reason}`);
  if (verdict.counts) throw new Failed(`${(verdict.text || verdict.sentence).trim()}\n  here: ${here(test.id, context)}`);
  if (reason !== undefined) throw new Failed(`${test.id} passes now: take it out of known`);
  return undefined;
}

async function listed(options) {
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (unknown) throw new FencepostError(`there is no option ${unknown}; there are ${OPTIONS.join(", ")}`);
  const drive = new Drive(options);
  const tests = (await drive.list()).filter((test) => matches(options.tests ?? "*", test.id));
  if (!tests.length) throw new FencepostError(`no test matches ${options.tests}; \`npx fencepost list cases\` shows the cases`);
  return { drive, tests };
}

/** Registers the tests (index.d.ts has the options). Where nothing can be tested, one test that fails with the reason. */
export async function fencepost(options) {
  const { describe, test, after } = await running(options);
  let found;
  try {
    found = await listed(options);
  } catch (error) {
    if (!(error instanceof FencepostError)) throw error;
    test("fencepost", () => {
      throw new Failed(`fencepost: ${error.message}`);
    });
    return;
  }
  const { drive, tests } = found;
  const most = (drive.deadline + 1) * 60 * 1000; // a law asks for many answers; each has its deadline
  describe(`fencepost ${drive.subject.name}`, () => {
    after(() => drive.close());
    for (const one of tests)
      test(`${one.id} [${one.clause}]`, { timeout: most }, (context) => judge(drive, one, options.known ?? {}, context));
  });
}
