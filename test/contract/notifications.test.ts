import assert from 'node:assert/strict';
import { demoEventTypes } from '../../src/sandbox/demo/referenceData.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

describe('notifications', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox();
  });

  afterEach(() => sandbox.stop());

  async function types(): Promise<string[]> {
    const { data } = (await sandbox.client.listNotificationTypes({})).value;
    return data.flatMap(({ events }) => events.map(({ type }) => type));
  }

  async function muted(): Promise<string[]> {
    return (await sandbox.client.getNotificationPreferences({})).value.data.mutedTypes;
  }

  it('the notifications of the sandbox can be about every event that a feed shows, by source', async () => {
    const { data } = (await sandbox.client.listNotificationTypes({})).value;
    const tasks = data.find(({ source }) => source === 'tasks');
    assert.equal(tasks?.label, 'Tasks');
    assert.deepEqual(tasks.events.at(-1), {
      type: 'task.run.failed',
      label: 'Task run failed',
      description: 'A task run failed',
      toast: true,
    });
    assert.equal(tasks.events[0]?.toast, false);
    const inFeeds = demoEventTypes.sources.flatMap(({ events }) =>
      events.filter(({ surfaces }) => surfaces?.feed === true).map(({ type }) => type),
    );
    assert.deepEqual(await types(), inFeeds);
    assert.ok(!inFeeds.includes('webhook.test'));
    assert.ok(data.every(({ events }) => events.length > 0));
  });

  it('the notifications of the sandbox are all on at first, and a new choice replaces the former one', async () => {
    const { client } = sandbox;
    assert.deepEqual(await muted(), []);
    const mute = async (mutedTypes: string[]): Promise<string[]> =>
      (await client.updateNotificationPreferences({ body: { mutedTypes } })).value.data.mutedTypes;
    assert.deepEqual(await mute(['task.run.failed']), ['task.run.failed']);
    assert.deepEqual(await mute(['workflow.run.running', 'task.run.running', 'task.run.running']), [
      'task.run.running',
      'workflow.run.running',
    ]);
    assert.deepEqual(await muted(), ['task.run.running', 'workflow.run.running']);
    assert.deepEqual(await mute([]), []);
  });

  it('the notifications of the sandbox drop types that are unknown or never notify', async () => {
    const body = { mutedTypes: ['webhook.test', 'of.next.year', 'task.run.failed'] };
    await sandbox.client.updateNotificationPreferences({ body });
    assert.deepEqual(await muted(), ['task.run.failed']);
  });

  it('the notifications of the sandbox have presets without progress, with failures only, and with everything', async () => {
    const { client } = sandbox;
    const all = await types();
    const apply = async (preset: 'recommended' | 'failures' | 'everything'): Promise<string[]> =>
      (await client.applyNotificationPreset({ body: { preset } })).value.data.mutedTypes;
    assert.deepEqual(await apply('recommended'), ['task.run.running', 'workflow.run.running']);
    const left = all.filter(type => !type.endsWith('.failed'));
    assert.deepEqual(await apply('failures'), left);
    assert.deepEqual(await muted(), left);
    assert.deepEqual(await apply('everything'), []);
  });

  it('the notifications of the sandbox stay as they are after a choice that is refused', async () => {
    const { client } = sandbox;
    await client.applyNotificationPreset({ body: { preset: 'recommended' } });
    const before = await muted();
    for (const [path, method, body] of [
      ['/notifications/preferences', 'PATCH', {}],
      ['/notifications/preferences', 'PATCH', { mutedTypes: [1] }],
      ['/notifications/preferences/apply-preset', 'POST', { preset: 'nothing' }],
      ['/notifications/preferences/apply-preset', 'POST', {}],
    ] as const) {
      const headers = { 'content-type': 'application/json' };
      const response = await sandbox.request(path, { method, headers, body: JSON.stringify(body) });
      assert.equal(response.status, 400, path);
    }
    assert.deepEqual(await muted(), before);
  });
});
