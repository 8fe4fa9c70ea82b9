import { html, nothing, svg, type TemplateResult } from 'lit';
import { secondaryButton } from '../common/button.ts';
import { checkedOf, PageElement, reactive, inputValueOf } from '../common/element.ts';
import type { PanelModel, SwipeGesture } from './panelModel.ts';
import type { Size } from '../../util/pngSize.ts';
import { clampToDisplay } from './screenMap.ts';
import { seededRandom } from '../../util/random.ts';
import { SHIFT_PX, shiftRandomly, stealthRange } from '../../flow/record/stealth.ts';

/** Title of the section. */
export const SWIPE = 'Swipe';

/** Number of sample points per drawing. */
const SAMPLES = 160;

/** Half the width of a drawing, in device pixels. */
const HALF = 18;

/** The initial swipe: positions as fractions of the display, duration in milliseconds. */
const FIRST = { x: 0.5, from: 0.75, to: 0.25, duration: 300 } as const;

/** Minimum duration of a swipe, in milliseconds (wire facts 9). */
const LEAST_MS = 10;

/** The form with the numbers of the last swipe, to edit and send again, or of a draft. */
export class SwipeForm extends PageElement {
  static override properties = reactive('model', 'swipe', 'sent', 'viewState', 'size', 'problem');

  declare model: PanelModel;
  declare swipe: SwipeGesture | undefined;
  /** True if the numbers are those of the last swipe sent. */
  declare sent: boolean;
  declare viewState: PanelModel['viewState'];
  declare size: Size | undefined;
  /** Name and range of the first invalid number, as a sentence. */
  declare private problem: string | undefined;

  protected override render(): TemplateResult {
    const { size } = this;
    if (!size) return html`<p class="hint">Screen size not available yet.</p>`;
    const { stealth } = this.viewState;
    const swipe = { ...(this.swipe ?? initialSwipe(size)), stealth };
    const { from, to, duration } = swipe;
    return html`<form
      novalidate
      @submit=${(event: Event) => {
        event.preventDefault();
        if (this.#check()) void this.#send(swipe);
      }}
    >
      <div class="numbers">
        ${this.#number('From x', from.x, size.width - 1, x => this.model.draft({ ...swipe, from: { ...from, x } }))}
        ${this.#number('From y', from.y, size.height - 1, y => this.model.draft({ ...swipe, from: { ...from, y } }))}
        ${this.#number('To x', to.x, size.width - 1, x => this.model.draft({ ...swipe, to: { ...to, x } }))}
        ${this.#number('To y', to.y, size.height - 1, y => this.model.draft({ ...swipe, to: { ...to, y } }))}
        ${this.#number('Duration (ms)', duration, undefined, ms => this.model.draft({ ...swipe, duration: ms }))}
      </div>
      ${this.problem === undefined ? nothing : html`<p class="problem" role="alert">${this.problem}</p>`}
      <div class="row">
        <button type="submit" class="main-button">${this.sent ? 'Send Again' : 'Send Swipe'}</button>
        ${secondaryButton('Tap Start', () => this.#tap(swipe), { title: 'Tap the start point' })}
      </div>
      ${this.#checkbox('Preview swipes before sending', 'editFirst')} ${this.#checkbox('Stealth', 'stealth')}
      ${stealth ? stealthPreview(swipe, size) : nothing}
    </form>`;
  }

  #number(
    label: string,
    value: number,
    most: number | undefined,
    change: (value: number) => void,
  ): TemplateResult {
    return html`<label
      >${label}
      <input
        type="number"
        required
        min=${most === undefined ? LEAST_MS : 0}
        max=${most ?? nothing}
        step="1"
        .value=${String(value)}
        @input=${(event: Event) => {
          this.problem = undefined;
          const text = inputValueOf(event);
          const number = Number(text);
          // Incomplete input is ignored; the form reports it on submit.
          if (text !== '' && Number.isInteger(number) && number >= 0) change(number);
        }}
      />
    </label>`;
  }

  #checkbox(label: string, option: 'editFirst' | 'stealth'): TemplateResult {
    return html`<label class="tick">
      <input
        type="checkbox"
        .checked=${this.viewState[option]}
        @change=${(event: Event) => this.model.updateView({ [option]: checkedOf(event) })}
      />
      ${label}
    </label>`;
  }

  /** Explains the first invalid number, if any, and moves the focus to it. */
  #check(): boolean {
    const input = this.querySelector<HTMLInputElement>('input:invalid');
    if (!input) return true;
    const { min, max } = input;
    const range = max === '' ? `of at least ${min}` : `from ${min} to ${max}`;
    this.problem = `${input.labels?.[0]?.innerText.trim() ?? ''}: Enter a whole number ${range}.`;
    input.focus();
    return false;
  }

  async #send(swipe: SwipeGesture): Promise<void> {
    if (await this.model.perform(swipe)) this.model.say('Swipe sent.');
  }

  async #tap({ from, stealth }: SwipeGesture): Promise<void> {
    if (await this.model.perform({ kind: 'tap', at: from, stealth })) this.model.say('Tap sent.');
  }
}

function initialSwipe(size: Size): Omit<SwipeGesture, 'stealth'> {
  const at = (share: number): { x: number; y: number } =>
    clampToDisplay({ x: size.width * FIRST.x, y: size.height * share }, size);
  return { kind: 'swipe', from: at(FIRST.from), to: at(FIRST.to), duration: FIRST.duration };
}

/**
 * Renders the possible outcomes of a stealth swipe (spec 4.9): a magnified view of its start and end points, its range
 * of durations, and a note if it becomes a long press.
 */
function stealthPreview({ from, to, duration }: SwipeGesture, size: Size): TemplateResult {
  const { longPress, least, most } = stealthRange(from, to, duration);
  const random = seededRandom(1).next;
  const cloud = (name: string, at: { x: number; y: number }, most: number): TemplateResult => {
    const dots = Array.from({ length: SAMPLES }, () => shiftRandomly(at, most, size, random));
    const path = dots.map(({ x, y }) => `M ${x - at.x} ${y - at.y} h 0`).join(' ');
    return html`<figure>
      <svg viewBox="${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}" aria-hidden="true">
        ${svg`<circle class="reach" r=${most} /><path class="dots" d=${path} />
          <path class="middle" d="M -2 0 h 4 M 0 -2 v 4" />`}
      </svg>
      <figcaption>${name}: up to ${most} px</figcaption>
    </figure>`;
  };
  return html`<div class="preview">
    <div class="clouds">
      ${cloud(longPress ? 'Press' : 'Start', from, SHIFT_PX.start)}
      ${longPress ? nothing : cloud('End', to, SHIFT_PX.end)}
    </div>
    ${longPress ? html`<p>Shorter than 5 px: sent as a long press with slight drift.</p>` : nothing}
    <p>Duration: ${least} to ${most} ms.</p>
    <p class="hint">
      The service picks the exact points within these distances. Some devices also curve the path.
    </p>
  </div>`;
}
