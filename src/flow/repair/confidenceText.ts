/** The least confidence for each word, the highest first. */
const WORDS = [
  [0.8, 'Very likely'],
  [0.6, 'Likely'],
] as const;

/** Describes a confidence from 0 to 1, such as `Likely (72 %)`. */
export function confidenceText(confidence: number): string {
  const word = WORDS.find(([least]) => confidence >= least)?.[1] ?? 'Possible';
  return `${word} (${Math.round(confidence * 100)} %)`;
}
