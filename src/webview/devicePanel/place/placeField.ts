import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { SavedPlace } from '../../../protocol/devicePlace.ts';
import { PageElement, reactive, inputValueOf } from '../../common/element.ts';
import type { Gazetteer } from '../map/gazetteer.ts';
import { type PlaceSuggestion, suggestPlaces, explainNoMatch, isMeantAsPosition } from './suggestPlaces.ts';

/**
 * A combo box for a place or a position. Fires `typed` with the position that the text stands for, if any, in `detail`
 * as the user types, and `chosen` with the position that the user chose.
 */
export class PlaceField extends PageElement {
  static override properties = reactive(
    'saved',
    'gazetteer',
    'isLoading',
    'text',
    'active',
    'open',
    'problem',
  );

  declare saved: readonly SavedPlace[];
  declare gazetteer: Gazetteer | undefined;
  /** True while the names of places are loading. */
  declare isLoading: boolean;
  declare private text: string;
  declare private active: number;
  declare private open: boolean;
  declare private problem: string | undefined;
  /** True if the user pressed Enter before the names were loaded, so that the text is accepted afterward. */
  #acceptsOnceLoaded = false;

  constructor() {
    super();
    this.isLoading = false;
    this.text = '';
    this.active = 0;
    this.open = false;
  }

  /** Removes the text, because another position was selected elsewhere. */
  clear(): void {
    this.#show('', false);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('isLoading') || this.isLoading || !this.#acceptsOnceLoaded) return;
    this.#acceptsOnceLoaded = false;
    this.#accept(this.#list);
  }

  protected override render(): TemplateResult {
    const list = this.open ? this.#list : [];
    const active = list.length > 0 ? `place-${this.active}` : nothing;
    return html`<label for="place-text">Place or position</label>
      <input
        id="place-text"
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck="false"
        placeholder="Lisbon, or 48.8584, 2.2945"
        aria-autocomplete="list"
        aria-controls="place-list"
        aria-expanded=${list.length > 0}
        aria-activedescendant=${active}
        aria-invalid=${this.problem !== undefined}
        aria-describedby=${this.problem === undefined ? nothing : 'place-problem'}
        .value=${this.text}
        @input=${(event: Event) => this.#typed(inputValueOf(event))}
        @keydown=${(event: KeyboardEvent) => this.#key(event)}
        @blur=${() => (this.open = false)}
      />
      <div id="place-list" role="listbox" aria-label="Places" ?hidden=${list.length === 0}>
        ${list.map((suggestion, index) => this.#option(suggestion, index))}
      </div>
      ${
        this.problem === undefined
          ? nothing
          : html`<p id="place-problem" class="problem" role="alert">${this.problem}</p>`
      }`;
  }

  get #list(): readonly PlaceSuggestion[] {
    return suggestPlaces(this.text, this.saved, this.gazetteer);
  }

  #option(suggestion: PlaceSuggestion, index: number): TemplateResult {
    return html`<div
      role="option"
      id="place-${index}"
      aria-selected=${index === this.active}
      @pointerdown=${(event: Event) => event.preventDefault()}
      @click=${() => this.#choose(suggestion)}
    >
      <span>${suggestion.label}</span> <span class="more">${suggestion.more}</span>
    </div>`;
  }

  #typed(text: string): void {
    this.#show(text, true);
    this.active = 0;
    this.#fire('typed', this.#list[0]);
  }

  #key(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const list = this.#list;
    const next = { ArrowDown: this.active + 1, ArrowUp: this.active - 1 }[event.key];
    if (next !== undefined && list.length > 0) {
      this.active = this.open ? (next + list.length) % list.length : 0;
      this.open = true;
      this.#fire('typed', list[this.active]);
    } else if (event.key === 'Escape' && (this.open || this.#acceptsOnceLoaded)) {
      this.open = false;
      this.#acceptsOnceLoaded = false;
    } else if (event.key === 'Enter') this.#accept(list);
    else return;
    event.preventDefault();
  }

  #accept(list: readonly PlaceSuggestion[]): void {
    const suggestion = list[this.open ? this.active : 0];
    if (suggestion) this.#choose(suggestion);
    else if (this.isLoading && !isMeantAsPosition(this.text)) this.#acceptsOnceLoaded = true;
    else if (this.text.trim() !== '') this.problem = explainNoMatch(this.text);
  }

  #choose(suggestion: PlaceSuggestion): void {
    this.#show(suggestion.label, false);
    this.#fire('chosen', suggestion);
  }

  #show(text: string, open: boolean): void {
    this.text = text;
    this.open = open;
    this.problem = undefined;
    this.#acceptsOnceLoaded = false;
  }

  #fire(event: 'typed' | 'chosen', suggestion: PlaceSuggestion | undefined): void {
    const detail = suggestion && { latitude: suggestion.latitude, longitude: suggestion.longitude };
    this.dispatchEvent(new CustomEvent(event, { detail }));
  }
}
