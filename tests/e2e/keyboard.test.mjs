// The whole page without a pointer.
import assert from 'node:assert/strict';
import { pageTest } from './harness.mjs';

const CRASH = { path: 'index.html?story=crash-or-close#t=30000' };
const moment = (page) => page.evaluate(() => groupscope.moment());

/** What has the focus: its role or element, and its name. */
const focused = (page) => page.evaluate(() => {
  const { activeElement: it } = document;
  const style = getComputedStyle(it);
  const name = it.getAttribute('aria-label') ?? it.textContent.trim().slice(0, 60);
  return {
    key: `${it.tagName} ${it.getAttribute('role') ?? ''} ${it.id} ${name}`,
    name,
    is_body: it === document.body,
    shown: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0,
  };
});

pageTest('Tab leads through everything and out again, and what has the focus is seen', CRASH, async (page) => {
  await page.evaluate(() => groupscope.ready);
  const seen = [];
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (now.is_body || now.key === seen[0]) break;
    assert.ok(now.shown, `the focus is seen on ${now.key}`);
    seen.push(now.key);
  }
  assert.ok(seen.length < 199, 'the focus comes out again');
  for (const part of ['crash', 'Fault', 'Share', 'Embed', 'billing-2', 'orders-1', 'Play', 'session.timeout.ms', 'Show as tables']) {
    assert.ok(seen.some((key) => key.includes(part)), `${part} in ${seen.join('\n')}`);
  }
});

pageTest('keys play, step and jump', CRASH, async (page) => {
  await page.evaluate(() => groupscope.ready);
  const stops = await page.evaluate(() => groupscope.stops().map(({ at }) => at));
  await page.keyboard.press('ArrowRight');
  assert.equal(await moment(page), stops.find((at) => at > 30_000));
  await page.keyboard.press('Home');
  assert.equal(await moment(page), 0);
  await page.keyboard.press('End');
  const end = await moment(page);
  await page.keyboard.press('[');
  assert.ok(await moment(page) < end);
  await page.keyboard.press('Space');
  assert.equal(await page.locator('.page.playing').count(), 1);
  await page.keyboard.press('Space');
  assert.equal(await page.locator('.page.playing').count(), 0);
});

pageTest('? lists the keys, Escape closes the list and gives the focus back', CRASH, async (page) => {
  await page.evaluate(() => groupscope.ready);
  await page.locator('#fault').focus();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  await dialog.waitFor();
  assert.ok(await dialog.locator('kbd').count() > 15);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.match((await focused(page)).key, /fault/);
});

pageTest('the menu key asks what can be done with the thing that has the focus', CRASH, async (page) => {
  await page.evaluate(() => groupscope.ready);
  await page.locator('.stage [role=img][aria-label*="billing-2"]').first().focus();
  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu', { name: 'billing-2' });
  await menu.waitFor();
  assert.match((await focused(page)).name, /^Close billing-2/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await menu.waitFor({ state: 'detached' });
  const actions = await page.evaluate(() => groupscope.scenario().actions);
  assert.ok(actions.some((action) => action.at === 30_000 && action.do === 'kill' && action.consumer === 'billing-2'));
  assert.match((await focused(page)).name, /billing-2/, 'the focus is where it was');
});

pageTest('a form is filled in and sent by keys alone', CRASH, async (page) => {
  await page.evaluate(() => groupscope.ready);
  await page.locator('#fault').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'billing-1', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Restart billing-1' }).waitFor();
  assert.match((await focused(page)).name, /^Back/);
  for (let lines = 0; lines < 3; lines += 1) await page.keyboard.press('ArrowDown');
  assert.match((await focused(page)).name, /^Restart billing-1/);
  await page.keyboard.press('Enter');
  await page.getByLabel('after').waitFor();
  assert.match((await focused(page)).key, /act-0/);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('3000');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const actions = await page.evaluate(() => groupscope.scenario().actions);
  assert.ok(actions.some((action) => action.do === 'restart' && action.after === 3000));
  assert.match((await focused(page)).key, /fault/, 'the focus is where it was');
});

pageTest('the pictures are read as tables', CRASH, async (page) => {
  await page.evaluate(() => groupscope.ready);
  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog', { name: 'Show as tables' });
  assert.equal(await dialog.getByRole('table').count(), 4);
  assert.ok(await dialog.getByRole('row', { name: /billing-1/ }).count() > 0);
});

pageTest('with reduced motion nothing flies, and events are shown one by one',
  { ...CRASH, reducedMotion: 'reduce' }, async (page) => {
    await page.evaluate(() => groupscope.ready);
    const stops = await page.evaluate(() => groupscope.stops().map(({ at }) => at));
    const begun = Date.now();
    await page.keyboard.press('Space');
    await page.waitForFunction(() => groupscope.moment() > 30_000);
    assert.ok(Date.now() - begun >= 650, 'an event is shown for 700 ms');
    await page.keyboard.press('Space');
    assert.ok(stops.includes(await moment(page)), 'it stands on an event');
  });
