// SPDX-License-Identifier: Apache-2.0
// isolated.js: the parser in a child process, so that a crash or a hang costs one test.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onLines } from "./lines.js";
import { workerWords } from "./parser.js";
import { FencepostError } from "./program.js";
import { Hangs, within } from "./watch.js";

const START = 20; // seconds for a process to start, and to import the parser
const PATIENCE = 4;
const ANSWERS = 3; // the child's descriptor for answers: what the parser prints cannot come between them
const WORKER = fileURLToPath(new URL("worker.js", import.meta.url));

/** Answers requests through a child, which is started again when it is gone. */
export class Isolated {
  constructor(subj, deadline) {
    if (!subj.at)
      throw new FencepostError("isolation needs a parser that another process can import: new URL(\"./parser.mjs#Parser\", import.meta.url)");
    Object.assign(this, { subject: subj, deadline, child: null, trouble: null, heard: null });
    this.kill = () => this.close();
  }

  async open() {
    const hello = await this.start();
    this.close();
    return hello;
  }

  async answer(request) {
    if (this.trouble) return { error: `not tried: ${this.trouble}` };
    try {
      if (!this.child) await this.start();
      const { trouble, ...got } = await this.talk(request, this.deadline * Math.min((request.cuts?.length ?? 0) + 1, PATIENCE));
      if (!trouble) return got;
      throw new Error(trouble); // the child's own clock was quicker than ours
    } catch (error) {
      this.trouble = error instanceof Hangs ? `the parser did not answer within ${this.deadline} s` : error.message;
      this.close();
      return { error: this.trouble };
    }
  }

  begin() {
    this.trouble = null;
  }

  /** Ends it, and what it has started. */
  close() {
    if (!this.child) return;
    process.removeListener("exit", this.kill);
    try {
      process.kill(-this.child.pid, "SIGKILL");
    } catch {
      // It is gone already.
    }
    this.child = null;
  }

  async start() {
    const words = workerWords(this.subject).slice(2);
    const child = spawn(process.execPath, [WORKER, ...words, "--answers", String(ANSWERS), "--deadline", String(this.deadline)],
      { stdio: ["pipe", 2, 2, "pipe"], detached: true });
    this.child = child;
    process.on("exit", this.kill);
    child.on("error", () => {});
    child.stdin.on("error", () => {}); // its end is noticed where answers are read
    onLines(child.stdio[ANSWERS], (line) => this.heard?.resolve(JSON.parse(line)), () => this.ended(child));
    try {
      const { id: _, ...hello } = await this.talk({ op: "hello", id: 0, protocols: [1], suite: "" }, START);
      if (hello.error) throw new Error(hello.error);
      return hello;
    } catch (error) {
      this.close();
      throw new FencepostError(error instanceof Hangs ? `${this.subject.name} is still being imported after ${START} s` : error.message);
    }
  }

  talk(request, seconds) {
    const heard = new Promise((resolve, reject) => Object.assign(this, { heard: { resolve, reject } }));
    this.child.stdin.write(`${JSON.stringify(request)}\n`);
    return within(heard, seconds * 1000).then(({ id, ...rest }) => rest);
  }

  /* How it died is known a moment after its pipe is closed. */
  ended(child) {
    const tell = (status, signal) => this.child === child && this.heard?.reject(new Error(
      `the parser's process ${signal ? `was killed by ${signal}` : `exited with status ${status}`}`));
    if (child.exitCode !== null || child.signalCode !== null) tell(child.exitCode, child.signalCode);
    else child.on("exit", tell);
  }
}
