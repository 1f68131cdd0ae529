// axe finds nothing to object to: in the page, in each dialog, in a frame.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pageTest } from './harness.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

async function check(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]), []);
}

const CRASH = 'index.html?story=crash-or-close#t=52256';

for (const colorScheme of ['light', 'dark']) {
  pageTest(`the page is accessible, ${colorScheme}`, { path: CRASH, colorScheme }, check);

  pageTest(`its menus and dialogs are accessible, ${colorScheme}`, { path: CRASH, colorScheme }, async (page) => {
    await page.locator('#fault').click();
    await check(page);
    await page.getByRole('menuitem', { name: 'billing-1', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Restart billing-1' }).click();
    await page.getByRole('dialog').waitFor();
    await check(page);
    for (const key of ['?', 'c', 't']) {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor();
      await check(page);
    }
  });

  pageTest(`two runs beside each other are accessible, ${colorScheme}`, { path: `${CRASH}&v=1`, colorScheme }, async (page) => {
    await page.evaluate(() => groupscope.set('session.timeout.ms', 6000));
    await page.locator('.differences td.better').first().waitFor();
    await check(page);
  });

  pageTest(`the page of a phone is accessible, ${colorScheme}`,
    { path: CRASH, colorScheme, viewport: { width: 390, height: 844 } }, check);

  pageTest(`an embedded story is accessible once it is started, ${colorScheme}`,
    { path: 'index.html?story=crash-or-close&embed=1', colorScheme, viewport: { width: 760, height: 420 } }, async (page) => {
      await page.locator('.start').click();
      await page.keyboard.press('Space');
      await check(page);
    });
}
