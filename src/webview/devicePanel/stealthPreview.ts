import { html, nothing, svg, type TemplateResult } from 'lit';
import { SHIFT_PX, shiftRandomly, stealthRange } from '../../flow/record/stealth.ts';
import { seededRandom } from '../../util/random.ts';
import type { Swipe } from './panelModel.ts';
import type { Size } from '../../util/pngSize.ts';

/** Number of sample points per drawing. */
const SAMPLES = 160;

/** Half the width of a drawing, in device pixels. */
const HALF = 18;

/**
 * Renders the possible outcomes of a stealth swipe (spec 4.9): a magnified view of its start and end points, its range
 * of durations, and a note if it becomes a long press.
 */
export function stealthPreview({ from, to, duration }: Swipe, size: Size): TemplateResult {
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
