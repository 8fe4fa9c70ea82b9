import { html, nothing, type TemplateResult } from 'lit';
import type { PanelState } from '../../protocol/devicePanel.ts';
import { codicon, iconButton, secondaryButton } from '../common/button.ts';
import type { PanelModel, PinnedElement } from './panelModel.ts';

/** Renders the tree of the elements of the screen, and the details of one. */
export function elementsView(
  elements: NonNullable<PanelState['elements']>,
  model: PanelModel,
): TemplateResult {
  if (elements.problem !== undefined) {
    return html`<p class="why">Cannot read the elements: ${elements.problem}</p>`;
  }
  return html`<div class="inspector">
    <element-tree .model=${model} .list=${elements.list} .pinned=${model.page.pinned?.element}></element-tree>
    ${elementCard(model)}
  </div>`;
}

/** Renders the details of the pinned element, else of the one under the pointer, else a hint. */
function elementCard(model: PanelModel): TemplateResult {
  const { pinned, pointed } = model.page;
  const element = pinned?.element ?? pointed;
  if (!element)
    return html`<div class="card">
      <p class="hint">Point at an element to see its details. Click it to pin them.</p>
    </div>`;
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
    ${pinned ? selectorView(pinned, model) : nothing}
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

/** Renders the selector that is recommended for the pinned element, and how many elements it finds. */
function selectorView({ isOnScreen, selector }: PinnedElement, model: PanelModel): TemplateResult {
  if (!isOnScreen) return html`<p class="selector hint" role="status">It is not on this screen anymore.</p>`;
  if (selector === null) return html`<p class="selector hint" role="status">No selector finds it.</p>`;
  if (!selector) return html`<p class="selector hint">…</p>`;
  const { label, json, matches } = selector;
  return html`<div class="selector">
    <p title=${label}>${label}</p>
    ${copyButton('Selector', json, model)}
    <p class="hint">${matches === 1 ? '1 match' : `${matches} matches, the first is used`}</p>
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
