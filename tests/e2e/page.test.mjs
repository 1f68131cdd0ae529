// The page as a whole, as a static host serves it.
import assert from 'node:assert/strict';
import { pageTest } from './harness.mjs';

pageTest('the page paints under a sub-path and a strict policy', {}, async (page) => {
  assert.equal(await page.title(), 'GroupScope');
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'GroupScope');
});
