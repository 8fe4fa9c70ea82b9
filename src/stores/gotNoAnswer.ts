import { ApiError } from '../client/failure.ts';

const KINDS: readonly string[] = ['connectionRefused', 'connectionLost', 'unknownHost', 'timeout', 'tls'];

/** Returns true if a call failed because the service could not be reached, so a retry may succeed. */
export function gotNoAnswer(error: Error): boolean {
  return error instanceof ApiError && KINDS.includes(error.failure.kind);
}
