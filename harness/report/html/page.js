// SPDX-License-Identifier: Apache-2.0
// page.js: which view the address names. All state is in its fragment, so that a link leads to a failure.

const VIEWS = [
  { name: 'overview', title: 'Overview', show: overviewView },
  { name: 'results', title: 'Results', show: resultsView },
  { name: 'clauses', title: 'Clauses', show: clausesView },
  { name: 'express', title: 'Expressibility', show: expressView, hidden: () => !DATA.express },
  { name: 'result', title: 'A result', show: failureView, hidden: () => true },
];

/** The fragment that leads to a route. */
function link(route) {
  const said = Object.entries(route).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return '#' + new URLSearchParams(said);
}

function routeNow() {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

/** The run, as a route names it; nothing where there is but one. */
function runParameter(run) {
  return DATA.runs.length > 1 ? String(run.index) : undefined;
}

function resultLink(result) {
  return link({ view: 'result', run: runParameter(result.run), case: DATA.cases[result.case][0], check: result.check });
}

/** Goes to a route, as a link does. */
function go(route) {
  location.hash = link(route);
}

/** Puts the state of the view into the address; the view stays as it is. */
function remember(route) {
  history.replaceState(null, '', link(route));
}

function show(focus) {
  const route = routeNow();
  const view = VIEWS.find((v) => v.name === route.view) || VIEWS[0];
  const main = document.getElementById('main');
  main.replaceChildren(element('div', {}, view.show(route)));
  const title = main.querySelector('h1');
  title.tabIndex = -1;
  document.title = `${title.textContent} – Fencepost report`;
  document.getElementById('nav').replaceChildren(...VIEWS.filter((v) => !v.hidden || !v.hidden()).map((v) =>
    element('a', { href: link({ view: v.name }), 'aria-current': v === view ? 'page' : null }, v.title)));
  noteWideTables();
  if (focus) {
    title.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }
}

prepare();
document.querySelector('.skip').addEventListener('click', (click) => {
  click.preventDefault();
  document.getElementById('main').focus();
});
document.getElementById('footer').append(...textNodes(`Fencepost ${DATA.suite}. This page fetches nothing.`));
window.addEventListener('hashchange', () => show(true));
window.addEventListener('resize', noteWideTables);
document.getElementById('main').addEventListener('toggle', noteWideTables, true);
show(false);
