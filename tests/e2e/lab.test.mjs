// The assignment lab as a reader meets it.
import assert from 'node:assert/strict';
import { pageTest } from './harness.mjs';

const table = (page, assignor) => page.getByRole('table', { name: `${assignor}: who gets which partition`, exact: true });
const rows = (page, assignor) => table(page, assignor).locator('tbody tr').allTextContents();

pageTest('a link carries the whole lab', { path: 'index.html?lab=range-two-topics' }, async (page) => {
  await page.getByRole('button', { name: 'edit (t0)' }).click();
  const name = page.getByRole('textbox', { name: 'name' });
  await name.fill('clicks');
  await name.press('Enter');
  await page.getByRole('columnheader', { name: 'clicks' }).first().waitFor();
  assert.equal(await name.inputValue(), 'clicks', 'what is renamed stays open');
  await page.getByRole('button', { name: 'C1 leaves' }).click();
  await page.getByRole('heading', { name: /^C1 leaves/ }).waitFor();
  const before = await rows(page, 'sticky');
  assert.match(page.url(), /\?lab=1#t=1&l=/);
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await table(page, 'sticky').waitFor();
  assert.deepEqual(await rows(page, 'sticky'), before);
});

pageTest('an answer to "why this one?" is there at once, and another comes by keyboard', { path: 'index.html?lab=revoke-first' }, async (page) => {
  const why = page.locator('.why h3');
  assert.match(await why.textContent(), /Nobody gets refunds-2 in this round/);
  const chosen = table(page, 'cooperative-sticky').getByRole('button', { pressed: true }).last();
  await chosen.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  assert.match(await why.textContent(), /C2 gets refunds-1/);
  await page.keyboard.press('Escape');
  assert.match(await page.locator('.why').textContent(), /Choose a cell/);
});

pageTest('200 members are a map and a few rows; those that differ come first', { path: 'index.html?lab=two-hundred' }, async (page) => {
  const sticky = page.getByRole('region', { name: 'sticky', exact: true });
  const map = sticky.getByRole('img', { name: /^Map/ });
  assert.match(await map.getAttribute('aria-label'), /kept 497, had it 3, moved 3/);
  await page.getByRole('button', { name: 'differences' }).click();
  const rows = table(page, 'sticky').locator('tbody tr');
  const differing = await rows.evaluateAll((all) => all.map((row) => Number(row.cells[2].textContent)));
  assert.deepEqual(differing, differing.toSorted((a, b) => b - a));
  await map.click({ position: { x: 5, y: 50 } });
  assert.match(await page.locator('.why h3').textContent(), /consumer-\d+ gets \w+-\d+/);
  const pick = rows.first().getByRole('combobox');
  await pick.selectOption({ index: 1 });
  assert.match(await page.locator('.why h3').textContent(), /has \d+ partition/);
});
