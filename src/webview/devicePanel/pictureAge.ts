import { html, nothing, type TemplateResult } from 'lit';
import { tickingTime } from '../../util/relativeTime.ts';
import { PageElement, reactive } from '../common/element.ts';

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** The time and the age of the current picture, updated every second. */
export class PictureAge extends PageElement {
  static override properties = reactive('takenAt', 'stale');

  declare takenAt: number | undefined;
  declare stale: boolean;
  #timer: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = setInterval(() => this.requestUpdate(), 1000);
  }

  override disconnectedCallback(): void {
    clearInterval(this.#timer);
    super.disconnectedCallback();
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.takenAt === undefined) return nothing;
    const age = tickingTime(this.takenAt, Date.now());
    return html`<span class="more" title="Time of this screen image"
      >${this.stale ? 'Last image ' : ''}${clock.format(this.takenAt)} · ${age}</span
    >`;
  }
}
