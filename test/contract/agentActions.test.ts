import assert from 'node:assert/strict';
import { SERVICE_NAME, type TestAgents, testAgents } from '../support/agents.ts';

interface Found {
  readonly total: number;
  readonly hint?: string;
  readonly actions: readonly {
    readonly actionId: string;
    readonly name: unknown;
    readonly schema?: unknown;
    readonly exampleStep?: unknown;
  }[];
}

describe('agentActions', () => {
  let agents: TestAgents;
  let count: number;
  before(async () => {
    agents = await testAgents();
    count = (await agents.sandbox.client.listActions({})).value.pagination.total;
  });
  after(() => agents.stop());

  async function find(input: object): Promise<Found> {
    return (await agents.call('find_actions', input)) as unknown as Found;
  }

  for (const [query, name] of [
    ['open app', 'Launch app'],
    ['click', 'Tap'],
    ['enter text', 'Type text'],
    ['tap the login button', 'Tap'],
    ['enter the code from the sms', 'Wait for passcode'],
  ] as const)
    it(`the tool find_actions finds “${name}” first by “${query}”`, async () => {
      assert.equal((await find({ query })).actions[0]?.name, name);
    });

  it('the tool find_actions says how many actions there are if none or only some words match', async () => {
    const some = await find({ query: 'tap the login button' });
    assert.equal(some.hint, `None of the ${count} actions matches every word. These match some.`);
    const none = await find({ query: 'xyz' });
    assert.deepEqual([none.total, none.actions.length], [0, 0]);
    assert.match(none.hint ?? '', new RegExp(`Without query, the ${count} actions are listed by name\\.`));
    const { hint = '' } = await find({ actionIds: ['00000000-0000-4000-8000-000000000000'] });
    assert.equal(hint, `No action has such an ID. Search the ${count} actions by words with query.`);
    assert.equal((await find({ query: 'click' })).hint, undefined);
  });

  it('the tool find_actions gives the first actions an example step that edit_flow takes, and those named by ID a schema', async () => {
    const { actions } = await find({ query: 'tap' });
    const [first] = actions;
    assert.ok(first);
    const all = (await find({})).actions.map(({ exampleStep }) => exampleStep !== undefined);
    assert.deepEqual(all.slice(0, 5), [true, true, true, false, false]);
    const edits = [{ kind: 'addStep', to: { index: 0 }, step: first.exampleStep }];
    const edited = await agents.call('edit_flow', { path: 'example.flow.json', edits });
    assert.deepEqual(edited['steps'], [{ path: [0], actionId: first.actionId, name: first.name }]);
    const whole = await find({ actionIds: [first.actionId] });
    assert.match(JSON.stringify(whole.actions[0]?.schema), /^\{"type":"object",/);
  });

  it('the tool find_actions marks the words of a service, but not those of the sandbox', async () => {
    assert.ok(!JSON.stringify(await find({ query: 'tap' })).includes('origin'));
    agents.settings = { ...agents.settings, profile: 'read', connections: [SERVICE_NAME] };
    const [first] = (await find({ query: 'click', connection: SERVICE_NAME })).actions;
    assert.ok(first);
    assert.deepEqual(first.name, { origin: 'service', text: 'Tap' });
    assert.equal((first.exampleStep as { origin: string }).origin, 'service');
    const read = await find({ actionIds: [first.actionId], connection: SERVICE_NAME });
    assert.match(JSON.stringify(read.actions[0]?.schema), /^\{"origin":"service","text":/);
  });
});
