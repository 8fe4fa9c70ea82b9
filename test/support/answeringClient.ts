import type { Client } from '../../src/client/client.ts';
import { ApiError, type Failure } from '../../src/client/failure.ts';
import type { SandboxClient } from '../../src/client/sandboxClient.ts';

type Calls = readonly (readonly [operation: string, input: unknown, options: unknown])[];

/** Creates a client that responds to some operations and records its calls; a response that is an error is thrown. */
export function answering(answers: Readonly<Record<string, (count: number) => unknown>>): {
  readonly client: Client & SandboxClient;
  readonly calls: Calls;
} {
  const calls: (readonly [string, unknown, unknown])[] = [];
  const methods = Object.entries(answers).map(([operation, answer]) => [
    operation,
    (input: unknown, options: unknown) => {
      const count = calls.filter(([name]) => name === operation).length;
      calls.push([operation, input, options]);
      const value = answer(count);
      return value instanceof Error ? Promise.reject(value) : Promise.resolve({ value });
    },
  ]);
  return { client: Object.fromEntries(methods) as Client & SandboxClient, calls };
}

/** Returns the error of a call that failed. */
export function failed(failure: Failure): ApiError {
  const context = { traceId: undefined, retryAfterMs: undefined, retryable: false };
  return new ApiError(failure, { ...context, operation: 'getFlow' });
}

/** Returns the error of a call that the service refused. */
export function refused(status: number, code?: string): ApiError {
  return failed({ kind: 'refused', status, body: 'flow', code, message: 'No.', problems: [] });
}
