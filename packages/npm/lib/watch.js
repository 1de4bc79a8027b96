// SPDX-License-Identifier: Apache-2.0
// watch.js: a generator that runs a parser, watched: what it yields is waited for, and it may hang.
import { Script } from "node:vm";

const KEY = Symbol.for("fencepost.watched");
// The one way to end a loop in the thread that runs it: a script with a time limit, and it calls the loop.
const CALL = new Script("globalThis[Symbol.for('fencepost.watched')]()");

/** The parser's time is over. */
export class Hangs extends Error {}

const waits = (value) => typeof value?.then === "function";

/* Goes on until the generator has ended or waits for a promise, for at most so many milliseconds. */
function advance(begin, generator, timeout) {
  globalThis[KEY] = () => {
    let step = begin();
    while (!step.done && !waits(step.value)) step = generator.next(step.value);
    return step;
  };
  try {
    return CALL.runInThisContext({ timeout: Math.max(1, Math.ceil(timeout)) });
  } catch (error) {
    throw error?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? new Hangs() : error;
  } finally {
    delete globalThis[KEY];
  }
}

/** What the promise comes to; Hangs if it does not within so many milliseconds. */
export function within(promise, timeout) {
  let timer;
  const over = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Hangs()), Math.max(1, timeout));
  });
  return Promise.race([promise, over]).finally(() => clearTimeout(timer));
}

/** Runs it to its end. What it yields comes back to it, promises as what they come to. */
export async function watched(generator, timeout) {
  const end = performance.now() + timeout;
  let begin = () => generator.next();
  for (;;) {
    const step = advance(begin, generator, end - performance.now());
    if (step.done) return step.value;
    try {
      const value = await within(step.value, end - performance.now());
      begin = () => generator.next(value);
    } catch (error) {
      if (error instanceof Hangs) throw error;
      begin = () => generator.throw(error);
    }
  }
}
