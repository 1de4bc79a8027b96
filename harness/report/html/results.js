// SPDX-License-Identifier: Apache-2.0
// results.js: the list of results with its filters, and the table of clauses.

const PAGE_SIZE = 100;

/** Whether a result is one that the route asks for; made once, asked often. */
function filterOf(route) {
  const status = route.status || 'failed';
  const clauses = new Set(DATA.clauses.map((row, i) => [row, i])
    .filter(([row]) => (!route.clause || row[0] === route.clause) && (!route.group || row[4] === route.group)).map(([, i]) => i));
  const syntax = DATA.syntaxes.findIndex(({ id }) => id === route.syntax);
  const check = DATA.checks.indexOf(route.check);
  const name = DATA.texts.indexOf(route.class);
  const words = (route.q || '').toLowerCase();
  return (run, i) => {
    const r = run.results;
    if (status !== 'all' && status !== 'differs' && run.statuses[i] !== status)
      return false;
    if ((route.clause || route.group) && !clauses.has(r.clause[i]))
      return false;
    if (route.cause && run.causeOf.get(i) !== Number(route.cause) - 1)
      return false;
    if (route.syntax && DATA.cases[r.case[i]][1] !== syntax)
      return false;
    if (route.check && r.check[i] !== check)
      return false;
    if (route.class && (!r.failure[i] || run.failures[r.failure[i] - 1].class !== name))
      return false;
    if (words && !searched(run, i).includes(words))
      return false;
    return status !== 'differs' || differs(resultOf(run, i));
  };
}

/** What a search looks in: the case's id and title, and what is wrong. */
function searched(run, i) {
  const [id, , title] = DATA.cases[run.results.case[i]];
  return `${id}\n${title}\n${DATA.texts[run.results.message[i]] || ''}`.toLowerCase();
}

function matching(route) {
  const wanted = filterOf(route);
  const found = [];
  for (const run of DATA.runs) {
    if (route.run !== undefined && Number(route.run) !== run.index)
      continue;
    for (let i = 0; i < run.statuses.length; i++)
      if (wanted(run, i))
        found.push([run, i]);
  }
  return found;
}

function badge(status) {
  return element('span', { class: `badge status-${status}` }, status);
}

function resultItem([run, index]) {
  const result = resultOf(run, index);
  const [id, , title] = DATA.cases[result.case];
  return element('li', { class: 'result' },
    element('div', {}, badge(result.status), ' ', element('a', { href: resultLink(result) }, id), ' ',
      element('span', { class: 'tag' }, result.check), ' ', element('span', { class: 'tag' }, DATA.clauses[result.clause][0]), ' ',
      result.failure ? element('span', { class: 'tag' }, DATA.texts[result.failure.class]) : null,
      DATA.runs.length > 1 ? [' ', element('span', { class: 'by' }, run.name)] : null),
    element('div', { class: 'muted clip' }, result.message || title));
}

/** A select for one part of the route. */
function choiceOf(route, name, label, values, none) {
  const options = values.map(([value, text]) => element('option', { value, selected: (route[name] || '') === value }, text));
  return element('label', {}, label, element('select', { name },
    none ? element('option', { value: '', selected: !route[name] }, none) : null, options));
}

const named = (values) => values.map((value) => [value, value]);

function filterForm(route, changed) {
  const classes = [...new Set(DATA.runs.flatMap((run) => run.failures.map((f) => DATA.texts[f.class])))].sort();
  const clauses = [...new Set(DATA.runs.flatMap((run) => run.results.clause))].map((i) => DATA.clauses[i][0]);
  const statuses = [...named(STATUSES), ...(DATA.runs.length > 1 ? [['differs', 'parsers differ']] : []), ['all', 'all']];
  const form = element('form', { class: 'filters', role: 'search', 'aria-label': 'Filter the results' },
    DATA.runs.length > 1 ? choiceOf(route, 'run', 'Parser', DATA.runs.map((run) => [String(run.index), run.name]), 'all') : null,
    choiceOf({ status: 'failed', ...route }, 'status', 'Status', statuses),
    choiceOf(route, 'syntax', 'Syntax', named(testedSyntaxes().map((i) => DATA.syntaxes[i].id)), 'all'),
    choiceOf(route, 'check', 'Check or law', named(testedChecks().map((i) => DATA.checks[i])), 'all'),
    choiceOf(route, 'clause', 'Clause', named(clauses.sort(byClause)), 'all'),
    choiceOf(route, 'class', 'Class', named(classes), 'all'),
    element('label', {}, 'Text', element('input', { type: 'search', name: 'q', value: route.q || '', placeholder: 'id, title or message' })),
    element('button', { type: 'reset', onclick: () => go({ view: 'results' }) }, 'Clear'));
  const read = () => changed(Object.fromEntries([...new FormData(form)].filter(([, value]) => value)));
  form.addEventListener('input', read);
  form.addEventListener('submit', (event) => event.preventDefault());
  return form;
}

/** Sorts CARET-4.10 after CARET-4.9. */
function byClause(a, b) {
  return a.localeCompare(b, 'en', { numeric: true });
}

/** The text in place of an empty list: that nothing failed, or where else there is something. */
function emptyList(route) {
  const chosen = route.status || 'failed';
  const others = STATUSES.map((status) => [status, chosen === 'all' ? 0 : matching({ ...route, status }).length]).filter(([, n]) => n);
  const links = others.map(([status, n], i) => [i ? ', ' : ' ', `${number(n)} ${status}: `, element('a', { href: link({ ...route, view: 'results', status, page: null }) },
    n === 1 ? 'show it' : 'show them')]);
  const whole = element('span', {}, chosen === 'failed' ? 'No failures.' : 'Nothing matches.', links, others.length ? '.' : '');
  return [whole];
}

function resultsView(route) {
  const status = element('p', { class: 'found', role: 'status' });
  const list = element('ol', { class: 'results' });
  const nothing = element('p', {});
  const pager = element('nav', { class: 'pager', 'aria-label': 'Pages of results' });
  let shown = route;

  const show = () => {
    const found = matching(shown);
    const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
    const page = Math.min(pages, Math.max(1, Number(shown.page) || 1));
    const turn = (to, label) => element('button', { type: 'button', disabled: to < 1 || to > pages, onclick: () => {
      shown = { ...shown, page: String(to) };
      remember(shown);
      show();
      status.scrollIntoView();
    } }, label);
    status.textContent = `${count(found.length, 'result')}` + (shown.cause ? ` of cause ${shown.cause}` : '') + (shown.group ? ` of the clauses ${shown.group}` : '') +
      (pages > 1 ? `, page ${number(page)} of ${number(pages)}` : '');
    nothing.replaceChildren(...(found.length ? [] : emptyList(shown)));
    list.setAttribute('start', (page - 1) * PAGE_SIZE + 1);
    list.replaceChildren(...found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(resultItem));
    pager.replaceChildren(...(pages > 1 ? [turn(1, 'First'), turn(page - 1, 'Previous'), turn(page + 1, 'Next'), turn(pages, 'Last')] : []));
  };
  const form = filterForm(route, (chosen) => {
    shown = { view: 'results', group: shown.group, cause: shown.cause, ...chosen };
    remember(shown);
    show();
  });
  show();
  return [element('h1', {}, 'Results'), form, status, nothing, list, pager];
}

// ---- clauses ---------------------------------------------------------------------------------------

/** "3 of 4 ran, 1 failed"; how many cases of one polarity. */
function polarityCell([ran, failed], have, needed, target) {
  if (!have && !needed)
    return element('td', { class: 'cell none' }, '–');
  const state = failed ? 'bad' : ran ? 'good' : 'none';
  const text = failed ? [element('b', {}, `${number(failed)} failed`), element('small', {}, ` of ${number(ran)}`)]
    : ran ? ['✓', element('small', {}, ` ${number(ran)} of ${number(Math.max(have, ran))}`)] : ['none ran', element('small', {}, ` of ${number(have)}`)];
  return element('td', { class: `cell ${state}` }, failed && target ? element('a', { href: target }, text) : text);
}

function coverageSentence(rows) {
  const accepted = rows.filter(({ covered }) => covered.accepting[0]).length;
  const forbids = rows.filter(({ clause }) => clause.forbids);
  const refused = forbids.filter(({ covered }) => covered.refusing[0]).length;
  const failed = rows.filter(({ covered }) => covered.accepting[1] + covered.refusing[1]).length;
  return `Of ${count(rows.length, 'clause')}, ${number(accepted)} had an accepting case that ran; of the ${number(forbids.length)} that forbid ` +
    `something, ${number(refused)} had a refusing one. ${failed ? count(failed, 'clause') + (failed === 1 ? ' has' : ' have') + ' a case that failed.' : 'No case failed.'}`;
}

function clauseRow(run, { clause, covered }) {
  return element('tr', {}, rowHead(element('a', { href: link({ view: 'results', status: 'all', clause: clause.id }) }, clause.id),
    element('span', { class: 'by' }, clause.level)), element('td', {}, prose(clause.sentence)),
  polarityCell(covered.accepting, clause.accepting, true, link({ view: 'results', q: '', clause: clause.id, run: runParameter(run) })),
  polarityCell(covered.refusing, clause.refusing, clause.forbids, link({ view: 'results', clause: clause.id, run: runParameter(run) })));
}

function clausesView(route) {
  const run = DATA.runs[Number(route.run || 0)] || DATA.runs[0];
  const tested = testedSyntaxes();
  const syntax = tested.find((i) => DATA.syntaxes[i].id === route.syntax) ?? tested[0];
  if (syntax === undefined)
    return [element('h1', {}, 'Clauses'), element('p', {}, 'Nothing was checked, so no clause was.')];
  const coverage = coverageOf(run);
  const rows = DATA.clauses.map((_, i) => ({ clause: clauseOf(i), covered: coverage[i] })).filter(({ clause }) => clause.syntax === syntax && clause.sentence);
  const form = element('form', { class: 'filters', 'aria-label': 'Choose the clauses' },
    DATA.runs.length > 1 ? choiceOf(route, 'run', 'Parser', DATA.runs.map((r) => [String(r.index), r.name])) : null,
    choiceOf(route, 'syntax', 'Syntax', named(tested.map((i) => DATA.syntaxes[i].id))));
  form.addEventListener('change', () => go({ view: 'clauses', ...Object.fromEntries(new FormData(form)) }));
  return [
    element('h1', {}, 'Clauses'), form, element('p', {}, coverageSentence(rows)),
    wideTable(`Clauses of ${DATA.syntaxes[syntax].id}, and their cases of both polarities`, element('tr', {}, ['clause', 'says', 'accepting cases', 'refusing cases'].map((t) => columnHead(t))),
      rows.map((row) => clauseRow(run, row))),
  ];
}
