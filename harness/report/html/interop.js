// SPDX-License-Identifier: Apache-2.0
// Hides the rows that a reader has not asked for.
const FILTERS = { decisions: 'decision', otherwise: 'otherwise', alone: 'alone' };
const rows = document.querySelectorAll('tr[data-decision]');

function filter() {
  const wanted = Object.keys(FILTERS).filter((id) => document.getElementById(id).checked);
  for (const row of rows) {
    row.hidden = wanted.some((id) => row.dataset[FILTERS[id]] !== '1');
  }
}

document.querySelector('form').hidden = false;
document.querySelector('form').addEventListener('change', filter);
