#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// worker.js: `fencepost-worker MODULE#EXPORT --syntax S`: the parser as a worker of `fencepost test`.
import { writeSync } from "node:fs";
import { parseArgs } from "node:util";
import { onLines } from "./lines.js";
import { InProcess, subject } from "./parser.js";

const FOREVER = 1e6; // seconds: who runs a worker has a deadline of its own
const USAGE = "usage: fencepost-worker MODULE#EXPORT --syntax S... [--policy NAME=VALUE]... [--reading CLAUSE]... [--unit UNIT] [--events]";
const OPTIONS = {
  syntax: { type: "string", multiple: true }, policy: { type: "string", multiple: true, default: [] },
  reading: { type: "string", multiple: true, default: [] },
  unit: { type: "string" }, events: { type: "boolean" },
  answers: { type: "string", default: "1" }, // the descriptor that answers are written to
  deadline: { type: "string", default: String(FOREVER) },
};

function refuse(sentence) {
  process.stderr.write(`fencepost-worker: ${sentence}\n`);
  process.exit(2);
}

function given() {
  try {
    const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
    if (positionals.length !== 1) refuse(USAGE);
    const policies = Object.fromEntries(values.policy.map((word) => word.split(/=(.*)/su).slice(0, 2)));
    return { ...values, subject: subject({ ...values, parser: positionals[0], policies, readings: values.reading }) };
  } catch (error) {
    return refuse(`${error.message}\n${USAGE}`);
  }
}

/* All of it, also where the pipe is full for now. */
function writeAll(descriptor, text) {
  let bytes = Buffer.from(text);
  while (bytes.length)
    try {
      bytes = bytes.subarray(writeSync(descriptor, bytes));
    } catch (error) {
      if (error.code !== "EAGAIN") process.exit(1);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
}

function write(descriptor, id, answer) {
  let text;
  try {
    text = JSON.stringify({ ...answer, id });
  } catch (error) {
    text = JSON.stringify({ id, error: `the answer is not JSON: ${error.message.split("\n")[0]}` });
  }
  writeAll(descriptor, `${text}\n`);
}

function main() {
  const options = given();
  const answers = Number(options.answers);
  const parsers = new InProcess(options.subject, Number(options.deadline));
  let turn = Promise.resolve();
  process.stdout.write = process.stderr.write.bind(process.stderr); // whatever else prints, prints there
  onLines(process.stdin, (line) => {
    const request = JSON.parse(line);
    if (request.op === "bye") process.exit();
    turn = turn.then(async () => {
      parsers.begin();
      const got = await (request.op === "hello" ? parsers.open().catch((error) => ({ error: error.message })) : parsers.answer(request));
      write(answers, request.id, parsers.trouble ? { ...got, trouble: parsers.trouble } : got);
    });
  }, () => process.exit());
}

main();
