import type { Flow } from '../../contract/records/flow.ts';
import type { FlowAction } from '../../contract/records/flowAction.ts';
import { isObject, memberOf } from '../../util/isObject.ts';
import type { ShowSecret } from '../../util/secretText.ts';
import { actionParams, type FlowCatalog } from '../catalog.ts';
import { hideParams } from '../secrets/hideParams.ts';

/** The settings of a flow that come from its file; `enabled` changes only by activation (spec 3.1). */
export const SETTINGS = [
  'name',
  'description',
  'triggerId',
  'deviceIds',
  'cooldownScope',
  'cooldownSeconds',
  'healthMonitoringEnabled',
  'notifyOnSuccess',
  'notifyOnFailure',
  'notifyWebhookId',
  'recordingPolicy',
  'delivery',
  'selfHealingEnabled',
  'selfHealingMaxAttempts',
] as const;
export type SettingName = (typeof SETTINGS)[number];

/** The effect of a step: its action and effective parameters, independent of notation. */
export interface StepMeaning {
  /** The display name: the step's own name, or that of its action. */
  readonly name: string;
  readonly actionId: string;
  /** The key by which expressions read it; undefined if it has none, as in a file that leaves it to the service. */
  readonly key: string | undefined;
  readonly nameOverride: string | undefined;
  readonly continueOnError: boolean;
  /** The step's parameters merged over those of its action, if the action is known. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The parameters in the step itself; a verification covers these (wire facts 6). */
  readonly ownParams: Readonly<Record<string, unknown>>;
  readonly children: readonly StepMeaning[];
  /** True if the step is recorded in a flow that records selected steps. */
  readonly recordingEnabled: boolean;
  /** The schema of the action's parameters, which marks secrets; undefined for an unknown action. */
  readonly paramsSchema: unknown;
}

/** Returns the effective parameters of a step for display, with `show` in place of each secret. */
export function shownParams(
  { params, paramsSchema }: Pick<StepMeaning, 'params' | 'paramsSchema'>,
  show?: ShowSecret,
): Readonly<Record<string, unknown>> {
  return hideParams(params, paramsSchema, show);
}

/** The normalized content of a flow from a file or a service, for semantic comparison. */
export interface FlowMeaning {
  /** Settings with a value; those that are null, empty or absent are omitted. */
  readonly settings: Readonly<Partial<Record<SettingName, unknown>>>;
  /** The steps in execution order. */
  readonly steps: readonly StepMeaning[];
}

type Names = Pick<FlowCatalog, 'action'>;

/** Normalizes the request body for creating a flow (spec 4.4). Skips entries that are not objects. */
export function meaningOfBody(body: Readonly<Record<string, unknown>>, catalog: Names): FlowMeaning {
  return { settings: settingsOf(body), steps: entriesOf(body['actions'], catalog) };
}

/** Normalizes a flow of a service. The service returns its steps as a flat list (wire facts 3). */
export function meaningOfFlow(flow: Flow, steps: readonly FlowAction[], catalog: Names): FlowMeaning {
  return { settings: settingsOf(flow), steps: entriesOf(nestSteps(steps), catalog) };
}

/** Nests the flat list of steps that a service returns. Children have no children themselves (spec 2.2). */
export function nestSteps(
  steps: readonly FlowAction[],
): readonly (FlowAction & { readonly children: readonly FlowAction[] })[] {
  const below = Map.groupBy(steps, step => step.parentFlowActionId ?? null);
  return (below.get(null) ?? []).map(step => {
    const children = below.get(step.id) ?? [];
    // If a service repeats an ID, a copy of the children for each step would need too much memory.
    below.delete(step.id);
    return { ...step, children };
  });
}

function settingsOf(source: Readonly<Record<string, unknown>>): FlowMeaning['settings'] {
  return Object.fromEntries(
    SETTINGS.flatMap(name => {
      const value = name === 'recordingPolicy' ? recordingOf(source) : settingOf(name, source[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

// A service without recording policies, and files for it, switch the recording of the whole run on or off.
function recordingOf({ recordingPolicy, recordingEnabled }: Readonly<Record<string, unknown>>): unknown {
  const mode = memberOf(recordingPolicy, 'mode');
  if (typeof mode === 'string') return { mode };
  return typeof recordingEnabled === 'boolean' ? { mode: recordingEnabled ? 'flow' : 'off' } : undefined;
}

function settingOf(name: SettingName, value: unknown): unknown {
  if (value === null || value === '') return undefined;
  // Null and 0 both mean no cooldown.
  if (name === 'cooldownSeconds' && value === 0) return undefined;
  if (name === 'delivery') return withoutNulls(value);
  if (name === 'triggerId' || name === 'notifyWebhookId') return lowerCase(value);
  if (name !== 'deviceIds' || !Array.isArray(value)) return value;
  // The devices of a flow are a set: their order in the list is insignificant (spec 2.1).
  return value.length === 0 ? undefined : [...new Set(value.map(lowerCase))].toSorted();
}

function withoutNulls(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

function entriesOf(value: unknown, catalog: Names): readonly StepMeaning[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter(isObject)
    .map((entry, index) => ({ entry, position: positionOf(entry, index) }))
    .toSorted((left, right) => left.position - right.position)
    .map(({ entry }) => stepOf(entry, catalog));
}

function positionOf({ position }: Readonly<Record<string, unknown>>, index: number): number {
  return typeof position === 'number' ? position : index;
}

function stepOf(entry: Readonly<Record<string, unknown>>, catalog: Names): StepMeaning {
  const actionId = String(lowerCase(entry['actionId'] ?? ''));
  const action = catalog.action(actionId);
  const overrides = isObject(entry['overrides']) ? entry['overrides'] : {};
  const ownParams = isObject(overrides['params']) ? overrides['params'] : {};
  const override = entry['nameOverride'];
  const nameOverride = typeof override === 'string' && override !== '' ? override : undefined;
  const params = { ...actionParams(action), ...ownParams };
  return {
    name: nameOverride ?? action?.name ?? `action ${actionId.slice(0, 8)}`,
    actionId,
    key: typeof entry['key'] === 'string' ? entry['key'] : undefined,
    nameOverride,
    continueOnError: entry['continueOnError'] === true,
    params,
    ownParams,
    children: entriesOf(entry['children'], catalog),
    recordingEnabled: entry['recordingEnabled'] === true,
    paramsSchema: action?.paramsSchema,
  };
}

function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}
