import type { DeviceGesture, DevicePoint } from '../../flow/record/deviceGesture.ts';
import type { PanelRequest, PanelState, Picture, ScreenElement } from '../../protocol/devicePanel.ts';
import { elementAt } from '../../protocol/elementAt.ts';
import type { Position } from '../../util/geoText.ts';
import { type Host, HostFailure } from '../common/host.ts';
import type { Camera } from './map/camera.ts';
import type { PanelPort } from './panelPort.ts';
import type { Size, Rotation } from './screenMap.ts';

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
  /** Titles of collapsed sections. */
  readonly folded: readonly string[];
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
  folded: ['Keyboard Shortcuts', 'Location'],
  device: undefined,
  mapAsked: 0,
};

/** A swipe or long press, as edited in the form. */
export type Swipe = Extract<DeviceGesture, { kind: 'swipe' }>;

/** The trace of a gesture on the screen; `number` differs for each gesture. */
export interface Touch {
  readonly number: number;
  readonly from: DevicePoint;
  readonly to: DevicePoint;
}

/** The element whose details are pinned, and the point selected in it. */
export interface PinnedElement {
  readonly element: ScreenElement;
  readonly at: DevicePoint;
}

/** The reason why a gesture at an outdated picture is not sent. */
const OUTDATED = 'Not sent: this screen image is outdated. Wait for a new one.';

/** Duration of the copy confirmation, in milliseconds. */
const COPIED_MS = 2000;

/** The model of the device panel: the state from the extension, the picture and the view options. */
export class PanelModel {
  readonly #port: PanelPort;
  readonly #changed: () => void;
  readonly #host: Host<PanelRequest, PanelState, ViewState>;
  #state: PanelState | undefined;
  #look: ViewState;
  #shown: (Picture & { readonly url: string }) | undefined;
  #wanted: number | undefined;
  #failure: string | undefined;
  #spoken = '';
  #swipe: Swipe | undefined;
  #sent: Swipe | undefined;
  #drafted = false;
  #pointed: ScreenElement | undefined;
  #pinned: PinnedElement | undefined;
  #copied: string | undefined;
  #copiedTimer: ReturnType<typeof setTimeout> | undefined;
  #touch: Touch | undefined;

  constructor(port: PanelPort, changed: () => void) {
    this.#port = port;
    this.#changed = changed;
    this.#host = port.connect(state => this.#become(state));
    this.#look = { ...INITIAL_VIEW_STATE, ...this.#host.kept };
    void this.ask({ kind: 'open' });
    if (this.#look.inspect) void this.ask({ kind: 'inspect', on: true });
  }

  /** Undefined until the first state arrives. */
  get state(): PanelState | undefined {
    return this.#state;
  }

  get viewState(): ViewState {
    return this.#look;
  }

  /** The current picture, with the object URL of its bytes. */
  get shown(): (Picture & { readonly url: string }) | undefined {
    return this.#shown;
  }

  /** The last failure, as a sentence. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** The text for screen readers. */
  get spoken(): string {
    return this.#spoken;
  }

  /** Size in pixels of the coordinate space of gestures; undefined until known. */
  get size(): Size | undefined {
    return this.#state?.screen.size;
  }

  /** The swipe in the form: the last one sent, or a draft. */
  get swipe(): Swipe | undefined {
    return this.#swipe;
  }

  /** True if the swipe in the form is the last one sent. */
  get isSent(): boolean {
    return this.#swipe !== undefined && this.#swipe === this.#sent;
  }

  /** True while the swipe in the form is a draft, which is drawn over the picture. */
  get drafted(): boolean {
    return this.#drafted;
  }

  /** The element under the pointer or the crosshair. */
  get pointed(): ScreenElement | undefined {
    return this.#pointed;
  }

  /** The pinned element. */
  get pinned(): PinnedElement | undefined {
    return this.#pinned;
  }

  /** The name of the value whose copy is being confirmed. */
  get copied(): string | undefined {
    return this.#copied;
  }

  /** The trace of the last gesture, while it is shown. */
  get touch(): Touch | undefined {
    return this.#touch;
  }

  /** Changes view options and stores them. */
  updateView(look: Partial<ViewState>): void {
    this.#look = { ...this.#look, ...look };
    this.#host.keep(this.#look);
    this.#changed();
  }

  /** Announces a sentence to screen readers. */
  say(sentence: string): void {
    this.#spoken = sentence;
    this.#changed();
  }

  /** Puts a swipe into the form without sending it. */
  draft(swipe: Swipe): void {
    this.#swipe = swipe;
    this.#drafted = true;
    this.#changed();
  }

  /** Removes the trace of the last gesture. */
  forgetTouch(): void {
    this.#touch = undefined;
    this.#changed();
  }

  /** Pins the element at a point. */
  pinAt(at: DevicePoint): void {
    const element = elementAt(this.#state?.elements?.list ?? [], at);
    this.#pinned = element && { element, at };
    this.#copied = undefined;
    this.say(element ? `Pinned ${element.name}.` : 'No element here.');
  }

  unpin(): void {
    this.#pinned = undefined;
    this.say('Unpinned.');
  }

  /** Shows the details of the element under the pointer or the crosshair. */
  pointAt(element: ScreenElement | undefined): void {
    if (this.#pointed === element) return;
    this.#pointed = element;
    this.#changed();
  }

  /** Turns the inspection of elements on or off. */
  inspect(on: boolean): void {
    this.#pointed = undefined;
    this.#pinned = undefined;
    this.updateView({ inspect: on });
    void this.ask({ kind: 'inspect', on });
  }

  /** Copies a text and briefly confirms it under a name. */
  async copy(name: string, text: string): Promise<void> {
    if ((await this.ask({ kind: 'copy', text })) === undefined) return;
    this.#copied = name;
    clearTimeout(this.#copiedTimer);
    this.#copiedTimer = setTimeout(() => {
      this.#copied = undefined;
      this.#changed();
    }, COPIED_MS);
    this.say('Copied.');
  }

  /** Sends a request; on failure, shows the error and returns undefined. */
  async ask(request: PanelRequest): Promise<unknown> {
    try {
      return await this.#host.ask(request);
    } catch (error) {
      if (!(error instanceof HostFailure)) throw error;
      this.#fail(error.message);
      return undefined;
    }
  }

  /** Reads a screenshot of a mirrored device; returns its object URL, or undefined on failure. */
  async readMirrorPicture(id: string): Promise<string | undefined> {
    const bytes = await this.#host.ask({ kind: 'mirrorPicture', id }).catch(() => undefined);
    return bytes instanceof Uint8Array || bytes instanceof ArrayBuffer
      ? this.#port.openPicture(bytes)
      : undefined;
  }

  /** Releases the object URL of a picture. */
  closePicture(url: string): void {
    this.#port.closePicture(url);
  }

  /** Sends a gesture to the device; returns true if it succeeded. */
  async perform(gesture: DeviceGesture): Promise<boolean> {
    if (gesture.kind === 'swipe') {
      this.#swipe = gesture;
      this.#sent = gesture;
    }
    this.#drafted = false;
    this.#showTouch(gesture);
    this.#fail(undefined);
    const answer = await this.ask({ kind: 'perform', gesture });
    return answer !== undefined;
  }

  /** Like `perform`, for a gesture made on the picture: refuses taps and swipes while the picture is outdated. */
  async performOnPicture(gesture: DeviceGesture): Promise<boolean> {
    const isAimed = gesture.kind === 'tap' || gesture.kind === 'swipe';
    if (!isAimed || !this.#isOutdated) return this.perform(gesture);
    this.#fail(OUTDATED);
    return false;
  }

  /** Types the clipboard text on the device. */
  async paste(): Promise<void> {
    this.#fail(undefined);
    const answer = await this.ask({ kind: 'paste', stealth: this.#look.stealth });
    if (answer !== undefined && answer !== false) this.say('Pasted.');
  }

  /** Removes the failure message. */
  dismiss(): void {
    this.#fail(undefined);
  }

  /** True if there is a picture, but the current screen cannot be shown. */
  get #isOutdated(): boolean {
    return this.#shown !== undefined && this.#state?.situation !== undefined;
  }

  #showTouch(gesture: DeviceGesture): void {
    const number = (this.#touch?.number ?? 0) + 1;
    if (gesture.kind === 'tap') this.#touch = { number, from: gesture.at, to: gesture.at };
    else if (gesture.kind === 'swipe') this.#touch = { number, from: gesture.from, to: gesture.to };
    else return;
    this.#changed();
  }

  #fail(sentence: string | undefined): void {
    if (this.#failure === sentence) return;
    this.#failure = sentence;
    this.#changed();
  }

  #become(state: PanelState): void {
    // A view can switch to another device, whose pictures have their own numbers.
    if (this.#state && this.#state.device.id !== state.device.id) this.#leave();
    // Keeps the identity of an unchanged log, so that a new picture does not redraw a long list.
    const kept = this.#state && sameLog(this.#state.log, state.log) ? this.#state.log : state.log;
    this.#state = { ...state, log: kept };
    const { id, connectionId } = state.device;
    if (this.#look.device?.id !== id) this.updateView({ device: { id, connectionId } });
    const { picture } = state.screen;
    if (this.#shown && this.#shown.display !== state.screen.display) this.#forget();
    if (picture && picture.number !== this.#wanted) void this.#fetch(picture);
    if (this.#failure === OUTDATED && !this.#isOutdated) this.#failure = undefined;
    this.#changed();
  }

  async #fetch(picture: Picture): Promise<void> {
    this.#wanted = picture.number;
    const bytes = await this.ask({ kind: 'picture', number: picture.number });
    if (!(bytes instanceof Uint8Array) && !(bytes instanceof ArrayBuffer)) return;
    const url = await this.#port.openPicture(bytes);
    if (this.#wanted !== picture.number) {
      this.#port.closePicture(url);
      return;
    }
    this.#forget();
    this.#shown = { ...picture, url };
    this.#changed();
  }

  #leave(): void {
    this.#forget();
    this.#wanted = undefined;
    this.#failure = undefined;
    this.#swipe = undefined;
    this.#sent = undefined;
    this.#drafted = false;
    this.#pointed = undefined;
    this.#pinned = undefined;
    this.#touch = undefined;
    if (this.#look.inspect) void this.ask({ kind: 'inspect', on: true });
  }

  #forget(): void {
    if (this.#shown) this.#port.closePicture(this.#shown.url);
    this.#shown = undefined;
  }
}

// The other properties of a line change only together with these.
function sameLog(one: PanelState['log'], other: PanelState['log']): boolean {
  return (
    one.length === other.length &&
    one.every((line, index) => {
      const { number, at, state, ms } = other[index] ?? {};
      return line.number === number && line.at === at && line.state === state && line.ms === ms;
    })
  );
}
