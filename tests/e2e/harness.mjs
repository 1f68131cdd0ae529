// What every end-to-end test stands on: the built site behind a strict static host, a browser, and an ear for
// everything that goes wrong in the page.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from '../../crates/xtask/js/server.mjs';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'];
// The first is for root; the others keep the browser off the network.
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'];

const root = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
let running;

/** One server and one browser for all tests of a file. */
function start() {
  running ??= Promise.all([
    serve(root('dist'), { base: '/any/sub-path/' }),
    chromium.launch({ executablePath: process.env.CHROMIUM ?? BROWSERS.find(existsSync), args: FLAGS }),
  ]);
  return running;
}

after(async () => {
  const [site, browser] = await (running ?? []);
  await browser?.close();
  site?.close();
});

/**
 * A test in a fresh page. It fails, too, on any error in the console, any exception, any request that fails or goes to
 * another host, and any breach of the content security policy (which is a console error).
 *
 * @param {string} name the rule that is tested
 * @param {{path?: string, ready?: string} & import('playwright-core').BrowserContextOptions} options
 *   `path`: what to open, relative to the site; `ready`: what stands in the page when it is painted; the rest goes to the
 *   browser: viewport, locale, colorScheme, …
 * @param {(page: import('playwright-core').Page, problems: string[]) => Promise<void>} body gets the page, loaded and
 *   painted, and what went wrong in it so far: a test that provokes something takes it out of this list
 */
export function pageTest(name, options, body) {
  test(name, { timeout: 60_000 }, async () => {
    const [site, browser] = await start();
    const { path = '', ready = '#app > *', ...context } = options;
    const page = await browser.newPage(context);
    const problems = await listen(page, site.url);
    try {
      await page.goto(new URL(path, site.url).href);
      await page.waitForSelector(ready, { state: 'attached' });
      await body(page, problems);
    } catch (error) {
      error.message += problems.map((problem) => `\n  in the page: ${problem}`).join('');
      throw error;
    } finally {
      await page.close();
    }
    assert.deepEqual(problems, []);
  });
}

/** Collects what goes wrong in a page, and keeps it on its host. */
async function listen(page, home) {
  const problems = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => problems.push(`exception: ${error}`));
  page.on('requestfailed', (request) => problems.push(`failed: ${request.url()} ${request.failure()?.errorText}`));
  page.on('response', (response) => response.status() >= 400 && problems.push(`${response.status()}: ${response.url()}`));
  await page.route((url) => !url.href.startsWith(home) && url.protocol.startsWith('http'), (route) => {
    problems.push(`another host or path: ${route.request().url()}`);
    return route.abort();
  });
  return problems;
}
