// SPDX-License-Identifier: Apache-2.0
// program.js: the program that comes with the package.
import { closeSync, existsSync, openSync, readFileSync, readSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const VERSION = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
const PLACE = `${process.platform}-${process.arch}`;
const MACHINES = { x64: 0x3e, arm64: 0xb7 }; // as the header of an ELF file has them
const BUILD = "build it from the sources, and name it in FENCEPOST_PROGRAM";

/** Why nothing can be tested at all, in one sentence. */
export class FencepostError extends Error {
  constructor(sentence) {
    super(sentence);
    this.name = "FencepostError";
    this.stack = `fencepost: ${sentence}`;
  }
}

export function cannotRun(path, reason) {
  return new FencepostError(`the program ${path} does not run on ${PLACE}: ${reason}; ${BUILD}`);
}

/* Whether it is of another machine. Node would hand such a file to a shell, which reads it as a script. */
function isAlien(path) {
  const header = Buffer.alloc(20);
  const file = openSync(path);
  readSync(file, header);
  closeSync(file);
  return header.toString("latin1", 0, 4) === "\x7fELF" && header.readUInt16LE(18) !== MACHINES[process.arch];
}

/** Its path: FENCEPOST_PROGRAM, or the one in the package. */
export function program() {
  const given = process.env.FENCEPOST_PROGRAM;
  const path = given || fileURLToPath(new URL(`../bin/${PLACE}/fencepost`, import.meta.url));
  if (!existsSync(path))
    throw new FencepostError(given ? `FENCEPOST_PROGRAM names ${given}, which is not a file`
      : `this package has no program for ${PLACE}: ${BUILD}`);
  if (isAlien(path)) throw cannotRun(path, "it is for another machine");
  return path;
}
