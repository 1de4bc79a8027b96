// SPDX-License-Identifier: Apache-2.0
// bytes.js: bytes and texts, made visible. Nothing of a report is ever taken for markup: all of it
// goes through text nodes.

// What has no shape of its own, or moves what stands around it.
const HIDDEN = /[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/u;
const HIDDEN_IN_TEXT = /(?![ \n])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u;

/** The bytes of {text} or {base64}, as the data block has them. */
function bytesOf(given) {
  if (given.base64 === undefined)
    return new TextEncoder().encode(given.text);
  return Uint8Array.from(atob(given.base64), (c) => c.charCodeAt(0));
}

/** The code point at an offset and its length in bytes (RFC 3629); length 0: there is none. */
function decode(bytes, at) {
  const first = bytes[at];
  const length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  if (!length || at + length > bytes.length)
    return { length: 0 };
  let code = length === 1 ? first : first & (0x7F >> length);
  for (let i = 1; i < length; i++) {
    if ((bytes[at + i] & 0xC0) !== 0x80)
      return { length: 0 };
    code = code << 6 | (bytes[at + i] & 0x3F);
  }
  const least = [0, 0, 0x80, 0x800, 0x10000][length];
  if (code < least || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
    return { length: 0 };
  return { length, code };
}

const hex = (number, width) => number.toString(16).toUpperCase().padStart(width, '0');

/** How a code point is shown: {shown, special}. */
function visible(code) {
  const character = String.fromCodePoint(code);
  if (code === 0x20)
    return { shown: '·', special: true };
  if (code < 0x20)
    return { shown: String.fromCodePoint(0x2400 + code), special: true };
  if (code === 0x7F)
    return { shown: '␡', special: true };
  if (HIDDEN.test(character))
    return { shown: 'U+' + hex(code, 4), special: true, boxed: true };
  return { shown: character, special: false };
}

/** Text as nodes: what cannot be seen becomes a label. */
function textNodes(text) {
  if (!HIDDEN_IN_TEXT.test(text))
    return [document.createTextNode(text)];
  const nodes = [];
  let plain = '';
  for (const character of text) {
    if (!HIDDEN_IN_TEXT.test(character)) {
      plain += character;
      continue;
    }
    const { shown, boxed } = visible(character.codePointAt(0));
    if (plain)
      nodes.push(document.createTextNode(plain));
    plain = '';
    nodes.push(element('span', { class: boxed ? 'hidden boxed' : 'hidden' }, shown));
  }
  if (plain)
    nodes.push(document.createTextNode(plain));
  return nodes;
}

/** Text as text: what cannot be seen is named. For attributes, in which there are no nodes. */
function seen(text) {
  return [...text].map((character) => HIDDEN_IN_TEXT.test(character) ? `⟨${visible(character.codePointAt(0)).shown}⟩` : character).join('');
}

// Attributes for people, on a screen or by a screen reader.
const SPOKEN = new Set(['aria-label', 'title', 'placeholder']);

/** A sentence of a spec: text between backticks becomes code, between stars emphasis. */
function prose(sentence) {
  return sentence.split(/(`[^`]+`|\*[^*]+\*)/).map((part) => {
    const kind = part.length > 2 && { '`': 'code', '*': 'em' }[part[0]];
    return kind && part.at(-1) === part[0] ? element(kind, {}, part.slice(1, -1)) : part;
  });
}

/** An element with attributes, listeners (on…) and children: nodes, texts, arrays of them, null. */
function element(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** The same of SVG. */
function drawn(name, attributes, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith('on'))
      node.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false)
      node.setAttribute(key, value === true ? '' : SPOKEN.has(key) ? seen(String(value)) : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false)
      continue;
    node.append(...(child instanceof Node ? [child] : textNodes(String(child))));
  }
  return node;
}

/** Bytes on one line, for lists of events; long ones lose their middle. */
function bytesLine(bytes, most = 160) {
  const line = element('span', { class: 'bytes' });
  const end = bytes.length > most ? most - 40 : bytes.length;
  appendBytes(line, bytes, 0, end);
  if (end < bytes.length) {
    line.append(` … ${count(bytes.length - end - 40, 'byte')} … `);
    appendBytes(line, bytes, bytes.length - 40, bytes.length);
  }
  return line;
}

/** Appends bytes [from, to) with the invisible ones in spans of their own. */
function appendBytes(parent, bytes, from, to) {
  let plain = '';
  const flush = () => {
    if (plain)
      parent.append(plain);
    plain = '';
  };
  for (let at = from; at < to;) {
    const { length, code } = decode(bytes, at);
    if (!length || at + length > to) {
      flush();
      parent.append(element('span', { class: 'hidden boxed', title: 'not UTF-8' }, hex(bytes[at], 2)));
      at++;
      continue;
    }
    const { shown, special, boxed } = visible(code);
    if (special) {
      flush();
      parent.append(element('span', { class: boxed ? 'hidden boxed' : 'hidden' }, shown));
    } else {
      plain += shown;
    }
    at += length;
  }
  flush();
}

const number = (value) => value.toLocaleString('en');
const count = (value, noun, nouns) => `${number(value)} ${value === 1 ? noun : nouns || noun + 's'}`;
