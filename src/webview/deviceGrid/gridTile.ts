import { html, nothing, type TemplateResult } from 'lit';
import type { DevicePoint } from '../../flow/record/deviceGesture.ts';
import type { TileState as Tile } from '../../protocol/deviceGrid.ts';
import type { Size } from '../../util/pngSize.ts';
import { codicon, iconButton, namedIcon, secondaryButton } from '../common/button.ts';
import { PageElement, reactive } from '../common/element.ts';
import { GLOBAL_BUTTONS } from '../common/globalButtons.ts';
import { PointerTracker } from '../devicePanel/pointerTracker.ts';
import { pixelAt } from '../devicePanel/screenMap.ts';
import { screenOverlay } from '../devicePanel/screenOverlay.ts';
import { fitInto, USUAL_SCREEN } from './gridLayout.ts';
import type { GridModel, TilePage } from './gridModel.ts';
import { Latest } from '../common/latest.ts';
import { blobOf } from '../common/bytes.ts';
import { excessiveSize } from '../../util/pictureSize.ts';

/** The time after which a picture is drawn again for a new size, in milliseconds. */
const RESIZED_MS = 150;

/** A picture, and the canvas and the size in CSS pixels in which it is shown. */
interface Drawing {
  readonly canvas: HTMLCanvasElement;
  readonly bytes: Uint8Array;
  readonly size: Size;
}

/** Width of the frame around the picture, in CSS pixels, as in deviceGrid.css. */
const FRAME_PX = 4;

/** One device of the grid: its name, its state, its screen, and its buttons. */
export class GridTile extends PageElement {
  static override properties = reactive('model', 'tile', 'page', 'stage', 'isActive');

  declare model: GridModel;
  declare tile: Tile;
  declare page: TilePage;
  /** The space for the screen, in CSS pixels. */
  declare stage: Size;
  /** True if the Tab key reaches the tile. */
  declare isActive: boolean;
  readonly #pointer = new PointerTracker();
  readonly #canvas = new TileCanvas();

  override disconnectedCallback(): void {
    this.#canvas.dispose();
    super.disconnectedCallback();
  }

  protected override render(): TemplateResult {
    const { id, name, state, situation } = this.tile;
    const { isActive: isInTabOrder } = this;
    const open = (): unknown => this.model.ask({ kind: 'openPanel', id });
    return html`<div class="tile" role="group" aria-label=${name} @focusin=${() => this.model.activate(id)}>
      <header>
        <h2 title=${name}>${name}</h2>
        <p class="more">${outcomeMark(this.tile)}${state === '' ? 'Loading…' : state}</p>
        ${iconButton('link-external', 'Open Device Panel', open, { isInTabOrder })}
      </header>
      <div class="stage">
        <div class="frame ${situation ? 'stale' : ''}">
          <div
            class="glass"
            role="button"
            tabindex=${isInTabOrder ? 0 : -1}
            aria-label="Screen of ${name}${situation ? `: ${situation.title}` : ''}"
            aria-describedby="grid-help"
            @pointerdown=${this.#down}
            @pointermove=${this.#move}
            @pointerup=${this.#up}
            @pointercancel=${this.#lift}
            @keydown=${this.#press}
            @contextmenu=${(event: Event) => event.preventDefault()}
          >
            <canvas aria-hidden="true"></canvas>
            ${this.#overlay()}
          </div>
        </div>
        ${this.#situation()} ${this.#failure()}
      </div>
      <div class="keys" role="group" aria-label="Device buttons">
        ${GLOBAL_BUTTONS.map(({ button, label, icon }) =>
          iconButton(icon, label, () => this.model.perform(id, { kind: 'global', button }), { isInTabOrder }),
        )}
      </div>
    </div>`;
  }

  protected override updated(): void {
    const { stage } = this;
    const frame = this.querySelector<HTMLElement>('.frame');
    const canvas = this.querySelector('canvas');
    if (!frame || !canvas) return;
    // Set by script, because the Content Security Policy forbids style attributes.
    const space = { width: stage.width - 2 * FRAME_PX, height: stage.height - 2 * FRAME_PX };
    const size = fitInto(space, this.tile.size ?? USUAL_SCREEN);
    frame.style.width = `${size.width}px`;
    frame.style.height = `${size.height}px`;
    const { picture } = this.page;
    if (picture && size.width > 0) this.#canvas.show(canvas, picture, size);
  }

  #overlay(): TemplateResult | typeof nothing {
    const { size } = this.tile;
    if (!size) return nothing;
    const { path } = this.#pointer;
    const content = screenOverlay({
      size,
      elements: [],
      pressed: path?.from,
      touch: this.page.touch,
      swipe: path && path.reach > 0 ? path : undefined,
      stealth: false,
      outline: undefined,
      pointed: undefined,
      pinned: undefined,
      crosshair: undefined,
      mark: undefined,
    });
    return html`<svg
      viewBox="0 0 ${size.width} ${size.height}"
      aria-hidden="true"
      @animationend=${({ animationName }: AnimationEvent) => {
        if (animationName === 'fade') this.model.removeTouch(this.tile.id);
      }}
    >
      ${content}
    </svg>`;
  }

  /** The reason why the screen cannot be shown, over the last picture. */
  #situation(): TemplateResult | typeof nothing {
    const { id, situation } = this.tile;
    if (!situation)
      return this.page.picture
        ? nothing
        : html`<div class="situation"><p class="more">Loading screen…</p></div>`;
    const { icon, title, sentence, acts } = situation;
    const { isActive: isInTabOrder } = this;
    return html`<div class="situation">
      ${codicon(icon)}
      <h3>${title}</h3>
      <p>${sentence}</p>
      ${acts.map(({ act, label }) =>
        secondaryButton(label, () => this.model.ask({ kind: 'act', id, act }), { isInTabOrder }),
      )}
    </div>`;
  }

  /** The failure of the last gesture. */
  #failure(): TemplateResult | typeof nothing {
    const { id, outcome } = this.tile;
    const { failure = outcome?.error } = this.page;
    if (failure === undefined) return nothing;
    const isOwn = this.page.failure !== undefined;
    const options = { isInTabOrder: this.isActive };
    return html`<div class="failure">
      <p title=${failure}>${failure}</p>
      ${isOwn ? iconButton('close', 'Dismiss', () => this.model.dismiss(id), options) : nothing}
    </div>`;
  }

  #pixel({ clientX: x, clientY: y }: PointerEvent): DevicePoint | undefined {
    const { size } = this.tile;
    const box = this.querySelector('.glass')?.getBoundingClientRect();
    return size && box && pixelAt({ x, y }, box, 0, size);
  }

  readonly #down = (event: PointerEvent): void => {
    const at = this.#pixel(event);
    if (!at || event.button !== 0 || this.#pointer.path) return;
    if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
    this.#pointer.press(event, at);
    this.requestUpdate();
  };

  readonly #move = (event: PointerEvent): void => {
    const to = this.#pixel(event);
    if (to && this.#pointer.move(event, to)) this.requestUpdate();
  };

  readonly #up = (event: PointerEvent): void => {
    this.#move(event);
    const gesture = this.#pointer.release(event, false);
    if (!gesture) return;
    this.requestUpdate();
    void this.model.perform(this.tile.id, gesture);
  };

  /** Discards the gesture in progress. */
  readonly #lift = (): void => {
    this.#pointer.cancel();
    this.requestUpdate();
  };

  readonly #press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && this.#pointer.path) this.#lift();
    else if (event.key === 'Enter' || event.key === ' ')
      void this.model.ask({ kind: 'openPanel', id: this.tile.id });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** Renders the result of the last gesture that was performed on all devices. */
function outcomeMark({ outcome }: Tile): TemplateResult | typeof nothing {
  if (!outcome) return nothing;
  const { state, expected, usedPoint } = outcome;
  const where =
    expected === undefined ? 'since the elements are unknown' : `on another element than ${expected}`;
  const [icon, label] =
    state === 'done' && usedPoint
      ? (['warning', `Done at the same point, ${where}`] as const)
      : [OUTCOME_ICONS[state], OUTCOME_LABELS[state]];
  return namedIcon(icon, label, { className: state, title: label });
}

const OUTCOME_ICONS = { waiting: 'ellipsis', done: 'pass', failed: 'error', paused: 'debug-pause' } as const;
const OUTCOME_LABELS = { waiting: 'Waiting', done: 'Done', failed: 'Failed', paused: 'Paused' } as const;

/**
 * Draws pictures on a canvas at the size at which they are shown, so that a grid needs the memory of its tiles and not
 * that of full screens. Of the pictures that arrive while one is decoded, only the last is drawn.
 */
class TileCanvas {
  #wanted: Drawing | undefined;
  readonly #drawings = new Latest();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Shows a picture in a size in CSS pixels. */
  show(canvas: HTMLCanvasElement, bytes: Uint8Array, size: Size): void {
    const { width, height } = this.#wanted?.size ?? {};
    const isSamePicture = this.#wanted?.canvas === canvas && this.#wanted.bytes === bytes;
    if (isSamePicture && width === size.width && height === size.height) return;
    this.#wanted = { canvas, bytes, size };
    clearTimeout(this.#timer);
    // While the page is resized, the browser scales what is drawn.
    if (isSamePicture) this.#timer = setTimeout(() => this.#draw(), RESIZED_MS);
    else this.#draw();
  }

  /** Cancels a pending drawing. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#wanted = undefined;
  }

  #draw(): void {
    this.#drawings.run(async () => {
      if (this.#wanted) await draw(this.#wanted);
    });
  }
}

async function draw({ canvas, bytes, size }: Drawing): Promise<void> {
  if (excessiveSize(bytes)) return;
  const pixels = (length: number): number => Math.max(1, Math.round(length * devicePixelRatio));
  const [resizeWidth, resizeHeight] = [pixels(size.width), pixels(size.height)];
  // A picture that cannot be decoded leaves the last one on the canvas.
  const bitmap = await createImageBitmap(blobOf(bytes), {
    resizeWidth,
    resizeHeight,
    resizeQuality: 'medium',
  }).catch(() => undefined);
  if (!bitmap) return;
  canvas.width = resizeWidth;
  canvas.height = resizeHeight;
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
}
