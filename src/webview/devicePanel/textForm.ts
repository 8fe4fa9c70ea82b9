import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { fieldKind, type FieldKind } from '../../protocol/devicePanel.ts';
import { PageElement } from '../common/element.ts';
import type { PanelModel } from './panelModel.ts';

const HINTS: Readonly<Record<FieldKind, string>> = {
  text: '',
  password: 'A password field has the focus on the device: what you type is shown and kept nowhere.',
  none: 'No field has the focus on the device. Tap one first.',
  unknown: 'The device does not tell what has the focus, so that the text is treated as a password.',
};

const KEYS = [
  { key: 66, label: 'Enter' },
  { key: 67, label: 'Backspace' },
  { key: 61, label: 'Tab' },
] as const;

/** Text for the field that has the focus on the device, hidden where that may hold a password. */
export class TextForm extends PageElement {
  static override properties: PropertyDeclarations = {
    model: { attribute: false },
    field: { state: true },
  };

  declare model: PanelModel;
  declare field: FieldKind | undefined;

  protected override render(): TemplateResult {
    const { field, model } = this;
    const hint = field === undefined ? '' : HINTS[field];
    const { stealth } = model.look;
    return html`<form
      @submit=${(event: Event) => {
        event.preventDefault();
        void this.#type(stealth);
      }}
    >
      <div class="with-button">
        <input
          type=${field === 'text' || field === 'none' ? 'text' : 'password'}
          autocomplete="off"
          spellcheck="false"
          aria-label="Text to type on the device"
          placeholder="Text to type"
          @focus=${() => void this.#ask()}
        />
        <button type="submit" class="main-button">Type</button>
      </div>
      ${hint === '' ? nothing : html`<p class="hint" role="status">${hint}</p>`}
      <div class="row">
        ${KEYS.map(
          ({ key, label }) =>
            html`<button
              type="button"
              class="secondary-button"
              @click=${() => void model.perform({ kind: 'key', key })}
            >
              ${label}
            </button>`,
        )}
        <button type="button" class="secondary-button" @click=${() => void model.perform({ kind: 'clear' })}>
          Clear Field
        </button>
      </div>
    </form>`;
  }

  async #ask(): Promise<void> {
    const answer = await this.model.ask({ kind: 'field' });
    this.field = fieldKind(answer) ? answer : 'unknown';
  }

  async #type(stealth: boolean): Promise<void> {
    const input = this.querySelector('input');
    const text = input?.value ?? '';
    if (!input || text === '') return;
    if (!(await this.model.perform({ kind: 'text', text, stealth }))) return;
    input.value = '';
    this.model.say('Typed.');
  }
}
