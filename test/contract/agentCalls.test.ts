import assert from 'node:assert/strict';
import { type TestAgents, testAgents } from '../support/agents.ts';

const FILE = 'name.flow.json';
const MAX_CALLS = 8;

interface Step {
  readonly actionId: string;
  readonly overrides: { readonly params: object };
}

describe('agentCalls', () => {
  let agents: TestAgents;
  before(async () => {
    agents = await testAgents();
  });
  after(() => agents.stop());

  /** Returns the example step of the first action that is found by the words of a goal, with parameters of the goal. */
  async function stepFor(query: string, params: object): Promise<Step> {
    const { actions } = await agents.call('find_actions', { query });
    const [first] = actions as { readonly exampleStep: Step }[];
    assert.ok(first, query);
    const { actionId, overrides } = first.exampleStep;
    for (const name of Object.keys(params))
      assert.ok(Object.hasOwn(overrides.params, name), `${query}: ${name}`);
    return { actionId, overrides: { params: { ...overrides.params, ...params } } };
  }

  it(`an agent that knows only the texts of the tools runs a new flow with success after at most ${MAX_CALLS} calls`, async () => {
    const { records } = await agents.call('list_records', { kind: 'triggers' });
    const byCall = (records as { id: string; detail: { text: string } }[]).find(
      ({ detail }) => detail.text === 'when called',
    );
    const steps = [
      await stepFor('open the app', { app: 'org.sandbox.form' }),
      await stepFor('click the field', { target: { by: 'description', description: 'Name' } }),
      await stepFor('enter text', { text: 'Ada' }),
      await stepFor('verify text', { contains: 'Ada' }),
    ];
    const set = (name: string, value: unknown): object => ({
      kind: 'set',
      location: { in: 'settings', path: [name] },
      value,
    });
    const edits = [
      set('name', 'Enter a name'),
      set('triggerId', byCall?.id),
      ...steps.map((step, index) => ({ kind: 'addStep', to: { index }, step })),
    ];
    const { errors, findings } = await agents.call('edit_flow', {
      path: `./${FILE}`,
      edits,
      connection: null,
    });
    assert.equal(errors, 0, JSON.stringify(findings));
    const { status, steps: ran } = await agents.call('run_flow', { path: FILE });
    assert.equal(status, 'success', JSON.stringify(ran));
    assert.ok(agents.calls.length <= MAX_CALLS, `${agents.calls.length} calls`);
  });
});
