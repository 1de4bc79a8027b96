// SPDX-License-Identifier: Apache-2.0
// drive.js: `fencepost drive`, started and talked with: the list of tests, and one of them run.
import { spawn } from "node:child_process";
import { Isolated } from "./isolated.js";
import { onLines } from "./lines.js";
import { InProcess, subject, workerWords } from "./parser.js";
import { FencepostError, VERSION, cannotRun, program } from "./program.js";

const GENEROUS = 4; // times the parser's own deadline, plus START seconds, is the program's
const START = 30;

/** One program, for one parser. It is started when it is needed, and again after its end. */
export class Drive {
  constructor(options) {
    const { deadline = 5, strict = false, isolate = false } = options;
    if (!(deadline > 0)) throw new FencepostError(`deadline: ${deadline} is not a number of seconds above 0`);
    this.subject = subject(options);
    this.parser = isolate ? new Isolated(this.subject, deadline) : new InProcess(this.subject, deadline);
    Object.assign(this, { deadline, strict, hello: null, child: null, lines: [], wants: null, turn: Promise.resolve() });
  }

  /** The tests, each with id, syntax, feature, check, clause. The parser is tried first; nothing runs on afterwards. */
  async list() {
    try {
      this.hello = await this.parser.open();
      return (await this.ask({ op: "list" }, "tests")).tests;
    } finally {
      this.close();
    }
  }

  /** The verdict (spec/drive.md), one test after the other. Trouble with the parser's process fails the test. */
  run(test) {
    const verdict = this.turn.then(async () => {
      this.parser.begin();
      const got = await this.ask({ op: "run", test }, "verdict");
      const { trouble } = this.parser;
      return trouble ? { ...got, verdict: "crash", counts: true, sentence: trouble, text: `${trouble}\n${got.text ?? ""}` } : got;
    });
    this.turn = verdict.catch(() => {});
    return verdict;
  }

  close() {
    this.parser.close();
    this.child?.stdin.end();
    this.child = null;
  }

  // -- the lines -----------------------------------------------------------------------------------

  async start() {
    const path = program();
    const words = workerWords(this.subject);
    const child = spawn(path, ["drive", "--deadline", String(this.deadline * GENEROUS + START),
      ...(this.strict ? ["--strict"] : []), ...(words.length ? ["--", ...words] : [])]);
    const errors = [];
    Object.assign(this, { child, lines: [], wants: null });
    child.stdin.on("error", () => {}); // its end is noticed where lines are read
    child.stderr.on("data", (data) => errors.push(data));
    onLines(child.stdout, (line) => this.take(child, JSON.parse(line)), () => {});
    child.on("error", (error) => this.take(child, cannotRun(path, error.code)));
    child.on("close", (status) => this.take(child, new FencepostError(
      Buffer.concat(errors).toString().trim().split("\n").pop() || `the program ended with status ${status}`)));
    const { id, suite } = await this.receive();
    if (suite !== VERSION) {
      this.close();
      throw new FencepostError(`the package is fencepost ${VERSION} and the program ${path} is ${suite}: install them together`);
    }
    this.send({ id, ...this.hello });
  }

  async ask(message, wanted) {
    if (!this.child) await this.start();
    this.send(message);
    for (;;) {
      const line = await this.receive();
      if (line.op === wanted) return line;
      this.send({ id: line.id, ...await this.parser.answer(line) });
    }
  }

  send(message) {
    let text;
    try {
      text = JSON.stringify(message);
    } catch (error) {
      text = JSON.stringify({ id: message.id, error: `the answer is not JSON: ${error.message.split("\n")[0]}` });
    }
    this.child?.stdin.write(`${text}\n`);
  }

  /* A line, or an error, of the program that is asked now. */
  take(child, line) {
    if (child !== this.child) return;
    this.lines.push(line);
    this.wants?.();
  }

  async receive() {
    while (!this.lines.length) await new Promise((resolve) => Object.assign(this, { wants: resolve }));
    const line = this.lines.shift();
    if (!(line instanceof Error)) return line;
    this.child = null;
    throw line;
  }
}
