import { createHash, randomUUID } from 'node:crypto';
import type { Flow } from '../../contract/records/flow.ts';
import type { FlowAction, FlowActionChild, FlowActionEntry } from '../../contract/records/flowAction.ts';
import { type EntryKeys, entryKeys } from '../../flow/deploy/entryKeys.ts';
import type { Store } from '../store/store.ts';

/** Returns the steps of a flow in order of execution: by position, each followed by its children. */
export function sortSteps(steps: readonly FlowAction[], parent: string | null = null): FlowAction[] {
  return steps
    .filter(step => (step.parentFlowActionId ?? null) === parent)
    .toSorted((a, b) => a.position - b.position)
    .flatMap(step => [step, ...sortSteps(steps, step.id)]);
}

/** The step above new steps, null for the top level, and the source of their IDs. */
interface StoreStepsOptions {
  readonly parent?: string | null;
  readonly newId?: (step: FlowActionChild, parent: string | null) => string;
}

/**
 * Stores steps below a parent, or at the top level without one, children after their parent. A step without a key gets
 * one that no other step of the flow has (wire facts 18).
 */
export function storeSteps(
  store: Store,
  flowId: string,
  steps: readonly FlowActionEntry[],
  createdAt: string,
  options: StoreStepsOptions = {},
): FlowAction[] {
  const taken = store.flowActions.all({ flowId }).flatMap(({ key }) => key ?? []);
  const keyOf = entryKeys(steps, { action: id => store.actions.get(id), reserved: taken });
  return storeKeyed(store, flowId, steps, createdAt, keyOf, options);
}

function storeKeyed(
  store: Store,
  flowId: string,
  steps: readonly FlowActionEntry[],
  createdAt: string,
  keyOf: EntryKeys,
  { parent = null, newId = () => randomUUID() }: StoreStepsOptions,
): FlowAction[] {
  return steps.flatMap(step => {
    const stored = store.flowActions.put({
      id: newId(step, parent),
      flowId,
      key: keyOf.get(step) ?? null,
      actionId: step.actionId.toLowerCase(),
      parentFlowActionId: parent,
      position: step.position,
      nameOverride: step.nameOverride ?? null,
      continueOnError: step.continueOnError ?? false,
      overrides: step.overrides ?? null,
      createdAt,
      recordingEnabled: step.recordingEnabled ?? false,
    });
    const below = { parent: stored.id, newId };
    return [stored, ...storeKeyed(store, flowId, step.children ?? [], createdAt, keyOf, below)];
  });
}

/** Converts the stored flat steps of a flow to the nested format of requests. */
export function toEntries(store: Store, flowId: string): FlowActionEntry[] {
  const steps = sortSteps(store.flowActions.all({ flowId }));
  const top = steps.filter(step => step.parentFlowActionId == null);
  return top.map(step => {
    const children = steps.filter(child => child.parentFlowActionId === step.id).map(toEntry);
    return { ...toEntry(step), ...(children.length > 0 ? { children } : {}) };
  });
}

function toEntry({
  key,
  actionId,
  position,
  continueOnError,
  nameOverride,
  overrides,
  recordingEnabled,
}: FlowAction): FlowActionChild {
  return {
    key: key ?? null,
    actionId,
    position,
    continueOnError: continueOnError ?? false,
    nameOverride: nameOverride ?? null,
    overrides: overrides ? { ...overrides, params: overrides.params ?? {} } : null,
    recordingEnabled: recordingEnabled ?? false,
  };
}

/**
 * Returns a hash of what a verification covers: the trigger and the steps with their order, children, parameters and
 * continueOnError. Excludes names, keys, devices, cooldown, recording, and notifications (wire facts 6).
 */
export function hashGraph(store: Store, { id, triggerId }: Pick<Flow, 'id' | 'triggerId'>): string {
  const steps = toEntries(store, id).map(({ children = [], ...step }) => [
    toVerifiedStep(step),
    children.map(toVerifiedStep),
  ]);
  const text = JSON.stringify([triggerId?.toLowerCase() ?? null, steps]);
  return createHash('sha256').update(text).digest('hex');
}

function toVerifiedStep(step: {
  actionId: string;
  continueOnError?: boolean | undefined;
  overrides?: { params?: unknown } | null | undefined;
}): unknown {
  return [step.actionId, step.continueOnError ?? false, sortKeys(step.overrides?.params ?? {})];
}

// The order of keys in a JSON object is irrelevant.
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, sortKeys(inner)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
