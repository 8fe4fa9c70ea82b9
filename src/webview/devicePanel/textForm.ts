import { html, nothing, type TemplateResult } from 'lit';
import { fieldKind, type FieldKind } from '../../protocol/devicePanel.ts';
import { secondaryButton } from '../common/button.ts';
import { PageElement, reactive } from '../common/element.ts';
import type { PanelModel } from './panelModel.ts';

const HINTS: Readonly<Record<FieldKind, string>> = {
  text: '',
  password: 'A password field has the focus on the device. Your text is neither shown nor saved.',
  none: 'No field has the focus on the device. Tap a field first.',
  unknown: 'The device does not report its focused field. Your text is treated as a password.',
};

const KEYS = [
  { key: 66, label: 'Enter' },
  { key: 67, label: 'Backspace' },
  { key: 61, label: 'Tab' },
] as const;

/**
 * The form that types text into the focused field of the device; input is hidden unless that field is known not to hold
 * a password.
 */
export class TextForm extends PageElement {
  static override properties = reactive('model', 'field', 'isDisabled');

  declare model: PanelModel;
  /** True while the device takes no text. */
  declare isDisabled: boolean;
  /** The focused field of the device; undefined until it is known. */
  declare field: FieldKind | undefined;
  /** Number of requests for the focused field. */
  #requests = 0;
  /** Number of texts being sent. */
  #sending = 0;
  /** Texts that failed while others are still being sent. */
  #failed = '';

  protected override render(): TemplateResult {
    const { field, model, isDisabled } = this;
    const hint = field === undefined ? '' : HINTS[field];
    const { stealth } = model.viewState;
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
        <button type="submit" class="main-button" ?disabled=${isDisabled}>Type</button>
      </div>
      ${hint === '' ? nothing : html`<p class="hint" role="status">${hint}</p>`}
      <div class="row">
        ${KEYS.map(({ key, label }) => secondaryButton(label, () => model.perform({ kind: 'key', key }), { isDisabled }))}
        ${secondaryButton('Type Newest Passcode', () => void model.typePasscode(), { isDisabled })}
        ${secondaryButton('Clear Field', () => model.perform({ kind: 'clear' }), { isDisabled })}
      </div>
    </form>`;
  }

  async #ask(): Promise<void> {
    // The focus may have moved on the device; an outdated answer could reveal a password.
    this.field = undefined;
    const number = ++this.#requests;
    const answer = await this.model.ask({ kind: 'field' });
    if (number === this.#requests) this.field = fieldKind(answer) ? answer : 'unknown';
  }

  // The input is cleared on send, so that Enter does not send a text twice, and a late response does not clear newer
  // input.
  async #type(stealth: boolean): Promise<void> {
    const input = this.querySelector('input');
    const text = input?.value ?? '';
    if (!input || text === '') return;
    input.value = '';
    this.#sending++;
    const typed = await this.model.perform({ kind: 'text', text, stealth });
    this.#sending--;
    if (typed) this.model.say('Typed.');
    else this.#failed += text;
    if (this.#sending > 0 || this.#failed === '') return;
    input.value = this.#failed + input.value;
    this.#failed = '';
  }
}
