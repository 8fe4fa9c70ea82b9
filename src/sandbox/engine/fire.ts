import type { Flow } from '../../contract/records/flow.ts';
import type { Conditions, Trigger } from '../../contract/records/trigger.ts';
import type { Service } from '../runtime/service.ts';
import type { StoredExecution } from '../store/stored.ts';
import { meets } from './conditions.ts';
import { readGates, type OpenGates } from './gates.ts';
import { isFlowConfined } from '../records/confinedFlows.ts';
import { startRun } from './startRun.ts';

/** The input of a trigger's flows. */
interface Firing {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly eventId?: string;
  /** The device that sent the event; flows run only on that device. */
  readonly deviceId?: string | null;
  /** The identifier of the call that fired the trigger. */
  readonly invocationId?: string;
  /** The IDs of the flows that an earlier call with this identifier has started. */
  readonly started?: ReadonlySet<string>;
}

/** A flow that a trigger reaches, with the current state of its gates. */
interface Reached {
  readonly flow: Flow;
  readonly trigger: Trigger;
  readonly gates: OpenGates;
}

/** Returns the flows of a trigger with their gates; none if the payload does not meet the trigger's conditions. */
export function flowsOf(service: Service, trigger: Trigger, firing: Firing): readonly Reached[] {
  if (!meets(firing.payload, conditionsOf(trigger))) return [];
  const flows = service.store.flows.all({ triggerId: trigger.id });
  return flows.map(flow => ({ flow, trigger, gates: readGates(service, flow, firing.deviceId ?? null) }));
}

/** Starts an execution for each flow of a trigger whose gates are open (wire facts 5). */
export function fire(service: Service, trigger: Trigger, firing: Firing): readonly StoredExecution[] {
  const { payload, eventId = null, invocationId, started } = firing;
  return flowsOf(service, trigger, firing)
    .filter(({ gates, flow }) => gates.isOpen && started?.has(flow.id) !== true)
    .map(({ flow, gates: { deviceIds } }) =>
      startRun(service, {
        flow,
        trigger,
        payload,
        deviceIds,
        eventId,
        ...(invocationId === undefined ? {} : { invocationId }),
        kind: 'live',
        isConfined: isFlowConfined(service.store, flow.id),
      }),
    );
}

/** Returns the IDs of the flows of a trigger that have a live run of an invocation. */
export function startedBy({ store }: Service, { id }: Trigger, invocationId: string): ReadonlySet<string> {
  const runs = store.executions.all({ invocation: invocationId }).filter(run => run.kind === 'live');
  const started = new Set(runs.map(run => run.flowId));
  return new Set(
    store.flows
      .all({ triggerId: id })
      .map(flow => flow.id)
      .filter(flowId => started.has(flowId)),
  );
}

/** Returns the conditions of an event trigger, or null. */
export function conditionsOf({ activation, conditions }: Trigger): Pick<Conditions, 'all' | 'any'> | null {
  if (activation !== 'event' || !conditions) return null;
  return { all: conditions.all ?? [], any: conditions.any ?? [] };
}
