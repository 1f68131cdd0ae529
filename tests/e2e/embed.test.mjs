// The page inside another page: a documentation page of the same strict policy, with two stories in it. The harness fails
// on any request to another host and on any breach of the policy.
import assert from 'node:assert/strict';
import { pageTest } from './harness.mjs';

const EXAMPLE = { path: 'example/index.html', ready: 'iframe', viewport: { width: 1024, height: 700 } };

/** The frame of the example page at that place, when it can be used. */
async function story(page, place) {
  const element = page.locator('iframe').nth(place);
  await element.scrollIntoViewIfNeeded();
  const frame = await (await element.elementHandle()).contentFrame();
  await frame.waitForFunction(() => window.groupscope?.frame);
  return frame;
}

const playing = (frame) => frame.locator('.page.playing').count();

pageTest('an embedded story stands still until it is started, then plays', EXAMPLE, async (page) => {
  const frame = await story(page, 0);
  assert.equal(await frame.locator('header').getByText('GroupScope · Kafka').count(), 1);
  assert.equal(await frame.evaluate(() => groupscope.moment()), 0);
  await frame.locator('.start').click();
  await frame.waitForFunction(() => groupscope.moment() > 100);
  assert.equal(await frame.locator('header').count(), 0, 'no chrome');
  assert.ok(await frame.locator('.narration .now').count() === 1);
});

pageTest('a frame gets the height it asks for', { ...EXAMPLE, viewport: { width: 420, height: 800 } }, async (page) => {
  const frame = await story(page, 1);
  await page.waitForFunction(() => document.querySelectorAll('iframe')[1].height !== '420');
  const asked = Number(await page.locator('iframe').nth(1).getAttribute('height'));
  assert.equal(await frame.evaluate(() => innerHeight), asked);
  assert.ok(asked > 500, `three members on a rail need more than ${asked} px`);
});

pageTest('a frame takes the theme of the page around it, and does not remember it', EXAMPLE, async (page) => {
  const frame = await story(page, 0);
  await page.getByRole('button', { name: 'Other theme' }).click();
  await frame.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  await page.getByRole('button', { name: 'Other theme' }).click();
  await frame.waitForFunction(() => document.documentElement.dataset.theme === 'light');
  assert.deepEqual(await frame.evaluate(() => ({ ...localStorage })), {});
});

pageTest('a frame that is out of sight stands, and plays on when it is seen again', EXAMPLE, async (page) => {
  const frame = await story(page, 0);
  await frame.locator('.start').click();
  await frame.waitForFunction(() => groupscope.moment() > 100);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await frame.waitForFunction(() => !document.querySelector('.page.playing'));
  await page.evaluate(() => scrollTo(0, 0));
  await frame.waitForFunction(() => document.querySelector('.page.playing'));
  assert.equal(await playing(frame), 1);
});

pageTest('scrubbing in a frame leaves the history of the page around it alone', EXAMPLE, async (page) => {
  const frame = await story(page, 1);
  const before = await page.evaluate(() => history.length);
  await frame.evaluate(() => { groupscope.seek(1000); groupscope.act({ do: 'kill', consumer: 'billing-1' }); });
  await frame.waitForFunction(() => location.hash.includes('s='));
  assert.equal(await page.evaluate(() => history.length), before);
});

pageTest('a frame leads to the same moment of the whole program', EXAMPLE, async (page) => {
  const frame = await story(page, 1);
  const link = frame.getByRole('link', { name: 'Open full' });
  assert.match(await link.getAttribute('href'), /index\.html\?story=crash-or-close#t=52256$/);
});
