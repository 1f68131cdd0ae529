// The page under a finger: a phone, and a story inside another page.
import assert from 'node:assert/strict';
import { pageTest } from './harness.mjs';

const PHONE = {
  path: 'index.html?story=crash-or-close#t=20000', ready: '.stage .thing', viewport: { width: 390, height: 844 },
  hasTouch: true, isMobile: true,
};

/** Where a thing of the stage lies whose label begins so. */
async function middle(page, label) {
  const box = await page.locator(`.stage .thing[aria-label^="${label}"]`).first().boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

pageTest('a long press asks what can be done with a thing, a short one chooses it', PHONE, async (page) => {
  await page.evaluate(() => groupscope.ready);
  const touch = await page.context().newCDPSession(page);
  const at = await middle(page, 'billing-1');
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await page.waitForSelector('[role="menu"]');
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  assert.ok(await page.locator('[role="menuitem"]').count() > 2);
  const actions = await page.evaluate(() => groupscope.scenario().actions.length);
  await page.keyboard.press('Escape');
  await page.waitForSelector('[role="menu"]', { state: 'detached' });
  assert.equal(actions, await page.evaluate(() => groupscope.scenario().actions.length), 'its end does nothing');
  await page.locator('.inspector').getByRole('button', { name: 'Close' }).tap();
  await page.waitForSelector('.inspector', { state: 'detached' });
  await page.touchscreen.tap(at.x, at.y);
  await page.waitForSelector('.inspector');
});

const LATE = { ...PHONE, path: 'index.html?story=crash-or-close#t=53000' };

pageTest('a phone leads on to the next moment and says why', LATE, async (page) => {
  await page.evaluate(() => groupscope.ready);
  const before = await page.evaluate(() => groupscope.moment());
  await page.locator('.player .next').tap();
  await page.waitForFunction((moment) => groupscope.moment() > moment, before);
  await page.locator('.player .onward .btn').first().tap();
  await page.waitForSelector('.causes li');
});

pageTest('an embedded story leads on to the next moment and says why, with the setting that decided',
  { path: 'index.html?story=static-restart&embed=1', ready: '.start', viewport: { width: 760, height: 420 } },
  async (page) => {
    await page.evaluate(() => groupscope.ready);
    await page.locator('.start').click();
    const late = 56_440;
    while (await page.evaluate(() => groupscope.moment()) < late) {
      const before = await page.evaluate(() => groupscope.moment());
      await page.locator('.player .next').click();
      await page.waitForFunction((moment) => groupscope.moment() > moment, before);
    }
    await page.locator('.player .onward .btn').first().click();
    await page.waitForSelector('.sheet .causes .knob');
    assert.match(await page.locator('.sheet .causes').innerText(), /session\.timeout\.ms/);
  });
