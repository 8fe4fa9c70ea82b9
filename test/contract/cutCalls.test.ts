import assert from 'node:assert/strict';
import type { CallOptions } from '../../src/client/reply.ts';
import type { Fault } from '../../src/contract/sandbox/fault.ts';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const ACTION = { actionId: demoActionId('flow.wait'), overrides: { params: { seconds: 0 } } };
const FLOW = { name: 'Keyed', triggerId: demoTriggerId('custom'), actions: [{ ...ACTION, position: 1 }] };
const TASK = { task: 'Go home.', deviceId: demoDeviceId('tablet') };

/** A call with a key: its operation, how to make it, and the number of records that it has created. */
interface KeyedCall {
  readonly operation: string;
  /** Makes the call, and returns what identifies its effect. */
  readonly make: (sandbox: TestSandbox, flowId: string, key: string) => Promise<unknown>;
  readonly count: (sandbox: TestSandbox, flowId: string) => number;
}

const keyed = (idempotencyKey: string): CallOptions => ({ idempotencyKey });
const runsOf = ({ service }: TestSandbox, flowId: string): number =>
  service.store.executions.count({ where: { flowId } });

const CALLS: readonly KeyedCall[] = [
  {
    operation: 'createFlow',
    make: async ({ client }, _, key) => (await client.createFlow({ body: FLOW }, keyed(key))).value.data.id,
    count: ({ service }) => service.store.flows.count(),
  },
  {
    operation: 'cloneFlow',
    make: async ({ client }, flowId, key) =>
      (await client.cloneFlow({ params: { flowId }, body: {} }, keyed(key))).value.data.id,
    count: ({ service }) => service.store.flows.count(),
  },
  {
    operation: 'addFlowAction',
    make: async ({ client }, flowId, key) => {
      const body = { ...ACTION, position: 2 };
      return (await client.addFlowAction({ params: { flowId }, body }, keyed(key))).value.data.id;
    },
    count: ({ service }, flowId) => service.store.flowActions.count({ where: { flowId } }),
  },
  {
    operation: 'verifyFlow',
    make: async ({ client }, flowId, invocationId) =>
      (await client.verifyFlow({ params: { flowId }, body: { invocationId } })).value.data.executionId,
    count: runsOf,
  },
  {
    operation: 'runFlow',
    make: async ({ client }, flowId, key) =>
      (await client.runFlow({ params: { flowId } }, keyed(key))).value.data.executionIds[0],
    count: runsOf,
  },
  {
    operation: 'fireTrigger',
    make: async ({ client }, _, invocationId) => {
      const params = { triggerId: demoTriggerId('custom') };
      const body = { payload: {}, invocationId };
      return (await client.fireTrigger({ params, body })).value.invocationId;
    },
    count: runsOf,
  },
  {
    operation: 'runTask',
    make: async ({ client }, _, key) => (await client.runTask({ body: TASK }, keyed(key))).value.id,
    count: ({ service }) => service.store.tasks.count(),
  },
  {
    operation: 'createMailbox',
    make: async ({ client }, _, key) => (await client.createMailbox({ body: {} }, keyed(key))).value.data.id,
    count: ({ service }) => service.store.mailboxes.count(),
  },
  {
    operation: 'connectMailbox',
    make: async ({ client }, _, key) =>
      (await client.connectMailbox({ body: { provider: 'gmail' } }, keyed(key))).value.connectionId,
    count: ({ service }) => service.store.connections.count(),
  },
];

/** The moments at which the connection is cut. */
const CUTS: Readonly<Record<string, Fault>> = {
  'before it takes effect': { kind: 'reset' },
  'after it has taken effect': { kind: 'halfBody' },
};

describe('cutCalls', () => {
  let sandbox: TestSandbox;
  let flowId: string;

  beforeEach(async () => {
    sandbox = await testSandbox();
    sandbox.clock.freeze(true);
    const { id } = (await sandbox.client.createFlow({ body: { ...FLOW, name: 'First' } })).value.data;
    flowId = id;
    sandbox.service.store.flows.patch(id, { enabled: true, lifecycleStatus: 'enabled' });
  });

  afterEach(() => sandbox.stop());

  for (const { operation, make, count } of CALLS) {
    for (const [moment, fault] of Object.entries(CUTS)) {
      it(`an acting call with a key takes effect once if the connection is cut ${moment} and it is repeated: ${operation}`, async () => {
        const before = count(sandbox, flowId);
        await sandbox.sandboxClient.addFault({ body: { operation, fault } });
        const { status } = await failureOf(make(sandbox, flowId, 'one'));
        assert.ok(status === undefined || status < 300);
        await sandbox.sandboxClient.clearFaults({});
        const isDone = fault.kind === 'halfBody';
        assert.equal(count(sandbox, flowId), before + (isDone ? 1 : 0));
        const first = await make(sandbox, flowId, 'one');
        assert.equal(await make(sandbox, flowId, 'one'), first);
        assert.equal(count(sandbox, flowId), before + 1);
      });
    }

    it(`an acting call with a key takes effect once if it is made 20 times at once: ${operation}`, async () => {
      const before = count(sandbox, flowId);
      const made = await Promise.all(Array.from({ length: 20 }, () => make(sandbox, flowId, 'one')));
      assert.equal(new Set(made).size, 1);
      assert.equal(count(sandbox, flowId), before + 1);
    });
  }
});
