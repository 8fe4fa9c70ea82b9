import type { Drift } from './drift.ts';

/** The drift in a few words beside a name, or nothing where all is in step. */
export function driftWords({
  differences,
  activation,
}: Pick<Drift, 'differences' | 'activation'>): readonly string[] {
  return [
    ...(differences.length > 0 ? ['differs from file'] : []),
    ...(activation === 'changed' ? ['changed since verified'] : []),
  ];
}
