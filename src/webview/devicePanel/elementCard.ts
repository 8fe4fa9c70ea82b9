import { html, nothing, type TemplateResult } from 'lit';
import { counted } from '../../flow/check/checkSummary.ts';
import type { PanelState } from '../../protocol/devicePanel.ts';
import { codicon, iconButton, secondaryButton } from '../common/button.ts';
import type { PanelModel } from './panelModel.ts';

/** Renders the details of the pinned element, else of the one under the pointer, else a hint. */
export function elementCard(
  elements: NonNullable<PanelState['elements']>,
  model: PanelModel,
): TemplateResult {
  if (elements.problem !== undefined) {
    return html`<p class="why">Cannot read the elements: ${elements.problem}</p>`;
  }
  const { pinned, pointed } = model.page;
  const element = pinned?.element ?? pointed;
  if (!element) {
    return html`<p class="hint">
      Point at an element to see its details. Click it or press Enter to pin them.
      ${counted(elements.list.length, 'element')} on screen.
    </p>`;
  }
  const { left, top, right, bottom, name, facts } = element;
  const rows = [
    ...(pinned ? [{ name: 'Coordinates', value: `${pinned.at.x}, ${pinned.at.y}` }] : []),
    { name: 'Bounds', value: `${left}, ${top} – ${right}, ${bottom}` },
    { name: 'Size', value: `${right - left} × ${bottom - top}` },
    ...facts,
  ];
  return html`<div class="card">
    <div class="heading">
      <p class="name">${name}</p>
      ${pinned ? iconButton('pinned', 'Unpin (Escape)', () => model.unpin(), { name: 'Unpin' }) : nothing}
    </div>
    ${
      pinned
        ? secondaryButton('Check…', () => void model.checkPinned(), {
            title: 'Check this element in a flow or in a flow test',
          })
        : nothing
    }
    <dl>
      ${rows.map(
        row =>
          html`<dt>${row.name}</dt>
            <dd>
              <span>${row.value}</span>
              ${pinned ? copyButton(row.name, row.value, model) : nothing}
            </dd>`,
      )}
    </dl>
  </div>`;
}

function copyButton(name: string, value: string, model: PanelModel): TemplateResult {
  return html`<button
    type="button"
    class="icon-button copy"
    title="Copy ${name}"
    aria-label="Copy ${name}"
    @click=${() => void model.copy(name, value)}
  >
    ${model.page.copied === name ? html`${codicon('check')} Copied` : codicon('copy')}
  </button>`;
}
