// Starting the program on hosts that are not as they should be.
import assert from 'node:assert/strict';
import { pageTest } from './harness.mjs';

const heading = (page) => page.getByRole('heading', { level: 1 });

pageTest('a host that does not know the type of wasm will do', {}, async (page) => {
  await page.route('**/*.wasm', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'application/octet-stream' } });
  });
  await page.reload();
  await heading(page).waitFor();
});

pageTest('a program that does not arrive is said so in the page', {}, async (page, problems) => {
  await page.route('**/*.wasm', (route) => route.fulfill({ status: 404 }));
  await page.reload();
  const notice = page.getByRole('alert');
  await notice.waitFor();
  assert.match(await notice.textContent(), /could not be started/);
  assert.equal(await heading(page).count(), 0);
  assert.ok(problems.every((problem) => /wasm|WebAssembly|404/i.test(problem)), problems.join('\n'));
  problems.length = 0;
});
