/** Where the sandbox tells what it does; never anything secret. */
export interface Log {
  info(sentence: string): void;
  /** A failure of the sandbox itself, with what caused it. */
  error(sentence: string, cause: unknown): void;
}

/** Writes one line for each message, failures with their stack. */
export function lineLog(write: (line: string) => void): Log {
  return {
    info: sentence => write(`${sentence}\n`),
    error: (sentence, cause) =>
      write(`${sentence} ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`),
  };
}
