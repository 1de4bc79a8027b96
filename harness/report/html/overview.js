// SPDX-License-Identifier: Apache-2.0
// overview.js: the verdict, what to fix first, and the matrices.

const CAUSES_SHOWN = 12;

/** The verdict on one run, in a sentence. */
function verdictSentence(run) {
  const { failed, advice, differs: reads, known, declared, passed, skipped } = run.counts;
  const judged = failed + advice + reads + known + declared + passed;
  if (!judged && !skipped)
    return 'Nothing was checked.';
  if (!judged)
    return `Nothing was judged: all ${count(skipped, 'check')} were skipped.`;
  const beside = [[advice, 'falls short', 'fall short', 'of advice'], [reads, 'is', 'are', 'read otherwise, where only Decisions decide'],
    [known, 'fails', 'fail', 'as is known'], [declared, 'is', 'are', 'read as it declares'], [skipped, 'was', 'were', 'skipped']]
    .filter(([n]) => n).map(([n, one, more, what]) => `${number(n)} ${n === 1 ? one : more} ${what}`).join(', ');
  const clauses = new Set(run.clusters.filter((c) => !c.advice).map((c) => c.clause)).size;
  const verdict = failed ? `${count(failed, 'check')} of ${number(judged)} ${failed === 1 ? 'fails' : 'fail'}, in ${count(clauses, 'clause')}`
    : `${run.stale ? '' : 'all is as expected: '}${count(passed, 'check')} of ${number(judged)} pass`;
  const first = run.causes.length ? ` Fix first: ${run.causes[0].sentence}.` : '';
  const sentences = [[verdict, beside, run.stale].filter(Boolean).join('; ') + '.', first];
  return sentences.join('');
}

/** The status that stands for the run as a whole. */
function statusOfRun(run) {
  return run.counts.failed || run.stale ? 'failed' : run.counts.passed ? 'passed' : 'skipped';
}

function overviewView() {
  const single = DATA.runs.length === 1;
  return [
    element('h1', {}, single ? DATA.runs[0].name : `${DATA.runs.length} parsers side by side`),
    DATA.runs.map((run) => [
      element('p', { class: `verdict ${{ failed: 'bad', passed: 'good' }[statusOfRun(run)] || ''}` },
        badge(statusOfRun(run)), ' ', single ? null : element('b', {}, `${run.name}: `), verdictSentence(run)),
      run.behaves.length ? likenessView(run) : null,
      run.stopped ? element('p', { class: 'alert', role: 'note' }, `This is not the whole run: ${run.stopped}.`) : null,
    ]),
    DATA.trend ? trendView(DATA.trend) : null,
    DATA.runs.map(fixFirstView),
    DATA.runs.map(readingsView),
    DATA.runs.map(declaredView),
    DATA.runs.map(costsView),
    runsTable(),
    lawsView(),
    groupsView(),
    element('section', { 'aria-labelledby': 'about' }, element('h2', { id: 'about' }, 'The runs'), DATA.runs.map(aboutRun)),
  ];
}

/** What the run fails like, the likest first. */
function likenessView(run) {
  return element('p', {}, 'It fails like a parser with this fault: ', run.behaves.map(([syntax, says, percent], i) => [
    i ? '; or: ' : '', element('b', {}, says), element('span', { class: 'muted' }, ` (${syntax}, ${percent} % alike)`)]), '.');
}

// ---- what to fix first -----------------------------------------------------------------------------

function fixFirstView(run) {
  const advice = run.clusters.filter((c) => c.advice);
  if (!run.causes.length && !advice.length)
    return null;
  const id = `fix-${run.index}`;
  const items = (some) => some.map((cause) => causeItem(run, cause));
  return element('section', { 'aria-labelledby': id },
    element('h2', { id }, 'What to fix first', DATA.runs.length > 1 ? ` in ${run.name}` : ''),
    proportionBar(run),
    element('ol', { class: 'clusters' }, items(run.causes.slice(0, CAUSES_SHOWN))),
    run.causes.length > CAUSES_SHOWN ? element('details', {}, element('summary', {}, `${run.causes.length - CAUSES_SHOWN} more`),
      element('ol', { class: 'clusters', start: CAUSES_SHOWN + 1 }, items(run.causes.slice(CAUSES_SHOWN)))) : null,
    advice.length ? element('details', {}, element('summary', {}, `advice: ${count(advice.length, 'clause')} that ${advice.length === 1 ? 'is' : 'are'} not a MUST`),
      element('ol', { class: 'clusters' }, advice.map(clusterItem))) : null);
}

/** How much of what was judged passes. */
function proportionBar(run) {
  const judged = STATUSES.filter((status) => status !== 'skipped').map((status) => [status, run.counts[status]]).filter(([, n]) => n);
  const all = judged.reduce((sum, [, n]) => sum + n, 0);
  return element('p', { class: 'proportion', role: 'img', 'aria-label': judged.map(([status, n]) => `${number(n)} ${status}`).join(', ') },
    judged.reverse().map(([status, n]) => element('span', { class: status, style: `flex-grow: ${n / all}`, title: `${number(n)} ${status}` })));
}

/** What a number of failures come from. */
function causeItem(run, cause) {
  const clause = clauseOf(cause.clause);
  const example = resultOf(run, cause.results.find((i) => DATA.checks[run.results.check[i]] === DATA.checks[cause.check]) ?? cause.results[0]);
  const place = severity('wrong', cause.harm);
  return element('li', { class: `cluster severity-${SEVERITIES[place].name}` },
    element('p', { class: 'cluster-head' }, element('a', { href: resultLink(example) }, prose(cause.sentence))),
    element('p', {}, element('a', { href: link({ view: 'results', status: 'failed', cause: run.causes.indexOf(cause) + 1, run: runParameter(run) }) },
      count(cause.results.length, 'failure')), ` · ${severityTitle(place)}`, cause.trigger ? ` · ${cause.trigger}` : null, ' · ',
      element('span', { class: 'tag' }, clause.id)),
    element('p', { class: 'form-line' }, element('span', { class: 'muted' }, cause.reduced ? 'smallest input ' : 'shortest input '),
      bytesLine(inputOf(DATA.readings[cause.reading]), 100),
      cause.cuts ? element('span', { class: 'muted' }, ` cut at byte ${offsets(cause.cuts)}`) : null),
    element('p', { class: 'muted clip' }, DATA.texts[cause.message]));
}

/** What the values that it declares cost: a row for each. */
function costsView(run) {
  if (!run.costs.length)
    return null;
  const id = `costs-${run.index}`;
  const rows = run.costs.map(([declared, text, times, example]) => element('tr', {},
    rowHead(element('code', {}, declared)), element('td', {}, text), element('td', { class: 'number' }, number(times)),
    element('td', {}, example)));
  return element('section', { 'aria-labelledby': id },
    element('h2', { id }, 'What it declares costs', DATA.runs.length > 1 ? `: ${run.name}` : ''),
    element('p', {}, 'In cases that are read as declared, next to the default.'),
    wideTable('What declared policies cost', element('tr', {}, columnHead('declared'), columnHead('costs'),
      columnHead('cases', { class: 'number' }), columnHead('for example')), rows));
}

/** What it declares to read otherwise: a row for each clause. */
function declaredView(run) {
  if (!run.declared.length)
    return null;
  const id = `declared-${run.index}`;
  const rows = run.declared.map(([clause, text, example]) => element('tr', {},
    rowHead(element('span', { class: 'tag' }, clause)), element('td', {}, text), element('td', {}, example)));
  return element('section', { 'aria-labelledby': id },
    element('h2', { id }, 'What it declares to read otherwise', DATA.runs.length > 1 ? `: ${run.name}` : ''),
    wideTable('Declared readings', element('tr', {}, columnHead('clause'), columnHead('what comes of it'), columnHead('for example')), rows));
}

/** The choices of the parser where the source leaves one: a row for each clause. */
function readingsView(run) {
  if (!run.readings.length)
    return null;
  const id = `readings-${run.index}`;
  const rows = run.readings.map(([clause, times, declares, example]) => element('tr', {},
    rowHead(element('span', { class: 'tag' }, DATA.clauses[clause][0]), ' ', prose(DATA.clauses[clause][5])),
    element('td', { class: 'number' }, number(times)), element('td', {}, declares ? element('code', {}, declares) : '–'),
    element('td', {}, example)));
  return element('section', { 'aria-labelledby': id },
    element('h2', { id }, 'How this parser reads the notation', DATA.runs.length > 1 ? `: ${run.name}` : ''),
    element('p', {}, 'Only Decisions of the suite say otherwise. This counts with --strict.'),
    wideTable('Clauses that it reads otherwise', element('tr', {}, columnHead('clause'), columnHead('cases', { class: 'number' }),
      columnHead('it would declare'), columnHead('for example')), rows));
}

function clusterItem(cluster) {
  const clause = clauseOf(cluster.clause);
  const finding = cluster.findings[0];
  const grave = cluster.suite ? 'the suite itself fails it: report it there' : severityTitle(cluster.severity);
  const all = link({ view: 'results', status: cluster.advice ? 'advice' : 'failed', clause: clause.id, check: cluster.check,
    class: cluster.class, run: runParameter(cluster.run) });
  const first = finding ? cluster.results.find((i) => finding.cases.includes(cluster.run.results.case[i])) : undefined;
  const example = resultOf(cluster.run, first === undefined ? cluster.results[0] : first);
  return element('li', { class: `cluster severity-${SEVERITIES[cluster.severity].name}` },
    element('p', { class: 'cluster-head' }, element('a', { href: resultLink(example) }, prose(clause.sentence || clause.id))),
    element('p', {}, element('span', { class: 'tag' }, clause.id), ' ', element('span', { class: 'tag' }, cluster.class), ' ',
      cluster.check === 'golden' ? null : [element('span', { class: 'tag' }, cluster.check), ' '],
      element('a', { href: all }, count(cluster.results.length, 'failure')), ` · ${cluster.advice ? 'advice: the clause is not a MUST' : grave}`),
    element('p', { class: 'muted clip' }, finding ? DATA.texts[finding.message] : example.message),
    finding ? element('p', { class: 'form-line' }, element('span', { class: 'muted' }, 'smallest form '),
      bytesLine(inputOf(DATA.readings[finding.reading]), 100),
      finding.cuts ? element('span', { class: 'muted' }, ` cut at byte ${offsets(finding.cuts)}`) : null) : null);
}

// ---- tables ----------------------------------------------------------------------------------------

/** A table that scrolls within itself. */
function wideTable(caption, head, body) {
  return element('div', { class: 'wide', role: 'region', tabindex: 0, 'aria-label': caption },
    element('table', {}, element('caption', {}, caption, element('span', { class: 'more', hidden: true }, ' – it goes on to the right: scroll sideways →')),
      element('thead', {}, head), element('tbody', {}, body)));
}

/** Adds a hint to each table that is wider than its place. */
function noteWideTables() {
  for (const wide of document.querySelectorAll('.wide'))
    wide.querySelector('.more').hidden = wide.scrollWidth <= wide.clientWidth;
}

const columnHead = (text, extra) => element('th', { scope: 'col', ...extra }, text);
const rowHead = (...children) => element('th', { scope: 'row' }, children);

function runsTable() {
  const rows = DATA.runs.map((run) => element('tr', {}, rowHead(run.name), STATUSES.map((status) =>
    element('td', { class: 'number' }, run.counts[status]
      ? element('a', { href: link({ view: 'results', status, run: runParameter(run) }) }, number(run.counts[status])) : '0'))));
  return element('section', { 'aria-labelledby': 'counts' }, element('h2', { id: 'counts' }, 'Checks'),
    wideTable('Checks by status', element('tr', {}, columnHead('parser'), STATUSES.map((s) => columnHead(s, { class: 'number' }))), rows));
}

/** A cell of a matrix: failed of total, as a link to them. */
function matrixCell(cell, target, what) {
  if (!cell)
    return element('td', { class: 'cell none' }, element('span', { class: 'visually-hidden' }, `${what}: not checked`));
  const judged = cell.total - cell.skipped;
  const state = cell.failed ? 'bad' : cell.advice || cell.differs || cell.known ? 'warn' : judged ? 'good' : 'none';
  const bad = cell.failed || cell.advice || cell.differs || cell.known;
  const label = judged ? `${what}: ${bad} of ${judged} ${cell.failed ? 'failed' : bad ? 'failed, as advice, a reading or as known' : 'failed'}`
    : `${what}: skipped`;
  const status = cell.failed ? 'failed' : cell.advice ? 'advice' : cell.differs ? 'differs' : cell.known ? 'known' : judged ? 'passed' : 'skipped';
  return element('td', { class: `cell ${state}` }, element('a', { href: link({ view: 'results', status, ...target }), 'aria-label': label, title: label },
    judged ? (bad ? [element('b', {}, number(bad)), element('small', {}, `/${number(judged)}`)] : ['✓', element('small', {}, ` ${number(judged)}`)]) : 'skipped'));
}

/** Nothing, where no syntax was tested: readers of partial JSON and executors of templates have no rows here. */
function lawsView() {
  const count = testedSyntaxes().length;
  return count ? element('section', { 'aria-labelledby': 'laws' }, element('h2', { id: 'laws' }, count === 1 ? 'Laws' : 'Syntaxes by laws'), lawMatrix()) : null;
}

/** What each parser makes of each law: of one syntax a row for each law, of several a column. */
function lawMatrix() {
  const tables = DATA.runs.map((run) => crossed(run, (i) => [DATA.cases[run.results.case[i]][1], run.results.check[i]]));
  const checks = testedChecks().map((i) => [DATA.checks[i], i]);
  if (testedSyntaxes().length === 1)
    return lawTable(tables, checks, testedSyntaxes()[0]);
  const rows = testedSyntaxes().flatMap((syntax) => DATA.runs.map((run, r) => {
    const row = tables[r].get(syntax);
    return row && element('tr', {}, rowHead(DATA.syntaxes[syntax].id, DATA.runs.length > 1 ? element('span', { class: 'by' }, run.name) : null),
      checks.map(([name, i]) => matrixCell(row.get(i), { syntax: DATA.syntaxes[syntax].id, check: name, run: runParameter(run) },
        `${name} of ${DATA.syntaxes[syntax].id}`)));
  }));
  return wideTable('Failures of judged checks', element('tr', {}, columnHead('syntax'), checks.map(([name]) => columnHead(name, { class: 'law' }))), rows);
}

function lawTable(tables, checks, syntax) {
  const { id } = DATA.syntaxes[syntax];
  return wideTable('Failures of judged checks', element('tr', {}, columnHead(`laws on ${id}`), DATA.runs.map((run) => columnHead(run.name))),
    checks.map(([name, i]) => element('tr', {}, rowHead(name), DATA.runs.map((run, r) =>
      matrixCell(tables[r].get(syntax) && tables[r].get(syntax).get(i), { syntax: id, check: name, run: runParameter(run) }, `${name} of ${id}, ${run.name}`)))));
}

/** The indices of the checks that have results. */
function testedChecks() {
  const met = new Set(DATA.runs.flatMap((run) => run.results.check));
  return DATA.checks.map((_, i) => i).filter((i) => met.has(i));
}

/** The indices of the syntaxes that have results. */
function testedSyntaxes() {
  const met = new Set(DATA.cases.map(([, syntax]) => syntax));
  return DATA.syntaxes.map((_, i) => i).filter((i) => met.has(i));
}

/** Nothing, where no golden case is about a section: an input was given, or made up. */
function groupsView() {
  const tables = groupTables().filter(Boolean);
  return tables.length ? element('section', { 'aria-labelledby': 'groups' }, element('h2', { id: 'groups' }, 'Syntaxes by clauses'),
    element('p', { class: 'muted' }, 'Golden cases, by the section of the spec that they are about first.'), tables) : null;
}

function groupTables() {
  const golden = DATA.checks.indexOf('golden');
  const tables = DATA.runs.map((run) => crossed(run, (i) => {
    const clause = DATA.clauses[run.results.clause[i]];
    return run.results.check[i] === golden && clause[4] ? [DATA.cases[run.results.case[i]][1], clause[4]] : [null, null];
  }));
  return testedSyntaxes().map((syntax) => {
    const { id, groups } = DATA.syntaxes[syntax];
    const met = groups.filter(([group]) => tables.some((t) => t.get(syntax) && t.get(syntax).has(group)));
    if (!met.length)
      return null;
    const failed = tables.some((t) => t.get(syntax) && [...t.get(syntax).values()].some((cell) => cell.failed));
    const rows = met.map(([group, title]) => element('tr', {}, rowHead(`${title} `, element('span', { class: 'muted' }, group)),
      DATA.runs.map((run, r) => matrixCell(tables[r].get(syntax) && tables[r].get(syntax).get(group),
        { syntax: id, check: 'golden', group, run: runParameter(run) }, `${title}, ${run.name}`))));
    return element('details', { open: failed && testedSyntaxes().length <= 3 }, element('summary', {}, id, failed ? [' ', badge('failed')] : null),
      wideTable(`Golden cases of ${id}`, element('tr', {}, columnHead('clauses'), DATA.runs.map((run) => columnHead(run.name))), rows));
  });
}

function aboutRun(run) {
  const facts = [
    ['parser', run.subject], ['suite', run.suite], ['started', run.started], ['policies', run.policies || 'none declared'],
    ['capabilities', run.capabilities], ['worker', run.worker && element('code', {}, run.worker)],
    ['seed', run.seed], ['shard', run.shard], ['cases', number(run.cases)], ['cuttings', number(run.cuttings)],
    ['restarts of the worker', run.restarts || null], ['without a smallest form', run.unreduced || null], ['report', run.file],
  ].filter(([, value]) => value !== undefined && value !== null && value !== '');
  return element('dl', { class: 'facts' }, facts.map(([term, value]) => [element('dt', {}, term), element('dd', {}, value)]));
}
