// SPDX-License-Identifier: Apache-2.0
// playground.js: a transcript, read by the reference parsers (playground.c) as it arrives.
'use strict';

const FIRST = {
  syntax: 'hermes', chunk: 5, upto: -1,
  text: 'I look.\n<tool_call>\n{"name": "read_file", "arguments": {"path": "a.txt"}}\n</tool_call>\nDone',
};
const at = (id) => document.getElementById(id);
let module, parsers;

// A parser that traps leaves its memory as it was then: the next use begins with a new one.
function instance() {
  const closed = () => 8; // EBADF: nothing is open here
  parsers ??= new WebAssembly.Instance(module, {
    wasi_snapshot_preview1: { fd_close: closed, fd_seek: closed, fd_write: closed },
  }).exports;
  return parsers;
}

function put(bytes) {
  const where = instance().play_alloc(bytes.length);
  if (!where)
    throw new Error('memory is out');
  new Uint8Array(instance().memory.buffer, where, bytes.length).set(bytes);
  return where;
}

// What a function gives, as a value; null: memory is out.
function ask(name, syntax, bytes, ...numbers) {
  try {
    const args = syntax === undefined ? [] :
      [put(new TextEncoder().encode(syntax + '\0')), put(bytes), bytes.length, ...numbers];
    const json = instance()[name](...args);
    args.slice(0, 2).forEach((one) => instance().play_free_bytes(one));
    if (!json)
      throw new Error('memory is out');
    const [text, length] = new Uint32Array(instance().memory.buffer, json, 2);
    const value = JSON.parse(new TextDecoder().decode(new Uint8Array(instance().memory.buffer, text, length)));
    instance().play_free(json);
    return value;
  } catch (error) {
    parsers = undefined;
    throw error;
  }
}

function element(tag, text, kind) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (kind)
    made.className = kind;
  return made;
}

// A clause of the specs, as a link to it, or a text where there is none.
function clauseLink(clause) {
  const home = CLAUSES[clause];
  if (!home)
    return document.createTextNode(clause);
  const link = element('a', clause);
  link.href = home;
  return link;
}

function visible(bytes) {
  return new TextDecoder().decode(bytes).replace(/\n/g, '␊\n').replace(/\t/g, '␉').replace(/\r/g, '␍');
}

function showRoles(bytes, roles) {
  const box = at('roles'), kinds = new Map();
  box.replaceChildren();
  for (const [start, end, role, clause] of roles) {
    const last = box.lastChild;
    if (last && last.dataset.role === role && last.dataset.clause === clause && +last.dataset.end === start) {
      last.dataset.end = end; // a range may come in pieces
    } else {
      const span = element('span', '', `role ${role.replace(/[^a-z]/g, '-')}`);
      Object.assign(span.dataset, { role, clause, start, end });
      box.append(span);
    }
  }
  for (const span of box.children) {
    const { role, clause, start, end } = span.dataset;
    span.textContent = visible(bytes.subarray(+start, +end));
    span.title = `bytes ${start} to ${end}: ${role}${clause ? `, ${clause}` : ''}`;
    if (!kinds.has(role))
      kinds.set(role, new Set());
    if (clause)
      kinds.get(role).add(clause);
  }
  at('legend').replaceChildren(...[...kinds].map(([role, clauses]) => {
    const item = element('li', '');
    item.append(element('span', role, `role ${role.replace(/[^a-z]/g, '-')}`));
    for (const clause of clauses)
      item.append(' ', clauseLink(clause));
    return item;
  }));
}

function showEvents(events) {
  at('events').replaceChildren(...events.map(({ fed, event }) => {
    const row = element('tr', '');
    const { event: name, clause, ...rest } = event;
    row.append(element('td', fed), element('td', name));
    const cell = element('td', JSON.stringify(rest));
    if (clause)
      cell.append(' ', clauseLink(clause));
    row.append(cell);
    return row;
  }));
}

function showRenderings(renderings) {
  at('others').replaceChildren(...renderings.map(({ id, text, refused, clause }) => {
    const item = element('li', '');
    item.append(element('strong', id));
    if (text === undefined) {
      item.append(': ', refused, ' ', clauseLink(clause));
    } else {
      const shown = element('pre', text);
      shown.tabIndex = 0;
      item.append(shown);
    }
    return item;
  }));
  if (!renderings.length)
    at('others').append(element('li', 'Nothing that was read is a complete call.'));
}

function state() {
  return { syntax: at('syntax').value, text: at('text').value, chunk: +at('chunk').value, upto: +at('upto').value };
}

function update() {
  const { syntax, text, chunk, upto } = state();
  const all = new TextEncoder().encode(text);
  at('upto').max = all.length;
  at('chunk').max = Math.max(1, all.length);
  let fed = Math.min(upto, all.length);
  while (fed < all.length && (all[fed] & 0xC0) === 0x80)
    fed--; // half of a character could not be shown
  const bytes = all.subarray(0, fed);
  at('chunk-shown').value = chunk >= all.length ? 'whole' : `${chunk} bytes`;
  at('upto-shown').value = `${fed} of ${all.length} bytes`;
  history.replaceState(null, '', `#${new URLSearchParams({ syntax, chunk, upto: fed === all.length ? -1 : fed, text })}`);
  try {
    const read = ask('play_parse', syntax, bytes, chunk);
    showRoles(bytes, read.roles);
    showEvents(read.events);
    showRenderings(ask('play_render', syntax, bytes));
    at('problem').textContent = '';
  } catch (error) {
    at('problem').textContent = `The parser could not read this: ${error.message}`;
  }
}

// The state that a link has; what it lacks is as at first.
function restore() {
  const given = new URLSearchParams(location.hash.slice(1));
  const text = given.get('text') ?? FIRST.text, length = new TextEncoder().encode(text).length;
  const number = (name, least) => {
    const value = Number(given.get(name) ?? FIRST[name]);
    return Number.isInteger(value) && value >= least && value <= length ? value : length;
  };
  at('text').value = text;
  at('chunk').max = at('upto').max = Math.max(1, length);
  at('syntax').value = given.get('syntax') ?? FIRST.syntax;
  if (!at('syntax').value)
    at('syntax').value = FIRST.syntax;
  at('chunk').value = number('chunk', 1);
  at('upto').value = number('upto', 0);
  update();
}

function begin() {
  module = new WebAssembly.Module(Uint8Array.from(atob(PLAYGROUND_WASM), (one) => one.charCodeAt(0)));
  for (const { id, title } of ask('play_syntaxes')) {
    const option = element('option', `${id}: ${title}`);
    option.value = id;
    at('syntax').append(option);
  }
  restore();
  for (const id of ['syntax', 'chunk', 'upto'])
    at(id).addEventListener('input', update);
  at('text').addEventListener('input', () => {
    at('upto').max = new TextEncoder().encode(at('text').value).length;
    at('upto').value = at('upto').max; // what is written is read to its end
    update();
  });
  addEventListener('hashchange', restore);
}

begin();
