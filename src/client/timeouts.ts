/** Longest wait for headers, and between two parts of a body, in milliseconds (wire facts 16). */
export const DEFAULT_TIMEOUT_MS = 60_000;

/** Longest wait for a connection to be set up, in milliseconds. */
export const CONNECT_TIMEOUT_MS = 10_000;
