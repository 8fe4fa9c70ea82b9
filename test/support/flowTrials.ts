import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { FINISHED_EXECUTIONS } from '../../src/contract/enumerations.ts';
import type { Input } from '../../src/contract/operations.ts';
import type { Execution, ExecutionStep } from '../../src/contract/records/execution.ts';
import type { Flow } from '../../src/contract/records/flow.ts';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import type { TestSandbox } from './sandbox.ts';

/** Body that creates a flow. */
export type FlowBody = Input<'createFlow'>['body'];
/** A step of such a body. */
export type Entry = FlowBody['actions'][number];

/** A step by its method. */
export function step(
  method: string,
  position: number,
  params: object = {},
  more: Partial<Entry> = {},
): Entry {
  return { actionId: demoActionId(method), position, overrides: { params: { ...params } }, ...more };
}

/** A step that fails: what its expression names is not there. */
export function failing(position: number, more: Partial<Entry> = {}): Entry {
  return step('flow.branch', position, { left: '{{trigger.payload.nobody}}', operator: 'exists' }, more);
}

/** A step whose output tells whether a value was there. */
export function asks(position: number, left: unknown, more: Partial<Entry> = {}): Entry {
  return step('flow.branch', position, { left, operator: 'exists' }, more);
}

/** The steps that an execution tells of. */
export function stepsOf(execution: Execution): ExecutionStep[] {
  return (execution.result as { steps: ExecutionStep[] }).steps;
}

/** Makes flows in a sandbox, lets them run, and looks at their runs. */
export class FlowTrials {
  readonly #sandbox: TestSandbox;

  constructor(sandbox: TestSandbox) {
    this.#sandbox = sandbox;
  }

  /** An enabled flow with the demo's trigger that is fired by hand, unless told otherwise. */
  async createFlow(actions: Entry[], more: Partial<FlowBody> = {}): Promise<Flow> {
    const body = {
      name: 'Verification run',
      triggerId: demoTriggerId('custom'),
      enabled: true,
      actions,
      ...more,
    };
    return (await this.#sandbox.client.createFlow({ body })).value.data;
  }

  /** A trigger that is fired by hand and that no other flow has. */
  async customTrigger(): Promise<string> {
    const body = { activation: 'custom', name: 'Mine' } as const;
    return (await this.#sandbox.client.createTrigger({ body })).value.data.id;
  }

  /** Fires a trigger and tells how many flows it started. */
  async fire(payload: Record<string, unknown> = {}, triggerId = demoTriggerId('custom')): Promise<number> {
    const { value } = await this.#sandbox.client.fireTrigger({ params: { triggerId }, body: { payload } });
    return value.enqueuedCount;
  }

  /** Begins the run that verifies a flow. */
  async verify(flowId: string, payload?: object): Promise<Execution> {
    const response = await this.#sandbox.request(`/../_sandbox/flows/${flowId}/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payload }),
    });
    assert.equal(response.status, 202);
    return ((await response.json()) as { data: Execution }).data;
  }

  async runsOf({ id: flowId }: Pick<Flow, 'id'>): Promise<Execution[]> {
    return (await this.#sandbox.client.listExecutions({ query: { flowId } })).value.items ?? [];
  }

  /** The newest run of a flow as soon as it has come so far. */
  async runWhen(flow: Pick<Flow, 'id'>, far: (run: Execution) => boolean): Promise<Execution> {
    for (;;) {
      const [newest] = await this.runsOf(flow);
      assert.ok(newest, 'the flow has a run');
      const params = { executionId: newest.id };
      const { data } = (await this.#sandbox.client.getExecution({ params })).value;
      if (far(data)) return data;
      await turn();
    }
  }

  /** The newest run of a flow once it has ended. */
  ended(flow: Pick<Flow, 'id'>): Promise<Execution> {
    return this.runWhen(flow, run => FINISHED_EXECUTIONS.includes(run.status ?? ''));
  }

  /** The newest run of a flow once one of its steps waits. */
  waiting(flow: Pick<Flow, 'id'>): Promise<Execution> {
    return this.runWhen(flow, run => stepsOf(run).some(one => one.status === 'running'));
  }

  /** The run of a new flow with these steps, once it has ended. */
  async runOf(actions: Entry[], payload: Record<string, unknown> = {}): Promise<Execution> {
    const flow = await this.createFlow(actions);
    await this.fire(payload);
    return this.ended(flow);
  }
}
