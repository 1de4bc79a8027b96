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

for (name of pages) {
  await page.goto(`file://${folder}/${name}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wide > 0)
    complain(`is ${wide} pixels wider than a phone`);
  await page.keyboard.press('Tab');
  if (!await page.evaluate(() => document.activeElement.matches('a.skip:focus-visible')))
    complain('the first stop of the keyboard is not the way to the text');
}
await browser.close();
process.exit(failed ? 1 : 0);
