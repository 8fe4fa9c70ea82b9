import { randomBytes } from 'node:crypto';
import { CodeHider } from '../util/passcodes/hideCodes.ts';

/** The time in milliseconds for which a handle is valid. */
export const HANDLE_MS = 15 * 60_000;
const MOST = 1000;

interface Kept {
  readonly code: string;
  readonly connectionId: string;
  readonly until: number;
}

/** The place where a passcode was typed; without an app if that is unknown. */
interface TypedPlace {
  readonly connectionId: string;
  readonly deviceId: string;
  readonly app: string | undefined;
}

/** Passcodes by handles, so that agents can type them without seeing them. */
export class PasscodeHandles {
  readonly #kept = new Map<string, Kept>();
  readonly #typed: { readonly place: TypedPlace; readonly until: number }[] = [];

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

  /** Notes that the passcode of a handle is typed. */
  noteTyped(handle: string, place: TypedPlace): void {
    const { until = 0 } = this.#kept.get(handle) ?? {};
    if (this.#typed.length >= MOST) this.#typed.shift();
    this.#typed.push({ place, until });
  }

  /** True if a screen can show a passcode that was typed there and is still valid: until another app is in front. */
  isTypedOn({ connectionId, deviceId, app }: TypedPlace, now: number): boolean {
    return this.#typed.some(
      ({ place, until }) =>
        until > now &&
        place.connectionId === connectionId &&
        place.deviceId === deviceId &&
        (place.app === undefined || app === undefined || place.app === app),
    );
  }

  /** Returns what hides all passcodes that were kept, which no result may show, and others. */
  hiderWith(others: readonly string[] = []): CodeHider {
    return new CodeHider([...this.codes, ...others]);
  }

  /** Returns all passcodes that were kept. */
  get codes(): readonly string[] {
    return [...this.#kept.values()].map(({ code }) => code);
  }
}
