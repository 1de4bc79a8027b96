#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// command.js: the command `fencepost`: the program, with our streams, signals and status.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { cannotRun, program } from "./program.js";

const PASSED_ON = ["SIGINT", "SIGTERM", "SIGHUP"];

function refuse(error) {
  process.stderr.write(`fencepost: ${error.message}\n`);
  process.exitCode = 1;
}

function run(path) {
  const child = spawn(path, process.argv.slice(2), { stdio: "inherit" });
  for (const signal of PASSED_ON) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => refuse(cannotRun(path, error.code)));
  child.on("exit", (status, signal) => {
    process.exitCode = signal ? 128 + constants.signals[signal] : status;
    for (const name of PASSED_ON) process.removeAllListeners(name);
  });
}

try {
  run(program());
} catch (error) {
  refuse(error);
}
