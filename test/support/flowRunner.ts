import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { FINISHED_EXECUTIONS } from '../../src/contract/enumerations.ts';
import type { Input } from '../../src/contract/operations.ts';
import type { Execution, ExecutionStep } from '../../src/contract/records/execution.ts';
import type { Flow } from '../../src/contract/records/flow.ts';
import { checkSchema } from '../../src/flow/schema/compileSchema.ts';
import { demoActionId, demoCatalog } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { startRun } from '../../src/sandbox/engine/startRun.ts';
import { toResponse } from '../../src/sandbox/store/stored.ts';
import type { TestSandbox } from './sandbox.ts';

/** Request body that creates a flow. */
type FlowBody = Input<'createFlow'>['body'];
/** A step in the request body. */
export type Entry = FlowBody['actions'][number];

/** Returns a step by its method. */
export function step(
  method: string,
  position: number,
  params: object = {},
  fields: Partial<Entry> = {},
): Entry {
  return { actionId: demoActionId(method), position, overrides: { params: { ...params } }, ...fields };
}

/** Returns a step that fails because its expression names a missing value. */
export function failingStep(position: number, fields: Partial<Entry> = {}): Entry {
  return step('flow.branch', position, { left: '{{event.payload.nobody}}', operator: 'exists' }, fields);
}

/** Returns a step whose output says if a value exists. */
export function conditionStep(position: number, left: unknown, fields: Partial<Entry> = {}): Entry {
  return step('flow.branch', position, { left, operator: 'exists' }, fields);
}

/** Returns the step results of an execution, and checks their outputs against the schemas of their actions. */
export function stepsOf(execution: Execution): ExecutionStep[] {
  const { steps } = execution.result as { steps: ExecutionStep[] };
  for (const { method, status, output } of steps) {
    const action = demoCatalog.find(demo => demo.method === method);
    if (action && status === 'success' && method !== 'flow.stop')
      assert.deepEqual(checkSchema(action.outputSchema, output), [], `output of ${method ?? ''}`);
  }
  return steps;
}

/** Creates flows in a sandbox, runs them, and reads their executions. */
export class FlowRunner {
  readonly #sandbox: TestSandbox;

  constructor(sandbox: TestSandbox) {
    this.#sandbox = sandbox;
  }

  /** Creates an enabled flow, by default with the demo trigger that is fired manually. */
  async createFlow(actions: Entry[], fields: Partial<FlowBody> = {}): Promise<Flow> {
    const body = {
      name: 'Verification run',
      triggerId: demoTriggerId('custom'),
      enabled: true,
      actions,
      ...fields,
    };
    return (await this.#sandbox.client.createFlow({ body })).value.data;
  }

  /** Creates a trigger that is fired manually and that no other flow has. */
  async customTrigger(): Promise<string> {
    const body = { activation: 'custom', name: 'Mine' } as const;
    return (await this.#sandbox.client.createTrigger({ body })).value.data.id;
  }

  /** Fires a trigger and returns the number of started flows. */
  async fire(payload: Record<string, unknown> = {}, triggerId = demoTriggerId('custom')): Promise<number> {
    const { value } = await this.#sandbox.client.fireTrigger({ params: { triggerId }, body: { payload } });
    return value.enqueuedCount;
  }

  /** Starts a verification run of a flow on all its devices in turn, as the service does on one. */
  verify(flowId: string, payload: Record<string, unknown> = {}): Execution {
    const { service } = this.#sandbox;
    const flow = service.store.flows.get(flowId);
    assert.ok(flow);
    const trigger = service.store.triggers.get(flow.triggerId ?? '');
    const deviceIds = (flow.deviceIds ?? []).map(id => id.toLowerCase());
    const run = { flow, trigger, payload, deviceIds, kind: 'verification' } as const;
    return service.store.transaction(() => toResponse(startRun(service, run)));
  }

  async runsOf({ id: flowId }: Pick<Flow, 'id'>): Promise<Execution[]> {
    return (await this.#sandbox.client.listExecutions({ query: { flowId } })).value.items ?? [];
  }

  /** Returns the newest run of a flow once it meets a condition. */
  async runWhen(flow: Pick<Flow, 'id'>, isReached: (run: Execution) => boolean): Promise<Execution> {
    for (;;) {
      const [newest] = await this.runsOf(flow);
      assert.ok(newest, 'the flow has a run');
      const params = { executionId: newest.id };
      const { data } = (await this.#sandbox.client.getExecution({ params })).value;
      if (isReached(data)) return data;
      await turn();
    }
  }

  /** Returns the newest run of a flow once it has ended. */
  ended(flow: Pick<Flow, 'id'>): Promise<Execution> {
    return this.runWhen(flow, run => FINISHED_EXECUTIONS.includes(run.status ?? ''));
  }

  /** Returns the newest run of a flow once one of its steps waits. */
  waiting(flow: Pick<Flow, 'id'>): Promise<Execution> {
    return this.runWhen(flow, run => stepsOf(run).some(result => result.status === 'running'));
  }

  /** Creates a flow with these steps, and returns its run once it has ended. */
  async runOf(actions: Entry[], payload: Record<string, unknown> = {}): Promise<Execution> {
    const flow = await this.createFlow(actions);
    await this.fire(payload);
    return this.ended(flow);
  }
}
