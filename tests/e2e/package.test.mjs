// The npm package, as a program that installed it meets it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const folder = new URL('../../target/npm/', import.meta.url);
const read = (name) => readFileSync(new URL(name, folder));
const description = JSON.parse(read('package.json'));

const groupscope = await import(new URL(description.main, folder));
groupscope.initSync({ module: read('groupscope_bg.wasm') });

test('the package loads and names its version and the Kafka it simulates', () => {
  assert.equal(groupscope.version(), description.version);
  assert.match(groupscope.kafka(), /^4\.1\.\d+$/);
});

test('the package has types', () => {
  assert.match(String(read(description.types)), /export function version\(\): string;/);
});

test('a broken scenario is refused with the place of what is wrong', () => {
  const scenario = {
    groupscope: 1, topics: [{ name: 'orders', partitions: 2 }], group: 'g',
    consumers: [{ name: 'c1', at: 0, subscribe: ['orders'] }],
    actions: [{ at: 500, do: 'kill', consumer: 'c2' }], until: 1000,
  };
  assert.throws(() => new groupscope.Run(scenario), /actions\[0\]\.consumer.*c1/s);
});

// Virtual time, chance and the order of hash maps are the engine's own: nothing may depend on where it runs.
const stories = new URL('../../web/stories/', import.meta.url);
for (const file of readdirSync(stories).filter((name) => /^[a-z0-9-]+\.json$/.test(name) && name !== 'index.json')) {
  test(`native and wasm give the same trace: ${file}`, () => {
    const { scenario } = JSON.parse(readFileSync(new URL(file, stories)));
    const native = execFileSync(new URL('../../target/debug/groupscope', import.meta.url).pathname, ['run', '--trace', '-'], {
      input: JSON.stringify(scenario), encoding: 'utf8', maxBuffer: 1 << 28,
    });
    const run = new groupscope.Run(scenario);
    const trace = run.trace();
    run.free();
    assert.ok(trace.length > 100);
    assert.equal(trace.map((event) => JSON.stringify(event)).join('\n'), native.trimEnd());
  });
}
