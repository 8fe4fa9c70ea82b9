import type { FileDrift } from '../deploy/readDrift.ts';
import { driftWords } from '../flow/compare/driftWords.ts';

/** Whether a file is not what its flow is; a flow that only lacks a verification is the same. */
export function isDifferent(drift: FileDrift | undefined): boolean {
  return drift?.kind === 'known' ? drift.drift.differences.length > 0 : driftOf(drift).length > 0;
}

/** What is to be said of a file beside its name, in a few words each; nothing where all is in step. */
export function driftOf(drift: FileDrift | undefined): readonly string[] {
  switch (drift?.kind) {
    case 'known':
      return driftWords(drift.drift);
    case 'broken':
      return ['file has errors'];
    case 'gone':
      return ['flow deleted'];
    default:
      return [];
  }
}
