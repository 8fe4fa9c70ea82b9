import { html, nothing, type TemplateResult } from 'lit';
import type { PanelState } from '../../protocol/devicePanel.ts';
import type { PickState } from '../../protocol/elementPick.ts';
import { codicon, secondaryButton } from '../common/button.ts';
import type { ElementPick } from './elementPick.ts';

/** The number of choices that have a key. */
const KEYS = 9;

/** Renders what the user is asked for, above the screen. */
export function pickBanner(
  { step, takesPoints }: PickState,
  state: PanelState,
  pick: ElementPick,
): TemplateResult {
  const problem = state.elements?.problem;
  return html`<div
    class="pick-banner"
    role="group"
    aria-label="Pick an element"
    @keydown=${(event: KeyboardEvent) => cancelOnEscape(event, pick)}
  >
    ${codicon(problem === undefined ? 'target' : 'warning')}
    <div>
      <p class="pick-title">Pick an element for “${step}”</p>
      ${
        problem === undefined
          ? html`<p class="hint">Click it, or use the arrow keys and Enter. Right-click to compare names.</p>`
          : html`<p role="alert">
              This device does not report its elements: ${problem}
              ${takesPoints ? 'You can pick a point of the screen.' : nothing}
            </p>`
      }
    </div>
    ${secondaryButton('Cancel', () => void pick.cancel(), { title: 'Cancel (Escape)' })}
  </div>`;
}

function cancelOnEscape({ key, isComposing }: KeyboardEvent, pick: ElementPick): void {
  if (key === 'Escape' && !isComposing) void pick.cancel();
}

/** Renders the element that the selected step names, and the reason if the step may not find it. */
export function outlineNote({
  step,
  label,
  problem,
  boxes,
}: NonNullable<PanelState['outline']>): TemplateResult {
  // An element that is on another screen is no mistake of the step.
  const isWrong = problem !== undefined && boxes.length > 0;
  const icon = problem === undefined ? 'target' : isWrong ? 'error' : 'info';
  return html`<p class="outline-note ${isWrong ? 'wrong' : ''}" role="status">
    ${codicon(icon)}
    <span><b>${step}</b>: ${problem ?? label}</span>
  </p>`;
}

/** Renders the name of the outlined element that the step would use, for the screen. */
export function pickLabel(pick: ElementPick): TemplateResult | typeof nothing {
  if (!pick.element) return nothing;
  const [best] = pick.choices ?? [];
  const isNone = pick.choices?.length === 0;
  return html`<div class="pick-label ${isNone || best?.isUnique === false ? 'weak' : ''}" aria-hidden="true">
    <b>${best?.label ?? pick.element.name}</b>
    ${isNone ? html`<span>The step cannot name it</span>` : best ? html`<span>${best.detail}</span>` : nothing}
  </div>`;
}

/** Renders a menu at the clicked element: what a recording checks of it, or waits for. */
export function pickMenu(pick: ElementPick): TemplateResult | typeof nothing {
  const { element, choices } = pick;
  if (!element || !pick.isHeld || !choices) return nothing;
  const keep = (event: Event): void => event.stopPropagation();
  // The focus stays on the screen, since the menu is gone after a click.
  const keepFocus = (event: Event): void => event.preventDefault();
  return html`<div
    class="pick-label pick-menu"
    role="menu"
    aria-label=${element.name}
    @pointerdown=${keep}
    @mousedown=${keepFocus}
  >
    ${choices.length === 0 ? html`<p>Nothing about this element can be checked. Click another one.</p>` : nothing}
    ${choices.map(
      ({ label, detail }, index) =>
        html`<button
          type="button"
          role="menuitem"
          tabindex="-1"
          title=${detail}
          @click=${() => void pick.use(index)}
        >
          <b>${label}</b>
          ${detail === '' ? nothing : html`<span>${detail}</span>`}
          <kbd aria-hidden="true">${index + 1}</kbd>
        </button>`,
    )}
  </div>`;
}

/** Renders the ways in which the step can name the outlined element. */
export function pickChoicesView(pick: ElementPick): TemplateResult {
  const { element, choices } = pick;
  if (!element) return html`<p class="hint">Point at an element to see how the step can name it.</p>`;
  return html`<div class="picks" @keydown=${(event: KeyboardEvent) => cancelOnEscape(event, pick)}>
    <div class="pick-head">
      <p class="name">${element.name}</p>
      ${secondaryButton('Check…', () => void pick.check(), {
        title: 'Check this element in a flow or in a flow test (C)',
      })}
    </div>
    ${choices?.length === 0 ? html`<p class="why">The step cannot name this element. Pick another one.</p>` : nothing}
    <ol>
      ${choices?.map(
        ({ label, detail, isUnique }, index) =>
          html`<li>
            <button type="button" class="pick-choice" @click=${() => void pick.use(index)}>
              ${codicon(isUnique ? 'pass' : 'warning')}
              <span class="pick-name">${label}</span>
              ${index < KEYS ? html`<kbd aria-hidden="true">${index + 1}</kbd>` : nothing}
              <span class="hint">${detail}</span>
            </button>
          </li>`,
      )}
    </ol>
  </div>`;
}
