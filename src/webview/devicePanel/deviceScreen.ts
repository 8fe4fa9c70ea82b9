import { html, nothing, type TemplateResult } from 'lit';
import type { DeviceGesture, DevicePoint } from '../../flow/record/deviceGesture.ts';
import { describeGesture } from '../../flow/record/gestureText.ts';
import type { PanelState } from '../../protocol/devicePanel.ts';
import { elementAt } from '../../protocol/elementAt.ts';
import { letterOf } from '../common/letterOf.ts';
import { PageElement, reactive } from '../common/element.ts';
import { KeyboardPointer } from './keyboardPointer.ts';
import { ASKED, type PanelModel } from './panelModel.ts';
import type { Size } from '../../util/pngSize.ts';
import { PointerTracker } from './pointerTracker.ts';
import { pickLabel, pickMenu } from './pickView.ts';
import { nextZoom, pixelAt, rotateSize, toDeviceDistance } from './screenMap.ts';
import { keyAction } from './screenKeys.ts';
import { screenOverlay } from './screenOverlay.ts';
import { scrollBy } from './scrolling.ts';
import { Pinch } from './touch.ts';
import { SWIPE } from './swipeForm.ts';
import type { ElementPick, TreeStep } from './elementPick.ts';

/** Pause after which the wheel counts as stopped, in milliseconds. */
const PAUSE_MS = 140;

/** Line height for wheel events in lines, in CSS pixels. */
const LINE_PX = 40;

const STEPS: Readonly<Record<string, TreeStep>> = {
  ArrowLeft: 'parent',
  ArrowRight: 'child',
  ArrowUp: 'previous',
  ArrowDown: 'next',
};

/** Distance of the label from the element, in CSS pixels. */
const GAP = 4;

/** Width of the frame around the picture, in CSS pixels. */
const FRAME_PX = 20;

/** Minimum width and height that the picture is scaled to, in CSS pixels. */
const LEAST_PX = 80;

/** The device screen: the picture in a frame, operated by mouse, touch, wheel and keyboard. */
export class DeviceScreen extends PageElement {
  static override properties = reactive('model', 'state', 'viewState', 'page');

  declare model: PanelModel;
  declare state: PanelState;
  declare viewState: PanelModel['viewState'];
  declare page: PanelModel['page'];
  readonly #pointer = new PointerTracker();
  #keys: KeyboardPointer | undefined;
  #wasRecording = false;
  #wasPicking = false;
  /** True if the screen takes the focus once the page has it. */
  #focusesLater = false;
  readonly #pinch = new Pinch();
  readonly #wheel = new Wheel((at, by) => this.#scroll(at, by));
  readonly #resized = new ResizeObserver(() => this.#fit());

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resized.observe(this);
    window.addEventListener('focus', this.#focusLate);
  }

  override disconnectedCallback(): void {
    this.#resized.disconnect();
    window.removeEventListener('focus', this.#focusLate);
    super.disconnectedCallback();
  }

  protected override render(): TemplateResult {
    this.#keys ??= new KeyboardPointer(this.model, () => this.requestUpdate());
    const { size, display } = this.state.screen;
    const { name } = this.state.device;
    if (!size) return html`<p class="no-screen" role="status">Loading screen…</p>`;
    const { shown } = this.page;
    const { inspect } = this.viewState;
    const { pick } = this.state;
    return html`<div class="frame">
      <div
        class="glass ${this.state.situation ? 'stale' : ''} ${inspect || pick ? 'inspected' : ''}"
        role="application"
        tabindex="0"
        aria-label="Screen of ${name}${display === 0 ? '' : `, display ${display}`}"
        aria-describedby="screen-help"
        @pointerdown=${this.#down}
        @pointermove=${this.#move}
        @pointerup=${this.#up}
        @pointercancel=${this.#cancel}
        @pointerleave=${this.#leave}
        @wheel=${this.#turn}
        @keydown=${this.#press}
        @blur=${() => this.#keys?.flush()}
        @contextmenu=${(event: Event) => event.preventDefault()}
      >
        <div class="turned">
          ${shown ? html`<img alt="" draggable="false" src=${shown.url} />` : nothing}
          <svg
            viewBox="0 0 ${size.width} ${size.height}"
            aria-hidden="true"
            @animationend=${({ animationName }: AnimationEvent) => {
              if (animationName === 'fade') this.model.removeTouch();
            }}
          >
            ${this.#overlay(size)}
          </svg>
        </div>
        ${!pick ? nothing : pick.mode ? pickMenu(this.model.pick) : pickLabel(this.model.pick)}
      </div>
    </div>`;
  }

  protected override updated(): void {
    this.#fit();
    const glass = this.#glass;
    // Until the screen has loaded, there is nothing to focus.
    if (!glass) return;
    const isPicking = this.state.pick !== undefined;
    const isRecording = this.state.recording !== undefined;
    // The keys of the pick and of the recording work at once.
    const begins = (isPicking && !this.#wasPicking) || (isRecording && !this.#wasRecording);
    const hasPicked = isRecording && !isPicking && this.#wasPicking;
    // What was picked may have opened an input box outside the page, which keeps the focus until it is closed.
    if (begins || (hasPicked && document.hasFocus())) glass.focus();
    this.#focusesLater = !begins && (hasPicked ? !document.hasFocus() : this.#focusesLater);
    this.#wasRecording = isRecording;
    this.#wasPicking = isPicking;
  }

  readonly #focusLate = (): void => {
    if (this.#focusesLater) this.#glass?.focus();
    this.#focusesLater = false;
  };

  #overlay(size: Size): TemplateResult {
    const { pinned, touch, isDraft, swipe } = this.page;
    const { pick } = this.model;
    const { outline } = this.state;
    const pointed = this.state.pick ? pick.element : this.page.pointed;
    const { stealth } = this.viewState;
    const { path } = this.#pointer;
    return screenOverlay({
      size,
      elements: this.state.elements?.list ?? [],
      outline:
        this.state.pick || !outline
          ? undefined
          : { boxes: outline.boxes, isWrong: outline.problem !== undefined },
      pointed,
      pinned: pinned?.element,
      pressed: path?.from,
      touch,
      crosshair: this.#keys?.crosshair,
      mark: this.#keys?.mark,
      swipe: path && path.reach > 0 ? path : isDraft ? swipe : undefined,
      stealth,
    });
  }

  get #glass(): HTMLElement | null {
    return this.querySelector('.glass');
  }

  // Set by script, because the Content Security Policy forbids style attributes.
  #fit(): void {
    const { size } = this.state.screen;
    const glass = this.#glass;
    const turned = glass?.querySelector<HTMLElement>('.turned');
    if (!size || !glass || !turned) return;
    const { turn } = this.viewState;
    const seen = rotateSize(size, turn);
    const scale = this.#scale(seen);
    glass.style.width = `${seen.width * scale}px`;
    glass.style.height = `${seen.height * scale}px`;
    turned.style.width = `${size.width * scale}px`;
    turned.style.height = `${size.height * scale}px`;
    turned.style.transform = `translate(-50%, -50%) rotate(${turn}deg)`;
    placeLabel(glass);
  }

  /** CSS pixels per device pixel at the current zoom. */
  get #shownScale(): number {
    const { size } = this.state.screen;
    return size ? this.#scale(rotateSize(size, this.viewState.turn)) : 1;
  }

  #scale(seen: Size): number {
    const { zoom } = this.viewState;
    if (zoom !== 'fit') return zoom;
    const width = Math.max(this.clientWidth - 2 * FRAME_PX, LEAST_PX);
    const height = Math.max(this.clientHeight - 2 * FRAME_PX, LEAST_PX);
    return Math.min(width / seen.width, height / seen.height);
  }

  #pixel(x: number, y: number): DevicePoint | undefined {
    const { size } = this.state.screen;
    const box = this.#glass?.getBoundingClientRect();
    return size && box && pixelAt({ x, y }, box, this.viewState.turn, size);
  }

  readonly #down = (event: PointerEvent): void => {
    const at = this.#pixel(event.clientX, event.clientY);
    if (at && this.state.pick && event.button === 2) this.model.pick.holdAt(at);
    if (!at || event.button !== 0) return;
    if (this.#pinch.press(event, this.#shownScale)) {
      this.#lift();
      return;
    }
    if (this.#pointer.path) return;
    this.#keys?.flush();
    if (this.state.pick) {
      if (this.state.pick.mode) this.model.pick.holdAt(at);
      else void this.model.pick.useAt(at);
      return;
    }
    if (this.viewState.inspect) {
      this.model.pinAt(at);
      return;
    }
    this.#glass?.setPointerCapture(event.pointerId);
    this.#pointer.press(event, at);
    this.model.press();
    this.requestUpdate();
  };

  readonly #move = (event: PointerEvent): void => {
    const zoom = this.#pinch.move(event);
    if (zoom !== undefined) {
      this.model.updateView({ zoom });
      return;
    }
    const to = this.#pixel(event.clientX, event.clientY);
    if (!to) return;
    if (this.state.pick) {
      this.model.pick.pointAt(to);
      return;
    }
    if (this.viewState.inspect) {
      this.model.pointAt(elementAt(this.state.elements?.list ?? [], to));
      return;
    }
    if (this.#pointer.move(event, to)) this.requestUpdate();
  };

  readonly #up = (event: PointerEvent): void => {
    this.#move(event);
    this.#pinch.release(event);
    const gesture = this.#pointer.release(event, this.viewState.stealth);
    if (!gesture) return;
    if (gesture.kind === 'swipe' && this.viewState.editFirst) {
      this.model.cancelPress();
      this.model.draft(gesture);
      // Its button sends the swipe.
      this.model.reveal(SWIPE);
    } else void this.#perform(gesture);
    this.requestUpdate();
  };

  readonly #leave = (): void => {
    if (this.state.pick) this.model.pick.pointAt(undefined);
    else if (this.viewState.inspect) this.model.pointAt(undefined);
  };

  readonly #cancel = (event: PointerEvent): void => {
    this.#pinch.release(event);
    this.#lift();
  };

  /** Discards the gesture in progress. */
  #lift(): void {
    if (this.#pointer.path) this.model.cancelPress();
    this.#pointer.cancel();
    this.requestUpdate();
  }

  readonly #turn = (event: WheelEvent): void => {
    event.preventDefault();
    if (event.ctrlKey) {
      this.model.updateView({ zoom: nextZoom(this.#shownScale, -event.deltaY) });
      return;
    }
    if (!this.viewState.inspect && !this.state.pick) this.#wheel.turn(event, this.clientHeight);
  };

  #scroll(at: DevicePoint, by: DevicePoint): void {
    const { size } = this.state.screen;
    const box = this.#glass?.getBoundingClientRect();
    const from = this.#pixel(at.x, at.y);
    if (!size || !box || !from) return;
    const scroll = scrollBy(from, toDeviceDistance(by, box, this.viewState.turn, size), size);
    if (scroll) void this.#perform({ kind: 'swipe', ...scroll, stealth: this.viewState.stealth });
  }

  readonly #press = (event: KeyboardEvent): void => {
    if (selectsAll(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (this.state.asks === true) {
      // The answer is not for the device.
      if (!keyAction(event, true)) return;
      event.preventDefault();
      event.stopPropagation();
      this.model.fail(ASKED);
      return;
    }
    if (this.state.pick) {
      if (!pressPickKey(event, this.model.pick)) return;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key === 'Escape' && this.#pointer.path) {
      this.#lift();
      event.preventDefault();
      return;
    }
    if (event.key === 'Escape' && this.page.pinned) {
      this.model.unpin();
      event.preventDefault();
      return;
    }
    if (!this.#keys?.press(event)) return;
    // Neither the webview nor VS Code may handle the key as well.
    event.preventDefault();
    event.stopPropagation();
  };

  async #perform(gesture: DeviceGesture): Promise<void> {
    if (await this.model.performOnPicture(gesture)) this.model.say(`${describeGesture(gesture)}: done.`);
  }
}

/** Returns true for the key that selects all, which would select the texts of the panel. */
function selectsAll(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  return (ctrlKey || metaKey) && !altKey && !shiftKey && letterOf(event) === 'a';
}

/** Handles a key while an element is picked; returns true if the pick uses it. */
function pressPickKey(event: KeyboardEvent, pick: ElementPick): boolean {
  const { key, altKey, ctrlKey, metaKey, isComposing } = event;
  if (altKey || ctrlKey || metaKey || isComposing) return false;
  const step = STEPS[key];
  if (step) pick.walk(step);
  else if (key === 'Enter') void pick.use();
  else if (key === 'Escape') void pick.cancel();
  else if (key.toLowerCase() === 'c') void pick.check();
  else if (/^[1-9]$/.test(key)) void pick.use(Number(key) - 1);
  // Nothing is typed on the device meanwhile.
  else return /^.$/u.test(key);
  return true;
}

/** Places the label of the outlined element above it, or below it at the upper edge of the screen. */
function placeLabel(glass: HTMLElement): void {
  const label = glass.querySelector<HTMLElement>('.pick-label');
  const outlined = glass.querySelector('.element.pointed');
  if (!label || !outlined) return;
  const screen = glass.getBoundingClientRect();
  const box = outlined.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = label;
  const above = box.top - screen.top - height - GAP;
  const below = Math.min(box.bottom - screen.top + GAP, screen.height - height);
  const left = Math.min(box.left - screen.left, screen.width - width);
  label.style.top = `${above >= 0 ? above : below}px`;
  label.style.left = `${Math.max(0, left)}px`;
}

/** Adds up wheel events until the wheel stops, so that one swipe scrolls by all of them. */
class Wheel {
  readonly #rested: (at: DevicePoint, by: DevicePoint) => void;
  #at: DevicePoint | undefined;
  #by: DevicePoint = { x: 0, y: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `rested` receives the start position and the total distance, in CSS pixels. */
  constructor(rested: (at: DevicePoint, by: DevicePoint) => void) {
    this.#rested = rested;
  }

  /** Adds a wheel event; `page` is the page height in CSS pixels, for events in pages. */
  turn(
    event: Pick<WheelEvent, 'clientX' | 'clientY' | 'deltaX' | 'deltaY' | 'deltaMode'>,
    page: number,
  ): void {
    const unit = event.deltaMode === 0 ? 1 : event.deltaMode === 1 ? LINE_PX : page;
    this.#at ??= { x: event.clientX, y: event.clientY };
    this.#by = { x: this.#by.x + event.deltaX * unit, y: this.#by.y + event.deltaY * unit };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#rest(), PAUSE_MS);
  }

  #rest(): void {
    const at = this.#at;
    const by = this.#by;
    this.#at = undefined;
    this.#by = { x: 0, y: 0 };
    if (at) this.#rested(at, by);
  }
}
