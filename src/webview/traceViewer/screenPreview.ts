import { html, type TemplateResult } from 'lit';
import { PageElement, reactive } from '../common/element.ts';

/** The thumbnail of a screen at the size of the large screen, until its picture has been read. */
export class ScreenPreview extends PageElement {
  static override properties = reactive('bitmap', 'screen', 'label');

  declare bitmap: ImageBitmap;
  /** The ID of the screen. */
  declare screen: string;
  declare label: string;

  protected override updated(): void {
    const canvas = this.querySelector('canvas');
    const pen = canvas?.getContext('2d');
    if (!canvas || !pen) return;
    const { width, height } = this.bitmap;
    // Setting a size replaces the memory of the canvas.
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    pen.drawImage(this.bitmap, 0, 0);
  }

  protected override render(): TemplateResult {
    return html`<canvas role="img" aria-label=${this.label} data-screen=${this.screen}></canvas>`;
  }
}
