// The page on conformance: a page with an address of its own.
import assert from 'node:assert/strict';
import { pageTest } from './harness.mjs';

const heading = (page) => page.getByRole('heading', { level: 1 });

pageTest('its address opens it, and says all that it has to say', { path: 'index.html?page=conformance' }, async (page) => {
  await heading(page).waitFor();
  assert.equal(await page.title(), 'Conformance with Kafka – GroupScope');
  const parts = await page.getByRole('heading', { level: 2 }).allTextContents();
  assert.deepEqual(parts, [
    'What was replayed', 'Replay it yourself', 'What is not covered', 'Simulation notes: every known difference from Kafka',
  ]);
  const assignors = page.getByRole('table', { name: /^Assignors/ });
  assert.equal(await assignors.getByRole('rowheader').count(), 17);
  assert.match(await assignors.getByRole('row').last().textContent(), /4.060.*4.060/);
  assert.match(await page.locator('article').textContent(), /KIP-848/);
  assert.ok(await page.getByRole('table', { name: 'Network' }).getByRole('row').count() > 3);
});

pageTest('a visible link leads there, back and forward work', { path: 'index.html?story=8#t=30000' }, async (page) => {
  await page.evaluate(() => window.groupscope.ready);
  await page.getByRole('link', { name: /what is verified/ }).click();
  await heading(page).waitFor();
  assert.match(page.url(), /\?page=conformance$/);
  assert.equal(await page.evaluate(() => document.activeElement.tagName), 'H1', 'a screen reader hears that it is another page');
  await page.goBack();
  await page.locator('.stage').waitFor();
  assert.equal(await page.locator('.clock').textContent(), '00:30.000');
  assert.equal(await page.title(), 'GroupScope');
  await page.goForward();
  await heading(page).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.stage').waitFor();
  assert.equal(await page.locator('.clock').textContent(), '00:30.000');
});

pageTest('its parts have addresses, and paper shows no buttons', { path: 'index.html?page=conformance#conf-notes', locale: 'ko-KR' }, async (page) => {
  await heading(page).waitFor();
  const top = () => page.locator('#conf-notes').evaluate((it) => it.getBoundingClientRect().top);
  assert.ok(await top() < 200, 'the part is in sight');
  await page.getByRole('link', { name: '다루지 못한 것' }).click();
  assert.ok(await page.locator('#conf-open').evaluate((it) => it.getBoundingClientRect().top) < 200);
  assert.equal(await heading(page).textContent(), 'Kafka와의 일치');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('header').isVisible(), false);
});
