// SPDX-License-Identifier: Apache-2.0
// page.mjs BROWSER PAGES: the pages that page.py made, as a person meets them. PAGES: {name: file}.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [executablePath, given] = process.argv.slice(2);
const PAGES = JSON.parse(given);
const FAILURE = '#view=result&run=0&case=caret%2Fmultiline%2Fclosing-fence-is-content&check=golden';
const VIEWS = ['', '#view=results', '#view=results&status=all', '#view=clauses', FAILURE];
const noSandbox = process.getuid() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ executablePath, args: noSandbox });
let failed = 0;

/** A page that tells what it complains of, and what it asks the network for. */
async function open(name, fragment = '', options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  page.complaints = [];
  page.on('console', (message) => page.complaints.push(message.text()));
  page.on('pageerror', (error) => page.complaints.push(error.stack));
  page.on('request', (request) => {
    if (!/^(file|data):/.test(request.url()))
      page.complaints.push(`asked for ${request.url()}`);
  });
  await page.goto(`file://${PAGES[name] || name}${fragment}`);
  return page;
}

const quiet = (page) => assert.deepEqual(page.complaints, []);
const at = (page, name) => page.evaluate((key) => new URLSearchParams(location.hash.slice(1)).get(key), name);

/** Acts, and waits until the next view is shown: the page listens for the same event, and is called first. */
async function shows(page, act) {
  const shown = page.evaluate(() => new Promise((resolve) => { addEventListener('hashchange', () => resolve(), { once: true }); }));
  await act();
  await shown;
}

/** Goes to a view by its address. */
async function goTo(page, hash) {
  if (await page.evaluate(() => location.hash) !== hash)
    await shows(page, () => page.evaluate((next) => { location.hash = next; }, hash));
}

async function check(name, test) {
  try {
    const said = await test();
    console.log(`ok ${name}${said ? ': ' + said : ''}`);
  } catch (error) {
    failed++;
    console.log(`FAILED ${name}: ${error.stack}`);
  }
}

/** The check finds the planted fault. */
async function finds(test) {
  await assert.rejects(test, assert.AssertionError);
}

// ---- what is asked of each view ----------------------------------------------------------------------

/** Elements whose text does not stand out from what is after it (WCAG 2: 4.5 to 1). */
function faintTexts() {
  const colour = (text) => (text.match(/[\d.]+/g) || []).map(Number);
  const light = (rgb) => {
    const [r, g, b] = rgb.map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node) => {
    for (; node; node = node.parentElement) {
      const back = colour(getComputedStyle(node).backgroundColor);
      if (back.length === 3 || back[3] > 0)
        return back.slice(0, 3);
    }
    return colour('rgb(255, 255, 255)');
  };
  const faint = [];
  for (const node of document.querySelectorAll('body *')) {
    const own = [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
    if (!own || !node.checkVisibility() || node.matches('script, noscript, :disabled, svg *, .visually-hidden'))
      continue;
    const [a, b] = [light(colour(getComputedStyle(node).color).slice(0, 3)), light(behind(node))];
    if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5)
      faint.push(`${node.outerHTML.slice(0, 80)}`);
  }
  return faint;
}

/** What a screen reader needs: names of controls, one first heading, no level left out. */
function namelessParts() {
  const bad = [];
  for (const control of document.querySelectorAll('input, select, button, a, [role=region], svg')) {
    const name = control.getAttribute('aria-label') || control.textContent.trim() ||
      [...(control.labels || [])].map((l) => l.textContent.trim()).join('');
    if (!name)
      bad.push(control.outerHTML.slice(0, 80));
  }
  const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map((h) => Number(h.tagName[1]));
  if (levels.filter((level) => level === 1).length !== 1 || levels[0] !== 1 || levels.some((level, i) => i && level > levels[i - 1] + 1))
    bad.push(`headings ${levels}`);
  if (document.querySelectorAll('th:not([scope])').length)
    bad.push('a table head without a scope');
  return bad;
}

async function looksRight(page) {
  assert.deepEqual(await page.evaluate(faintTexts), []);
  assert.deepEqual(await page.evaluate(namelessParts), []);
}

async function fits(page, width) {
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, page.url());
}

/** Nothing of a report became an element, and nothing of it ran. */
async function isText(page) {
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.locator('img').count(), 0);
  assert.equal(await page.locator('script').count(), 2);
  quiet(page);
}

// ---- the tests -------------------------------------------------------------------------------------

await check('every view, light and dark, opens without a complaint', async () => {
  let views = 0;
  for (const colorScheme of ['light', 'dark']) {
    const page = await open('sides', '', { colorScheme });
    const back = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(colorScheme === 'dark', back !== 'rgb(255, 255, 255)', back);
    for (const view of VIEWS) {
      await goTo(page, view);
      await looksRight(page);
      views++;
    }
    quiet(page);
    await page.evaluate(() => { document.querySelector('p').style.color = '#888888'; document.querySelector('p').style.background = '#777777'; });
    await finds(() => looksRight(page));
    await page.context().close();
  }
  return `${views} views`;
});

await check('the overview says the verdict, what to fix first, and sets parsers side by side', async () => {
  const page = await open('sides');
  await page.getByText(/python-caret.* checks? of .* fails?, in \d+ clauses?.*Fix first: .*: \d+ of \d+ inputs/).waitFor();
  await page.getByText(/built-in parsers:.*all is as expected/).waitFor();
  const worth = await page.locator('.cluster').evaluateAll((all) => all.map((c) => {
    const harm = DATA.harmTitles.findIndex((title) => c.textContent.includes(`· ${title}`));
    return harm < 0 ? 0 : 1e6 * (harm + 1) + Number(c.textContent.match(/([\d,]+) failures?/)[1].replace(',', ''));
  }));
  assert.ok(worth.length > 1 && worth[0] > worth.at(-1) && worth.every((one, i) => !i || one <= worth[i - 1]), `${worth}`);
  await page.locator('.form-line', { hasText: / cut at byte \d/ }).first().waitFor();
  await page.getByText(/It fails like a parser with this fault: [a-z].* \(caret, \d+ % alike\)/).waitFor();
  assert.equal(await page.getByRole('region', { name: 'Failures of judged checks' }).getByRole('columnheader').count(), 3);
  await page.context().close();
});

await check('filters, and the address that remembers them', async () => {
  const page = await open('sides', '#view=results');
  const found = async () => Number((await page.getByRole('status').first().textContent()).match(/^[\d,]+/)[0].replace(',', ''));
  const all = await found();
  await page.getByLabel('Check or law').selectOption('golden');
  const golden = await found();
  assert.ok(golden > 0 && golden < all, `${golden} of ${all}`);
  assert.equal(await page.locator('.result').count(), golden);
  await page.getByLabel('Text').fill('CLOSING-fence');
  const searched = await found();
  assert.ok(searched > 0 && searched < golden, `${searched} of ${golden}`);
  assert.equal(await at(page, 'q'), 'CLOSING-fence');
  await page.reload();
  assert.equal(await found(), searched);
  assert.equal(await page.getByLabel('Check or law').inputValue(), 'golden');
  await shows(page, () => page.getByRole('button', { name: 'Clear' }).click());
  assert.equal(await found(), all);
  for (const [name, value] of [['clause', 'CARET-4.4'], ['class', 'wrong/value'], ['syntax', 'caret'], ['run', '0'], ['status', 'differs']]) {
    await page.locator(`select[name=${name}]`).selectOption(value);
    assert.ok(await found() > 0, name);
  }
  quiet(page);
  await page.context().close();
  return `${all}, of golden ${golden}, of a text ${searched}`;
});

await check('a green run says that nothing failed, and leads to what passed', async () => {
  const page = await open('green', '#view=results');
  await page.getByText(/^No failures\. [\d,]+ passed: show them\.$/).waitFor();
  await looksRight(page);
  await page.getByLabel('Text').fill('no such text');
  await page.getByText(/^No failures\.$/).waitFor();
  await page.getByLabel('Text').fill('closing');
  await shows(page, () => page.getByRole('link', { name: 'show them' }).last().click());
  assert.ok(await page.locator('.result .status-passed').count() > 0);
  assert.equal(await at(page, 'q'), 'closing');
  quiet(page);
  await page.context().close();
});

await check('every harm has its place and its title, the gravest first', async () => {
  const page = await open('green');
  const [harms, order] = await page.evaluate(() => [DATA.harms, DATA.harms.map((_, harm) => severity('wrong', harm))]);
  assert.ok(harms.includes('unwritten-call') && harms.length === 7, `${harms}`);
  assert.deepEqual(order, [...harms.keys()].map((i) => harms.length - i));
  assert.equal(await page.evaluate(() => severityTitle(severity('wrong', DATA.harms.indexOf('lost-call')))), 'a call is lost');
  assert.equal(await page.evaluate(() => severityTitle(severity('protocol', 0))), 'an answer breaks the protocol');
  await page.context().close();
});

await check('a table that is cut off says so, and of one syntax the laws are rows', async () => {
  const page = await open('sides');
  const laws = page.getByRole('region', { name: 'Failures of judged checks' });
  assert.ok(await laws.getByRole('row').count() > 10);
  assert.equal(await laws.locator('.more').isVisible(), false);
  const large = await open('large', '', { viewport: { width: 700, height: 800 } });
  const matrix = large.getByRole('region', { name: 'Failures of judged checks' });
  assert.equal(await matrix.locator('.more').isVisible(), true);
  await large.setViewportSize({ width: 3000, height: 800 });
  await large.evaluate(() => { document.querySelector('main').style.maxWidth = 'none'; dispatchEvent(new Event('resize')); });
  assert.equal(await matrix.locator('.more').isVisible(), false);
  for (const one of [page, large]) {
    quiet(one);
    await one.context().close();
  }
});

await check('two answers of which neither is expected have their own names', async () => {
  const page = await open('neither', '#view=result&case=caret%2Ffence%2Fno-parameters&check=WHOLE');
  const found = page.getByRole('region', { name: 'As it was found' });
  await found.getByRole('heading', { name: 'In one piece' }).waitFor();
  await found.getByRole('heading', { name: 'A unit at a time' }).waitFor();
  await found.getByText(/in one piece “w”, a unit at a time “c”\.$/).waitFor();
  assert.equal(await found.getByRole('heading', { name: 'Expected' }).count(), 0);
  await looksRight(page);
  quiet(page);
  await page.context().close();
});

await check('what is declared has its cost, and who declares nothing has none', async () => {
  const page = await open('declares');
  const costs = page.getByRole('region', { name: 'What declared policies cost' });
  const row = costs.getByRole('row').nth(1);
  assert.match(await row.innerText(), /^value_framing: trimmed\s+leading blanks of \d+ values? are lost; trailing blanks of \d+ values? are lost\s+\d+\s+caret\/value-framing\//);
  assert.equal(await costs.getByRole('row').count(), 2);
  await looksRight(page);
  quiet(page);
  await page.context().close();
  const other = await open('green');
  assert.equal(await other.getByRole('heading', { name: 'What it declares costs' }).count(), 0);
  await other.context().close();
});

await check('a link leads to a failure', async () => {
  const page = await open('sides');
  await page.locator('.cluster-head a').first().click();
  await page.getByRole('heading', { name: 'As it was found' }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.tagName), 'H1');
  const [url, title] = [page.url(), await page.title()];
  await page.goBack();
  await page.getByRole('heading', { name: /What to fix first/ }).waitFor();
  const other = await page.context().newPage();
  await other.goto(url);
  assert.equal(await other.title(), title);
  await other.goto(url.replace(/case=[^&]*/, 'case=none'));
  await other.getByRole('heading', { name: 'No such result' }).waitFor();
  await other.getByText('This report has no case none.').waitFor();
  for (const [hash, said] of [['#view=result&case=nope', 'This report has no case nope.'], ['#view=result', 'The address names no case.'],
    ['#view=result&run=9&case=caret%2Fmultiline%2Fclosing-fence-is-content', 'The address names no check of the case caret/multiline/closing-fence-is-content.'],
    ['#view=result&case=caret%2Fmultiline%2Fclosing-fence-is-content&check=NONE', 'This report has no result of the check NONE']]) {
    await goTo(other, hash);
    await other.getByText(said).waitFor();
    assert.ok(!/undefined|null/.test(await other.locator('main').innerText()), hash);
  }
  await other.locator('main li a', { hasText: 'golden' }).first().click();
  await other.getByRole('heading', { name: 'As it was found' }).waitFor();
  quiet(page);
  await page.context().close();
});

await check('a failure shows both sides, the first differing byte, the smallest form, and how to repeat it', async () => {
  const page = await open('sides', FAILURE);
  const found = page.getByRole('region', { name: 'As it was found' });
  await found.getByText('First difference of these two texts: in line 1 of them, after 8 bytes: expected').waitFor();
  assert.equal(await found.locator('mark').count(), 2);
  assert.match(await found.locator('.command code').textContent(), /^fencepost test --case caret\/multiline\/closing-fence-is-content -- /);
  const smallest = page.getByRole('region', { name: 'Smallest form' });
  assert.match(await smallest.locator('.command code').textContent(), /^fencepost test --syntax caret --text /);
  assert.match(await page.locator('.clause').textContent(), /Inside a multi-line value nothing else is recognised.*CARET-4\.4/);
  await page.getByRole('link', { name: 'passed' }).waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await found.getByRole('button', { name: 'Copy the command' }).click();
  await found.getByText(/^(copied|selected)/).waitFor();
  quiet(page);
  await page.context().close();
});

await check('the slider moves a prefix, then a cut, over what the reference says', async () => {
  const page = await open('sides', FAILURE);
  const form = page.getByRole('region', { name: 'As it was found' });
  const slider = form.getByRole('slider', { name: 'Bytes fed' });
  const events = form.locator('.event');
  const length = Number(await slider.getAttribute('max')) - 1;
  assert.equal(await slider.inputValue(), String(length + 1));
  const whole = await events.count();
  await slider.focus();
  await slider.press('Home');
  assert.equal(await events.count(), 0);
  assert.equal(await form.locator('output').textContent(), `0 of ${length} bytes fed`);
  let before = 0;
  for (let fed = 1; fed <= length; fed++) {
    await slider.press('ArrowRight');
    const now = await events.count();
    assert.ok(now >= before && await slider.inputValue() === String(fed), `byte ${fed}`);
    before = now;
  }
  assert.ok(whole >= before && before > 4);
  await slider.press('Home');
  for (let i = 0; i < 13; i++)
    await slider.press('ArrowRight');
  assert.match(await form.locator('output').textContent(), /^13 of \d+ bytes fed, \d+ held back$/);
  await slider.press('ArrowRight');
  assert.match(await events.last().textContent(), /call write_file begins/);
  await form.getByLabel('a cut: two chunks').check();
  assert.match(await form.locator('.command code').textContent(), /--cut 14 -- /);
  assert.equal(await form.locator('.events').count(), 2);
  assert.equal(await events.count(), whole);
  assert.deepEqual([await at(page, 'at'), await at(page, 'mode'), await at(page, 'form')], ['14', 'cut', 'found']);
  await page.reload();
  assert.equal(await slider.inputValue(), '14');
  assert.match(await form.locator('.command code').textContent(), /--cut 14 -- /);
  await form.locator('.piece').first().click();
  assert.equal(await slider.inputValue(), '0');
  quiet(page);
  await page.context().close();
  return `${length} bytes, ${whole} events`;
});

await check('the keyboard alone is enough', async () => {
  const page = await open('sides');
  const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label') || document.activeElement.textContent);
  const tabTo = async (wanted, most) => {
    for (let i = 0; i < most; i++) {
      await page.keyboard.press('Tab');
      if (wanted.test(await focused()))
        return;
    }
    assert.fail(`${wanted} is not reached; at ${await focused()}`);
  };
  await tabTo(/^Skip to the content$/, 1);
  await tabTo(/^Results$/, 3);
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.equal(outline, 'solid');
  await page.keyboard.press('Enter');
  await page.locator('.result').first().waitFor();
  assert.equal(await focused(), 'Results');
  await tabTo(/^caret\/multiline/, 12);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'As it was found' }).waitFor();
  await tabTo(/^one byte less$/, 12);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowLeft');
  assert.match(await page.locator('output').first().textContent(), /^\d+ of \d+ bytes fed/);
  await tabTo(/^Copy the command$/, 8);
  quiet(page);
  await page.context().close();
});

await check('a phone of 360 pixels needs no sideways scrolling', async () => {
  for (const name of ['sides', 'hostile', 'trend']) {
    const page = await open(name, '', { viewport: { width: 360, height: 740 } });
    for (const view of [...VIEWS, ...(name === 'trend' ? ['#view=express'] : [])]) {
      await goTo(page, view);
      await fits(page, 360);
    }
    await page.evaluate(() => { document.querySelector('h1').style.width = '500px'; });
    await finds(() => fits(page, 360));
    quiet(page);
    await page.context().close();
  }
});

await check('hostile content is text', async () => {
  const page = await open('hostile');
  await isText(page);
  await goTo(page, '#view=results&status=all');
  const links = await page.locator('.result a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  assert.equal(links.length, 6);
  let text = '';
  for (const link of links) {
    await goTo(page, link);
    await page.getByRole('heading', { name: 'As it was found' }).waitFor();
    await isText(page);
    text += await page.locator('main').innerText();
  }
  for (const shown of ['</script><script>window.hacked=1</script><img', '<!--<script>', 'U+202E', 'U+2066', 'U+200F', '␀', '␛', '␡', '␍', '␊', '·',
    'ED\nA0\n80\nFF', '\\ud800', '(no bytes)'])
    assert.ok(text.replace(/\n+/g, '\n').includes(shown) || text.replace(/\n/g, '').includes(shown.replace(/\n/g, '')), `${shown} is not shown in ${text.slice(0, 3000)}`);
  assert.ok(!/[\u202a-\u202e\u2066-\u2069\u200f\0]/.test(text), 'a bidi mark is left as it was');
  assert.ok(!/[\u0080-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029\u200f]/.test(readFileSync(PAGES.hostile, 'utf8')), 'in the source of the page');
  assert.equal(await page.evaluate(() => element('a', { title: 'a\u202eb\u0085' }).getAttribute('title')), 'a⟨U+202E⟩b⟨U+0085⟩');
  assert.equal(await page.evaluate(() => element('a', { href: '#\u202e' }).getAttribute('href')), '#\u202e');
  await page.context().close();
});

await check('the check of hostile content finds a data block that is not escaped', async () => {
  const file = PAGES.hostile.replace('.html', '-broken.html');
  const text = readFileSync(PAGES.hostile, 'utf8');
  assert.ok(text.includes('\\u003c/script>'));
  writeFileSync(file, text.replaceAll('\\u003c', '<'));
  const page = await open(file);
  await finds(() => isText(page));
  await page.context().close();
});

await check('a trend has its chart and what changed; the table of expressibility its witnesses', async () => {
  const page = await open('trend');
  await page.getByRole('img', { name: /^Failures over 2 reports, from \d+ to \d+$/ }).waitFor();
  assert.equal(await page.locator('.line.status-failed').count(), 1);
  await page.getByText(/^\d+ failures are new$/).click();
  await page.locator('details[open] a').first().click();
  await page.getByRole('heading', { name: 'As it was found' }).waitFor();
  await shows(page, () => page.getByRole('link', { name: 'Expressibility' }).click());
  const rows = await page.getByRole('region', { name: 'Features of a call' }).getByRole('row').count();
  assert.ok(rows > 50, `${rows} rows`);
  await page.locator('td details summary').first().click();
  await page.locator('td details[open] code').first().waitFor();
  await looksRight(page);
  quiet(page);
  await page.context().close();
  return `${rows} rows`;
});

await check('the report of a run that was killed says so', async () => {
  const page = await open('killed');
  await page.getByText(/^This is not the whole run: .*killed/).waitFor();
  await page.getByText('Nothing was checked.').waitFor();
  for (const view of VIEWS) {
    await goTo(page, view);
    await looksRight(page);
  }
  quiet(page);
  await page.context().close();
});

await check('100,000 results', async () => {
  const begun = performance.now();
  const page = await open('large');
  await page.getByRole('heading', { name: 'What to fix first' }).waitFor();
  const opened = performance.now() - begun;
  const times = await page.evaluate(async () => {
    const measure = (hash, done) => new Promise((resolve) => {
      const from = performance.now();
      addEventListener('hashchange', () => requestAnimationFrame(() => resolve(performance.now() - from)), { once: true });
      location.hash = hash;
    });
    return [await measure('#view=results&status=all'), await measure('#view=results&status=all&q=name&check=CHUNK')];
  });
  await page.goto(`file://${PAGES.large}#view=results&status=all`);
  await page.reload();
  await page.getByText('100,000 results, page 1 of 1,000').waitFor();
  await page.getByRole('button', { name: 'Last' }).click();
  await page.getByText('page 1,000 of 1,000').waitFor();
  assert.equal(await page.locator('.result').count(), 100);
  quiet(page);
  await page.context().close();
  assert.ok(opened < 60000);
  return `opened in ${Math.round(opened)} ms, all listed in ${Math.round(times[0])} ms, searched in ${Math.round(times[1])} ms`;
});

await browser.close();
process.exit(failed ? 1 : 0);
