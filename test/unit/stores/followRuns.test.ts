import assert from 'node:assert/strict';
import { ExecutionStore } from '../../../src/stores/executionStore.ts';
import { SANDBOX } from '../../../src/stores/connection.ts';
import { FlowStore } from '../../../src/stores/flowStore.ts';
import { followRuns } from '../../../src/stores/followRuns.ts';
import { Session } from '../../../src/stores/session.ts';
import { EMPTY_PAGE, type Scripted, scriptedClient } from '../../support/mockService.ts';

const ID = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001';
const OTHER = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b002';

function page(...items: object[]): Scripted {
  return { status: 200, body: { ...EMPTY_PAGE, items } };
}

function run(id: string, status: string, kind = 'live'): object {
  return { id, flowId: ID, kind, status };
}

/** Returns the number of times that the flows are read when the executions are read again. */
async function readsAgain(before: readonly object[], after: readonly object[]): Promise<number> {
  const { client } = scriptedClient([page(...before), page({ id: ID, name: 'One' }), page(...after)]);
  const session = new Session(() => Promise.resolve(client));
  session.use(SANDBOX);
  const [executions, flows] = [new ExecutionStore(session), new FlowStore(session)];
  let count = 0;
  flows.refresh = () => {
    count++;
    return Promise.resolve();
  };
  followRuns(executions, flows);
  await executions.ensure();
  await flows.ensure();
  await executions.refresh();
  return count;
}

it('the reload of flows after changes of executions happens when an execution has started or ended', async () => {
  assert.equal(await readsAgain([run(ID, 'running')], [run(ID, 'success')]), 1);
  assert.equal(await readsAgain([run(ID, 'running')], [run(OTHER, 'pending'), run(ID, 'running')]), 1);
});

it('the reload of flows after changes of executions does not happen without changes, or for verification runs only', async () => {
  assert.equal(await readsAgain([run(ID, 'running')], [run(ID, 'running')]), 0);
  const trial = run(OTHER, 'success', 'dry_run');
  assert.equal(await readsAgain([run(ID, 'running')], [trial, run(ID, 'running')]), 0);
});
