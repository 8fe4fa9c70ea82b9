import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { StepPath } from '../../flow/edit/flowEdit.ts';
import { sameStep } from '../../protocol/flowEdit.ts';
import type { OpenFlow } from '../../protocol/flowEditor.ts';
import { iconButton } from '../common/button.ts';
import { closestTo, PageElement, reactive, inputValueOf } from '../common/element.ts';
import type { EditorModel } from './editorModel.ts';
import { indexOf, type Selection } from './selection.ts';

const MAX_LENGTH = 200;

/** The search field above the step list: Enter goes to the next match, Shift+Enter to the previous one. */
export class StepFind extends PageElement {
  static override properties = reactive('flow', 'selection', 'isOpen', 'text', 'found');

  declare flow: OpenFlow;
  declare selection: Selection;
  declare model: EditorModel;
  /** Receives the matching steps; an empty list on close. */
  declare onFound: (found: readonly StepPath[]) => void;
  /** Called on close, to move the focus. */
  declare onClose: () => void;
  declare private isOpen: boolean;
  declare private text: string;
  declare private found: readonly StepPath[];
  /** Number of the latest search; the results of earlier ones are ignored. */
  #search = 0;

  constructor() {
    super();
    this.isOpen = false;
    this.text = '';
    this.found = [];
  }

  /** Opens the field, or focuses it again. */
  async open(): Promise<void> {
    this.isOpen = true;
    await this.updateComplete;
    this.querySelector('input')?.select();
    this.querySelector('input')?.focus();
    await this.#find(false);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('flow');
    if (this.isOpen && before && before.version !== this.flow.version) void this.#find(false);
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.isOpen) return nothing;
    const isNone = this.text !== '' && this.found.length === 0;
    return html`<div class="find" role="search" @keydown=${this.#key}>
      <input
        class=${isNone ? 'none' : ''}
        aria-label="Find in steps"
        placeholder="Find"
        spellcheck="false"
        maxlength=${MAX_LENGTH}
        .value=${live(this.text)}
        @input=${(event: Event) => {
          this.text = inputValueOf(event);
          void this.#find(true);
        }}
      />
      <span class="find-count ${isNone ? 'none' : ''}" role="status">${this.#count()}</span>
      ${this.#button('arrow-up', 'Previous match (Shift+Enter)', () => this.#go(-1))}
      ${this.#button('arrow-down', 'Next match (Enter)', () => this.#go(1))}
      ${this.#button('close', 'Close (Escape)', () => this.#close(), false)}
    </div>`;
  }

  #button(icon: string, label: string, run: () => void, needsFound = true): TemplateResult {
    return iconButton(icon, label, run, { isDisabled: needsFound && this.found.length === 0 });
  }

  #count(): string {
    if (this.text === '') return '';
    if (this.found.length === 0) return 'No results';
    const at = this.found.findIndex(step => sameStep(step, this.selection.active));
    return `${at === -1 ? '?' : at + 1} of ${this.found.length}`;
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    if (event.key === 'Escape') this.#close();
    else if (event.key === 'Enter' && closestTo(event, 'input')) this.#go(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  async #find(goes: boolean): Promise<void> {
    const search = ++this.#search;
    const found = await this.model.findSteps(this.text);
    if (search !== this.#search || !this.isOpen) return;
    this.found = found;
    this.onFound(found);
    if (goes) this.#go(0);
  }

  /** Shows the next match in a direction; 0 keeps the active step if it matches. */
  #go(direction: -1 | 0 | 1): void {
    const { steps } = this.flow;
    const at = indexOf(steps, this.model.selection.active);
    const matches = this.found.map(step => indexOf(steps, step));
    const to =
      direction < 0
        ? (matches.findLast(index => index < at) ?? matches.at(-1))
        : (matches.find(index => (direction === 0 ? index >= at : index > at)) ?? matches[0]);
    const step = to === undefined ? undefined : steps[to]?.step;
    if (step) this.model.show(step);
  }

  #close(): void {
    this.isOpen = false;
    this.found = [];
    this.onFound([]);
    this.onClose();
  }
}
