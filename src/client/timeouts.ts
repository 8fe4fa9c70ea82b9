import type { Operation } from '../contract/operation.ts';

/** The maximum wait for headers, and between two chunks of a body, in milliseconds (wire facts 16). */
export const DEFAULT_TIMEOUT_MS = 60_000;

/** The maximum wait for a connection, in milliseconds. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** The timeout of operations that wait until a device is ready (wire facts 8). */
const PATIENT_TIMEOUT_MS = 600_000;
/** The maximum silence of an event stream; a task may be queued before it has events. */
const STREAM_SILENCE_MS = 900_000;

const DEADLINE_MS = 300_000;
const PATIENT_DEADLINE_MS = 900_000;
const STREAM_DEADLINE_MS = 6 * 3_600_000;

/** Returns the maximum wait for the response headers, in milliseconds. */
export function headersTimeoutOf(operation: Operation): number {
  return isPatient(operation) ? PATIENT_TIMEOUT_MS : DEFAULT_TIMEOUT_MS;
}

/** Returns the maximum wait between two chunks of a body, in milliseconds. */
export function silenceOf(operation: Operation): number {
  return operation.response.body === 'events' ? STREAM_SILENCE_MS : DEFAULT_TIMEOUT_MS;
}

/** Returns the maximum time for a call with all its attempts, or for an entire stream, in milliseconds. */
export function deadlineOf(operation: Operation): number {
  if (operation.response.body === 'events') return STREAM_DEADLINE_MS;
  return isPatient(operation) ? PATIENT_DEADLINE_MS : DEADLINE_MS;
}

function isPatient({ path }: Operation): boolean {
  return path.endsWith('/wait');
}
