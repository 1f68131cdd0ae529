// `window.groupscope`: the page driven from outside.
import assert from 'node:assert/strict';
import { pageTest } from './harness.mjs';

const CRASH = 'index.html?story=crash-or-close';
const FUNCTIONS = ['stories', 'load', 'scenario', 'play', 'pause', 'seek', 'moment', 'step', 'stops', 'set', 'act', 'summary',
  'trace', 'frame'];

/** A test of the page with the story of a crash, when its functions are there. */
const apiTest = (name, body) => pageTest(name, { path: CRASH }, async (page, problems) => {
  await page.evaluate(() => window.groupscope.ready);
  await body(page, problems);
});

apiTest('all that is promised is there', async (page) => {
  const { functions, version, kafka } = await page.evaluate(() => ({
    functions: Object.keys(groupscope).filter((name) => typeof groupscope[name] === 'function'),
    version: groupscope.version,
    kafka: groupscope.kafka,
  }));
  assert.deepEqual(functions.sort(), [...FUNCTIONS].sort());
  assert.match(version, /^\d+\.\d+\.\d+/);
  assert.match(kafka, /^4\.1\.\d+$/);
});

apiTest('a story is loaded by its id or its number, a scenario as an object', async (page) => {
  const seen = await page.evaluate(async () => {
    const title = () => document.querySelector('.pick b').textContent;
    const stories = groupscope.stories();
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const titles = [];
    for (const what of ['static-restart', '8', 1, { ...groupscope.scenario(), title: 'mine' }]) {
      await groupscope.load(what);
      await painted();
      titles.push(title());
    }
    return { stories, titles, scenario: groupscope.scenario() };
  });
  const named = (id) => seen.stories.find((story) => story.id === id).title;
  assert.deepEqual(seen.titles, [named('static-restart'), named('crash-or-close'), named('group-start'), 'mine']);
  assert.deepEqual([seen.scenario.groupscope, seen.scenario.group], [1, 'billing']);
});

apiTest('seek goes to a moment, step from stop to stop', async (page) => {
  const { at, on, back, stops } = await page.evaluate(() => {
    groupscope.seek(41_260);
    const at = groupscope.moment();
    groupscope.step(1);
    const on = groupscope.moment();
    groupscope.step(-1);
    groupscope.step(-1);
    return { at, on, back: groupscope.moment(), stops: groupscope.stops().map((event) => event.at) };
  });
  assert.equal(at, 41_260);
  assert.equal(on, stops.find((stop) => stop > 41_260));
  assert.equal(back, stops.filter((stop) => stop < on).at(-2));
  assert.deepEqual(stops, [...new Set(stops)].sort((a, b) => a - b), 'each moment once, in order');
});

apiTest('play plays and pause pauses, where it was', async (page) => {
  await page.evaluate(() => { groupscope.seek(1000); groupscope.play(); });
  await page.waitForFunction(() => groupscope.moment() > 1020);
  const moments = await page.evaluate(async () => {
    groupscope.pause();
    const before = groupscope.moment();
    for (let frames = 0; frames < 5; frames += 1) await new Promise(requestAnimationFrame);
    return [before, groupscope.moment()];
  });
  assert.ok(moments[0] > 1020);
  assert.equal(moments[0], moments[1]);
});

apiTest('set changes a setting from the start and stays at the moment', async (page) => {
  const { before, after, moment, one } = await page.evaluate(() => {
    const last = () => groupscope.summary().rebalances.at(-1).at;
    groupscope.seek(60_000);
    const before = last();
    groupscope.set('session.timeout.ms', 20_000);
    const result = { before, after: last(), moment: groupscope.moment() };
    groupscope.set('client.id', 'alone', 'billing-2');
    const settings = groupscope.scenario().consumers.map((consumer) => consumer.settings['client.id'] ?? null);
    return { ...result, one: settings };
  });
  assert.ok(after > before, `${after} > ${before}`);
  assert.equal(moment, 60_000);
  assert.deepEqual(one, [null, 'alone', null]);
});

/** Something of every kind that can be done, in an order in which it makes sense. */
const DEEDS = [
  { do: 'slow', consumer: 'billing-1', 'process.ms': 5 },
  { do: 'freeze', consumer: 'billing-1' },
  { do: 'thaw', consumer: 'billing-1' },
  { do: 'cut', from: 'billing-1', to: 'broker-2' },
  { do: 'heal', from: 'billing-1', to: 'broker-2' },
  { do: 'slowLink', from: 'billing-1', to: 'broker-2', 'latency.ms': [50, 60] },
  { do: 'drop', from: 'billing-1', to: 'broker-2', api: 'Heartbeat', kind: 'request', nth: 1 },
  { do: 'delay', from: 'broker-2', to: 'billing-1', api: 'Heartbeat', kind: 'reply', nth: 2, ms: 100 },
  { do: 'set', consumer: 'billing-1', settings: { 'max.poll.records': 10 } },
  { do: 'addConsumer', consumer: { name: 'billing-9', subscribe: ['orders'], 'process.ms': 1, 'poll.ms': 100 } },
  { do: 'removeConsumer', consumer: 'billing-9' },
  { do: 'addPartitions', topic: 'orders', partitions: 9 },
  { do: 'seek', consumer: 'billing-1', topic: 'orders', partition: 0, offset: 0 },
  { do: 'pause', consumer: 'billing-1', partitions: [['orders', 0]] },
  { do: 'resume', consumer: 'billing-1', partitions: [['orders', 0]] },
  { do: 'plan', consumer: 'billing-1', assignment: { 'billing-1': [['orders', 0]] } },
  { do: 'moveCoordinator', to: 1 },
  { do: 'stopBroker', broker: 1, hard: true },
  { do: 'startBroker', broker: 1 },
  { do: 'rollingRestart', after: 100, every: 1000 },
  { do: 'restart', consumer: 'billing-1', after: 100 },
  { do: 'close', consumer: 'billing-1' },
  { do: 'kill', consumer: 'billing-2' },
  { do: 'start', consumer: 'billing-2' },
];

apiTest('everything that can be done is done at the moment shown and becomes a line of the scenario', async (page) => {
  const actions = await page.evaluate((deeds) => {
    groupscope.seek(10_000);
    const before = groupscope.scenario().actions.length;
    for (const deed of deeds) groupscope.act(deed);
    return groupscope.scenario().actions.slice(0, -before || undefined);
  }, DEEDS);
  assert.deepEqual(actions, DEEDS.map((deed) => ({ at: 10_000, ...deed })));
  const words = await page.evaluate(() => [...new Set(groupscope.trace().filter(({ kind }) => kind === 'action')
    .map(({ action }) => action.do))]);
  assert.deepEqual(words.sort(), DEEDS.map((deed) => deed.do).sort());
});

apiTest('trace gives every event with its cause', async (page) => {
  const trace = await page.evaluate(() => groupscope.trace());
  assert.deepEqual(trace[0], { id: 0, at: 0, cause: null, kind: 'begun' });
  trace.forEach((event, place) => {
    assert.equal(event.id, place);
    assert.ok(place === 0 || event.at >= trace[place - 1].at);
    assert.ok(event.cause === null || event.cause < event.id);
    assert.equal(typeof event.kind, 'string');
  });
});

apiTest('frame is the moment as it is documented', async (page) => {
  // In 52.256 the crashed member's session still runs.
  const frame = await page.evaluate(() => { groupscope.seek(52_256); return groupscope.frame(); });
  const has = (object, ...keys) => keys.forEach((key) => assert.ok(key in object, `${key} in ${JSON.stringify(object)}`));
  assert.equal(frame.at, 52_256);
  assert.deepEqual(frame.group, frame.groups[0]);
  const { group } = frame;
  assert.deepEqual([group.id, group.coordinator, group.state, group.protocol], ['billing', 'broker-2', 'Stable', 'cooperative-sticky']);
  has(group, 'generation', 'leader');
  const session = group.timers.find(({ kind, member }) => kind === 'session' && member === 'billing-2');
  assert.ok(session.deadline > 52_256);
  assert.deepEqual(frame.consumers.map(({ name, alive }) => [name, alive]),
    [['billing-1', true], ['billing-2', false], ['billing-3', true]]);
  frame.consumers.forEach((consumer) => has(consumer, 'group', 'memberId', 'instance', 'state', 'assigned', 'owned'));
  assert.equal(frame.consumers[0].state, 'STABLE');
  const orphans = frame.partitions.filter(({ owner }) => owner === null);
  assert.deepEqual(orphans.map(({ topic, partition }) => `${topic}-${partition}`), ['orders-1', 'orders-4', 'refunds-1']);
  for (const { owner, owners, logEnd, committed, lag } of frame.partitions) {
    assert.equal(owner, owners.at(-1) ?? null);
    assert.equal(lag.billing, logEnd - committed.billing);
  }
  for (const message of frame.inFlight) {
    has(message, 'api', 'kind', 'from', 'to', 'error');
    assert.ok(message.sent <= frame.at && frame.at < message.arrives);
  }
  const parked = await page.evaluate(() => { groupscope.seek(2_000); return groupscope.frame().parked; });
  assert.ok(parked.length > 0);
  parked.forEach(({ api, since }) => assert.ok(api === 'JoinGroup' && since <= 2_000));
});

/** Calls with bad arguments, and what the error must say. */
const BAD = [
  ["groupscope.load('nothing')", /no story "nothing"; there are .*crash-or-close/],
  ['groupscope.load(null)', /allowed are a story's id/],
  ['groupscope.load({ groupscope: 1 })', /topics|consumers|until/],
  ["groupscope.seek('soon')", /allowed is a number of ms from 0 to \d+/],
  ['groupscope.seek(-1)', /from 0 to/],
  ['groupscope.seek(NaN)', /from 0 to/],
  ['groupscope.step(2)', /allowed are 1 and -1/],
  ['groupscope.step()', /allowed are 1 and -1/],
  ['groupscope.set()', /allowed is a setting's name/],
  ["groupscope.set('sesion.timeout.ms', 1)", /session\.timeout\.ms/],
  ["groupscope.set('session.timeout.ms', 'long')", /session\.timeout\.ms/],
  ["groupscope.set('session.timeout.ms', 20000, 'nobody')", /nobody/],
  ["groupscope.set('session.timeout.ms', 20000, 7)", /consumer's name/],
  ['groupscope.act()', /no action|expected/],
  ["groupscope.act({ do: 'explode' })", /explode.*kill/s],
  ["groupscope.act({ do: 'kill', consumer: 'billing-7' })", /there is no consumer "billing-7"/],
  ["groupscope.act({ do: 'kill' })", /consumer/],
];

apiTest('a call with bad arguments throws an Error that says what is allowed, and changes nothing', async (page) => {
  const before = await page.evaluate(() => JSON.stringify([groupscope.scenario(), groupscope.moment()]));
  for (const [call, expected] of BAD) {
    const message = await page.evaluate(`(async () => {
      try {
        await ${call};
        return 'it was taken';
      } catch (error) {
        return error instanceof Error ? error.message : 'no Error: ' + error;
      }
    })()`);
    assert.match(message, expected, call);
  }
  assert.equal(await page.evaluate(() => JSON.stringify([groupscope.scenario(), groupscope.moment()])), before);
});
