// SPDX-License-Identifier: Apache-2.0
// failure.js: the page of one result.

/** Where two texts part: the line, from 0, and the character in it; null: nowhere. */
function firstDifference(expected, actual) {
  if (expected === actual)
    return null;
  const left = expected.split('\n');
  const right = actual.split('\n');
  let line = 0;
  while (line < left.length && line < right.length && left[line] === right[line])
    line++;
  const a = [...(left[line] || '')];
  const b = [...(right[line] || '')];
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at])
    at++;
  return { line, at, byte: new TextEncoder().encode(a.slice(0, at).join('')).length, expected: a[at], actual: b[at] };
}

/** Lines of a text, with the first difference marked. */
function sideLines(text, difference) {
  const lines = text.replace(/\n$/, '').split('\n');
  return element('pre', { tabindex: 0 }, lines.map((line, i) => {
    if (!difference || i !== difference.line)
      return element('span', { class: 'side-line' }, line, '\n');
    const characters = [...line];
    const marked = characters[difference.at];
    return element('span', { class: 'side-line differs' }, characters.slice(0, difference.at).join(''),
      element('mark', {}, marked === undefined ? '⏎' : marked), characters.slice(difference.at + 1).join(''), '\n');
  }));
}

function quoted(character) {
  return character === undefined ? 'the end of the line' : ['“', ...textNodes(character), '”'];
}

/** Expected and actual, side by side; or two answers, of which neither is expected, under their own names. */
function sidesView(expected, actual, sides) {
  const titles = sides ? sides.map((title) => title[0].toUpperCase() + title.slice(1)) : ['Expected', 'Actual'];
  const words = sides || ['expected', 'got'];
  if (!expected && !actual)
    return null;
  const difference = expected && actual ? firstDifference(expected, actual) : null;
  const side = (title, text) => element('div', { class: 'side' }, element('h3', {}, title),
    text ? sideLines(text, difference) : element('p', { class: 'muted' }, 'no answer'));
  return [
    difference ? element('p', { class: 'first-difference' },
      `First difference of these two texts: in line ${difference.line + 1} of them, after ${count(difference.byte, 'byte')}: `,
      `${words[0]} `, quoted(difference.expected), `, ${words[1]} `, quoted(difference.actual), '.') : null,
    element('div', { class: 'columns sides' }, side(titles[0], expected), side(titles[1], actual)),
  ];
}

/** A command, and a button that copies it. */
function commandView(command) {
  const code = element('code', {}, command);
  const said = element('span', { class: 'muted', role: 'status' });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(command);
      said.textContent = 'copied';
    } catch {
      getSelection().selectAllChildren(code);
      said.textContent = 'selected: press Ctrl+C';
    }
  };
  return element('div', { class: 'command' }, element('pre', { tabindex: 0 }, code),
    element('button', { type: 'button', onclick: copy }, 'Copy the command'), ' ', said);
}

/** The command with the cut at another place. */
function commandCutAt(command, at) {
  const words = command.replace(/ --cut [0-9,]+/, '');
  return words.includes(' -- ') ? words.replace(' -- ', ` --cut ${at} -- `) : `${words} --cut ${at}`;
}

/** A form of the failure: the input, what was expected, and how to repeat it. */
function formView(form, route) {
  const command = element('div', {});
  const offer = (at, mode) => {
    const inside = form.reading && at > 0 && at < form.reading.length;
    command.replaceChildren(commandView(mode === 'cut' && inside ? commandCutAt(form.command, at) : form.command));
  };
  const moved = (at, mode) => {
    remember({ ...route, form: form.name, at: String(at), mode: mode === 'cut' ? 'cut' : null });
    offer(at, mode);
  };
  const mine = route.form === form.name;
  offer(Number(route.at), mine ? route.mode : 'prefix');
  return element('section', { class: 'form', 'aria-labelledby': `form-${form.name}` },
    element('h2', { id: `form-${form.name}` }, form.title), form.note ? element('p', { class: 'muted' }, form.note) : null,
    form.message ? element('p', { class: 'message' }, form.message) : null,
    sidesView(form.expected, form.actual, form.sides),
    element('h3', {}, 'The input'),
    form.reading ? specimenView({
      name: form.name, reading: form.reading, cuts: form.cuts, moved, at: mine && route.at ? Number(route.at) : null,
      mode: mine ? route.mode : null,
    }) : null,
    form.facts.length ? element('dl', { class: 'facts' }, form.facts.map(([term, text]) => [element('dt', {}, term), element('dd', {}, text)])) : null,
    element('h3', {}, 'Again'), command);
}

/** Offsets as a list; of many the first ones, the last, and how many they are. */
function offsets(cuts) {
  return cuts.length > 12 ? `${cuts.slice(0, 8).join(', ')} … ${cuts.at(-1)} (${count(cuts.length, 'cut')})` : cuts.join(', ');
}

function cutFact(cuts, name) {
  return cuts && cuts.length ? [['cut', `${name ? DATA.texts[name] + ': ' : ''}at byte ${offsets(cuts)}`]] : [];
}

function smallestForm(finding) {
  const tries = `after ${count(finding.tries, 'test')}`;
  return {
    name: 'smallest', title: 'Smallest form',
    note: (finding.minimal ? `Nothing single can be left out of it (${tries}).` : `As small as it came ${tries}.`) +
      ` ${count(finding.count, 'failure comes', 'failures come')} to it.`,
    message: DATA.texts[finding.message], expected: DATA.texts[finding.expected], actual: DATA.texts[finding.actual],
    sides: finding.sides,
    reading: DATA.readings[finding.reading], cuts: finding.cuts || [], command: finding.command,
    facts: [...cutFact(finding.cuts), ...(finding.catalogue ? [['catalogue', finding.catalogue]] : []),
      ...(finding.policies ? [['policies', finding.policies]] : [])],
  };
}

function foundForm(result) {
  const f = result.failure;
  return {
    name: 'found', title: 'As it was found', message: result.message, expected: DATA.texts[f.expected], actual: DATA.texts[f.actual],
    sides: f.sides, reading: f.reading === undefined ? null : DATA.readings[f.reading], cuts: f.cuts || [], command: f.command,
    facts: [
      ...cutFact(f.cuts, f.cut),
      ...(f.cuttings ? [['cuttings', `${number(f.cuttings[1])} of ${number(f.cuttings[0])} fail`]] : []),
      ...(f.basis ? [['expected', DATA.texts[f.basis]]] : []),
      ...(f.policies ? [['policies', f.policies]] : []), ...(f.catalogue ? [['catalogue', f.catalogue]] : []),
      ...(f.suspect ? [['suspected', `the ${DATA.texts[f.suspect]}`]] : []),
      ...(f.stderr ? [['standard error', element('pre', { tabindex: 0 }, f.stderr)]] : []),
    ],
  };
}

/** What the other parsers made of the same. */
function othersView(result) {
  if (DATA.runs.length < 2)
    return null;
  const items = verdictsOf(result.case, result.check).map((verdict, i) => element('li', {}, DATA.runs[i].name, ': ',
    !verdict ? 'not asked' : i === result.run.index ? [badge(verdict.status), ' (this one)']
      : element('a', { href: resultLink(resultOf(DATA.runs[i], verdict.index)) }, badge(verdict.status))));
  return element('section', {}, element('h2', {}, 'Side by side'), element('ul', {}, items));
}

function clauseView(index) {
  const clause = clauseOf(index);
  return element('blockquote', { class: 'clause' },
    element('p', {}, prose(clause.sentence || 'This suite does not have the clause.')),
    element('p', { class: 'source' }, element('a', { href: link({ view: 'results', status: 'all', clause: clause.id }) }, clause.id), ' ',
      clause.level ? element('span', { class: 'muted' }, `${clause.level.toUpperCase()}, ${clause.place}`) : null));
}

/** The result that the route names, or null. */
function routedResult(route) {
  const run = DATA.runs[Number(route.run || 0)];
  const caseIndex = DATA.cases.findIndex(([id]) => id === route.case);
  const index = run && run.byCase.get(caseIndex * DATA.checks.length + DATA.checks.indexOf(route.check));
  return index === undefined ? null : resultOf(run, index);
}

/** What the report has in place of a result that the address names, and that it has not. */
function noResultView(route) {
  const caseIndex = DATA.cases.findIndex(([id]) => id === route.case);
  const there = caseIndex < 0 ? [] : DATA.runs.flatMap((run) => testedChecks().map((check) => run.byCase.get(caseIndex * DATA.checks.length + check))
    .filter((index) => index !== undefined).map((index) => resultOf(run, index)));
  const missing = !route.case ? 'The address names no case.' : caseIndex < 0 ? `This report has no case ${route.case}.`
    : route.check ? `This report has no result of the check ${route.check} for the case ${route.case}.` : `The address names no check of the case ${route.case}.`;
  return [
    element('h1', {}, 'No such result'), element('p', {}, missing),
    there.length ? [element('p', {}, 'It has these:'), element('ul', {}, there.map((result) => element('li', {}, badge(result.status), ' ',
      element('a', { href: resultLink(result) }, result.check), DATA.runs.length > 1 ? ` by ${result.run.name}` : '')))]
      : element('p', {}, element('a', { href: link({ view: 'results', status: 'all' }) }, 'All results')),
  ];
}

function failureView(route) {
  const result = routedResult(route);
  if (!result)
    return noResultView(route);
  const test = caseOf(result.case);
  const finding = findingOf(result);
  return [
    element('h1', {}, test.title || test.id),
    element('p', { class: 'subtitle' }, badge(result.status), ' ', result.failure ? element('b', {}, DATA.texts[result.failure.class]) : result.verdict,
      ` in ${result.check} of `, element('code', {}, test.id), DATA.runs.length > 1 ? ` by ${result.run.name}` : '',
      test.file ? element('span', { class: 'muted' }, ` ${test.file}${test.line ? ':' + test.line : ''}`) : null),
    clauseView(result.clause),
    !result.failure && result.message ? element('p', { class: 'message' }, result.message) : null,
    finding ? formView(smallestForm(finding), route) : null,
    result.failure ? formView(foundForm(result), route) : null,
    othersView(result),
  ];
}
