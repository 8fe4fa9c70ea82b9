import { html, type PropertyValues, type TemplateResult } from 'lit';
import type { TraceFrame } from '../../protocol/traceViewer.ts';
import { PageElement, reactive } from '../common/element.ts';
import { drawStrip, lookOf, type StripLook } from './drawStrip.ts';
import {
  stripFrameAt,
  frameAtPlace,
  framesInSight,
  placesInTime,
  scrollToFrame,
  STRIP,
} from './stripLayout.ts';
import type { TraceModel } from './traceModel.ts';

/** The distance of the wheel that goes to the next frame, in CSS pixels. */
const WHEEL_PX = 40;
const PAGE = 10;

/** The screens of a device in the order of time, drawn on a canvas, with a line of the whole time below. */
export class TraceFilmstrip extends PageElement {
  static override properties = reactive('frames', 'current', 'words', 'version');

  declare frames: readonly TraceFrame[];
  declare current: number;
  /** Describes the current frame for screen readers. */
  declare words: string;
  /** Changes when other thumbnails can be drawn. */
  declare version: number;
  declare model: TraceModel;
  #places: readonly number[] = [];
  #scroll = 0;
  #wheel = 0;
  #drawing = 0;
  /** The part that the pointer drags. */
  #dragged: 'frames' | 'line' | undefined;
  #look: StripLook | undefined;
  /** The width of the strip in CSS pixels. Reading it while the page changes would lay the page out once more. */
  #width = 0;
  readonly #resizes = new ResizeObserver(() => {
    this.#width = this.clientWidth;
    this.#follow();
  });
  // Colors change with the theme, which VS Code sets on the body.
  readonly #themes = new MutationObserver(() => {
    this.#look = undefined;
    this.#draw();
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resizes.observe(this);
    this.#themes.observe(document.body, {
      attributes: true,
      attributeFilter: ['class', 'data-vscode-theme-id'],
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizes.disconnect();
    this.#themes.disconnect();
    this.#look = undefined;
  }

  protected override firstUpdated(): void {
    // Not passive, since the wheel must not scroll the page.
    this.querySelector('.strip')?.addEventListener('wheel', this.#turn, { passive: false });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('frames')) this.#places = placesInTime(this.frames);
  }

  protected override updated(): void {
    this.#follow();
  }

  protected override render(): TemplateResult {
    return html`<div
      class="strip"
      role="slider"
      tabindex="0"
      aria-label="Screens in time"
      aria-valuemin="1"
      aria-valuemax=${this.frames.length}
      aria-valuenow=${this.current + 1}
      aria-valuetext=${this.words}
      @keydown=${this.#key}
      @pointerdown=${this.#press}
      @pointermove=${this.#drag}
      @pointerup=${() => (this.#dragged = undefined)}
      @pointercancel=${() => (this.#dragged = undefined)}
    >
      <canvas aria-hidden="true"></canvas>
    </div>`;
  }

  /** Scrolls to the current frame and draws. */
  #follow(): void {
    this.#scroll = scrollToFrame(this.current, this.frames.length, this.#scroll, this.#width);
    this.#draw();
  }

  #draw(): void {
    if (this.#drawing !== 0) return;
    this.#drawing = requestAnimationFrame(() => {
      this.#drawing = 0;
      const canvas = this.querySelector('canvas');
      const width = this.#width;
      if (!canvas || width === 0 || !this.isConnected) return;
      const { thumbnails } = this.model;
      const [first, end] = framesInSight(this.frames.length, this.#scroll, width);
      thumbnails.want({ frames: this.frames, first, end });
      this.toggleAttribute('data-ready', thumbnails.areRead);
      drawStrip(canvas, width, {
        frames: this.frames,
        places: this.#places,
        first,
        end,
        current: this.current,
        scroll: this.#scroll,
        pictureOf: id => thumbnails.get(id),
        look: (this.#look ??= lookOf(canvas)),
      });
    });
  }

  readonly #key = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const to: Readonly<Record<string, number>> = {
      ArrowLeft: this.current - 1,
      ArrowDown: this.current - 1,
      ArrowRight: this.current + 1,
      ArrowUp: this.current + 1,
      PageDown: this.current + PAGE,
      PageUp: this.current - PAGE,
      Home: 0,
      End: this.frames.length - 1,
    };
    const frame = to[key];
    if (frame === undefined) return;
    event.preventDefault();
    this.model.selectFrame(frame);
  };

  readonly #turn = (event: Event): void => {
    if (!(event instanceof WheelEvent) || event.ctrlKey) return;
    event.preventDefault();
    const unit = event.deltaMode === 0 ? 1 : WHEEL_PX;
    const distance = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY;
    this.#wheel += distance * unit;
    const frames = Math.trunc(this.#wheel / WHEEL_PX);
    this.#wheel -= frames * WHEEL_PX;
    if (frames !== 0) this.model.selectFrame(this.current + frames);
  };

  readonly #press = (event: PointerEvent): void => {
    if (event.button !== 0 || !(event.currentTarget instanceof HTMLElement)) return;
    const { top } = this.getBoundingClientRect();
    this.#dragged = event.clientY - top > STRIP.pad + STRIP.height + STRIP.label ? 'line' : 'frames';
    event.currentTarget.setPointerCapture(event.pointerId);
    this.#drag(event);
  };

  readonly #drag = (event: PointerEvent): void => {
    if (!this.#dragged) return;
    const { left, width } = this.getBoundingClientRect();
    const x = event.clientX - left;
    const frame =
      this.#dragged === 'frames'
        ? stripFrameAt(x, this.frames.length, this.#scroll)
        : frameAtPlace(this.#places, (x - STRIP.pad) / Math.max(1, width - 2 * STRIP.pad));
    if (frame !== this.current) this.model.selectFrame(frame);
  };
}
