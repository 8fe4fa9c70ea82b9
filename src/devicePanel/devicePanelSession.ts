import type { Client } from '../client/client.ts';
import type { DeviceGesture } from '../flow/record/deviceGesture.ts';
import { explain } from '../wording/explain.ts';
import { sendGesture } from '../appState/sendGesture.ts';
import type { FieldKind, PanelState, ScreenStatusAction } from '../protocol/devicePanel.ts';
import type { LogSelection } from '../protocol/recorder.ts';
import type { Connection } from '../stores/connection.ts';
import { Poller, type Polled } from '../stores/poller.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { Emitter, anyEvent } from '../util/emitter.ts';
import { type DeviceFacts, readDevice, readLacks } from './deviceFacts.ts';
import { ElementReader, chooseTouchSize } from './elementReader.ts';
import { focusedField } from './focusedField.ts';
import { GestureLog, type LogChange } from './gestureLog.ts';
import { Mirror } from './mirror.ts';
import type { DeviceServices } from './panelServices.ts';
import { DevicePlace } from './place/devicePlace.ts';
import { Replay } from './replay.ts';
import { toPollResult, ScreenReader } from './screenReader.ts';
import { readTapped } from './tappedElement.ts';
import { isUsable, describeScreenStatus } from './screenStatus.ts';

/** Android key code that wakes the screen. */
const WAKE_KEY = 224;

/** Minimum interval of polling a device that is not usable yet, in milliseconds. */
const BUSY_MS = 3000;

/** Updates the log entry of a gesture. */
type UpdateEntry = (change: LogChange) => void;

/**
 * One device of one connection in this window: its screen, its gesture log and its record. It outlives the panels that
 * show it, so that the log stays. Screenshots repeat only while a visible panel or view watches it.
 */
export class DevicePanelSession implements Disposable {
  readonly connection: Connection;
  readonly deviceId: string;
  readonly log: GestureLog;
  readonly screen: ScreenReader;
  readonly place: DevicePlace;
  readonly elements: ElementReader;
  readonly mirror: Mirror;
  readonly replay: Replay;
  /** The log selection of the webview used last, and the time of that selection in epoch milliseconds. */
  selected: LogSelection & { readonly at: number } = { numbers: [], keepPauses: false, at: 0 };
  readonly onDidChange;
  readonly #services: DeviceServices;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());
  #facts: DeviceFacts = { device: undefined, lacks: [] };
  /** True if the last read of the device record failed. */
  #hasReadFailed = false;
  #poller: Poller | undefined;
  #everyMs: number;
  readonly #watchers = new Set<object>();
  #watched = false;
  /** The display and screenshot size for which elements were last considered. */
  #measured = '';
  #lastGesture: Promise<unknown> = Promise.resolve();
  /** Number of failed gestures; a gesture queued before a failure is not sent after it. */
  #failures = 0;

  constructor(connection: Connection, deviceId: string, services: DeviceServices, everyMs: number) {
    this.connection = connection;
    this.deviceId = deviceId;
    this.#services = services;
    this.#everyMs = everyMs;
    this.log = this.#owned.add(new GestureLog(deviceId));
    this.screen = this.#owned.add(new ScreenReader(() => this.client(), deviceId));
    const device = { deviceId, name: () => this.name, client: () => this.client() };
    this.place = this.#owned.add(new DevicePlace(device, services.places));
    this.elements = this.#owned.add(new ElementReader(() => this.client(), deviceId));
    this.mirror = this.#owned.add(new Mirror());
    this.replay = this.#owned.add(new Replay((gesture, display) => this.#queue(gesture, display)));
    const { log, screen, place, elements, mirror, replay } = this;
    this.onDidChange = anyEvent(
      log.onDidChange,
      screen.onDidChange,
      place.onDidChange,
      elements.onDidChange,
      mirror.onDidChange,
      replay.onDidChange,
      this.#changed.event,
    );
    this.#owned.add(
      services.session.onDidChange(({ kind }) => {
        if (this.#watched && kind !== 'opening') this.#follow();
      }),
    );
  }

  /** The device name, or one made of the beginning of the id. */
  get name(): string {
    const listed = this.#services.devices.byId(this.deviceId);
    return this.#facts.device?.name ?? listed?.name ?? `Device ${this.deviceId.slice(0, 8)}`;
  }

  /** The state for the webview. */
  get state(): PanelState {
    const { device, lacks } = this.#facts;
    const { display, absent, picture, failure, reading } = this.screen;
    const { number, takenAt } = picture ?? {};
    return {
      device: {
        id: this.deviceId,
        name: this.name,
        state: device?.state ?? '',
        kind: device?.type ?? '',
        connection: this.connection.name,
        connectionId: this.connection.id,
      },
      lacks,
      situation: describeScreenStatus(device, display, failure),
      screen: {
        display,
        absent,
        size: chooseTouchSize(picture?.size, this.elements.boundsOf(display)),
        picture: number === undefined || takenAt === undefined ? undefined : { number, display, takenAt },
        reading,
        everyMs: this.#everyMs,
      },
      elements: this.elements.shown,
      log: this.log.lines,
      place: this.place.state,
      replay: this.replay.state,
      mirrors: this.mirror.lines,
    };
  }

  /**
   * Returns the client of its connection. Rejects if another connection is active, so that no gesture reaches another
   * device.
   */
  async client(): Promise<Client> {
    return this.#services.session.activeClientOf(this.connection);
  }

  /**
   * Queues a gesture for the shown display or another one, adds it to the log and then takes a screenshot. The mirrored
   * devices repeat it afterwards. Rejects with the error of the service; gestures queued behind a failed one are not
   * sent.
   */
  perform(gesture: DeviceGesture, display = this.#displayOf(gesture)): Promise<void> {
    const number = this.log.begin(gesture, display);
    return this.#queue(gesture, display, change => this.log.update(number, change));
  }

  /** Reads the device record and takes a screenshot if the device is usable; never rejects. */
  async refresh(): Promise<void> {
    await this.#readDevice();
    if (isUsable(this.#facts.device)) await this.look();
    if (this.screen.failure !== undefined) await this.#readDevice();
  }

  /**
   * Takes a screenshot, and reads the elements while they are inspected or the display size may have changed. Reads the
   * device record again if that failed before; never rejects.
   */
  async look(): Promise<void> {
    await this.screen.read();
    if (this.#hasReadFailed && this.screen.failure === undefined) await this.#readDevice();
    const { display, picture } = this.screen;
    // The size of a display changes only with its orientation, so a device without element data is asked once.
    const measured = `${display} ${picture?.size?.width} ${picture?.size?.height}`;
    if (!this.elements.inspected && measured === this.#measured) return;
    this.#measured = measured;
    // While inspecting, the request is made even without the capability, to show why there are no elements.
    if (this.elements.inspected || !this.#facts.lacks.includes('accessibility')) {
      await this.elements.read(display);
    }
  }

  /** Turns the inspection of screen elements on or off. */
  async inspect(on: boolean): Promise<void> {
    this.elements.inspect(on);
    if (on) await this.look();
  }

  /** Takes a screenshot of a mirrored device; undefined for any other. Rejects if the request fails. */
  async mirrorPicture(id: string): Promise<Uint8Array | undefined> {
    if (!this.mirror.lines.some(line => line.id === id)) return undefined;
    const headers = { 'x-device-display-id': this.screen.display };
    const query = { hideOverlay: true };
    const { value } = await (
      await this.client()
    ).takeScreenshot({ params: { deviceId: id }, headers, query });
    // A plain Uint8Array, because webview messages do not preserve a Node Buffer.
    return new Uint8Array(value);
  }

  /** Switches to another display; the first is 0. */
  async choose(display: number): Promise<void> {
    this.screen.choose(display);
    await this.refresh();
  }

  /** Sets the screenshot interval in milliseconds; 0 takes screenshots only on demand and after gestures. */
  repeat(everyMs: number): void {
    this.#everyMs = everyMs;
    this.#restart();
    this.#changed.fire();
  }

  /** Registers or removes a viewer, such as a panel; screenshots repeat only while there is one. */
  watch(viewer: object, isVisible: boolean): void {
    if (isVisible) this.#watchers.add(viewer);
    else this.#watchers.delete(viewer);
    const watched = this.#watchers.size > 0;
    if (this.#watched === watched) return;
    this.#watched = watched;
    this.#restart();
    if (watched) void this.#begin();
  }

  /** Runs a command that may help when the screen cannot be shown. */
  async act(act: Extract<ScreenStatusAction, 'retry' | 'resume' | 'wake' | 'firstDisplay'>): Promise<void> {
    const { deviceId } = this;
    if (act === 'resume') await (await this.client()).resumeDevice({ params: { deviceId } });
    if (act === 'wake') await this.perform({ kind: 'key', key: WAKE_KEY });
    if (act === 'firstDisplay') this.screen.choose(0);
    await this.refresh();
  }

  /** Reads the kind of the focused field, so that typed passwords can be hidden. */
  async field(): Promise<FieldKind> {
    return focusedField(await this.client(), this.deviceId, this.screen.display);
  }

  dispose(): void {
    this.#poller?.dispose();
    this.#owned.dispose();
  }

  // The connection is also reopened when the data of the sandbox was replaced.
  #follow(): void {
    void this.refresh();
    void this.place.readAgain();
  }

  async #begin(): Promise<void> {
    void this.place.readAgain();
    await this.refresh();
    if (this.#facts.lacks.length > 0) return;
    const lacks = await this.client().then(
      client => readLacks(client, this.deviceId),
      () => [],
    );
    this.#facts = { ...this.#facts, lacks };
    this.#changed.fire();
  }

  // A device has one position for all displays.
  #displayOf({ kind }: DeviceGesture): number {
    return kind === 'locate' || kind === 'resetLocation' ? 0 : this.screen.display;
  }

  /** Performs a gesture after the queued ones; without `update` it is not logged. */
  #queue(gesture: DeviceGesture, display: number, update: UpdateEntry = () => undefined): Promise<void> {
    const failures = this.#failures;
    const done = this.#lastGesture.then(() => this.#send(gesture, display, update, failures));
    this.#lastGesture = done.catch(() => undefined);
    return done;
  }

  async #send(gesture: DeviceGesture, display: number, update: UpdateEntry, failures: number): Promise<void> {
    const started = performance.now();
    try {
      if (failures !== this.#failures) throw new Error('Not sent because the previous gesture failed.');
      const client = await this.client();
      const field = gesture.kind === 'text' ? await focusedField(client, this.deviceId, display) : undefined;
      if (gesture.kind === 'text') update({ gesture: { ...gesture, secret: field !== 'text' } });
      update({ at: Date.now() });
      const size = this.screen.display === display ? this.state.screen.size : undefined;
      const target = { deviceId: this.deviceId, display };
      // Read before the gesture, which may change the screen.
      const tapped = this.mirror.isActive ? await readTapped(client, gesture, target) : undefined;
      const sent = sendGesture(client, target, gesture);
      const follow = this.mirror.prepare({ client, gesture, display, size, field, tapped });
      await sent;
      void follow();
    } catch (error) {
      if (failures === this.#failures) this.#failures++;
      update({ state: 'failed', error: explain(error).summary });
      throw error;
    }
    update({ state: 'done', ms: performance.now() - started });
    if (gesture.kind === 'locate' || gesture.kind === 'resetLocation') void this.place.read();
    void this.look();
  }

  async #readDevice(): Promise<void> {
    const wasUsable = isUsable(this.#facts.device);
    try {
      const device = await readDevice(await this.client(), this.deviceId);
      this.#facts = { ...this.#facts, device };
      this.#hasReadFailed = false;
    } catch {
      // The next screenshot fails for the same reason, and the webview shows that.
      this.#facts = { ...this.#facts, device: undefined };
      this.#hasReadFailed = true;
    }
    if (wasUsable !== isUsable(this.#facts.device)) this.#restart();
    this.#changed.fire();
  }

  #restart(): void {
    this.#poller?.dispose();
    this.#poller = undefined;
    const everyMs = isUsable(this.#facts.device) ? this.#everyMs : Math.max(this.#everyMs, BUSY_MS);
    if (!this.#watched || everyMs === 0) return;
    this.#poller = new Poller(() => this.#poll(), everyMs);
    this.#poller.watch(true);
  }

  async #poll(): Promise<Polled> {
    const wasUsable = isUsable(this.#facts.device);
    if (wasUsable) {
      await this.look();
      if (this.screen.failure !== undefined) await this.#readDevice();
    } else {
      await this.refresh();
    }
    // An unusable device is no failure, so the poller does not back off.
    return wasUsable ? toPollResult(this.screen.failure) : undefined;
  }
}
