// The npm package, as a program that installed it meets it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const folder = new URL('../../target/npm/', import.meta.url);
const read = (name) => readFileSync(new URL(name, folder));
const description = JSON.parse(read('package.json'));

test('the package loads and names its version and the Kafka it simulates', async () => {
  const groupscope = await import(new URL(description.main, folder));
  groupscope.initSync({ module: read('groupscope_bg.wasm') });
  assert.equal(groupscope.version(), description.version);
  assert.match(groupscope.kafka(), /^4\.1\.\d+$/);
});

test('the package has types', () => {
  assert.match(String(read(description.types)), /export function version\(\): string;/);
});
