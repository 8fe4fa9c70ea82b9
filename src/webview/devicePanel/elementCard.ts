import { html, nothing, type TemplateResult } from 'lit';
import type { PanelState, ScreenElement } from '../../protocol/devicePanel.ts';

/** What the element under the pointer is, or how to look at one. */
export function elementCard(
  elements: NonNullable<PanelState['elements']>,
  pointed: ScreenElement | undefined,
): TemplateResult {
  if (elements.problem !== undefined) {
    return html`<p class="why">The elements cannot be read: ${elements.problem}</p>`;
  }
  if (!pointed) {
    return html`<p class="hint">
      Point at the screen or move the crosshair. A click or Enter copies where it is, as <code>x, y</code>.
      ${elements.list.length} elements.
    </p>`;
  }
  const { left, top, right, bottom, name, facts } = pointed;
  return html`<div class="card">
    <p class="name">${name}</p>
    <dl>
      <dt>Bounds</dt>
      <dd>${left}, ${top} – ${right}, ${bottom}</dd>
      <dt>Size</dt>
      <dd>${right - left} × ${bottom - top}</dd>
      ${
        facts.length === 0
          ? nothing
          : facts.map(
              fact =>
                html`<dt>${fact.name}</dt>
                  <dd>${fact.value}</dd>`,
            )
      }
    </dl>
  </div>`;
}
