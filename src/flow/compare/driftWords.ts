import type { Drift } from './drift.ts';

/** Returns short labels for a drift; empty if file, flow and verification match. */
export function describeDrift({
  differences,
  activation,
}: Pick<Drift, 'differences' | 'activation'>): readonly string[] {
  return [
    ...(differences.length > 0 ? ['differs from file'] : []),
    ...(activation === 'changed' ? ['changed since verified'] : []),
  ];
}
