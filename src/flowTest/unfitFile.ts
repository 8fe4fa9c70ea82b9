import { ApiError } from '../client/failure.ts';

/** Thrown for a case that cannot be run because of its flow or test file; the message is a sentence with the reason. */
export class UnfitFile extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Unfit';
  }
}

/** Returns the reason that a case cannot be run, in one sentence; undefined for errors unrelated to the case. */
export function unfitReason(error: unknown): string | undefined {
  if (error instanceof UnfitFile) return error.message;
  const failure = error instanceof ApiError ? error.failure : undefined;
  if (failure?.kind === 'refused') return `The sandbox refused it: ${failure.message}`;
  if (failure?.kind !== 'invalidRequest') return undefined;
  return `It does not fit the interface at ${failure.field}: ${failure.problem}.`;
}
