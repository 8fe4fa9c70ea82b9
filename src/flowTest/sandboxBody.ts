import type { Input } from '../contract/operations.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import { isObject, listOf } from '../util/isObject.ts';
import type { SandboxRecords } from './sandboxRecords.ts';
import { UnfitFile } from './unfitFile.ts';

type CreateBody = Input<'createFlow'>['body'];
type Fields = Readonly<Record<string, unknown>>;

/**
 * Converts the body of a flow for the sandbox. References to another service are replaced: actions by those of the
 * sandbox with the same method, keeping their parameters; triggers by any of the sandbox, and devices by one of the same
 * platform. Notifications and healing are off. Throws Unfit for an action without a counterpart.
 */
export function toSandboxBody(
  body: Fields,
  deviceIds: readonly string[] | undefined,
  records: SandboxRecords,
  catalog: Pick<FlowCatalog, 'action'>,
): CreateBody {
  const kept = Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'notifyWebhookId'));
  const triggerId = textOf(body['triggerId']);
  return {
    ...kept,
    triggerId: records.triggerIds.has(triggerId.toLowerCase())
      ? triggerId
      : (records.anyTrigger ?? triggerId),
    deviceIds: deviceIds ?? devicesOf(body, records),
    actions: entriesOf(body['actions'], records, catalog),
    enabled: false,
    notifyOnSuccess: false,
    notifyOnFailure: false,
    // Healing would hide that a step fails.
    selfHealingEnabled: false,
  } as unknown as CreateBody;
}

/**
 * Returns the ID of a device that is ready and has the platform of a flow. If no step names one, Android is preferred.
 */
export function fittingDevice(body: Fields, { readyDevices }: SandboxRecords): string | undefined {
  const platform = platformIn(body['actions']);
  const fitting = readyDevices.find(({ type }) => type?.startsWith(`${platform ?? 'android'}_`));
  return (fitting ?? (platform === undefined ? readyDevices[0] : undefined))?.id;
}

/** Returns the first platform that a value names. */
function platformIn(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(platformIn).find(found => found !== undefined);
  if (!isObject(value)) return undefined;
  const { platform } = value;
  return platform === 'android' || platform === 'ios' ? platform : platformIn(Object.values(value));
}

function devicesOf(body: Fields, records: SandboxRecords): readonly string[] {
  const ids = listOf(body['deviceIds']).map(textOf);
  const known = ids.filter(id => records.devices.has(id.toLowerCase()));
  if (ids.length === 0 || known.length > 0) return known;
  const fitting = fittingDevice(body, records);
  return fitting === undefined ? [] : [fitting];
}

function entriesOf(
  value: unknown,
  records: SandboxRecords,
  catalog: Pick<FlowCatalog, 'action'>,
): readonly Fields[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map(entry => {
    const children = entry['children'];
    const nested = Array.isArray(children) ? { children: entriesOf(children, records, catalog) } : {};
    return { ...entry, ...toCounterpart(entry, records, catalog), ...nested };
  });
}

function toCounterpart(
  entry: Fields,
  { actions }: SandboxRecords,
  catalog: Pick<FlowCatalog, 'action'>,
): Fields {
  const actionId = textOf(entry['actionId']);
  if (actions.some(({ id }) => id.toLowerCase() === actionId.toLowerCase())) return {};
  const action = catalog.action(actionId) ?? catalog.action(actionId.toLowerCase());
  const replacement = actions.find(({ method }) => method != null && method === action?.method);
  if (!replacement) {
    const name = action?.name ?? actionId;
    throw new UnfitFile(
      `The sandbox has no action with the method of “${name}”, so this flow cannot be tested in it.`,
    );
  }
  const overrides = isObject(entry['overrides']) ? entry['overrides'] : {};
  const ownParams = isObject(overrides['params']) ? overrides['params'] : {};
  const fixed = isObject(action?.params) ? action.params : {};
  return { actionId: replacement.id, overrides: { ...overrides, params: { ...fixed, ...ownParams } } };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
