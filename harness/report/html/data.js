// SPDX-License-Identifier: Apache-2.0
// data.js: the data block, and what follows from it: statuses, clusters, matrices, coverage.

const DATA = JSON.parse(document.getElementById('data').textContent);

const STATUSES = ['failed', 'advice', 'differs', 'known', 'skipped', 'declared', 'passed'];

// What a failure does to those who run the calls, the gravest first: each harm (judge/harm.h), after an answer that
// breaks the protocol. name: of its colour.
const SEVERITIES = [
  { name: 'adapter', harm: null },
  { name: 'grave', harm: 'no-answer' },
  { name: 'grave', harm: 'unwritten-call' },
  { name: 'serious', harm: 'lost-call' },
  { name: 'serious', harm: 'arguments' },
  { name: 'text', harm: 'text' },
  { name: 'text', harm: 'white-space' },
  { name: 'detail', harm: 'none' },
];

/** The place of a failure in SEVERITIES. */
function severity(verdict, harm) {
  return verdict === 'protocol' ? 0 : SEVERITIES.findIndex((s) => s.harm === DATA.harms[harm]);
}

function severityTitle(at) {
  const harm = DATA.harms.indexOf(SEVERITIES[at].harm);
  return harm < 0 ? 'an answer breaks the protocol' : DATA.harmTitles[harm];
}

/** A case as an object; the data block has it as a row. */
function caseOf(index) {
  const [id, syntax, title, level, clauses, refuses, file, line] = DATA.cases[index];
  return { id, syntax: DATA.syntaxes[syntax], title, level: DATA.levels[level], clauses, refuses, file, line };
}

function clauseOf(index) {
  const [id, level, forbids, syntax, group, sentence, place, accepting, refusing] = DATA.clauses[index];
  return { id, level: DATA.levels[level], forbids: Boolean(forbids), syntax, group, sentence, place, accepting, refusing };
}

/** A result of a run; failure: what is known of one that failed, or null. */
function resultOf(run, index) {
  const r = run.results;
  return {
    run, index,
    case: r.case[index],
    check: DATA.checks[r.check[index]],
    clause: r.clause[index],
    verdict: DATA.verdicts[r.verdict[index]],
    message: DATA.texts[r.message[index]],
    failure: r.failure[index] ? run.failures[r.failure[index] - 1] : null,
    status: run.statuses[index],
  };
}

/** failed, advice, differs, known, skipped, declared or passed. */
function statusOf(run, index) {
  const verdict = DATA.verdicts[run.results.verdict[index]];
  if (verdict === 'pass')
    return 'passed';
  if (verdict === 'skipped' || verdict === 'known' || verdict === 'declared')
    return verdict;
  return run.failures[run.results.failure[index] - 1].counts ? 'failed' : verdict === 'differs' ? 'differs' : 'advice';
}

/** The failures of a run that have clause, check and class in common; those first that do the gravest harm, and of these the most. */
function clustersOf(run) {
  const clusters = new Map();
  for (let i = 0; i < run.statuses.length; i++) {
    if (run.statuses[i] !== 'failed' && run.statuses[i] !== 'advice')
      continue;
    const result = resultOf(run, i);
    const name = DATA.texts[result.failure.class];
    const key = [result.clause, result.check, name].join(' ');
    if (!clusters.has(key)) {
      const suite = DATA.texts[result.failure.suspect] === 'suite';
      clusters.set(key, {
        run, clause: result.clause, check: result.check, class: name, results: [], advice: result.status === 'advice',
        suite, severity: SEVERITIES.length, findings: findingsOf(run, result.clause, result.check, name),
      });
    }
    const cluster = clusters.get(key);
    cluster.results.push(i);
    cluster.severity = Math.min(cluster.severity, severity(result.verdict, result.failure.harm));
  }
  return [...clusters.values()].sort((a, b) => a.suite - b.suite || a.advice - b.advice ||
    a.severity - b.severity || b.results.length - a.results.length);
}

function findingsOf(run, clause, check, name) {
  return run.findings.filter((f) => f.clause === clause && DATA.checks[f.check] === check && DATA.texts[f.class] === name);
}

/** The smallest form of a result: of the finding that names its case, else of one like it. */
function findingOf(result) {
  if (!result.failure)
    return null;
  const alike = findingsOf(result.run, result.clause, result.check, DATA.texts[result.failure.class]);
  return alike.find((f) => f.cases.includes(result.case)) || alike[0] || null;
}

/** Results by two keys, which pick() gives: Map of Map of {total, failed, other}. */
function crossed(run, pick) {
  const rows = new Map();
  for (let i = 0; i < run.statuses.length; i++) {
    const [row, column] = pick(i);
    if (!rows.has(row))
      rows.set(row, new Map());
    const columns = rows.get(row);
    if (!columns.has(column))
      columns.set(column, { total: 0, failed: 0, advice: 0, differs: 0, known: 0, skipped: 0, declared: 0, passed: 0 });
    const cell = columns.get(column);
    cell.total++;
    cell[run.statuses[i]]++;
  }
  return rows;
}

/** Of each clause, by index: accepting and refusing cases that ran, and that failed. */
function coverageOf(run) {
  const golden = DATA.checks.indexOf('golden');
  const covered = DATA.clauses.map(() => ({ accepting: [0, 0], refusing: [0, 0] }));
  for (let i = 0; i < run.statuses.length; i++) {
    if (run.results.check[i] !== golden || run.statuses[i] === 'skipped')
      continue;
    const [, , , , clauses, refuses] = DATA.cases[run.results.case[i]];
    const failed = run.statuses[i] === 'passed' || run.statuses[i] === 'declared' ? 0 : 1;
    for (const clause of clauses) {
      const polarity = covered[clause][refuses.includes(clause) ? 'refusing' : 'accepting'];
      polarity[0]++;
      polarity[1] += failed;
    }
  }
  return covered;
}

/** The status of a case and a check in each run, by the run's index; undefined if the run has none. */
function verdictsOf(caseIndex, check) {
  return DATA.runs.map((run) => {
    const index = run.byCase.get(caseIndex * DATA.checks.length + DATA.checks.indexOf(check));
    return index === undefined ? undefined : { index, status: run.statuses[index] };
  });
}

/** Whether the runs disagree on what this result is about. */
function differs(result) {
  const statuses = verdictsOf(result.case, result.check).map((v) => v && v.status).filter((s) => s && s !== 'skipped');
  return new Set(statuses).size > 1;
}

function prepare() {
  DATA.runs.forEach((run, index) => {
    run.index = index;
    run.statuses = Array.from(run.results.case, (_, i) => statusOf(run, i));
    run.byCase = new Map();
    for (let i = run.statuses.length - 1; i >= 0; i--)
      run.byCase.set(run.results.case[i] * DATA.checks.length + run.results.check[i], i);
    run.counts = Object.fromEntries(STATUSES.map((s) => [s, 0]));
    for (const status of run.statuses)
      run.counts[status]++;
    run.causeOf = new Map(run.causes.flatMap((cause, at) => cause.results.map((i) => [i, at])));
    run.clusters = clustersOf(run);
  });
}

// ---- the reference's reading of an input -----------------------------------------------------------

/** How many of the bytes that come by these steps are out when `fed` bytes were fed. A step is
 *  [at, n]: n bytes at once, or [at, n, 1]: a byte at each of the n offsets from at on. */
function outBy(steps, fed) {
  let out = 0;
  for (const [at, n, single] of steps) {
    if (at > fed)
      break;
    out += single ? Math.min(n, fed - at + 1) : n;
  }
  return out;
}

/** The reading's events that are out when so many bytes were fed; the end is length + 1. */
function eventsBy(reading, fed) {
  const events = [];
  for (const event of reading.events) {
    if (event.steps) {
      const out = outBy(event.steps, fed);
      const before = outBy(event.steps, fed - 1);
      if (out)
        events.push({ ...event, bytes: dataOf(event).subarray(0, out), fresh: out > before });
    } else if (event.at <= fed) {
      events.push({ ...event, fresh: event.at === fed });
    }
  }
  return events;
}

function dataOf(event) {
  event.decoded = event.decoded || bytesOf(event);
  return event.decoded;
}

const inputOf = dataOf;
