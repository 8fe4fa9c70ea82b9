import { PageElement, reactive } from '../common/element.ts';

// Widths of the step list, in percent of the editor.
const LEAST_SHARE = 20;
const MAX_SHARE = 75;
const USUAL_SHARE = 40;
const STEP = 2;

/** The divider between the steps and the inspector, moved by mouse or keyboard. */
export class PageDivider extends PageElement {
  static override properties = reactive('share');

  /** Width of the step list in percent; undefined for the default. */
  declare share: number | undefined;
  declare onMove: (share: number | undefined) => void;

  constructor() {
    super();
    this.addEventListener('keydown', event => this.#key(event));
    this.addEventListener('pointerdown', event => this.setPointerCapture(event.pointerId));
    this.addEventListener('pointermove', event => this.#drag(event));
    this.addEventListener('dblclick', () => this.#move(undefined));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.role = 'separator';
    this.tabIndex = 0;
    this.ariaOrientation = 'vertical';
    this.ariaLabel = 'Width of the list of steps';
    this.ariaValueMin = String(LEAST_SHARE);
    this.ariaValueMax = String(MAX_SHARE);
    this.title = 'Drag to resize; double-click to reset';
  }

  protected override updated(): void {
    const { share } = this;
    const style = this.parentElement?.style;
    if (share === undefined) style?.removeProperty('--list-width');
    else style?.setProperty('--list-width', `${share}%`);
    this.ariaValueNow = String(Math.round(share ?? USUAL_SHARE));
  }

  #key(event: KeyboardEvent): void {
    const now = this.share ?? USUAL_SHARE;
    const to = {
      ArrowLeft: now - STEP,
      ArrowRight: now + STEP,
      Home: LEAST_SHARE,
      End: MAX_SHARE,
    }[event.key];
    if (to === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    this.#move(to);
  }

  #drag(event: PointerEvent): void {
    if (!this.hasPointerCapture(event.pointerId)) return;
    const { left, width } = this.parentElement?.getBoundingClientRect() ?? { left: 0, width: 0 };
    if (width > 0) this.#move(((event.clientX - left) / width) * 100);
  }

  #move(share: number | undefined): void {
    this.onMove(share === undefined ? undefined : Math.min(MAX_SHARE, Math.max(LEAST_SHARE, share)));
  }
}
