/** The limits of debug runs: lengths in characters, times in seconds, counts in entries. */
export const DebugLimits = {
  /** Debug runs that have not ended. */
  runs: 8,
  breakpoints: 200,
  /** A condition, a log message, or an expression. */
  text: 2000,
  /** The JSON of a value to set. */
  value: 100_000,
  /** Events that are kept. */
  events: 1000,
  earlierSteps: 2000,
  /** The time without a call after which the debugger counts as gone. */
  timeout: { min: 5, default: 60, max: 3600 },
  /** The longest wait for events. */
  waitSeconds: 20,
} as const;
