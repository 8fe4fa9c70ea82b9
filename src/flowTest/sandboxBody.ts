import type { Input } from '../contract/operations.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import { isObject } from '../util/isObject.ts';
import type { SandboxRecords } from './sandboxRecords.ts';
import { UnfitFile } from './unfitFile.ts';

type CreateBody = Input<'createFlow'>['body'];
type Fields = Readonly<Record<string, unknown>>;

/**
 * Converts the body of a flow for the sandbox. References to another service are replaced: actions by those of the
 * sandbox with the same method, keeping their parameters; triggers and devices by any of the sandbox. Notifications are
 * off. Throws Unfit for an action without a counterpart.
 */
export function sandboxBody(
  body: Fields,
  deviceIds: readonly string[] | undefined,
  things: SandboxRecords,
  catalog: Pick<FlowCatalog, 'action'>,
): CreateBody {
  const kept = Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'notifyWebhookId'));
  const triggerId = textOf(body['triggerId']);
  return {
    ...kept,
    triggerId: things.triggerIds.has(triggerId.toLowerCase()) ? triggerId : (things.anyTrigger ?? triggerId),
    deviceIds: deviceIds ?? devicesOf(body['deviceIds'], things),
    actions: entriesOf(body['actions'], things, catalog),
    enabled: false,
    notifyOnSuccess: false,
    notifyOnFailure: false,
  } as unknown as CreateBody;
}

function devicesOf(value: unknown, { devices, anyDevice }: SandboxRecords): readonly string[] {
  const given = Array.isArray(value) ? value.map(textOf) : [];
  const known = given.filter(id => devices.has(id.toLowerCase()));
  if (given.length > 0 && known.length === 0 && anyDevice !== undefined) return [anyDevice];
  return known;
}

function entriesOf(
  value: unknown,
  things: SandboxRecords,
  catalog: Pick<FlowCatalog, 'action'>,
): readonly Fields[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map(entry => {
    const children = entry['children'];
    const below = Array.isArray(children) ? { children: entriesOf(children, things, catalog) } : {};
    return { ...entry, ...counterpart(entry, things, catalog), ...below };
  });
}

function counterpart(
  entry: Fields,
  { actions }: SandboxRecords,
  catalog: Pick<FlowCatalog, 'action'>,
): Fields {
  const actionId = textOf(entry['actionId']);
  if (actions.some(({ id }) => id.toLowerCase() === actionId.toLowerCase())) return {};
  const action = catalog.action(actionId) ?? catalog.action(actionId.toLowerCase());
  const own = actions.find(({ method }) => method != null && method === action?.method);
  if (!own) {
    const name = action?.name ?? actionId;
    throw new UnfitFile(
      `The sandbox has no action with the method of “${name}”, so this flow cannot be tested in it.`,
    );
  }
  const overrides = isObject(entry['overrides']) ? entry['overrides'] : {};
  const given = isObject(overrides['params']) ? overrides['params'] : {};
  const fixed = isObject(action?.params) ? action.params : {};
  return { actionId: own.id, overrides: { ...overrides, params: { ...fixed, ...given } } };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
