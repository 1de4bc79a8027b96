// SPDX-License-Identifier: Apache-2.0
// playground.mjs BROWSER FOLDER <QUESTIONS: what the playground shows of texts, beside the events that are wanted.
import { readFileSync } from 'node:fs';

import { chromium } from 'playwright-core';

const [executablePath, folder] = process.argv.slice(2);
const noSandbox = process.getuid() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ executablePath, args: noSandbox });
const page = await browser.newPage();
let failed = 0;

function complain(what) {
  failed++;
  console.log(what);
}

// Pieces of one text or value, joined: how much comes at a time depends on the chunks.
function joined(events) {
  const all = [];
  for (const one of events) {
    const last = all.at(-1);
    if (last && last.event === one.event && typeof one.data === 'string' && ['text', 'reasoning', 'arg_data'].includes(one.event))
      last.data += one.data;
    else
      all.push({ ...one });
  }
  return JSON.stringify(all);
}

page.on('console', (message) => complain(message.text()));
page.on('pageerror', (error) => complain(error.stack));

const address = `file://${folder}/playground.html`;
await page.goto(address);
for (const { syntax, text, events } of JSON.parse(readFileSync(0, 'utf8'))) {
  for (const chunk of [1, 7, 100000]) {
    const read = await page.evaluate(([id, input, size]) => ask('play_parse', id, new TextEncoder().encode(input), size),
      [syntax, text, chunk]);
    if (joined(read.events.map((one) => one.event)) !== joined(events))
      complain(`${syntax}, chunks of ${chunk}: ${JSON.stringify(text)}\n  ${joined(read.events.map((one) => one.event))}\n  ${joined(events)}`);
    const end = read.roles.reduce((from, [start, to]) => (start === from ? to : NaN), 0);
    if (end !== new TextEncoder().encode(text).length)
      complain(`${syntax}: the roles of ${JSON.stringify(text)} leave a gap`);
  }
}

// What a person does, and what a link restores.
await page.goto(`${address}#syntax=caret&chunk=2&upto=9&text=${encodeURIComponent('^^^ping\nhost: a\n^^^\n')}`);
await page.reload();
const seen = () => page.evaluate(() => [state(), document.getElementById('events').innerText,
  document.getElementById('legend').innerText, document.querySelectorAll('#others li').length]);
const [restored, shown, legend] = await seen();
if (restored.syntax !== 'caret' || restored.chunk !== 2 || restored.upto !== 9 || !shown.includes('call_begin') || !legend.includes('CARET-'))
  complain(`a link restores ${JSON.stringify(restored)}, ${shown}, ${legend}`);
await page.focus('#upto');
await page.keyboard.press('End');
const [moved, after, , others] = await seen();
if (moved.upto !== 20 || !after.includes('call_end') || others < 30)
  complain(`at the end of the slider: ${JSON.stringify(moved)}, ${after}, ${others} notations`);
await page.selectOption('#syntax', 'hermes');
await page.fill('#text', '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>');
const [typed, written] = await seen();
if (typed.upto !== 55 || !written.includes('call_end') || !page.url().includes('hermes'))
  complain(`after typing: ${JSON.stringify(typed)}, ${written}`);

await browser.close();
process.exit(failed ? 1 : 0);
