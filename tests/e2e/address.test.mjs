// Addresses: what they open, and how they follow what is shown.
import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import { pageTest } from './harness.mjs';

const ready = (page) => page.evaluate(() => window.groupscope.ready);
const title = (page) => page.locator('.pick b').textContent();
const clock = (page) => page.locator('.clock').textContent();

pageTest('a number names a story, and t its moment', { path: 'index.html?story=8#t=52256' }, async (page) => {
  await ready(page);
  assert.match(await title(page), /crash/i);
  assert.equal(await clock(page), '00:52.256');
});

pageTest('lang and theme beat the browser’s', { path: 'index.html?story=8&lang=ko&theme=dark', locale: 'en-US' }, async (page) => {
  await ready(page);
  const root = page.locator('html');
  assert.deepEqual([await root.getAttribute('lang'), await root.getAttribute('data-theme')], ['ko', 'dark']);
  assert.equal(await page.getByRole('button', { name: '공유' }).count(), 1);
  assert.ok(page.url().includes('lang=ko') && page.url().includes('theme=dark'));
});

pageTest('the address follows the moment', { path: 'index.html?story=crash-or-close' }, async (page) => {
  await ready(page);
  await page.evaluate(() => groupscope.seek(30_000));
  await page.waitForFunction(() => location.hash === '#t=30000');
  assert.match(page.url(), /\?story=crash-or-close#t=30000$/);
});

pageTest('the link of a changed run opens the same run at the same moment', { path: 'index.html?story=8#t=20000' }, async (page) => {
  await ready(page);
  await page.evaluate(() => groupscope.act({ do: 'kill', consumer: 'billing-1' }));
  const state = () => page.evaluate(() => [groupscope.scenario(), groupscope.moment(), groupscope.summary()]);
  const before = await state();
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  assert.match(link, /#t=20000&s=/);
  await page.goto('about:blank');
  await page.goto(link);
  await ready(page);
  assert.deepEqual(await state(), before);
});

pageTest('a link of two runs opens both', { path: 'index.html?story=8#t=52000' }, async (page) => {
  await ready(page);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.evaluate(() => groupscope.set('session.timeout.ms', 6000));
  const differs = () => page.locator('.versus li').allTextContents();
  assert.deepEqual(await differs(), ['session.timeout.ms A10\u2009000B6\u2009000']);
  await page.getByRole('button', { name: 'Swap A and B' }).click();
  assert.deepEqual(await differs(), ['session.timeout.ms A6\u2009000B10\u2009000']);
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await page.goto('about:blank');
  await page.goto(link);
  await ready(page);
  assert.deepEqual(await differs(), ['session.timeout.ms A6\u2009000B10\u2009000']);
  assert.equal(await page.locator('.runs svg[role]').count(), 2);
});

pageTest('back ends a comparison, and forward goes on with it', { path: 'index.html?story=8#t=52000' }, async (page) => {
  await ready(page);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.locator('.versus').waitFor();
  await page.goBack();
  await page.locator('.versus').waitFor({ state: 'detached' });
  await page.goForward();
  await page.locator('.versus').waitFor();
});

pageTest('back and forward go through what was done, and keep the moment', { path: 'index.html?story=8#t=20000' }, async (page) => {
  await ready(page);
  const killed = () => groupscope.scenario().actions.filter((action) => action.do === 'kill').length;
  await page.evaluate(() => groupscope.act({ do: 'kill', consumer: 'billing-1' }));
  assert.equal(await page.evaluate(killed), 2);
  await page.goBack();
  await page.waitForFunction(() => groupscope.scenario().actions.filter((action) => action.do === 'kill').length === 1);
  assert.equal(await page.evaluate(() => groupscope.moment()), 20_000);
  await page.goForward();
  await page.waitForFunction(() => groupscope.scenario().actions.filter((action) => action.do === 'kill').length === 2);
  await page.keyboard.press('Control+z');
  assert.equal(await page.evaluate(killed), 1, 'undo works, too');
});

pageTest('a partition record by record has an address, and back leads to the stage', { path: 'index.html?story=8#t=30000' }, async (page) => {
  await ready(page);
  await page.keyboard.press('r');
  await page.locator('.by-record').waitFor();
  await page.waitForFunction(() => /#t=30000&p=orders-\d+$/.test(location.href));
  await page.goBack();
  await page.locator('.by-record').waitFor({ state: 'detached' });
  await page.goForward();
  await page.locator('.by-record').waitFor();
});

pageTest('a link to a partition opens it record by record', { path: 'index.html?story=8#t=30000&p=orders-1' }, async (page) => {
  await ready(page);
  await page.locator('.by-record select').waitFor();
  assert.equal(await page.getByLabel('Partition', { exact: true }).evaluate((list) => list.selectedOptions[0].text), 'orders-1');
});

pageTest('a story told record by record can be seen on the stage', { path: 'index.html?story=11#t=24000&p=stage' }, async (page) => {
  await ready(page);
  assert.equal(await page.locator('.by-record').count(), 0);
  await page.getByRole('button', { name: 'Records' }).click();
  await page.getByLabel(/^Record 7: processed by billing-1, processed again by billing-2/).waitFor();
  await page.waitForFunction(() => location.hash === '#t=24000');
});

pageTest('back leads to the story before', { path: 'index.html?story=8' }, async (page) => {
  await ready(page);
  await page.evaluate(() => groupscope.load('static-restart'));
  await page.waitForFunction(() => location.search.includes('static-restart'));
  await page.goBack();
  await page.waitForFunction(() => /crash/i.test(document.querySelector('.pick b').textContent));
});

for (const [name, packed, expected] of [
  ['that is damaged', 'abc', /#s=…/],
  ['of a scenario that cannot run', deflateSync('{"groupscope":1,"until":0}').toString('base64url'), /until.*allowed is 1 to/],
]) {
  pageTest(`a link ${name} leaves the run on the screen and says why`, { path: 'index.html?story=8#t=20000' }, async (page) => {
    await ready(page);
    await page.evaluate((packed) => { location.hash = `#s=${packed}`; }, packed);
    const alert = page.getByRole('alert');
    await alert.waitFor();
    assert.match(await alert.textContent(), expected);
    assert.match(await title(page), /crash/i);
    assert.equal(await clock(page), '00:20.000');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    assert.equal(await alert.count(), 0);
  });
}

pageTest('a first address that cannot be opened shows the first story and says why', { path: 'index.html?story=nonsense&lang=en' }, async (page) => {
  await ready(page);
  assert.match(await page.getByRole('alert').textContent(), /no story "nonsense"; there are/);
  assert.ok(await page.locator('.stage svg').count() > 0);
});
