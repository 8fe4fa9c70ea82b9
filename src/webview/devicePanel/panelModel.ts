import type { DeviceGesture, DevicePoint } from '../../flow/record/deviceGesture.ts';
import type { PanelRequest, PanelState, Picture, PanelElement } from '../../protocol/devicePanel.ts';
import { elementAt } from '../../protocol/elementAt.ts';
import type { Position } from '../../util/geoText.ts';
import { bytesOf } from '../common/bytes.ts';
import { type Host, HostFailure } from '../common/host.ts';
import { elementSelector, type ElementSelector, type PickTarget } from '../../protocol/elementPick.ts';
import { ElementPick, isSameElement } from './elementPick.ts';
import type { Camera } from './map/camera.ts';
import type { Size } from '../../util/pngSize.ts';
import type { Rotation } from './screenMap.ts';
import { type Touch, touchOf } from './touch.ts';

/** The browser APIs that the model of the device panel uses. */
export interface PanelPort {
  /** Connects the webview to the extension. */
  connect(shown: (state: PanelState) => void): Host<PanelRequest, PanelState, ViewState>;
  /** Decodes PNG bytes; returns an object URL that can be drawn at once. */
  openPicture(bytes: Uint8Array): Promise<string>;
  /** Releases an object URL. */
  closePicture(url: string): void;
}

/** The view options of the device panel, stored while the webview is hidden. */
export interface ViewState {
  readonly turn: Rotation;
  /** CSS pixels per device pixel; `fit` shows the whole screen. */
  readonly zoom: number | 'fit';
  readonly stealth: boolean;
  /** True if a swipe fills the form instead of being sent. */
  readonly editFirst: boolean;
  /** True if clicks inspect elements instead of tapping them. */
  readonly inspect: boolean;
  /** True if replays and inserted steps keep the pauses between gestures. */
  readonly keepPauses: boolean;
  /** The sections that were opened (true) or folded (false), by title; all others are as `isOpen` has them. */
  readonly opened: Readonly<Record<string, boolean>>;
  /** True if the tools beside the screen are hidden. */
  readonly phoneOnly: boolean;
  /** The view of the map. */
  readonly camera?: Camera;
  readonly picked?: Position | undefined;
  /** The last `asked` time for which the map was shown, in epoch milliseconds. */
  readonly mapAsked: number;
  /** The device to restore after a window reload. */
  readonly device: { readonly id: string; readonly connectionId: string } | undefined;
}

const INITIAL_VIEW_STATE: ViewState = {
  turn: 0,
  zoom: 'fit',
  stealth: false,
  editFirst: false,
  inspect: false,
  keepPauses: false,
  opened: {},
  phoneOnly: false,
  device: undefined,
  mapAsked: 0,
};

/** The title of the section with the elements. */
export const ELEMENT = 'Element';

/** Titles of the sections that are open until they are folded. */
const OPEN_AT_FIRST: readonly string[] = [ELEMENT, 'Text', 'Log'];

/** Returns true if a section is open: as it was left, else as it is at first. */
export function isOpen(section: string, { opened }: ViewState): boolean {
  return opened[section] ?? OPEN_AT_FIRST.includes(section);
}

/** A swipe or long press, as edited in the form. */
export type SwipeGesture = Extract<DeviceGesture, { kind: 'swipe' }>;

/** The elements of a screen. */
type Elements = NonNullable<PanelState['elements']>;

/** The element whose details are pinned. */
export interface PinnedElement {
  readonly element: PanelElement;
  /** The point selected in it. */
  readonly at: DevicePoint;
  /** False once the screen no longer has it. */
  readonly isOnScreen: boolean;
  /** Its recommended selector; undefined until it is read, null if there is none. */
  readonly selector: ElementSelector | null | undefined;
}

/** The state of the webview that is not stored. */
interface PageState {
  /** The current picture, with the object URL of its bytes. */
  readonly shown?: (Picture & { readonly url: string }) | undefined;
  /** The last failure, as a sentence. */
  readonly failure?: string | undefined;
  /** The text for screen readers. */
  readonly spoken: string;
  /** The swipe in the form: the last one sent, or a draft. */
  readonly swipe?: SwipeGesture;
  /** The last swipe sent. */
  readonly sent?: SwipeGesture;
  /** True while the swipe in the form is a draft, which is drawn over the picture. */
  readonly isDraft: boolean;
  /** The element under the pointer or the crosshair. */
  readonly pointed?: PanelElement | undefined;
  readonly pinned?: PinnedElement | undefined;
  /** The name of the value whose copy is being confirmed. */
  readonly copied?: string | undefined;
  /** The trace of the last gesture, while it is shown. */
  readonly touch?: Touch | undefined;
}

const INITIAL_PAGE_STATE: PageState = { spoken: '', isDraft: false };

/** The reason why a gesture at an outdated picture is not sent. */
export const OUTDATED = 'Not sent: this screen image is outdated. Wait for a new one.';

/** The reason why a key is not sent while a question waits for its answer. */
export const ASKED = 'Not typed on the device: a question at the top of the window waits for your answer.';

/** Duration of the copy confirmation, in milliseconds. */
const COPIED_MS = 2000;

/** The model of the device panel: the state from the extension, the picture and the view options. */
export class PanelModel {
  readonly #port: PanelPort;
  readonly #changed: () => void;
  readonly #host: Host<PanelRequest, PanelState, ViewState>;
  #state: PanelState | undefined;
  #viewState: ViewState;
  #page = INITIAL_PAGE_STATE;
  /** Number of the picture loaded last. */
  #loaded: number | undefined;
  /** The picture that came with a state and is not loaded yet. */
  #arrived: { readonly number: number; readonly bytes: Uint8Array } | undefined;
  #isLoading = false;
  #copiedTimer: ReturnType<typeof setTimeout> | undefined;
  #touches = 0;
  /** The pick of an element for a step, while `state.pick` is set. */
  readonly pick: ElementPick;

  constructor(port: PanelPort, changed: () => void) {
    this.#port = port;
    this.#changed = changed;
    const current = (): PanelState | undefined => this.#state;
    this.pick = new ElementPick({
      get state() {
        return current();
      },
      ask: request => this.ask(request),
      say: sentence => this.say(sentence),
      show: () => this.#update({}),
    });
    this.#host = port.connect(state => this.#receive(state));
    this.#viewState = { ...INITIAL_VIEW_STATE, ...this.#host.kept };
    void this.ask({ kind: 'open' });
    if (this.#viewState.inspect) void this.ask({ kind: 'inspect', on: true });
  }

  /** Undefined until the first state arrives. */
  get state(): PanelState | undefined {
    return this.#state;
  }

  get viewState(): ViewState {
    return this.#viewState;
  }

  get page(): PageState {
    return this.#page;
  }

  /** Size in pixels of the coordinate space of gestures; undefined until known. */
  get size(): Size | undefined {
    return this.#state?.screen.size;
  }

  /** True if the swipe in the form is the last one sent. */
  get isSent(): boolean {
    return this.#page.swipe !== undefined && this.#page.swipe === this.#page.sent;
  }

  /** Changes view options and stores them. */
  updateView(change: Partial<ViewState>): void {
    this.#viewState = { ...this.#viewState, ...change };
    this.#host.keep(this.#viewState);
    this.#changed();
  }

  /** Opens or folds a section, and keeps that. */
  open(section: string, isOpened = true): void {
    if (isOpen(section, this.#viewState) === isOpened) return;
    this.updateView({ opened: { ...this.#viewState.opened, [section]: isOpened } });
    // Other panels, which open later, start with it.
    void this.ask({ kind: 'openSection', section, isOpened });
  }

  /** Shows the tools with a section open. */
  reveal(section: string): void {
    this.updateView({ phoneOnly: false, opened: { ...this.#viewState.opened, [section]: true } });
  }

  /** True if only the phone is shown. To pick an element takes the tools, which compare its names. */
  get isPhoneOnly(): boolean {
    const pick = this.#state?.pick;
    return this.#viewState.phoneOnly && (!pick || pick.mode !== undefined);
  }

  /** Announces a sentence to screen readers. */
  say(sentence: string): void {
    this.#update({ spoken: sentence });
  }

  /** Puts a swipe into the form without sending it. */
  draft(swipe: SwipeGesture): void {
    this.#update({ swipe, isDraft: true });
  }

  /** Removes the trace of the last gesture. */
  removeTouch(): void {
    this.#update({ touch: undefined });
  }

  /** Pins the element at a point. */
  pinAt(at: DevicePoint): void {
    const element = elementAt(this.#state?.elements?.list ?? [], at);
    if (element) this.pin(element, at);
    else this.#update({ pinned: undefined, copied: undefined, spoken: 'No element here.' });
  }

  /** Pins an element, by default at its center, and shows its details. */
  pin(element: PanelElement, at = centerOf(element)): void {
    this.reveal(ELEMENT);
    this.#update({
      pinned: { element, at, isOnScreen: true, selector: undefined },
      copied: undefined,
      spoken: `Pinned ${element.name}.`,
    });
    void this.#readSelector();
  }

  unpin(): void {
    this.#update({ pinned: undefined, spoken: 'Unpinned.' });
  }

  /** Shows the details of the element under the pointer or the crosshair. */
  pointAt(pointed: PanelElement | undefined): void {
    if (this.#page.pointed !== pointed) this.#update({ pointed });
  }

  /** Turns the inspection of elements on or off. */
  inspect(on: boolean): void {
    this.#page = { ...this.#page, pointed: undefined, pinned: undefined };
    // The details of an element are among the tools.
    this.updateView({ inspect: on, ...(on ? { phoneOnly: false } : {}) });
    void this.ask({ kind: 'inspect', on });
  }

  /** Copies a text and briefly confirms it under a name. */
  async copy(name: string, text: string): Promise<void> {
    if ((await this.ask({ kind: 'copy', text })) === undefined) return;
    this.#update({ copied: name, spoken: 'Copied.' });
    clearTimeout(this.#copiedTimer);
    this.#copiedTimer = setTimeout(() => this.#update({ copied: undefined }), COPIED_MS);
  }

  /** Asks what to check of the pinned element. */
  async checkPinned(): Promise<void> {
    if (!this.#page.pinned) return;
    const target = this.#pinnedTarget;
    if (target) await this.ask({ kind: 'checkElement', target });
    else this.fail('The screen has changed. Choose the element again.');
  }

  /** The pinned element in the newest read; undefined if there is none, or if the screen no longer has it. */
  get #pinnedTarget(): PickTarget | undefined {
    const { list = [], read = 0 } = this.#state?.elements ?? {};
    const { pinned } = this.#page;
    const element = pinned ? list.findIndex(one => isSameElement(one, pinned.element)) : -1;
    return element === -1 || !pinned ? undefined : { read, element, at: pinned.at };
  }

  async #readSelector(): Promise<void> {
    const { pinned } = this.#page;
    if (!pinned) return;
    const target = this.#pinnedTarget;
    const answer = target && (await this.ask({ kind: 'elementSelector', target }));
    // A newer read asks again.
    if (this.#page.pinned?.element !== pinned.element || target?.read !== this.#pinnedTarget?.read) return;
    const selector = elementSelector(answer) ? answer : null;
    this.#update({ pinned: { ...pinned, isOnScreen: target !== undefined, selector } });
  }

  /** Sends a request; on failure, shows the error and returns undefined. */
  async ask(request: PanelRequest): Promise<unknown> {
    try {
      return await this.#host.ask(request);
    } catch (error) {
      if (!(error instanceof HostFailure)) throw error;
      this.fail(error.message);
      return undefined;
    }
  }

  /** Reads a screenshot of a mirrored device; returns its object URL, or undefined on failure. */
  async readMirrorPicture(id: string): Promise<string | undefined> {
    const bytes = bytesOf(await this.#host.ask({ kind: 'mirrorPicture', id }).catch(() => undefined));
    return bytes && this.#port.openPicture(bytes);
  }

  /** Releases the object URL of a picture. */
  closePicture(url: string): void {
    this.#port.closePicture(url);
  }

  /** Sends a gesture to the device; returns true if it succeeded. */
  async perform(gesture: DeviceGesture): Promise<boolean> {
    const sent = gesture.kind === 'swipe' ? { swipe: gesture, sent: gesture } : {};
    const touch = touchOf(gesture, ++this.#touches);
    this.#update({ ...sent, ...(touch ? { touch } : {}), isDraft: false, failure: undefined });
    if ((await this.ask({ kind: 'perform', gesture })) === undefined) return false;
    this.fail(undefined);
    return true;
  }

  /** Reports to the extension that the button is pressed on the picture. */
  press(): void {
    void this.ask({ kind: 'press' });
  }

  /** Reports to the extension that the press is no gesture after all. */
  cancelPress(): void {
    void this.ask({ kind: 'cancelPress' });
  }

  /** Like `perform`, for a gesture made on the picture: refuses taps and swipes while the picture is outdated. */
  async performOnPicture(gesture: DeviceGesture): Promise<boolean> {
    const isAimed = gesture.kind === 'tap' || gesture.kind === 'swipe';
    if (!isAimed || !this.#isOutdated) return this.perform(gesture);
    this.fail(OUTDATED);
    return false;
  }

  /** Types the clipboard text on the device. */
  async paste(): Promise<void> {
    this.fail(undefined);
    const answer = await this.ask({ kind: 'paste', stealth: this.#viewState.stealth });
    if (answer !== undefined && answer !== false) this.say('Pasted.');
  }

  /** Types the newest passcode of the mailboxes on the device. */
  async typePasscode(): Promise<void> {
    this.fail(undefined);
    const answer = await this.ask({ kind: 'typePasscode', stealth: this.#viewState.stealth });
    if (answer !== undefined) this.say('Typed the newest passcode.');
  }

  /** Removes the failure message. */
  dismiss(): void {
    this.fail(undefined);
  }

  /** True if there is a picture, but the current screen cannot be shown. */
  get #isOutdated(): boolean {
    return this.#page.shown !== undefined && this.#state?.situation !== undefined;
  }

  /** Shows a failure, or none. */
  fail(failure: string | undefined): void {
    if (this.#page.failure !== failure) this.#update({ failure });
  }

  #update(change: Partial<PageState>): void {
    this.#page = { ...this.#page, ...change };
    this.#changed();
  }

  #receive({ pictureBytes, sections, ...state }: PanelState): void {
    // What this panel had before VS Code hid or reloaded it has precedence.
    if (sections && this.#host.kept === undefined) {
      const opened = Object.fromEntries(sections.map(({ section, isOpened }) => [section, isOpened]));
      this.#viewState = { ...this.#viewState, opened: { ...opened, ...this.#viewState.opened } };
    }
    // A view can switch to another device, whose pictures have their own numbers.
    if (this.#state && this.#state.device.id !== state.device.id) this.#leave();
    // Keeps the identity of an unchanged log, so that a new picture does not redraw a long list.
    const log = this.#state && sameLog(this.#state.log, state.log) ? this.#state.log : state.log;
    const { screenRecordings, elements: before, runs, recording } = this.#state ?? {};
    // A failure is about what was done before.
    const hasBegun = state.runs !== runs || (state.recording !== undefined && recording === undefined);
    const elements = before && isSameRead(before, state.elements) ? before : state.elements;
    this.#state = { ...(screenRecordings ? { screenRecordings } : {}), ...state, log, elements };
    this.pick.follow();
    if (elements && elements !== before) void this.#readSelector();
    const { id, connectionId } = state.device;
    if (this.#viewState.device?.id !== id) this.updateView({ device: { id, connectionId } });
    const { picture } = state.screen;
    if (picture && pictureBytes && picture.number !== this.#loaded)
      this.#arrived = { number: picture.number, bytes: pictureBytes };
    if (this.#page.shown && this.#page.shown.display !== state.screen.display) this.#releasePicture();
    void this.#follow();
    if (picture && this.#page.shown?.number === picture.number)
      this.#page = { ...this.#page, shown: { ...this.#page.shown, takenAt: picture.takenAt } };
    const { failure } = this.#page;
    const isSettled =
      hasBegun || (failure === OUTDATED && !this.#isOutdated) || (failure === ASKED && state.asks !== true);
    this.#update(isSettled ? { failure: undefined } : {});
  }

  /** Loads the newest picture after the one in progress, so that each is shown also if they come fast. */
  async #follow(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      for (let next = this.#newest; next && next.number !== this.#loaded; next = this.#newest) {
        this.#loaded = next.number;
        await this.#load(next);
      }
    } finally {
      this.#isLoading = false;
    }
  }

  get #newest(): Picture | undefined {
    return this.#state?.screen.picture;
  }

  async #load(picture: Picture): Promise<void> {
    const deviceId = this.#state?.device.id;
    const bytes = this.#takeArrived(picture.number) ?? (await this.#request(picture.number));
    if (!bytes) return;
    const url = await this.#port.openPicture(bytes);
    const { device, screen } = this.#state ?? {};
    if (device?.id !== deviceId || screen?.display !== picture.display) {
      this.#port.closePicture(url);
      return;
    }
    this.#releasePicture();
    this.#update({ shown: { ...picture, url } });
  }

  /** Returns a picture that came with a state, and confirms it, so that the next one is sent while this one is decoded. */
  #takeArrived(number: number): Uint8Array | undefined {
    const arrived = this.#arrived;
    this.#arrived = undefined;
    if (arrived?.number !== number) return undefined;
    void this.ask({ kind: 'confirmPicture', number });
    return arrived.bytes;
  }

  async #request(number: number): Promise<Uint8Array | undefined> {
    return bytesOf(await this.ask({ kind: 'picture', number }));
  }

  #leave(): void {
    this.#releasePicture();
    this.#loaded = undefined;
    this.#arrived = undefined;
    this.#page = { ...INITIAL_PAGE_STATE, spoken: this.#page.spoken };
    if (this.#viewState.inspect) void this.ask({ kind: 'inspect', on: true });
  }

  #releasePicture(): void {
    if (this.#page.shown) this.#port.closePicture(this.#page.shown.url);
    this.#page = { ...this.#page, shown: undefined };
  }
}

// The other properties of a line change only together with these.
function sameLog(before: PanelState['log'], after: PanelState['log']): boolean {
  return (
    before.length === after.length &&
    before.every((line, index) => {
      const { number, at, state, ms } = after[index] ?? {};
      return line.number === number && line.at === at && line.state === state && line.ms === ms;
    })
  );
}

// The elements of a read never change.
function isSameRead(before: Elements, after: Elements | undefined): boolean {
  return before.read === after?.read && before.problem === after.problem;
}

function centerOf({ left, top, right, bottom }: PanelElement): DevicePoint {
  return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };
}
