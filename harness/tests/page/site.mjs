// SPDX-License-Identifier: Apache-2.0
// site.mjs BROWSER FOLDER PAGE…: pages of the site, as a browser meets them. Prints what is wrong with each.
import { chromium } from 'playwright-core';

const [executablePath, folder, ...pages] = process.argv.slice(2);
const noSandbox = process.getuid() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ executablePath, args: noSandbox });
const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
let failed = 0;
let name;

function complain(what) {
  failed++;
  console.log(`${name}: ${what}`);
}

page.on('console', (message) => complain(message.text()));
page.on('pageerror', (error) => complain(error.stack));
page.on('request', (request) => {
  if (!/^(file|data):/.test(request.url()))
    complain(`asked for ${request.url()}`);
});
page.on('requestfailed', (request) => complain(`could not load ${request.url()}`));

// How much lighter the one of two colours is, as WCAG 2 has it: 4.5 is the least for text.
function contrast() {
  const light = (colour) => {
    const [red, green, blue] = colour.match(/[\d.]+/g).slice(0, 3).map((part) => {
      const share = part / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (element) => {
    const colour = getComputedStyle(element).backgroundColor;
    if (!/, 0\)$/.test(colour))
      return colour;
    return element.parentElement ? ground(element.parentElement) : 'rgb(255, 255, 255)';
  };
  return [...document.querySelectorAll('h1, main p, main a, main code, main td, main th, nav a')].slice(0, 400).map((element) => {
    const [less, more] = [light(getComputedStyle(element).color), light(ground(element))].sort((a, b) => a - b);
    return { what: `${element.localName} "${element.textContent.slice(0, 30)}"`, ratio: (more + 0.05) / (less + 0.05) };
  }).filter(({ ratio }) => ratio < 4.5).map(({ what, ratio }) => `${what}: ${ratio.toFixed(1)}`);
}

// What a screen reader goes by.
function unnamed() {
  const found = [];
  if (!document.documentElement.lang || !document.title)
    found.push('its language or its title');
  if (document.querySelectorAll('main').length !== 1 || document.querySelectorAll('h1').length !== 1)
    found.push('one main part and one heading of it');
  for (const element of document.querySelectorAll('img, input, select, textarea, button, a[href]'))
    if (!(element.getAttribute('alt') || element.getAttribute('aria-label') || element.textContent.trim() || element.labels?.length))
      found.push(`a name of ${element.outerHTML.slice(0, 80)}`);
  return found;
}

for (name of pages) {
  await page.goto(`file://${folder}/${name}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wide > 0)
    complain(`is ${wide} pixels wider than a phone`);
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    for (const what of await page.evaluate(contrast))
      complain(`can hardly be read in ${colorScheme} colours: ${what}`);
  }
  for (const what of await page.evaluate(unnamed))
    complain(`lacks ${what}`);
  await page.keyboard.press('Tab');
  if (!await page.evaluate(() => document.activeElement.matches('a.skip:focus-visible')))
    complain('the first stop of the keyboard is not the way to the text');
}
await browser.close();
process.exit(failed ? 1 : 0);
