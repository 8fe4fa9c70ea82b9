import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { PageElement, reactive } from '../common/element.ts';
import type { PanelModel } from './panelModel.ts';

/** The screen of a mirrored device after its last gesture; loaded only while it is scrolled into view. */
export class MirrorPicture extends PageElement {
  static override properties = reactive('model', 'device', 'label', 'number', 'url');

  declare model: PanelModel;
  declare device: string;
  declare label: string;
  /** Changes when a new screenshot is worth taking. */
  declare number: number;
  declare url: string | undefined;
  #read: number | undefined;
  #isSeen = false;
  readonly #seen = new IntersectionObserver(([entry]) => {
    this.#isSeen = entry?.isIntersecting === true;
    void this.#load();
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#seen.observe(this);
  }

  override disconnectedCallback(): void {
    this.#seen.disconnect();
    this.#become(undefined);
    this.#read = undefined;
    super.disconnectedCallback();
  }

  protected override render(): TemplateResult | typeof nothing {
    return this.url === undefined ? nothing : html`<img src=${this.url} alt="Screen of ${this.label}" />`;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('number')) void this.#load();
  }

  async #load(): Promise<void> {
    const { number } = this;
    if (!this.#isSeen || this.#read === number) return;
    this.#read = number;
    const url = await this.model.readMirrorPicture(this.device);
    if (url === undefined) return;
    if (this.#read === number) this.#become(url);
    else this.model.closePicture(url);
  }

  #become(url: string | undefined): void {
    if (this.url !== undefined) this.model.closePicture(this.url);
    this.url = url;
  }
}
