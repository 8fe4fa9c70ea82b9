import type { FileDrift } from '../deploy/readDrift.ts';
import type { Drift } from '../flow/compare/drift.ts';

/** Returns true if a file differs from its flow. A missing verification alone does not count. */
export function isDifferent(drift: FileDrift | undefined): boolean {
  return drift?.kind === 'known' ? drift.drift.differences.length > 0 : describeFileDrift(drift).length > 0;
}

/** Returns short labels for the drift of a file; empty if it matches its flow. */
export function describeFileDrift(drift: FileDrift | undefined): readonly string[] {
  switch (drift?.kind) {
    case 'known':
      return describeDrift(drift.drift);
    case 'broken':
      return ['file has errors'];
    case 'gone':
      return ['flow deleted'];
    default:
      return [];
  }
}

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
