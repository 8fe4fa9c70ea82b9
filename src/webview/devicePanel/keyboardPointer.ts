import type { DeviceGesture, DevicePoint } from '../../flow/record/deviceGesture.ts';
import { elementAt } from '../../protocol/elementAt.ts';
import { describeGesture } from '../../flow/record/gestureText.ts';
import type { PanelModel } from './panelModel.ts';
import { keyAction, type Pressed } from './screenKeys.ts';
import { clampToDisplay } from './screenMap.ts';
import { scrollPage } from './scrolling.ts';

/** Durations of a long press and a swipe by keyboard, in milliseconds. */
const PRESS_MS = 800;
const SWIPE_MS = 300;

/** Pause in typing after which the text is sent, in milliseconds. */
const TYPING_PAUSE_MS = 350;

/** Controls the device by keyboard: a crosshair to tap, press, swipe and scroll, and typed text. */
export class KeyboardPointer {
  readonly #model: PanelModel;
  readonly #changed: () => void;
  /** Characters that are not sent yet. They are never displayed. */
  #typed = '';
  /** The device that they were typed for. */
  #typedFor: string | undefined;
  #typingTimer: ReturnType<typeof setTimeout> | undefined;
  #at: DevicePoint | undefined;
  #mark: DevicePoint | undefined;

  constructor(model: PanelModel, changed: () => void) {
    this.#model = model;
    this.#changed = changed;
  }

  /** The position of the crosshair; undefined while it is hidden. */
  get crosshair(): DevicePoint | undefined {
    return this.#at;
  }

  /** The marked start point of a swipe. */
  get mark(): DevicePoint | undefined {
    return this.#mark;
  }

  /** Sends the pending text, unless the view shows another device by now. */
  flush(): void {
    clearTimeout(this.#typingTimer);
    const text = this.#typed;
    this.#typed = '';
    if (text !== '' && this.#typedFor === this.#device)
      void this.#perform({ kind: 'text', text, stealth: this.#model.viewState.stealth });
  }

  /** Handles a key; returns true if the screen uses it. */
  press(event: Pressed & { readonly isComposing: boolean }): boolean {
    if (event.isComposing) return false;
    const action = keyAction(event, this.#at !== undefined);
    if (!action || !this.#model.size) return false;
    if (action.kind === 'type') {
      if (!this.#model.viewState.inspect) this.#type(action.text);
      return true;
    }
    this.flush();
    if (action.kind === 'paste') {
      if (!this.#model.viewState.inspect) void this.#model.paste();
      return true;
    }
    if (action.kind === 'move') this.#move(action.by);
    else if (action.kind === 'away') this.#hideCrosshair();
    else if (this.#model.viewState.inspect) {
      if (this.#at) this.#model.pinAt(this.#at);
    } else if (action.kind === 'scroll') this.#scroll(action.pages);
    else if (action.kind === 'key') void this.#perform({ kind: 'key', key: action.key });
    else if (this.#at) this.#touch(action.kind, this.#at);
    return true;
  }

  /** Adds characters to the text that is sent after a pause or before another gesture. */
  #type(characters: string): void {
    if (this.#typedFor !== this.#device) this.#typed = '';
    this.#typedFor = this.#device;
    this.#typed += characters;
    clearTimeout(this.#typingTimer);
    this.#typingTimer = setTimeout(() => this.flush(), TYPING_PAUSE_MS);
  }

  /** The shown device, whose ID can exist on several connections. */
  get #device(): string | undefined {
    const device = this.#model.state?.device;
    return device && `${device.connectionId} ${device.id}`;
  }

  #move(by: DevicePoint): void {
    const { size, state } = this.#model;
    if (!size) return;
    const from = this.#at ?? { x: size.width / 2, y: size.height / 2 };
    // The first key only shows the crosshair, in the center.
    this.#at = clampToDisplay(this.#at ? { x: from.x + by.x, y: from.y + by.y } : from, size);
    const element = elementAt(state?.elements?.list ?? [], this.#at);
    if (this.#model.viewState.inspect) this.#model.pointAt(element);
    this.#model.say(`${this.#at.x}, ${this.#at.y}${element ? `, ${element.name}` : ''}`);
    this.#changed();
  }

  #hideCrosshair(): void {
    const message = this.#mark ? 'Swipe canceled.' : 'Crosshair hidden.';
    if (this.#mark) this.#mark = undefined;
    else this.#at = undefined;
    this.#model.say(message);
    this.#changed();
  }

  #scroll(pages: 1 | -1): void {
    const { size, viewState } = this.#model;
    const scroll = size && scrollPage(pages, size);
    if (scroll) void this.#perform({ kind: 'swipe', ...scroll, stealth: viewState.stealth });
  }

  #touch(kind: 'tap' | 'press' | 'mark', at: DevicePoint): void {
    const { stealth } = this.#model.viewState;
    if (kind === 'tap') {
      void this.#perform({ kind: 'tap', at, stealth });
    } else if (kind === 'press') {
      void this.#perform({ kind: 'swipe', from: at, to: at, duration: PRESS_MS, stealth });
    } else if (this.#mark) {
      const swipe = { kind: 'swipe', from: this.#mark, to: at, duration: SWIPE_MS, stealth } as const;
      this.#mark = undefined;
      void this.#perform(swipe);
    } else {
      this.#mark = at;
      this.#model.say(
        `Swipe starts at ${at.x}, ${at.y}. Move the crosshair and press Ctrl+Enter again to send it.`,
      );
    }
    this.#changed();
  }

  async #perform(gesture: DeviceGesture): Promise<void> {
    const said = gesture.kind === 'text' ? 'Typed' : describeGesture(gesture);
    if (await this.#model.performOnPicture(gesture)) this.#model.say(`${said}: done.`);
  }
}
