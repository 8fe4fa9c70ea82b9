import { LIVE } from '../protocol/devicePanel.ts';
import type { Connection } from '../stores/connection.ts';
import { Poller, type Polled } from '../stores/poller.ts';
import type { Disposable } from '../util/disposables.ts';
import { pausesBetween } from './livePauses.ts';
import { type ScreenReader, toPollResult } from './screenReader.ts';

/** Minimum interval of polling a device that is not usable yet, in milliseconds. */
const BUSY_MS = 3000;

/** Default interval for a service, in milliseconds, because each screenshot is a request there. */
const SERVICE_MS = 2000;

/** Returns the interval between screenshots that devices of a connection have at first. */
export function usualInterval({ kind }: Connection): number {
  return kind === 'sandbox' ? LIVE : SERVICE_MS;
}

/** The device whose screen is polled. */
interface PolledDevice {
  readonly screen: ScreenReader;
  isUsable(): boolean;
  /** Takes a screenshot and what belongs to it. */
  look(): Promise<void>;
  /** Reads the device record. */
  readDevice(): Promise<void>;
  /** Reads both. */
  refresh(): Promise<void>;
}

/** Takes screenshots of a device again and again while it is watched. */
export class ScreenPoller implements Disposable {
  readonly #device: PolledDevice;
  #everyMs: number;
  #isWatched = false;
  #poller: Poller | undefined;

  constructor(device: PolledDevice, everyMs: number) {
    this.#device = device;
    this.#everyMs = everyMs;
  }

  /** The interval in milliseconds, or `LIVE`; 0 takes no screenshots. */
  get everyMs(): number {
    return this.#everyMs;
  }

  repeat(everyMs: number): void {
    this.#everyMs = everyMs;
    this.restart();
  }

  watch(isWatched: boolean): void {
    this.#isWatched = isWatched;
    this.restart();
  }

  /** Begins with the shortest pause again. */
  restart(): void {
    this.dispose();
    const { screen } = this.#device;
    const everyMs = this.#device.isUsable() ? this.#everyMs : Math.max(this.#everyMs, BUSY_MS);
    screen.isLive = everyMs === LIVE;
    if (!this.#isWatched || everyMs === 0) return;
    this.#poller = new Poller(() => this.#poll(), pausesBetween(everyMs, screen));
    this.#poller.watch(true);
  }

  /** Begins with the shortest pause again if the screen is live, because it is about to change. */
  expectChange(): void {
    if (this.#device.screen.isLive) this.restart();
  }

  dispose(): void {
    this.#poller?.dispose();
    this.#poller = undefined;
  }

  async #poll(): Promise<Polled> {
    const device = this.#device;
    const { screen } = device;
    const wasUsable = device.isUsable();
    if (wasUsable) {
      await device.look();
      if (screen.failure !== undefined) await device.readDevice();
      else if (screen.isLive) await screen.untilFetched();
    } else {
      await device.refresh();
    }
    // An unusable device is no failure, so the poller does not back off.
    return wasUsable ? toPollResult(screen.failure) : undefined;
  }
}
