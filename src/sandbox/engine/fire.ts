import type { Flow } from '../../contract/records/flow.ts';
import type { Conditions, Trigger } from '../../contract/records/trigger.ts';
import type { Service } from '../service.ts';
import type { StoredExecution } from '../store/stored.ts';
import { meets } from './conditions.ts';
import { gatesOf, type OpenGates } from './gates.ts';
import { startRun } from './startRun.ts';

/** What a trigger hands to its flows. */
export interface Firing {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly eventId?: string;
  /** The device an event came from; flows run on that device only. */
  readonly deviceId?: string | null;
}

/** A flow that a firing reaches, and whether it lets it through now. */
export interface Reached {
  readonly flow: Flow;
  readonly trigger: Trigger;
  readonly gates: OpenGates;
}

/** The flows of a trigger with their gates; none when the payload does not meet the trigger's conditions. */
export function reachedBy(service: Service, trigger: Trigger, firing: Firing): readonly Reached[] {
  if (!meets(firing.payload, conditionsOf(trigger))) return [];
  const flows = service.store.flows.all({ triggerId: trigger.id });
  return flows.map(flow => ({ flow, trigger, gates: gatesOf(service, flow, firing.deviceId ?? null) }));
}

/** Starts one execution for each flow of a trigger whose gates are open (wire facts 5). */
export function fire(service: Service, trigger: Trigger, firing: Firing): readonly StoredExecution[] {
  const { payload, eventId = null } = firing;
  return reachedBy(service, trigger, firing)
    .filter(({ gates }) => gates.open)
    .map(({ flow, gates: { deviceIds } }) =>
      startRun(service, { flow, trigger, payload, deviceIds, kind: 'live', eventId }),
    );
}

/** The conditions of a trigger, if it is one of those that have any. */
export function conditionsOf({ activation, conditions }: Trigger): Pick<Conditions, 'all' | 'any'> | null {
  if (activation !== 'event' || !conditions) return null;
  return { all: conditions.all ?? [], any: conditions.any ?? [] };
}
