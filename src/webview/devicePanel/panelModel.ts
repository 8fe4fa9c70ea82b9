import type { DeviceGesture, DevicePoint } from '../../flow/record/deviceGesture.ts';
import type { PanelRequest, PanelState, Picture, ScreenElement } from '../../protocol/devicePanel.ts';
import { elementAt } from '../../protocol/elementAt.ts';
import type { Position } from '../../util/geoText.ts';
import { type Host, HostFailure } from '../common/host.ts';
import type { Camera } from './map/camera.ts';
import type { PanelPort } from './panelPort.ts';
import type { Size, Turn } from './screenMap.ts';

/** How the person looks at the device, kept while the page is hidden. */
export interface Look {
  readonly turn: Turn;
  /** Pixels of the page for each of the device; `fit` shows all of it. */
  readonly zoom: number | 'fit';
  readonly stealth: boolean;
  /** Whether a swipe is shown with its numbers before it is sent. */
  readonly editFirst: boolean;
  /** Whether elements are inspected rather than touched. */
  readonly inspect: boolean;
  /** Whether pauses between gestures are kept when they are replayed or put into a flow. */
  readonly keepPauses: boolean;
  /** Sections that are folded. */
  readonly folded: readonly string[];
  /** How the map is looked at, and what is picked on it. */
  readonly camera?: Camera;
  readonly picked?: Position;
  /** When the host asked for the map last, as far as the page has shown it. */
  readonly mapAsked: number;
  /** Which device is shown, for a window that was reloaded. */
  readonly device: { readonly id: string; readonly connectionId: string } | undefined;
}

const LOOK: Look = {
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

/** The swipe or long press whose numbers are shown, sent or about to be. */
export type Swipe = Extract<DeviceGesture, { kind: 'swipe' }>;

/** Where a gesture touched the screen; its number tells it from the one before. */
export interface Touch {
  readonly number: number;
  readonly from: DevicePoint;
  readonly to: DevicePoint;
}

/** An element whose details stay, and the point of it that was chosen. */
export interface PinnedElement {
  readonly element: ScreenElement;
  readonly at: DevicePoint;
}

/** How long a copy is confirmed, in milliseconds. */
const COPIED_MS = 2000;

/** What the page knows: the state of the device as the host tells it, the picture, and how it is looked at. */
export class PanelModel {
  readonly #port: PanelPort;
  readonly #changed: () => void;
  readonly #host: Host<PanelRequest, PanelState, Look>;
  #state: PanelState | undefined;
  #look: Look;
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
    this.#look = { ...LOOK, ...this.#host.kept };
    void this.ask({ kind: 'open' });
    if (this.#look.inspect) void this.ask({ kind: 'inspect', on: true });
  }

  /** Undefined until the host has told. */
  get state(): PanelState | undefined {
    return this.#state;
  }

  /** How the person looks at the device. */
  get look(): Look {
    return this.#look;
  }

  /** The picture that is shown, with the address of its bytes in the page. */
  get shown(): (Picture & { readonly url: string }) | undefined {
    return this.#shown;
  }

  /** What could not be done last, in a sentence. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** What a screen reader is to say. */
  get spoken(): string {
    return this.#spoken;
  }

  /** Pixels that gestures are told in; undefined until they are known. */
  get size(): Size | undefined {
    return this.#state?.screen.size;
  }

  /** The swipe whose numbers are shown: that which was sent last, or one that is about to be. */
  get swipe(): Swipe | undefined {
    return this.#swipe;
  }

  /** Whether the numbers that are shown are those that were sent last. */
  get isSent(): boolean {
    return this.#swipe !== undefined && this.#swipe === this.#sent;
  }

  /** Whether the swipe is drawn because its numbers are being changed. */
  get drafted(): boolean {
    return this.#drafted;
  }

  /** The element under the pointer or the crosshair. */
  get pointed(): ScreenElement | undefined {
    return this.#pointed;
  }

  /** The element whose details stay. */
  get pinned(): PinnedElement | undefined {
    return this.#pinned;
  }

  /** The name of what was copied a moment ago. */
  get copied(): string | undefined {
    return this.#copied;
  }

  /** Where the last gesture touched the screen, while that is shown. */
  get touch(): Touch | undefined {
    return this.#touch;
  }

  /** Changes how the device is looked at. */
  see(look: Partial<Look>): void {
    this.#look = { ...this.#look, ...look };
    this.#host.keep(this.#look);
    this.#changed();
  }

  /** Says something to those who do not see the page. */
  say(sentence: string): void {
    this.#spoken = sentence;
    this.#changed();
  }

  /** Puts numbers of a swipe into the form, without sending it. */
  draft(swipe: Swipe): void {
    this.#swipe = swipe;
    this.#drafted = true;
    this.#changed();
  }

  /** Shows where a gesture touched the screen no longer. */
  forgetTouch(): void {
    this.#touch = undefined;
    this.#changed();
  }

  /** Keeps the details of the element at a point. */
  pinAt(at: DevicePoint): void {
    const element = elementAt(this.#state?.elements?.list ?? [], at);
    this.#pinned = element && { element, at };
    this.#copied = undefined;
    this.say(element ? `Pinned ${element.name}.` : 'No element here.');
  }

  /** Lets the details follow the pointer again. */
  unpin(): void {
    this.#pinned = undefined;
    this.say('Unpinned.');
  }

  /** Shows what an element is. */
  pointAt(element: ScreenElement | undefined): void {
    if (this.#pointed === element) return;
    this.#pointed = element;
    this.#changed();
  }

  /** Begins or ends inspecting elements. */
  inspect(on: boolean): void {
    this.#pointed = undefined;
    this.#pinned = undefined;
    this.see({ inspect: on });
    void this.ask({ kind: 'inspect', on });
  }

  /** Copies a text, and confirms it for a moment under its name. */
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

  /** Asks the host for something; a failure is shown, and answered by undefined. */
  async ask(request: PanelRequest): Promise<unknown> {
    try {
      return await this.#host.ask(request);
    } catch (error) {
      if (!(error instanceof HostFailure)) throw error;
      this.#fail(error.message);
      return undefined;
    }
  }

  /** Reads a picture of a mirrored device; answers its address, or undefined where there is none. */
  async readMirrorPicture(id: string): Promise<string | undefined> {
    const bytes = await this.#host.ask({ kind: 'mirrorPicture', id }).catch(() => undefined);
    return bytes instanceof Uint8Array || bytes instanceof ArrayBuffer
      ? this.#port.openPicture(bytes)
      : undefined;
  }

  /** Lets a picture go by its address. */
  closePicture(url: string): void {
    this.#port.closePicture(url);
  }

  /** Has the device do a gesture; whether it did. */
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

  /** Has the host type the text of the clipboard on the device. */
  async paste(): Promise<void> {
    this.#fail(undefined);
    const answer = await this.ask({ kind: 'paste', stealth: this.#look.stealth });
    if (answer !== undefined) this.say('Pasted.');
  }

  /** Takes away the sentence about what could not be done. */
  dismiss(): void {
    this.#fail(undefined);
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
    // A view may come to show another device, whose pictures are counted anew.
    if (this.#state && this.#state.device.id !== state.device.id) this.#leave();
    // A list that is the same is not drawn again for every picture, however long it is.
    const kept = this.#state && sameLog(this.#state.log, state.log) ? this.#state.log : state.log;
    this.#state = { ...state, log: kept };
    const { id, connectionId } = state.device;
    if (this.#look.device?.id !== id) this.see({ device: { id, connectionId } });
    const { picture } = state.screen;
    if (this.#shown && this.#shown.display !== state.screen.display) this.#forget();
    if (picture && picture.number !== this.#wanted) void this.#fetch(picture);
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

// What a gesture says changes only together with one of these.
function sameLog(one: PanelState['log'], other: PanelState['log']): boolean {
  return (
    one.length === other.length &&
    one.every((line, index) => {
      const { number, at, state, ms } = other[index] ?? {};
      return line.number === number && line.at === at && line.state === state && line.ms === ms;
    })
  );
}
