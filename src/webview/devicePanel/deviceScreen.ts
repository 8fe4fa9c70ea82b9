import { html, nothing, svg, type PropertyDeclarations, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { DevicePoint } from '../../flow/record/deviceGesture.ts';
import { gestureText } from '../../flow/record/gestureText.ts';
import type { PanelState } from '../../protocol/devicePanel.ts';
import { PageElement } from '../common/element.ts';
import type { PanelModel } from './panelModel.ts';
import { pixelAt, type Size, turnedSize } from './screenMap.ts';
import { gestureOf } from './touch.ts';

/** A finger on the glass. */
interface Finger {
  readonly pointer: number;
  readonly from: DevicePoint;
  readonly to: DevicePoint;
  /** Where it touched down on the page. */
  readonly x: number;
  readonly y: number;
  readonly reach: number;
  readonly since: number;
}

/** Space around the picture that its frame takes, in pixels of the page. */
const FRAME_PX = 20;

/** The screen of the device: its picture in a frame, moved by mouse, touch and keys. */
export class DeviceScreen extends PageElement {
  static override properties: PropertyDeclarations = {
    model: { attribute: false },
    state: { attribute: false },
    look: { attribute: false },
  };

  declare model: PanelModel;
  declare state: PanelState;
  declare look: PanelModel['look'];
  #finger: Finger | undefined;
  #glass: HTMLElement | undefined;
  readonly #resized = new ResizeObserver(() => this.#fit());

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resized.observe(this);
  }

  override disconnectedCallback(): void {
    this.#resized.disconnect();
    super.disconnectedCallback();
  }

  protected override render(): TemplateResult {
    const { size, display } = this.state.screen;
    const { name } = this.state.device;
    const label = `Screen of ${name}${display === 0 ? '' : `, display ${display}`}`;
    if (!size) return html`<div class="no-screen"></div>`;
    const { shown } = this.model;
    return html`<div class="frame">
      <div
        class="glass ${this.state.situation ? 'stale' : ''}"
        role="application"
        tabindex="0"
        aria-label=${label}
        ${ref(element => (this.#glass = element as HTMLElement | undefined))}
        @pointerdown=${this.#down}
        @pointermove=${this.#move}
        @pointerup=${this.#up}
        @pointercancel=${this.#cancel}
        @contextmenu=${(event: Event) => event.preventDefault()}
      >
        <div class="turned">
          ${shown ? html`<img alt="" draggable="false" src=${shown.url} />` : nothing}
          <svg viewBox="0 0 ${size.width} ${size.height}" aria-hidden="true">${this.#trace()}</svg>
        </div>
      </div>
    </div>`;
  }

  protected override updated(): void {
    this.#fit();
  }

  // Set by script, because the page's policy refuses styles in attributes.
  #fit(): void {
    const { size } = this.state.screen;
    const glass = this.#glass;
    const turned = glass?.querySelector<HTMLElement>('.turned');
    if (!size || !glass || !turned) return;
    const { turn } = this.look;
    const seen = turnedSize(size, turn);
    const scale = this.#scale(seen);
    glass.style.width = `${seen.width * scale}px`;
    glass.style.height = `${seen.height * scale}px`;
    turned.style.width = `${size.width * scale}px`;
    turned.style.height = `${size.height * scale}px`;
    turned.style.transform = `translate(-50%, -50%) rotate(${turn}deg)`;
  }

  #scale(seen: Size): number {
    const { zoom } = this.look;
    if (zoom !== 'fit') return zoom;
    const width = Math.max(this.clientWidth - 2 * FRAME_PX, 60);
    const height = Math.max(this.clientHeight - 2 * FRAME_PX, 60);
    return Math.min(width / seen.width, height / seen.height);
  }

  #pixel(event: PointerEvent): DevicePoint | undefined {
    const { size } = this.state.screen;
    const box = this.#glass?.getBoundingClientRect();
    return size && box && pixelAt({ x: event.clientX, y: event.clientY }, box, this.look.turn, size);
  }

  readonly #down = (event: PointerEvent): void => {
    const at = this.#pixel(event);
    if (!at || this.#finger || event.button !== 0) return;
    this.#glass?.setPointerCapture(event.pointerId);
    const { pointerId: pointer, clientX: x, clientY: y, timeStamp: since } = event;
    this.#finger = { pointer, from: at, to: at, x, y, reach: 0, since };
    this.requestUpdate();
  };

  readonly #move = (event: PointerEvent): void => {
    const finger = this.#finger;
    const to = this.#pixel(event);
    if (!to || finger?.pointer !== event.pointerId) return;
    const reach = Math.hypot(event.clientX - finger.x, event.clientY - finger.y);
    this.#finger = { ...finger, to, reach: Math.max(finger.reach, reach) };
    this.requestUpdate();
  };

  readonly #up = (event: PointerEvent): void => {
    this.#move(event);
    const finger = this.#finger;
    if (finger?.pointer !== event.pointerId) return;
    this.#finger = undefined;
    const { from, to, reach, since } = finger;
    const gesture = gestureOf({ from, to, reach, ms: event.timeStamp - since }, this.look.stealth);
    if (gesture.kind === 'swipe' && this.look.editFirst) {
      this.model.draft(gesture);
      return;
    }
    void this.model.perform(gesture).then(did => did && this.model.say(`${gestureText(gesture)}: done.`));
    this.requestUpdate();
  };

  readonly #cancel = (): void => {
    this.#finger = undefined;
    this.requestUpdate();
  };

  #trace(): TemplateResult | typeof nothing {
    if (!this.#finger) return nothing;
    const { from, to } = this.#finger;
    return svg`<line class="trace" x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y} />`;
  }
}
