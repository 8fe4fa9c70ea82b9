import type { Flow } from '../../contract/records/flow.ts';
import type { Gates } from '../../contract/records/flowRun.ts';
import type * as z from 'zod';
import type { Service } from '../runtime/service.ts';

/** The gates between a trigger and a flow's run, and the devices it would run on (wire facts 3). */
export interface OpenGates extends z.output<typeof Gates> {
  readonly deviceIds: string[];
  /** True if the flow may run: enabled, not blocked, archived or cooling down, and with a device if it names any. */
  readonly isOpen: boolean;
}

/** The number of runs per minute above which a flow counts as rate limited; reported, not enforced. */
const RUNS_A_MINUTE = 60;

/**
 * Returns the current gates of a flow. A device's event runs a flow only on that device. With `cooldownScope` `device`,
 * each device has its own cooldown, and those still cooling down are omitted.
 */
export function readGates(service: Service, flow: Flow, eventDeviceId: string | null = null): OpenGates {
  const allDeviceIds = (flow.deviceIds ?? []).map(id => id.toLowerCase());
  const candidateIds = allDeviceIds.filter(
    id => eventDeviceId === null || id === eventDeviceId.toLowerCase(),
  );
  const cooling = readCooldowns(service, flow, candidateIds);
  const deviceIds = candidateIds.filter(id => !cooling.devices.has(id));
  const deviceAttached = candidateIds.length > 0;
  const cooldownActive = cooling.flow || (deviceAttached && deviceIds.length === 0);
  const enabled = flow.enabled === true && flow.archivedAt == null;
  const blocked = flow.status === 'blocked';
  const open = enabled && !blocked && !cooldownActive && (deviceAttached || allDeviceIds.length === 0);
  return { enabled, deviceAttached, deviceIds, blocked, cooldownActive, isOpen: open };
}

/** Returns true if a flow ran more than 60 times in the last minute. */
export function isRateLimited({ store, clock }: Service, flow: Flow): boolean {
  const from = { createdAt: new Date(clock.now() - 60_000).toISOString() };
  return store.executions.count({ where: { flowId: flow.id }, from }) > RUNS_A_MINUTE;
}

function readCooldowns(
  { store, clock }: Service,
  flow: Flow,
  deviceIds: readonly string[],
): { readonly flow: boolean; readonly devices: ReadonlySet<string> } {
  const none = { flow: false, devices: new Set<string>() };
  const seconds = flow.cooldownSeconds ?? 0;
  if (seconds === 0) return none;
  const from = { createdAt: new Date(clock.now() - seconds * 1000 + 1).toISOString() };
  const runs = store.executions.list({ where: { flowId: flow.id }, from }).filter(run => run.kind === 'live');
  if (flow.cooldownScope !== 'device' || deviceIds.length === 0) return { ...none, flow: runs.length > 0 };
  return { flow: false, devices: new Set(runs.flatMap(run => run.sandbox.deviceIds ?? [])) };
}
