import type { Operation } from '../contract/operation.ts';

/** Longest wait for headers, and between two parts of a body, in milliseconds (wire facts 16). */
export const DEFAULT_TIMEOUT_MS = 60_000;

/** Longest wait for a connection to be set up, in milliseconds. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** For an operation that answers only when a device is ready (wire facts 8). */
const PATIENT_TIMEOUT_MS = 600_000;
/** A task may wait for others before there is anything to tell of it. */
const STREAM_SILENCE_MS = 900_000;

const DEADLINE_MS = 300_000;
const PATIENT_DEADLINE_MS = 900_000;
const STREAM_DEADLINE_MS = 6 * 3_600_000;

/** Longest wait for the headers of an answer, in milliseconds. */
export function headersTimeoutOf(operation: Operation): number {
  return isPatient(operation) ? PATIENT_TIMEOUT_MS : DEFAULT_TIMEOUT_MS;
}

/** Longest wait between two parts of a body, in milliseconds. */
export function silenceOf(operation: Operation): number {
  return operation.response.body === 'events' ? STREAM_SILENCE_MS : DEFAULT_TIMEOUT_MS;
}

/** Longest time for a call of an operation with all its attempts, or for a whole stream, in milliseconds. */
export function deadlineOf(operation: Operation): number {
  if (operation.response.body === 'events') return STREAM_DEADLINE_MS;
  return isPatient(operation) ? PATIENT_DEADLINE_MS : DEADLINE_MS;
}

function isPatient({ path }: Operation): boolean {
  return path.endsWith('/wait');
}
