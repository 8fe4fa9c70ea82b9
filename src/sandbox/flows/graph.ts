import { createHash } from 'node:crypto';
import type { Flow } from '../../contract/records/flow.ts';
import type { Store } from '../store/store.ts';
import { entriesOf } from './steps.ts';

/**
 * Returns a hash of what a verification covers: the trigger and the steps with their order, children, parameters and
 * continueOnError. Excludes names, devices, cooldown and notifications (wire facts 6).
 */
export function graphOf(store: Store, { id, triggerId }: Pick<Flow, 'id' | 'triggerId'>): string {
  const steps = entriesOf(store, id).map(({ children = [], ...step }) => [bare(step), children.map(bare)]);
  const text = JSON.stringify([triggerId?.toLowerCase() ?? null, steps]);
  return createHash('sha256').update(text).digest('hex');
}

function bare(step: {
  actionId: string;
  continueOnError?: boolean | undefined;
  overrides?: { params?: unknown } | null | undefined;
}): unknown {
  return [step.actionId, step.continueOnError ?? false, sorted(step.overrides?.params ?? {})];
}

// The order of keys in a JSON object is irrelevant.
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
