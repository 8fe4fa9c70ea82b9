import assert from 'node:assert/strict';
import { demoActionId, demoCatalogEntryId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const MISSING = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('actions', () => {
  let sandbox: TestSandbox;

  before(async () => {
    sandbox = await testSandbox();
  });

  after(() => sandbox.stop());

  async function refusal(call: Promise<unknown>): Promise<[number | undefined, string | undefined, string]> {
    const { failure, status } = await failureOf(call);
    assert.ok(failure.kind === 'refused');
    assert.equal(failure.body, 'api');
    return [status, failure.code, failure.message];
  }

  it('saved actions in the sandbox are created from a catalog entry, changed, and deleted', async () => {
    const body = {
      catalogEntryId: demoCatalogEntryId('device.swipe'),
      name: 'Swipe slowly',
      params: { duration: 2000 },
    };
    const { status, value } = await sandbox.client.createAction({ body });
    assert.equal(status, 201);
    const { id, service, method, paramsSchema } = value.data;
    assert.deepEqual([service, method], ['devices_api', 'device.swipe']);
    assert.ok(paramsSchema);
    const found = (await sandbox.client.listActions({ query: { search: 'swipe slowly' } })).value;
    assert.deepEqual(
      found.items?.map(action => action.id),
      [id],
    );
    const params = { actionId: id };
    const change = { description: 'Two seconds.', params: { duration: 2500, stealth: false } };
    const changed = (await sandbox.client.updateAction({ params, body: change })).value.data;
    assert.deepEqual([changed.name, changed.params], ['Swipe slowly', change.params]);
    assert.match((await sandbox.client.deleteAction({ params })).value.message ?? '', /“Swipe slowly”/);
    assert.deepEqual((await refusal(sandbox.client.getAction({ params })))[0], 404);
  });

  it('saved actions in the sandbox are refused without an entry or with invalid parameters', async () => {
    const create = (catalogEntryId: string, params?: Record<string, unknown>): Promise<unknown> =>
      sandbox.client.createAction({ body: { catalogEntryId, name: 'A', ...(params ? { params } : {}) } });
    assert.deepEqual((await refusal(create(MISSING))).slice(0, 2), [400, 'invalid_request']);
    const swipe = demoCatalogEntryId('device.swipe');
    const [status, code, message] = await refusal(create(swipe, { duration: 'long' }));
    assert.deepEqual([status, code], [400, 'invalid_params']);
    assert.match(message, /^body\.params\.duration: /);
    assert.equal((await refusal(create(swipe, { speed: 1 })))[0], 400);
    const params = { actionId: demoActionId('device.swipe') };
    const body = { params: { duration: -1 } };
    assert.equal((await refusal(sandbox.client.updateAction({ params, body })))[0], 400);
  });

  it('saved actions in the sandbox cannot be deleted while a flow uses them', async () => {
    const actionId = demoActionId('agent.summarize');
    const actions = [{ actionId, position: 1 }];
    const { data } = (
      await sandbox.client.createFlow({ body: { name: 'A', triggerId: demoTriggerId('custom'), actions } })
    ).value;
    const [status, code, message] = await refusal(sandbox.client.deleteAction({ params: { actionId } }));
    assert.deepEqual([status, code], [409, 'action_in_use']);
    assert.match(message, /^A step uses this action/);
    await sandbox.client.deleteFlow({ params: { flowId: data.id } });
    assert.equal((await sandbox.client.deleteAction({ params: { actionId } })).status, 200);
  });
});
