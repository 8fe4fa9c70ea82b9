import { ApiError } from '../client/failure.ts';

const KINDS: readonly string[] = ['connectionRefused', 'connectionLost', 'unknownHost', 'timeout', 'tls'];

/** Whether a call failed because the service could not be reached, so that a later one may well succeed. */
export function gotNoAnswer(error: Error): boolean {
  return error instanceof ApiError && KINDS.includes(error.failure.kind);
}
