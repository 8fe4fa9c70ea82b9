import { randomBytes } from 'node:crypto';

/** The time in milliseconds for which a handle is valid. */
export const HANDLE_MS = 15 * 60_000;
const MOST = 100;

interface Kept {
  readonly code: string;
  readonly connectionId: string;
  readonly until: number;
}

/** Passcodes by handles, so that agents can type them without seeing them. */
export class PasscodeHandles {
  readonly #kept = new Map<string, Kept>();

  /** Keeps a passcode for a connection. Returns its handle. */
  keep(code: string, connectionId: string, now: number): string {
    const handle = `passcode-${randomBytes(9).toString('base64url')}`;
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MOST && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(handle, { code, connectionId, until: now + HANDLE_MS });
    return handle;
  }

  /** Returns the passcode of a handle; undefined for an unknown or outdated one, or one of another connection. */
  codeOf(handle: string, connectionId: string, now: number): string | undefined {
    const kept = this.#kept.get(handle);
    return kept?.connectionId === connectionId && kept.until > now ? kept.code : undefined;
  }

  /** Returns all passcodes that were kept, which no result may show. */
  get codes(): readonly string[] {
    return [...this.#kept.values()].map(({ code }) => code);
  }
}
