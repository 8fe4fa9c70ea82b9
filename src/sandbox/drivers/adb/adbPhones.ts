import { setTimeout as pause } from 'node:timers/promises';
import { AdbServerClient } from '@yume-chan/adb';
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

type Listed = readonly AdbServerClient.Device[];

/** The states of the phones that are listed. The package itself leaves out `offline` in what it tells about changes. */
const STATES: AdbServerClient.ConnectionState[] = ['device', 'unauthorized', 'offline'];
/** The pause before the server is asked again after it was lost, in milliseconds. */
const RETRY_MS = 2000;
/** The pause before a phone that is offline is looked at again, in milliseconds. */
const OFFLINE_MS = 1000;

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
    const client = adbClient(this.#address);
    const stream = await client.createConnection('host:track-devices-l', { signal });
    const nextList = async (): Promise<Listed> =>
      AdbServerClient.parseDeviceList(await stream.readString(), STATES);
    try {
      let next = nextList();
      for (;;) {
        const list = await orAborted(this.#isSettled() ? next : Promise.race([next, later(signal)]), signal);
        if (list) {
          this.#take(list);
          next = nextList();
        } else this.#take(await orAborted(client.getDevices(STATES), signal));
      }
    } finally {
      await stream.dispose();
    }
  }

  // Some servers, such as version 29, do not tell when a phone that was offline is found not to trust the computer.
  #isSettled(): boolean {
    return this.#phones.every(({ state }) => state !== 'offline');
  }

  #take(list: Listed): void {
    this.#problem = undefined;
    this.#replace(
      list.map(({ serial, model = '', state }) => ({
        serial,
        model,
        state: state === 'device' ? 'ready' : state,
      })),
    );
  }

  #replace(phones: readonly ListedPhone[]): void {
    const isSame = JSON.stringify(phones) === JSON.stringify(this.#phones);
    this.#phones = phones;
    this.#known.resolve(undefined);
    if (!isSame) this.#changed.fire(phones);
  }
}

function later(signal: AbortSignal): Promise<undefined> {
  return pause(OFFLINE_MS, undefined, { signal, ref: false }).catch(() => undefined);
}
