// SPDX-License-Identifier: Apache-2.0
// charts.js: the trend over several reports, and the table of what each syntax can carry.

const CHART = { width: 400, height: 160, left: 40, right: 12, top: 12, bottom: 26 };

/** A round number that is not less. */
function roundUp(value) {
  const step = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 5, 10].map((n) => n * step).find((n) => n >= value);
}

/** Lines over the reports: [{name, values, class}]. */
function lineChart(series, labels, description) {
  const { width, height, left, right, top, bottom } = CHART;
  const most = roundUp(Math.max(...series.flatMap(({ values }) => values)));
  const x = (i) => left + (labels.length > 1 ? i * (width - left - right) / (labels.length - 1) : 0);
  const y = (value) => height - bottom - value * (height - top - bottom) / most;
  const grid = [0, most / 2, most].map((value) => [
    drawn('line', { class: 'grid', x1: left, x2: width - right, y1: y(value), y2: y(value) }),
    drawn('text', { class: 'axis', x: left - 6, y: y(value) + 4, 'text-anchor': 'end' }, number(value)),
  ]);
  const lines = series.map(({ values, class: name }) => [
    drawn('polyline', { class: `line ${name}`, points: values.map((value, i) => `${x(i)},${y(value)}`).join(' ') }),
    values.map((value, i) => drawn('circle', { class: `dot ${name}`, cx: x(i), cy: y(value), r: 3 }, drawn('title', {}, `${labels[i]}: ${number(value)}`))),
  ]);
  const ends = [0, labels.length - 1].map((i) => drawn('text', {
    class: 'axis', x: x(i), y: height - 8, 'text-anchor': i ? 'end' : 'start',
  }, labels[i]));
  return drawn('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': description, class: 'chart' }, grid, lines, ends);
}

function trendView(trend) {
  const series = STATUSES.slice(0, 3).map((status) => ({ name: status, class: `status-${status}`, values: trend.map((run) => run[status]) }))
    .filter(({ values }, i) => i === 0 || values.some((v) => v));
  const labels = trend.map((run) => run.started || run.file);
  const [before, now] = trend.slice(-2);
  const change = now.failed - before.failed;
  const sentence = change ? `${count(Math.abs(change), 'failure')} ${change > 0 ? 'more' : 'fewer'} than in the report before` : 'as many failures as in the report before';
  return element('section', { 'aria-labelledby': 'trend' }, element('h2', { id: 'trend' }, 'Trend'),
    element('p', {}, `${number(now.failed)} failed: ${sentence}.`),
    lineChart(series, labels, `Failures over ${trend.length} reports, from ${number(trend[0].failed)} to ${number(now.failed)}`),
    element('p', { class: 'legend' }, series.map(({ name }) => element('span', { class: `key line-key status-${name}` }, name))),
    changesView(),
    element('details', {}, element('summary', {}, 'The numbers'), wideTable('Checks over time',
      element('tr', {}, columnHead('report'), STATUSES.map((s) => columnHead(s, { class: 'number' }))),
      trend.map((run, i) => element('tr', {}, rowHead(labels[i]), STATUSES.map((s) => element('td', { class: 'number' }, number(run[s]))))))));
}

/** What fails now and did not in the report before, and what does no more. */
function changesView() {
  const run = DATA.runs[0];
  const changed = (title, items) => items.length ? element('details', {}, element('summary', {}, title),
    element('ul', {}, items)) : null;
  const added = run.results.case.map((_, i) => i).filter((i) => run.results.failure[i] && run.failures[run.results.failure[i] - 1].fresh);
  return [
    changed(`${count(added.length, 'failure is', 'failures are')} new`, added.map((i) => {
      const result = resultOf(run, i);
      return element('li', {}, element('a', { href: resultLink(result) }, `${DATA.cases[result.case][0]} ${result.check}`));
    })),
    changed(`${count(DATA.mended.length, 'failure is', 'failures are')} gone`, DATA.mended.map((name) => element('li', {}, name))),
  ];
}

// ---- what each syntax can carry --------------------------------------------------------------------

function expressCell(cell, feature, syntax) {
  const state = { yes: 'good', partly: 'warn', no: 'bad' }[cell.verdict];
  const why = cell.witness ? [element('summary', {}, cell.verdict), element('p', {}, `${number(cell.carried)} of ${number(cell.tried)}. `,
    element('code', {}, cell.witness), `: ${cell.reason} (${cell.clause || 'lost'})`)] : null;
  return element('td', { class: `cell ${state}`, title: `${feature}, ${syntax}` }, why ? element('details', {}, why) : cell.verdict);
}

/** For each syntax, how many features survive wholly and in part, as bars. */
function expressBars(ids) {
  const rowHeight = 22;
  const width = CHART.width;
  const left = 110;
  const unit = (width - left - 40) / DATA.express.features.length;
  const bars = ids.map((id, row) => {
    const verdicts = DATA.express.features.map((f) => f.syntaxes[id].verdict);
    const yes = verdicts.filter((v) => v === 'yes').length;
    const partly = verdicts.filter((v) => v === 'partly').length;
    const y = row * rowHeight;
    return [
      drawn('text', { class: 'axis', x: left - 8, y: y + 15, 'text-anchor': 'end' }, id),
      drawn('rect', { class: 'bar good', x: left, y: y + 3, width: yes * unit, height: rowHeight - 6 }),
      drawn('rect', { class: 'bar warn', x: left + yes * unit, y: y + 3, width: partly * unit, height: rowHeight - 6 }),
      drawn('text', { class: 'axis', x: left + (yes + partly) * unit + 6, y: y + 15 }, `${yes} + ${partly}`),
    ];
  });
  return drawn('svg', { viewBox: `0 0 ${width} ${ids.length * rowHeight}`, role: 'img', class: 'chart',
    'aria-label': 'How many features each syntax carries; the table below has the numbers' }, bars);
}

function expressView() {
  const ids = Object.keys(DATA.express.features[0].syntaxes);
  return [
    element('h1', {}, 'What each syntax can carry'),
    element('p', {}, 'Measured: each feature comes with calls that have it, rendered and parsed again by the reference. ' +
      'Open a cell for the shortest call that the syntax refuses, and why.'),
    expressBars(ids),
    element('p', { class: 'legend' }, element('span', { class: 'key bar-key good' }, 'whole'), element('span', { class: 'key bar-key warn' }, 'in part'),
      ` of ${DATA.express.features.length} features`),
    wideTable('Features of a call, by syntax', element('tr', {}, columnHead('a call with'), ids.map((id) => columnHead(id, { class: 'law' }))),
      DATA.express.features.map((f) => element('tr', {}, rowHead(prose(f.title)), ids.map((id) => expressCell(f.syntaxes[id], f.title, id))))),
  ];
}
