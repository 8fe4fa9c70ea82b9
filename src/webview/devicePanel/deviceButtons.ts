import { html, nothing, svg, type TemplateResult } from 'lit';
import { iconButton } from '../common/button.ts';
import { GLOBAL_BUTTONS } from '../common/globalButtons.ts';
import type { PanelModel } from './panelModel.ts';

const SPEAKER = svg`<path d="M2.5 6.5h2l3-2.5v8l-3-2.5h-2z" />`;

/** The keys at the edge of a phone, by Android key code. There are no codicons for them. */
const KEYS = [
  { key: 25, label: 'Volume Down', drawing: svg`${SPEAKER}<path d="M10 8h4" />` },
  { key: 24, label: 'Volume Up', drawing: svg`${SPEAKER}<path d="M10 8h4M12 6v4" />` },
  { key: 26, label: 'Power', drawing: svg`<path d="M8 2v5M5 4a5 5 0 1 0 6 0" />` },
];

/** Renders the buttons of a device. Those at its edge have Android key codes, so an iPhone has none. */
export function deviceButtons(kind: string, model: PanelModel): TemplateResult {
  return html`<div class="keys" role="group" aria-label="Device buttons">
    ${GLOBAL_BUTTONS.map(({ button, label, icon }) =>
      iconButton(icon, label, () => model.perform({ kind: 'global', button })),
    )}
    ${
      kind.includes('ios')
        ? nothing
        : KEYS.map(
            ({ key, label, drawing }) =>
              html`<button
                type="button"
                class="icon-button"
                title=${label}
                aria-label=${label}
                @click=${() => model.perform({ kind: 'key', key })}
              >
                <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${drawing}</svg>
              </button>`,
          )
    }
  </div>`;
}
