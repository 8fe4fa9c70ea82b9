import { randomBytes } from 'node:crypto';
import { CodeHider } from '../util/passcodes/hideCodes.ts';

/** The time in milliseconds for which a handle is valid. */
export const HANDLE_MS = 15 * 60_000;
/** The maximum numbers of handles, of places, and of passcodes of a connection. */
const MAX_HANDLES = 1000;

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
  /** All passcodes by connections, so that those of one cannot displace those of another. */
  readonly #codes = new Map<string, Set<string>>();
  readonly #typed: { readonly place: TypedPlace; readonly until: number }[] = [];

  /** Keeps a passcode for a connection. Returns its handle. */
  keep(code: string, connectionId: string, now: number): string {
    const handle = `passcode-${randomBytes(9).toString('base64url')}`;
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MAX_HANDLES && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(handle, { code, connectionId, until: now + HANDLE_MS });
    this.#remember(code, connectionId);
    return handle;
  }

  /** Returns the passcode of a handle; undefined for an unknown or outdated one, or one of another connection. */
  codeOf(handle: string, connectionId: string, now: number): string | undefined {
    const kept = this.#kept.get(handle);
    return kept?.connectionId === connectionId && kept.until > now ? kept.code : undefined;
  }

  /** Notes that a passcode is typed at `now`, in milliseconds. */
  noteTyped(place: TypedPlace, now: number): void {
    if (this.#typed.length >= MAX_HANDLES) this.#typed.shift();
    this.#typed.push({ place, until: now + HANDLE_MS });
  }

  /** True if a screen can show a passcode that was typed there in the last 15 minutes: until another app is in front. */
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
    return [...new Set([...this.#codes.values()].flatMap(codes => [...codes]))];
  }

  #remember(code: string, connectionId: string): void {
    const codes = this.#codes.get(connectionId) ?? new Set();
    this.#codes.set(connectionId, codes);
    codes.delete(code);
    const [oldest] = codes;
    if (codes.size >= MAX_HANDLES && oldest !== undefined) codes.delete(oldest);
    codes.add(code);
  }
}
