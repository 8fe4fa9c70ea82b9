import type { Client } from '../client/client.ts';
import type { UiState } from '../contract/records/uiState.ts';
import { type DeviceGesture, type DoneGesture, touchedPoint } from '../flow/record/deviceGesture.ts';
import { deviceName } from '../flow/recordNames.ts';
import { namedElementLabel, type PickedChoice, type PickRequest } from '../flow/record/elementChoices.ts';
import { recordElement } from '../flow/record/recordedElement.ts';
import { explain } from '../wording/explain.ts';
import { sendGesture } from './sendGesture.ts';
import type { FieldKind, PanelState, ScreenStatusAction } from '../protocol/devicePanel.ts';
import type { LogSelection, ShownRecording } from '../protocol/recorder.ts';
import type { Connection } from '../stores/connection.ts';
import { asksForReading } from '../stores/session.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { Emitter, anyEvent } from '../util/emitter.ts';
import { type DeviceFacts, readDevice, readLacks } from './deviceFacts.ts';
import { DroppedFiles } from './droppedFiles.ts';
import { ElementPicker } from './elementPicker.ts';
import { ElementReader, chooseTouchSize } from './elementReader.ts';
import { focusedField } from './focusedField.ts';
import { KnownElements } from './knownElements.ts';
import { GestureLog, type LogChange } from './gestureLog.ts';
import { Mirror } from './mirror.ts';
import type { DeviceScope, DeviceServices } from './panelServices.ts';
import { DevicePlace } from './place/devicePlace.ts';
import { Replay } from './replay.ts';
import { ScreenPoller } from './screenPoller.ts';
import { ScreenReader } from './screenReader.ts';
import type { PerformedGesture, RecordedDevice } from './recorder.ts';
import { aimedElement, READ_LATER_MS, readElements } from './tappedElement.ts';
import { isUsable, describeScreenStatus, takesGestures } from './screenStatus.ts';
import { SerialQueue } from '../util/serialQueue.ts';
import type { Screen } from '../flow/selector/screen.ts';
import { findNamedElement } from '../flow/record/findNamedElement.ts';
import type { StepOutline } from '../appState/stepOutlines.ts';

/** Android key code that wakes the screen. */
const WAKE_KEY = 224;

/**
 * One device of one connection in this window: its screen, its gesture log and its record. It outlives the panels that
 * show it, so that the log stays. Screenshots repeat only while a visible panel watches it.
 */
export class DevicePanelSession implements Disposable, RecordedDevice {
  readonly connection: Connection;
  readonly deviceId: string;
  readonly log: GestureLog;
  readonly screen: ScreenReader;
  readonly place: DevicePlace;
  readonly elements: ElementReader;
  readonly picker: ElementPicker;
  readonly mirror: Mirror;
  readonly replay: Replay;
  readonly dropped: DroppedFiles;
  /** The elements that the next gesture touches. */
  readonly known: KnownElements;
  /** The lines that are selected in the log. */
  selected: LogSelection = { numbers: [], keepPauses: false };
  readonly onDidChange;
  readonly #performed = new Emitter<PerformedGesture>();
  /** Fires after each gesture while the device is recorded. */
  readonly onDidPerform = this.#performed.event;
  readonly #scope: DeviceScope;
  readonly #services: DeviceServices;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());
  #facts: DeviceFacts = { device: undefined, lacks: [] };
  /** The name that the device had before its record was last read; undefined if there was none. */
  #lastName: string | null | undefined;
  /** True if the last read of the device record failed. */
  #hasReadFailed = false;
  readonly #poller: ScreenPoller;
  readonly #watchers = new Set<object>();
  #watched = false;
  /** The display and screenshot size for which elements were last considered. */
  #measured = '';
  readonly #gestures = new SerialQueue();
  /** Number of failed gestures; a gesture queued before a failure is not sent after it. */
  #failures = 0;

  constructor(scope: DeviceScope, deviceId: string, services: DeviceServices, everyMs: number) {
    this.connection = scope.session.require();
    this.#scope = scope;
    this.deviceId = deviceId;
    this.#services = services;
    this.log = this.#owned.add(new GestureLog(deviceId));
    this.screen = this.#owned.add(new ScreenReader(() => this.client(), deviceId));
    const device = { deviceId, name: () => this.name, client: () => this.client() };
    this.place = this.#owned.add(new DevicePlace(device, services.places));
    this.elements = this.#owned.add(new ElementReader(() => this.client(), deviceId));
    this.known = new KnownElements(() => this.client(), deviceId);
    this.picker = this.#owned.add(new ElementPicker(this.elements));
    this.mirror = this.#owned.add(new Mirror());
    this.dropped = this.#owned.add(new DroppedFiles());
    this.replay = this.#owned.add(new Replay((gesture, display) => this.#queue(gesture, display)));
    const { log, screen, place, elements, picker, mirror, replay } = this;
    const polled = {
      screen,
      isUsable: () => this.#isUsable,
      look: () => this.look(),
      readDevice: () => this.#readDevice(),
      refresh: () => this.refresh(),
    };
    this.#poller = this.#owned.add(new ScreenPoller(polled, everyMs));
    this.onDidChange = anyEvent(
      log.onDidChange,
      screen.onDidChange,
      place.onDidChange,
      elements.onDidChange,
      picker.onDidChange,
      mirror.onDidChange,
      replay.onDidChange,
      this.#changed.event,
    );
    this.#owned.add(services.outlines.onDidChange(() => this.#followOutline()));
    this.#owned.add(services.recordings.onDidChange(() => this.#changed.fire()));
    this.elements.use('outline', this.#isOutlined);
    this.#owned.add(
      scope.session.onDidChange(state => {
        if (this.#watched && asksForReading(state)) this.#follow();
      }),
    );
  }

  /** The device name, the last known one if the service cannot be asked, or one made of the beginning of the ID. */
  get name(): string {
    return deviceName({ id: this.deviceId, name: this.#knownName });
  }

  /** The state for the webview. */
  get state(): PanelState {
    const { device, lacks } = this.#facts;
    const { display, absent, picture, failure } = this.screen;
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
      takesGestures: takesGestures(device, failure),
      screen: {
        display,
        absent,
        size: chooseTouchSize(picture?.size, this.elements.boundsOf(display)),
        picture: number === undefined || takenAt === undefined ? undefined : { number, display, takenAt },
        everyMs: this.#poller.everyMs,
      },
      elements: this.elements.shown,
      pick: this.picker.state,
      outline: this.#outline,
      log: this.log.lines,
      place: this.place.state,
      replay: this.replay.state,
      recording: this.#recording,
      mirrors: this.mirror.lines,
    };
  }

  /**
   * Returns the client of its connection. Rejects if another connection is active, so that no gesture reaches another
   * device.
   */
  async client(): Promise<Client> {
    return this.#scope.session.activeClient();
  }

  /**
   * Queues a gesture for the shown display or another one, adds it to the log and then takes a screenshot. The mirrored
   * devices repeat it afterwards. Rejects with the error of the service; gestures queued behind a failed one are not
   * sent.
   */
  perform(gesture: DeviceGesture, display = this.#displayOf(gesture)): Promise<void> {
    const number = this.log.begin(gesture, display);
    return this.#queue(gesture, display, number);
  }

  /** Reads the device record and takes a screenshot if the device is usable; never rejects. */
  async refresh(): Promise<void> {
    await this.#readDevice();
    if (this.#isUsable) await this.look();
    if (this.screen.failure !== undefined) await this.#readDevice();
  }

  /**
   * Takes a screenshot, and reads the elements while they are inspected or the display size may have changed. Reads the
   * device record again if that failed before; never rejects.
   */
  async look(): Promise<void> {
    await this.screen.read();
    if (this.known.follow(this.screen.picture?.bytes) && this.#watched) this.#readAhead();
    if (this.#hasReadFailed && this.screen.failure === undefined) await this.#readDevice();
    const { display, picture } = this.screen;
    // The size of a display changes only with its orientation, so a device without element data is asked once.
    const measured = `${display} ${picture?.size?.width} ${picture?.size?.height}`;
    const isSame =
      measured === this.#measured && (!this.elements.isInUse || this.elements.isReadFor(picture?.bytes));
    if (isSame && !this.elements.isShown) return;
    this.#measured = measured;
    // While elements are shown, the request is made even without the capability, to show why there are no elements.
    if (this.elements.isInUse || this.#reportsElements) {
      const keep = this.known.begin(display);
      keep(await this.elements.read(display, picture?.bytes));
    }
  }

  /** Turns the inspection of screen elements on or off. */
  async inspect(on: boolean): Promise<void> {
    this.elements.use('inspect', on);
    if (on) await this.look();
  }

  /** Lets the user pick an element; resolves to undefined on cancel. */
  async pick<C extends PickedChoice>(request: PickRequest<C>): Promise<C | undefined> {
    const picked = this.picker.pick(request);
    void this.look();
    return picked;
  }

  /** Switches to another display; the first is 0. */
  async choose(display: number): Promise<void> {
    this.screen.choose(display);
    await this.refresh();
  }

  /** Sets the screenshot interval in milliseconds; 0 takes screenshots only on demand and after gestures. */
  repeat(everyMs: number): void {
    this.#poller.repeat(everyMs);
    this.#changed.fire();
  }

  /** Registers or removes a viewer, such as a panel; screenshots repeat only while there is one. */
  watch(viewer: object, isVisible: boolean): void {
    if (isVisible) this.#watchers.add(viewer);
    else this.#watchers.delete(viewer);
    const watched = this.#watchers.size > 0;
    if (this.#watched === watched) return;
    this.#watched = watched;
    this.#services.outlines.watch(this, watched);
    this.#poller.watch(watched);
    if (watched) void this.#begin();
    else this.known.forget();
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

  /** Reads the elements of a display, usually the shown one; undefined if that fails. */
  async readScreen(display = this.screen.display): Promise<UiState | undefined> {
    const client = await this.client().catch(() => undefined);
    return client && readElements(client, { deviceId: this.deviceId, display }, READ_LATER_MS);
  }

  /** Reads the elements when the button is pressed, for the gesture that begins. */
  press(): void {
    if (this.#reportsElements) this.known.press(this.screen.display);
  }

  dispose(): void {
    this.#services.outlines.watch(this, false);
    this.#owned.dispose();
  }

  /** The element of the selected step on the screen, if the step is for this device. */
  get #outline(): PanelState['outline'] {
    return this.#isOutlined ? outlineOn(this.elements.screen, this.#services.outlines.current) : undefined;
  }

  get #isOutlined(): boolean {
    return this.#services.outlines.current?.deviceId.toLowerCase() === this.deviceId.toLowerCase();
  }

  #followOutline(): void {
    const wasOutlined = this.elements.isInUse;
    this.elements.use('outline', this.#isOutlined);
    // Elements that are read already are those of the shown screen.
    if (this.#watched && this.#isOutlined && !wasOutlined)
      void this.elements.read(this.screen.display, this.screen.picture?.bytes);
    this.#changed.fire();
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

  /** Performs a gesture after the queued ones. `logged` is its number in the log; undefined if it is not logged. */
  #queue(gesture: DeviceGesture, display: number, logged?: number): Promise<void> {
    const failures = this.#failures;
    return this.#gestures.run(() => this.#send(gesture, display, logged, failures));
  }

  async #send(
    gesture: DeviceGesture,
    display: number,
    logged: number | undefined,
    failures: number,
  ): Promise<void> {
    const update = (change: LogChange): void => {
      if (logged !== undefined) this.log.update(logged, change);
    };
    const started = performance.now();
    let uiState: UiState | undefined;
    let performed: Omit<PerformedGesture, 'done'>;
    let field: FieldKind | undefined;
    try {
      if (failures !== this.#failures) throw new Error('Not sent because the previous gesture failed.');
      const client = await this.client();
      field = gesture.kind === 'text' ? await focusedField(client, this.deviceId, display) : undefined;
      if (gesture.kind === 'text')
        update({ gesture: { ...gesture, secret: gesture.secret === true || field !== 'text' } });
      update({ at: Date.now() });
      const size = this.screen.display === display ? this.state.screen.size : undefined;
      const target = { deviceId: this.deviceId, display };
      const isRecorded = logged !== undefined && this.#recording !== undefined && this.#reportsElements;
      uiState = await this.known.take(gesture, display, isRecorded || this.mirror.isActive);
      const aimed = this.mirror.isActive ? aimedElement(gesture, uiState) : undefined;
      const sent = sendGesture(client, target, gesture);
      const follow = this.mirror.prepare({ client, gesture, display, size, field, aimed });
      await sent;
      const after = this.#recording ? this.readScreen(display) : Promise.resolve(undefined);
      performed = { before: uiState, after };
      void follow();
    } catch (error) {
      if (failures === this.#failures) this.#failures++;
      update({ state: 'failed', error: explain(error).summary });
      throw error;
    } finally {
      // Named only now, because that takes time. Elements read meanwhile may be from before the gesture.
      const element = uiState && recordElement(gesture, uiState);
      if (element && logged !== undefined) this.log.setElement(logged, element);
      this.known.forget();
    }
    update({ state: 'done', ms: performance.now() - started });
    // As it is in the log, without a text that may be a password.
    const [done] = logged === undefined ? [] : this.log.doneOf([logged]);
    if (done) this.#performed.fire({ done: withPasscode(done, gesture, field), ...performed });
    if (gesture.kind === 'locate' || gesture.kind === 'resetLocation') void this.place.read();
    const isTap = logged !== undefined && touchedPoint(gesture) !== undefined;
    void this.look().then(() => isTap && this.#readAhead());
    this.#poller.expectChange();
  }

  // For the name of the next tap. A recording reads the elements anyway.
  #readAhead(): void {
    if (this.#reportsElements && !this.#recording) this.known.readAhead(this.screen.display);
  }

  get #reportsElements(): boolean {
    return !this.#facts.lacks.includes('accessibility');
  }

  get #knownName(): string | null | undefined {
    const listed = this.#scope.devices.byId(this.deviceId);
    return this.#facts.device?.name ?? listed?.name ?? this.#lastName;
  }

  get #isUsable(): boolean {
    return isUsable(this.#facts.device);
  }

  get #recording(): ShownRecording | undefined {
    return this.#services.recordings.on(this.connection, this.deviceId)?.shown;
  }

  async #readDevice(): Promise<void> {
    const wasUsable = this.#isUsable;
    // A service that has stopped no longer tells the name.
    this.#lastName = this.#knownName;
    try {
      const device = await readDevice(await this.client(), this.deviceId);
      this.#facts = { ...this.#facts, device };
      this.#hasReadFailed = false;
    } catch {
      // The next screenshot fails for the same reason, and the webview shows that.
      this.#facts = { ...this.#facts, device: undefined };
      this.#hasReadFailed = true;
    }
    if (wasUsable !== this.#isUsable) this.#poller.restart();
    this.#changed.fire();
  }
}

/** Returns a gesture for a recording, which finds the mailbox of a passcode that the log does not show. */
function withPasscode(done: DoneGesture, gesture: DeviceGesture, field: FieldKind | undefined): DoneGesture {
  const isPasscode = gesture.kind === 'text' && gesture.secret === true && field === 'text';
  return isPasscode ? { ...done, gesture: { ...gesture, secret: false } } : done;
}

/**
 * Returns the outline of the element that a step names on a screen; undefined if the screen is unknown, or if the step
 * has succeeded and the element is gone since.
 */
function outlineOn(screen: Screen | undefined, outline: StepOutline | undefined): PanelState['outline'] {
  if (!outline || !screen) return undefined;
  const { step, named, hasPassed } = outline;
  const found = findNamedElement(screen, named);
  return hasPassed && found.boxes.length === 0
    ? undefined
    : { step, label: namedElementLabel(named), ...found };
}
