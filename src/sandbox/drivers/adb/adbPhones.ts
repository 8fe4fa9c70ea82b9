import { setTimeout as pause } from 'node:timers/promises';
import { errorCode, toError } from '../../../util/errors.ts';
import { orAborted } from '../../../util/orAborted.ts';
import { Emitter } from '../../../util/emitter.ts';
import { PhoneFailure } from '../../runtime/phoneDriver.ts';
import { type AdbAddress, adbClient, noServer } from './adbConnection.ts';

/** A phone that an adb server knows. */
export interface ListedPhone {
  readonly serial: string;
  readonly model: string;
  /** `ready`, or the reason why it cannot be used. */
  readonly state: 'ready' | 'unauthorized' | 'offline';
}

/** The pause before the server is asked again after it was lost, in milliseconds. */
const RETRY_MS = 2000;

/** The phones of an adb server as they come and go. */
export class AdbPhones {
  readonly #address: AdbAddress;
  readonly #changed = new Emitter<readonly ListedPhone[]>();
  /** Fires with all phones after each change. */
  readonly onChange = this.#changed.event;
  #phones: readonly ListedPhone[] = [];
  #problem: PhoneFailure | undefined;
  #known = Promise.withResolvers<undefined>();
  #wake: (() => void) | undefined;

  constructor(address: AdbAddress) {
    this.#address = address;
  }

  /** The phones that are connected now. */
  get phones(): readonly ListedPhone[] {
    return this.#phones;
  }

  /** The reason why no phones are known; undefined while the server answers. */
  get problem(): PhoneFailure | undefined {
    return this.#problem;
  }

  /** Resolves once the server has answered, or is known to be missing. */
  get known(): Promise<unknown> {
    return this.#known.promise;
  }

  /** Asks a lost server again at once, and resolves when it has answered or is still missing. */
  async retry(): Promise<void> {
    const wake = this.#wake;
    if (wake) {
      this.#wake = undefined;
      this.#known = Promise.withResolvers();
      wake();
    }
    await this.#known.promise;
  }

  /** Follows the phones until the signal is aborted, also while there is no server. */
  async follow(signal: AbortSignal): Promise<void> {
    const hasEnded = (): boolean => signal.aborted;
    while (!hasEnded()) {
      try {
        await this.#followOnce(signal);
      } catch (error) {
        if (hasEnded()) return;
        const isMissing = errorCode(error) === 'ECONNREFUSED';
        const message = `The adb server ended the connection: ${toError(error).message}`;
        this.#problem = isMissing
          ? noServer(this.#address, error)
          : new PhoneFailure('disconnected', message, { cause: error });
        this.#replace([]);
      }
      await this.#waitToRetry(signal);
    }
  }

  async #waitToRetry(signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    const within = AbortSignal.any([signal, woken.signal]);
    await pause(RETRY_MS, undefined, { signal: within }).catch(() => undefined);
    this.#wake = undefined;
  }

  /** Rejects when the server is lost. */
  async #followOnce(signal: AbortSignal): Promise<void> {
    const lost = Promise.withResolvers<never>();
    const observer = await adbClient(this.#address).trackDevices({
      signal,
      includeStates: ['device', 'unauthorized', 'offline'],
    });
    try {
      observer.onListChange(devices => {
        this.#problem = undefined;
        this.#replace(
          devices.map(({ serial, model = '', state }) => ({
            serial,
            model,
            state: state === 'device' ? 'ready' : state,
          })),
        );
      });
      observer.onError(lost.reject);
      await orAborted(lost.promise, signal);
    } finally {
      await observer.stop();
    }
  }

  #replace(phones: readonly ListedPhone[]): void {
    const isSame = JSON.stringify(phones) === JSON.stringify(this.#phones);
    this.#phones = phones;
    this.#known.resolve(undefined);
    if (!isSame) this.#changed.fire(phones);
  }
}
