// axe finds nothing to object to.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pageTest } from './harness.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

for (const colorScheme of ['light', 'dark']) {
  pageTest(`the page is accessible, ${colorScheme}`, { colorScheme }, async (page) => {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]), []);
  });
}
