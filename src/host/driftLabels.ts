import type { FileDrift } from '../deploy/readDrift.ts';
import { driftWords } from '../flow/compare/driftReport.ts';

/** What is to be said of a file beside its name, in a few words each; nothing where all is in step. */
export function driftOf(drift: FileDrift | undefined): readonly string[] {
  switch (drift?.kind) {
    case 'known':
      return driftWords(drift.drift);
    case 'broken':
      return ['file has errors'];
    case 'gone':
      return ['flow is gone'];
    default:
      return [];
  }
}
