import assert from 'node:assert/strict';

/** Calls a tool and returns its structured output; rejects with the error of the tool. */
export type CallTool = (tool: string, input: object) => Promise<unknown>;

/** The file that the scripted agent writes. */
export const AGENT_FLOW = 'flows/agent-check.flow.json';

interface Records {
  readonly records: readonly {
    readonly id: string;
    readonly state?: string;
    readonly detail?: { text: string };
  }[];
}
interface Actions {
  readonly actions: readonly { readonly actionId: string; readonly method: string }[];
}
interface Edited {
  readonly created: boolean;
  readonly errors: number;
}
interface Run {
  readonly executionId: string;
  readonly status: string;
  readonly verified: boolean;
  readonly steps: readonly { readonly status: string; readonly reason?: { origin: string; text: string } }[];
}

/** Plays an agent without a model: builds, repairs, verifies and activates a flow in the sandbox. */
export async function buildAndActivate(call: CallTool): Promise<string> {
  const ask = async <T>(tool: string, input: object): Promise<T> => (await call(tool, input)) as T;
  const actionOf = async (method: string): Promise<string> => {
    const { actions } = await ask<Actions>('find_actions', { query: method });
    const found = actions.find(action => action.method === method);
    assert.ok(found, method);
    return found.actionId;
  };
  const devices = await ask<Records>('list_records', { kind: 'devices', limit: 50 });
  const device = devices.records.find(
    ({ state, detail }) => state === 'ready' && detail?.text.startsWith('Android'),
  );
  const triggers = await ask<Records>('list_records', { kind: 'triggers' });
  const trigger = triggers.records.find(({ detail }) => detail?.text === 'when called');
  assert.ok(device && trigger);
  const set = (name: string, value: unknown): object => ({
    kind: 'set',
    location: { in: 'settings', path: [name] },
    value,
  });
  const add = (index: number, actionId: string, params: object): object => ({
    kind: 'addStep',
    to: { index },
    step: { actionId, overrides: { params } },
  });
  const app = { platform: 'android', app: 'org.sandbox.form', clearData: true };
  const edited = await ask<Edited>('edit_flow', {
    path: AGENT_FLOW,
    edits: [
      set('name', 'Agent check'),
      set('triggerId', trigger.id),
      set('deviceIds', [device.id]),
      add(0, await actionOf('device.launchApp'), app),
      add(1, await actionOf('device.assertText'), { contains: 'This is on no screen' }),
    ],
  });
  assert.deepEqual([edited.created, edited.errors], [true, 0]);
  const failed = await ask<Run>('run_flow', { path: AGENT_FLOW });
  assert.deepEqual(
    failed.steps.map(({ status }) => status),
    ['success', 'failed'],
  );
  assert.equal(failed.steps[1]?.reason?.origin, 'run');
  const location = { in: 'params', step: [1], path: ['contains'] };
  await ask('edit_flow', { path: AGENT_FLOW, edits: [{ kind: 'set', location, value: 'E-mail' }] });
  const tried = await ask<Run>('run_flow', { path: AGENT_FLOW });
  assert.deepEqual([tried.status, tried.verified], ['success', false]);
  const checked = await ask<Edited>('check_flow', { path: AGENT_FLOW });
  assert.equal(checked.errors, 0);
  const plan = await ask<{ items: readonly { action: string }[] }>('plan_deploy', { paths: [AGENT_FLOW] });
  assert.equal(plan.items[0]?.action, 'create');
  const { result, flowId } = await ask<{ result: string; flowId: string }>('deploy_flow', {
    path: AGENT_FLOW,
  });
  assert.equal(result, 'created');
  const payload = { orderId: 2041, email: 'ada@example.com' };
  const verified = await ask<Run>('run_flow', { path: AGENT_FLOW, verify: true, payload });
  assert.deepEqual([verified.status, verified.verified], ['success', true]);
  const active = await ask<{ flowId: string; enabled: boolean }>('activate_flow', { path: AGENT_FLOW });
  assert.deepEqual([active.flowId, active.enabled], [flowId, true]);
  return flowId;
}
