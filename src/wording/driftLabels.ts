import type { FileDrift } from '../deploy/readDrift.ts';

/** Returns true if a file differs from its flow. A missing verification alone does not count. */
export function isDifferent(drift: FileDrift | undefined): boolean {
  return drift?.kind === 'known' ? drift.drift.differences.length > 0 : describeFileDrift(drift).length > 0;
}

/** Returns short labels for the drift of a file; empty if it matches its flow. */
export function describeFileDrift(drift: FileDrift | undefined): readonly string[] {
  switch (drift?.kind) {
    case 'known':
      return [
        ...(drift.drift.differences.length > 0 ? ['differs from file'] : []),
        ...(drift.drift.activation === 'changed' ? ['changed since verified'] : []),
      ];
    case 'broken':
      return ['file has errors'];
    case 'gone':
      return ['flow deleted'];
    default:
      return [];
  }
}
