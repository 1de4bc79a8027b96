// SPDX-License-Identifier: Apache-2.0
// lines.js: a stream as its lines. node:readline would also split at U+2028, which JSON may hold.

/** Calls take(line) for each whole line of the stream, then end() once. */
export function onLines(stream, take, end) {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (data) => {
    const lines = data.split("\n");
    lines[0] = rest + lines[0];
    rest = lines.pop();
    lines.forEach(take);
  });
  stream.on("close", end);
}
