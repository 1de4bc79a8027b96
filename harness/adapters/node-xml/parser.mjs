// SPDX-License-Identifier: Apache-2.0
// A streaming parser for tool and param tags, written the obvious way: wait for the whole block, then let two
// regular expressions take it apart.

const BLOCK = /<tool:([A-Za-z0-9_.-]+)>([^]*?)<\/tool:\1>/;
const PARAMETER = /<param:([A-Za-z0-9_.-]+)>([^]*?)<\/param:\1>/g;
const LINE_ENDS = /^\r?\n|\r?\n$/g; // just inside the tags

export class XmlParser {
  buffer = "";

  constructor(onText, onCall) {
    this.onText = onText;
    this.onCall = onCall;
  }

  feed(chunk) {
    this.buffer += chunk;
    for (let block; (block = BLOCK.exec(this.buffer)); ) {
      this.onText(this.buffer.slice(0, block.index));
      this.onCall({ name: block[1], input: parameters(block[2]) });
      this.buffer = this.buffer.slice(block.index + block[0].length);
    }
    const start = this.buffer.indexOf("<"); // a block may begin there
    const ready = start < 0 ? this.buffer.length : start;
    this.onText(this.buffer.slice(0, ready));
    this.buffer = this.buffer.slice(ready);
  }

  finish() {
    this.onText(this.buffer);
    this.buffer = "";
  }
}

function parameters(body) {
  const found = [...body.matchAll(PARAMETER)].map(([, key, value]) => [key, value.replace(LINE_ENDS, "")]);
  return Object.fromEntries(found);
}
