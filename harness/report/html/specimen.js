// SPDX-License-Identifier: Apache-2.0
// specimen.js: an input as a ruler of bytes, with a slider over the events of the reference parser.

const ROLES = {
  text: 'text', marker: 'marker', name: 'name', key: 'key', value: 'value',
  blank: 'blank of the notation', skipped: 'skipped', framing: 'framing',
};

/** Ranges [start, end, role, clause] and what the cuts and the position split them into. */
function pieces(reading, length, cuts, position) {
  const edges = new Set([0, length, Math.min(position, length), ...cuts.filter((c) => c <= length)]);
  for (const [start, end] of reading.ranges)
    edges.add(start).add(end);
  const sorted = [...edges].sort((a, b) => a - b);
  let range = 0;
  return sorted.slice(0, -1).map((start, i) => {
    while (range < reading.ranges.length && reading.ranges[range][1] <= start)
      range++;
    const [from, , role, clause] = reading.ranges[range] || [length];
    return { start, end: sorted[i + 1], role: from <= start ? role : null, clause: from <= start ? clause : 0 };
  });
}

/** One line of the ruler: its offset, and a place for its bytes. */
function rulerLine(ruler, offset) {
  const bytes = element('span', { class: 'bytes' });
  ruler.append(element('div', { class: 'line' },
    element('span', { class: 'offset', 'aria-hidden': 'true' }, offset), bytes));
  return bytes;
}

function cutMark(at, kind) {
  const title = kind === 'cut' ? `cut at byte ${at}` : `fed up to byte ${at}`;
  return element('span', { class: kind, title, role: 'img', 'aria-label': `[${title}]` }, kind === 'cut' ? '┆' : '▏');
}

/** Draws the input: what is fed, what is held back, roles, cuts, the position. */
function drawRuler(ruler, specimen, position) {
  const { reading, bytes, cuts } = specimen;
  const decided = outBy(reading.decided, position);
  let line = null;
  ruler.replaceChildren();
  if (!bytes.length)
    rulerLine(ruler, 0).append('(no bytes)');
  for (const piece of pieces(reading, bytes.length, cuts.concat(decided), position)) {
    const state = piece.start >= position ? 'unfed' : piece.start >= decided ? 'held' : '';
    const clause = piece.clause ? ` (${DATA.texts[piece.clause]})` : '';
    for (let at = piece.start; at < piece.end;) {
      const feed = bytes.indexOf(0x0A, at);
      const end = feed < 0 || feed >= piece.end ? piece.end : feed + 1;
      line = line || rulerLine(ruler, at);
      if (at === piece.start) {
        cuts.filter((cut) => cut === at).forEach((cut) => line.append(cutMark(cut, 'cut')));
        if (at === position)
          line.append(cutMark(at, 'position'));
      }
      const span = element('span', {
        class: `piece ${piece.role ? 'role-' + DATA.roles[piece.role - 1] : ''} ${state}`, 'data-at': at,
        title: piece.role ? ROLES[DATA.roles[piece.role - 1]] + clause : null,
      });
      appendBytes(span, bytes, at, end);
      line.append(span);
      line = end === feed + 1 && feed >= 0 ? null : line;
      at = end;
    }
  }
  endMarks(ruler, line, specimen, position);
}

/** Cuts and the position after the last byte. */
function endMarks(ruler, line, { bytes, cuts }, position) {
  const at = bytes.length;
  const last = cuts.filter((cut) => cut >= at);
  if (!last.length && position < at)
    return;
  const end = line || ruler.lastElementChild.lastElementChild;
  last.forEach((cut) => end.append(cutMark(cut, 'cut')));
  if (position === at)
    end.append(cutMark(at, 'position'));
  if (position > at)
    end.append(element('span', { class: 'hidden boxed' }, 'end'));
}

/** One event of the reference, as a line. */
function eventItem(event) {
  const clause = event.clause ? DATA.texts[event.clause] : null;
  const labels = {
    text: () => ['text ', bytesLine(event.bytes)],
    call_begin: () => ['call ', element('b', {}, bytesLine(dataOf(event))), ' begins'],
    arg_begin: () => ['argument ', element('b', {}, bytesLine(dataOf(event))), ' begins'],
    arg_data: () => ['data ', bytesLine(event.bytes)],
    arg_end: () => ['argument ends'],
    call_end: () => ['call is complete: ', element('code', {}, event.call)],
    call_cut: () => ['call is cut off: ', element('code', {}, event.call)],
    diagnostic: () => [`diagnostic ${event.code} at byte ${event.offset}`, clause ? ` (${clause})` : ''],
  };
  return element('li', { class: event.fresh ? `event ${event.event} fresh` : `event ${event.event}` },
    labels[event.event](), event.fresh ? element('span', { class: 'badge' }, 'new') : null);
}

function eventList(title, events, start) {
  return element('div', { class: 'events' }, element('h4', {}, title),
    events.length ? element('ol', start ? { start } : {}, events.map(eventItem)) : element('p', { class: 'muted' }, 'nothing yet'));
}

/** What the first chunk says, and what the rest adds. */
function cutEvents(reading, position, end) {
  const before = eventsBy(reading, position);
  const all = eventsBy(reading, end);
  const after = [];
  all.forEach((event, i) => {
    const said = before[i] && before[i].bytes ? before[i].bytes.length : 0;
    if (i >= before.length)
      after.push({ ...event, fresh: false });
    else if (event.bytes && event.bytes.length > said)
      after.push({ ...event, fresh: false, bytes: event.bytes.subarray(said) });
  });
  return [
    eventList(`After the first chunk, bytes 0 to ${position}`, before.map((e) => ({ ...e, fresh: false }))),
    eventList('After the second chunk, and the end', after),
  ];
}

function positionText(specimen, position) {
  const { bytes, reading } = specimen;
  if (position > bytes.length)
    return `all ${count(bytes.length, 'byte')} fed, and the end of the input`;
  const held = position - outBy(reading.decided, position);
  return `${number(position)} of ${count(bytes.length, 'byte')} fed` + (held ? `, ${held} held back` : '');
}

/** A specimen: {reading, cuts, at, mode, moved(at, mode)} → its element. */
function specimenView(given) {
  const specimen = { ...given, bytes: inputOf(given.reading) };
  const end = specimen.bytes.length + (specimen.reading.whole ? 1 : 0);
  const ruler = element('div', { class: 'ruler', role: 'group', 'aria-label': 'the input, byte by byte' });
  const output = element('output', { class: 'position-text' });
  const events = element('div', { class: 'columns' });
  const slider = element('input', { type: 'range', min: 0, max: end, id: `slider-${given.name}`, class: 'slider' });
  let mode = given.mode || 'prefix';

  const show = () => {
    const position = Number(slider.value);
    drawRuler(ruler, specimen, position);
    output.textContent = positionText(specimen, position);
    slider.setAttribute('aria-valuetext', output.textContent);
    events.replaceChildren(...(mode === 'cut' ? cutEvents(specimen.reading, Math.min(position, specimen.bytes.length), end)
      : [eventList('Events so far, as the reference parser says them', eventsBy(specimen.reading, position))]));
  };
  const move = (to) => {
    slider.value = to;
    show();
    given.moved(Number(slider.value), mode);
  };
  slider.value = given.at === null ? end : given.at;
  slider.addEventListener('input', () => move(slider.value));
  ruler.addEventListener('click', (click) => {
    const piece = click.target.closest('.piece');
    if (piece)
      move(Number(piece.dataset.at));
  });
  show();
  return element('div', { class: 'specimen' }, ruler, legend(specimen.reading),
    specimen.reading.whole ? null : element('p', { class: 'muted' }, `Only the first ${count(specimen.bytes.length, 'byte')} of ` +
      `${number(specimen.reading.length)} are on this page.`),
    sliderRow(given, slider, specimen, move), output,
    modeChoice(given, mode, (chosen) => { mode = chosen; move(slider.value); }), events);
}

function sliderRow(given, slider, specimen, move) {
  const step = (by) => () => move(Number(slider.value) + by);
  const stops = [...new Set(specimen.cuts)];
  return element('div', { class: 'slider-row' },
    element('label', { for: slider.id }, 'Bytes fed'),
    element('button', { type: 'button', onclick: step(-1), 'aria-label': 'one byte less' }, '−'),
    slider,
    element('button', { type: 'button', onclick: step(1), 'aria-label': 'one byte more' }, '+'),
    stops.length ? element('button', { type: 'button', onclick: () => {
      move(stops.find((cut) => cut > Number(slider.value)) ?? stops[0]);
    } }, stops.length > 1 ? 'next cut' : 'to the cut') : null);
}

function modeChoice(given, mode, choose) {
  const choice = (value, label) => element('label', {},
    element('input', { type: 'radio', name: `mode-${given.name}`, value, checked: mode === value, onchange: () => choose(value) }),
    ' ', label);
  return element('fieldset', { class: 'mode' }, element('legend', {}, 'The slider moves'),
    choice('prefix', 'a prefix: what is out when so much was fed'),
    choice('cut', 'a cut: two chunks, and the end'));
}

function legend(reading) {
  const met = [...new Set(reading.ranges.map(([, , role]) => DATA.roles[role - 1]))];
  return element('p', { class: 'legend' },
    'As the reference reads it: ', met.map((role) => element('span', { class: `key role-${role}` }, ROLES[role])),
    element('span', { class: 'key held' }, 'held back'), element('span', { class: 'key unfed' }, 'not yet fed'));
}
