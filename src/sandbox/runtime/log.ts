/** The log of the sandbox; never contains secrets. */
export interface Log {
  info(sentence: string): void;
  /** Logs a failure of the sandbox itself, with its cause. */
  error(sentence: string, cause: unknown): void;
}

/** Creates a log that writes one line per message, failures with their stack. */
export function lineLog(write: (line: string) => void): Log {
  return {
    info: sentence => write(`${sentence}\n`),
    error: (sentence, cause) =>
      write(`${sentence} ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`),
  };
}
