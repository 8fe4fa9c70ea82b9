import { ApiError } from '../client/failure.ts';

/** Thrown where a case cannot be run for what its flow or its file of tests says, with the sentence that tells it. */
export class Unfit extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Unfit';
  }
}

/** Why a case cannot be run, in a sentence; undefined for a failure that says nothing of the case. */
export function unfitReason(error: unknown): string | undefined {
  if (error instanceof Unfit) return error.message;
  const failure = error instanceof ApiError ? error.failure : undefined;
  if (failure?.kind === 'refused') return `The sandbox refused it: ${failure.message}`;
  if (failure?.kind !== 'invalidRequest') return undefined;
  return `It does not fit the interface at ${failure.field}: ${failure.problem}.`;
}
