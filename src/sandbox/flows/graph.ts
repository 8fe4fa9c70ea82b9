import { createHash } from 'node:crypto';
import type { Flow } from '../../contract/records/flow.ts';
import type { Store } from '../store/store.ts';
import { toEntries } from './steps.ts';

/**
 * Returns a hash of what a verification covers: the trigger and the steps with their order, children, parameters and
 * continueOnError. Excludes names, devices, cooldown and notifications (wire facts 6).
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
