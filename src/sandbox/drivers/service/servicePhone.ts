import { setTimeout as pause } from 'node:timers/promises';
import { isAwake } from '../../../contract/awakeStates.ts';
import type { Device } from '../../../contract/records/device.ts';
import type { UiState } from '../../../contract/records/uiState.ts';
import { pngSize } from '../../../util/pngSize.ts';
import type { Point, TimedPoint } from '../../phone/geometry.ts';
import type { GlobalButton } from '../../phone/keys.ts';
import { type Display, DPI_PER_DENSITY } from '../../phone/state.ts';
import { cropPicture } from '../../runtime/editPicture.ts';
import {
  type DriverLimits,
  type PhoneCapability,
  type PhoneDriver,
  type PhoneFacts,
  PhoneFailure,
  type PictureOptions,
  type TreeLimits,
} from '../../runtime/phoneDriver.ts';
import { BOOT_POLL_MS, heldPath, phoneName, REBOOT_MS } from '../phoneValues.ts';
import { TreeReader } from '../treeReader.ts';
import { serviceApps } from './serviceApps.ts';
import { serviceFiles } from './serviceFiles.ts';
import { type ServiceAddress, ServiceRoutes } from './serviceRoutes.ts';
import { serviceSettings } from './serviceSettings.ts';
import { usableTree } from './serviceTree.ts';

/** The time of the shortest swipe, in milliseconds. */
const SHORTEST_MS = 10;
/** The time after which a phone that has not been seen to restart counts as restarted, in milliseconds. */
const BOOT_SEEN_MS = 2000;
/** The number of a global button (wire facts 9). */
const BUTTONS: Readonly<Record<GlobalButton, number>> = { back: 1, home: 2, recents: 3 };
const CAPABILITIES: readonly PhoneCapability[] = [
  ...(['accessibility', 'apps', 'clipboard', 'files', 'geo', 'language', 'time'] as const),
];

/** A phone of another connection, used by the device routes of its service. */
export class ServicePhone implements PhoneDriver {
  readonly isStill = false;
  isRestarting = false;
  readonly capabilities: PhoneDriver['capabilities'];
  readonly apps: PhoneDriver['apps'];
  readonly files: PhoneDriver['files'];
  readonly clipboard: PhoneDriver['clipboard'];
  readonly language: PhoneDriver['language'];
  readonly timeZone: PhoneDriver['timeZone'];
  readonly position: PhoneDriver['position'];
  /** The record of the phone at its service when it was opened. */
  readonly record: Device;
  readonly #routes: ServiceRoutes;
  /** The displays as they were last described, by number. */
  readonly #displays = new Map<number, Display>();
  readonly #trees: TreeReader;

  private constructor(routes: ServiceRoutes, record: Device, capabilities: PhoneDriver['capabilities']) {
    this.#routes = routes;
    this.#trees = new TreeReader(routes, (displayId, limits) => this.#readTree(displayId, limits));
    this.record = record;
    this.capabilities = capabilities;
    this.apps = serviceApps(routes);
    this.files = serviceFiles(routes);
    const settings = serviceSettings(routes);
    this.clipboard = settings.clipboard;
    this.language = settings.language;
    this.timeZone = settings.timeZone;
    this.position = settings.position;
  }

  /**
   * Connects to a phone and asks what it can do. `onLost` is called when a later call finds that it cannot be used. Throws
   * the PhoneFailure `disconnected` for one that is not ready.
   */
  static async open(
    address: ServiceAddress,
    limits: DriverLimits,
    onLost?: (failure: PhoneFailure) => void,
  ): Promise<ServicePhone> {
    const opening = new ServiceRoutes(address);
    try {
      const record = await opening.call('getDevice', {}, limits);
      if (!isAwake(record.state)) throw notReady(address.name, record);
      const { capabilities } = await opening.call('getDeviceCapabilities', {}, limits);
      return new ServicePhone(
        new ServiceRoutes({ ...address, name: phoneName(record.name) || address.name }, onLost),
        record,
        // What a service does not mention is tried.
        Object.fromEntries(CAPABILITIES.map(name => [name, capabilities[name] !== false])) as Record<
          PhoneCapability,
          boolean
        >,
      );
    } finally {
      opening.close();
    }
  }

  async facts(limits: DriverLimits): Promise<PhoneFacts> {
    const { name } = await this.#routes.call('getDevice', {}, limits);
    const isScreenOn = await this.#isScreenOn(limits);
    const tree = this.capabilities.accessibility
      ? await this.tree(0, { ...limits, isFresh: true })
      : undefined;
    return {
      manufacturer: '',
      model: name ?? this.#name,
      // No route names it.
      systemVersion: 'unknown',
      displays: [await this.display(0, limits)],
      currentApp: tree?.phone_state?.packageName ?? '',
      isScreenOn,
      isLocked: false,
    };
  }

  async display(displayId: number, limits: DriverLimits): Promise<Display> {
    const known = this.#displays.get(displayId);
    if (known) return known;
    if (this.capabilities.accessibility) await this.tree(displayId, { ...limits, isFresh: true });
    const described = this.#displays.get(displayId);
    if (described) return described;
    const size = pngSize(await this.picture(displayId, limits));
    const display = { id: displayId, width: 0, height: 0, ...size, density: 1 };
    this.#displays.set(displayId, display);
    return display;
  }

  async picture(
    displayId: number,
    limits: DriverLimits,
    { hideOverlay = false, area }: PictureOptions = {},
  ): Promise<Uint8Array> {
    const query = hideOverlay ? { hideOverlay: 'true' } : {};
    const png = await this.#routes.call('takeScreenshot', { displayId, query }, limits);
    const { width, height } = pngSize(png) ?? {};
    const known = this.#displays.get(displayId);
    if (width !== known?.width || height !== known?.height) this.#displays.delete(displayId);
    return area ? cropPicture(png, area) : png;
  }

  tree(displayId: number, limits: TreeLimits): Promise<UiState> {
    return this.#trees.read(displayId, limits);
  }

  knownTree(displayId: number): UiState | undefined {
    return this.#trees.known(displayId);
  }

  hasPasswordFocus(): boolean | undefined {
    return this.#trees.hasPasswordFocus();
  }

  // No route of devices returns it.
  theme(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async tap(displayId: number, point: Point, limits: DriverLimits): Promise<void> {
    await this.#routes.call('tapDevice', { displayId, body: pixelOf(point) }, limits);
  }

  async longPress(displayId: number, path: readonly TimedPoint[], limits: DriverLimits): Promise<void> {
    const held = heldPath(path);
    if (held) await this.swipe(displayId, held, limits);
  }

  // The routes know only straight swipes.
  async swipe(displayId: number, path: readonly TimedPoint[], limits: DriverLimits): Promise<void> {
    const [first] = path;
    const last = path.at(-1);
    if (!first || !last) return;
    const [start, end] = [pixelOf(first), pixelOf(last)];
    const body = {
      startX: start.x,
      startY: start.y,
      endX: end.x,
      endY: end.y,
      duration: Math.max(Math.round(last.ms), SHORTEST_MS),
    };
    await this.#routes.call('swipeDevice', { displayId, body }, limits);
  }

  async typeText(text: string, limits: DriverLimits): Promise<void> {
    await this.#routes.call('typeText', { body: { text } }, limits);
  }

  async clearText(limits: DriverLimits): Promise<void> {
    await this.#routes.call('clearInput', {}, limits);
  }

  async pressKey(keyCode: number, limits: DriverLimits, times = 1): Promise<void> {
    for (let time = 0; time < times; time++)
      await this.#routes.call('pressKey', { body: { key: keyCode } }, limits);
  }

  async pressButton(button: GlobalButton, limits: DriverLimits): Promise<void> {
    await this.#routes.call('pressGlobal', { body: { action: BUTTONS[button] } }, limits);
  }

  async reboot(limits: DriverLimits): Promise<void> {
    this.isRestarting = true;
    try {
      await this.#reboot(limits);
    } finally {
      this.isRestarting = false;
    }
  }

  async #reboot({ signal, timeoutMs = REBOOT_MS }: DriverLimits): Promise<void> {
    const limits = { signal };
    await this.#routes.call('rebootDevice', {}, limits);
    const start = Date.now();
    let wasAway = false;
    for (;;) {
      const state = await this.#stateDuringReboot(limits);
      if (!isAwake(state)) wasAway = true;
      else if (wasAway || Date.now() - start >= BOOT_SEEN_MS) return;
      if (Date.now() - start > timeoutMs)
        throw new PhoneFailure('timeout', `The phone ${this.#name} did not come back from its restart.`);
      await pause(BOOT_POLL_MS, undefined, { signal });
    }
  }

  async #stateDuringReboot(limits: DriverLimits): Promise<Device['state']> {
    try {
      return (await this.#routes.call('getDevice', {}, limits)).state;
    } catch (error) {
      if (error instanceof PhoneFailure && ['disconnected', 'timeout'].includes(error.kind)) return 'unknown';
      throw error;
    }
  }

  close(): Promise<void> {
    this.#routes.close();
    return Promise.resolve();
  }

  get #name(): string {
    return this.#routes.address.name;
  }

  // The service tells it only by refusing a picture (wire facts 9).
  async #isScreenOn(limits: DriverLimits): Promise<boolean> {
    try {
      await this.picture(0, limits);
      return true;
    } catch (error) {
      if (error instanceof PhoneFailure && error.kind === 'locked') return false;
      throw error;
    }
  }

  async #readTree(displayId: number, limits: DriverLimits): Promise<UiState> {
    const state = usableTree(await this.#routes.call('getUiState', { displayId }, limits));
    const display = displayIn(displayId, state);
    if (display) this.#displays.set(displayId, display);
    return state;
  }
}

function notReady(name: string, { state }: Device): PhoneFailure {
  const message = `The phone ${name} is ${state ?? 'in an unknown state'} at its service. It must be ready.`;
  return new PhoneFailure('disconnected', message);
}

function pixelOf({ x, y }: Point): { readonly x: number; readonly y: number } {
  return { x: Math.max(Math.round(x), 0), y: Math.max(Math.round(y), 0) };
}

function displayIn(id: number, { device_context: context }: UiState): Display | undefined {
  const { width = 0, height = 0 } = context?.screen_bounds ?? {};
  if (!(width > 0 && height > 0)) return undefined;
  const { density, densityDpi } = context?.display_metrics ?? {};
  return { id, width, height, density: density ?? (densityDpi ?? DPI_PER_DENSITY) / DPI_PER_DENSITY };
}
