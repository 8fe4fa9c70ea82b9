import { html, nothing, type TemplateResult } from 'lit';
import type { ValueChoice, ValueChoices } from '../../../protocol/flowValues.ts';
import { iconButton } from '../../common/button.ts';
import { reactive } from '../../common/element.ts';
import { moveByKey, SearchPopup } from '../searchPopup.ts';
import { closedExpression, type FixedValue, type PickerRow, pickerRows } from './pickerRows.ts';

/** A field that a value is chosen for. */
export interface PickerTarget {
  /** Accessible name of the picker. */
  readonly title: string;
  /** The element that the picker opens beside. */
  readonly anchor: HTMLElement;
  /** Texts that the field proposes. */
  readonly fixed: readonly FixedValue[];
  /** True if expressions are allowed. */
  readonly takesExpressions: boolean;
  /** The initial text of the search. */
  readonly query: string;
  /** Inserts a text and focuses the field. */
  readonly insert: (text: string) => void;
  /** Called when the picker closes without a choice, with the typed text; `isEscaped` is false after a click elsewhere. */
  readonly cancel: (query: string, isEscaped: boolean) => void;
}

/** The number of rows that Page Up and Page Down move by. */
const PAGE = 8;
const NOTHING_FOUND: ValueChoices = { choices: [], hasMore: false };
const RUN_FIRST = 'Run the flow once to see its outputs, or type the name of one.';

/** The popup that finds a value and inserts it into a field: a search box with a list of the values below it. */
export class ValuePicker extends SearchPopup {
  static override properties = reactive('inside', 'found');

  /** The value whose members are listed. */
  declare private inside: ValueChoice | undefined;
  declare private found: ValueChoices;
  /** Finds values; set once by the inspector. */
  search: (query: string, inside: string | undefined) => Promise<ValueChoices> = () =>
    Promise.resolve(NOTHING_FOUND);
  #target: PickerTarget | undefined;
  #searching: Promise<void> = Promise.resolve();
  #turn: Promise<void> = Promise.resolve();
  #searched = 0;
  /** The keys that wait for the rows of the text before them, with the length of the text typed after each. */
  readonly #waitingKeys = new Set<{ typedAfter: number }>();
  /** The text typed after the key that is handled, until it is used. */
  #typedAfter = '';

  constructor() {
    super();
    this.inside = undefined;
    this.found = NOTHING_FOUND;
    this.role = 'dialog';
  }

  get isOpen(): boolean {
    return this.#target !== undefined;
  }

  /** Opens the picker beside a field and moves the focus to its search box. */
  open(target: PickerTarget): void {
    this.#cancel(false);
    this.#target = target;
    this.text = target.query;
    this.inside = undefined;
    this.found = NOTHING_FOUND;
    this.active = 0;
    this.ariaLabel = target.title;
    this.show(target.anchor);
    this.#find();
  }

  /** Closes the picker as Escape does, which keeps what was typed. */
  close(): void {
    this.#cancel(true);
  }

  protected override render(): TemplateResult {
    const rows = this.#rows;
    const { inside, found } = this;
    return html`<div class="picker-head">
        ${inside ? iconButton('arrow-left', 'Back', () => this.#goBack()) : nothing}
        ${this.box({
          name: inside ? `Search in ${labelOf(inside)}` : 'Search values',
          placeholder: inside ? `Name in ${labelOf(inside)}` : 'Search values',
          count: rows.length,
        })}
      </div>
      <div class="picker-list" role="listbox" id=${this.listId} aria-label="Values">
        ${this.#groups(rows)}
      </div>
      ${
        inside?.isOpen === true && !inside.hasFields
          ? html`<p class="picker-note">${RUN_FIRST}</p>`
          : rows.length === 0
            ? html`<p class="picker-note">
                ${this.text === '' ? 'No values are available here.' : 'No values found.'}
              </p>`
            : nothing
      }
      ${found.hasMore ? html`<p class="picker-note">Type to find more values.</p>` : nothing}`;
  }

  get #box(): HTMLInputElement | null {
    return this.querySelector('input');
  }

  get #rows(): readonly PickerRow[] {
    return pickerRows(
      { query: this.text, inside: this.inside },
      this.found.choices,
      this.#target?.fixed ?? [],
    );
  }

  #find(): void {
    const { inside } = this;
    if (this.#target?.takesExpressions !== true) return;
    const [nextKey] = this.#waitingKeys;
    const text = nextKey ? this.#textBefore(nextKey) : this.text;
    const turn = ++this.#searched;
    this.#searching = this.search(text.trim(), inside?.expression).then(found => {
      if (turn !== this.#searched) return;
      this.found = found;
      this.active = 0;
    });
  }

  protected override typed(text: string): void {
    if (this.#waitingKeys.size === 0) {
      super.typed(text);
      this.#findTyped();
      return;
    }
    for (const key of this.#waitingKeys)
      key.typedAfter = Math.max(0, key.typedAfter + text.length - this.text.length);
    this.text = text;
  }

  #findTyped(): void {
    const closed = this.inside ? undefined : closedExpression(this.text);
    if (closed === undefined) this.#find();
    else this.#insert(closed);
  }

  protected override press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, shiftKey } = event;
    const box = this.#box;
    const isAtStart = box?.selectionStart === 0 && box.selectionEnd === 0;
    const isAtEnd = box?.selectionStart === this.text.length;
    const move = moveByKey(key, PAGE);
    if (key === 'Escape' || (key === 'Tab' && shiftKey)) this.#cancel(true);
    else if (move) this.#inTurn(() => (this.active = move(this.active, this.#rows.length)));
    else if (key === 'Enter' || key === 'Tab') this.#inTurn(row => row && this.#accept(row));
    else if (key === 'ArrowRight' && isAtEnd) this.#inTurn(row => row?.opens && this.#goInto(row.opens));
    else if ((key === 'ArrowLeft' || key === 'Backspace') && isAtStart && this.inside)
      this.#inTurn(() => this.#goBack());
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Keys apply to the rows for the text typed before them, which may not have arrived yet. Text that is typed meanwhile
  // belongs to what a key opens or inserts.
  #inTurn(run: (active: PickerRow | undefined) => void): void {
    const key = { typedAfter: 0 };
    this.#waitingKeys.add(key);
    this.#turn = this.#turn
      .then(() => this.#searching)
      .then(() => {
        this.#waitingKeys.delete(key);
        if (!this.isOpen) return;
        const before = this.#textBefore(key);
        this.#typedAfter = this.text.slice(before.length);
        this.text = before;
        run(this.#rows[this.active]);
        const typedAfter = this.#useTypedAfter();
        if (typedAfter === '') return;
        this.text += typedAfter;
        this.#findTyped();
      });
  }

  #textBefore({ typedAfter }: { readonly typedAfter: number }): string {
    return this.text.slice(0, this.text.length - typedAfter);
  }

  #useTypedAfter(): string {
    const typed = this.#typedAfter;
    this.#typedAfter = '';
    return typed;
  }

  protected override closed(): void {
    this.#cancel(false);
  }

  #accept(row: PickerRow): void {
    if (row.text !== undefined) this.#insert(row.text);
    else if (row.opens) this.#goInto(row.opens);
  }

  #insert(text: string): void {
    const target = this.#target;
    this.#target = undefined;
    this.hidePopover();
    target?.insert(text + this.#useTypedAfter());
  }

  #cancel(isEscaped: boolean): void {
    const target = this.#target;
    if (!target) return;
    this.#target = undefined;
    this.hidePopover();
    target.cancel(this.text, isEscaped);
  }

  #goInto(choice: ValueChoice): void {
    this.inside = choice;
    this.#list();
  }

  #goBack(): void {
    this.inside = undefined;
    this.#list();
  }

  #list(): void {
    this.text = this.#useTypedAfter();
    this.active = 0;
    this.found = NOTHING_FOUND;
    this.#box?.focus();
    this.#find();
  }

  #groups(rows: readonly PickerRow[]): readonly TemplateResult[] {
    const indexes = Map.groupBy(rows.keys(), index => rows[index]?.group ?? '');
    return [...indexes].map(([group, members], number) => {
      const id = `${this.listId}-group-${number}`;
      return html`<div role="group" aria-labelledby=${id}>
        <div class="picker-group" id=${id} role="presentation">${group}</div>
        ${members.map(index => {
          const row = rows[index];
          return row ? this.#row(row, index) : nothing;
        })}
      </div>`;
    });
  }

  #row(row: PickerRow, index: number): TemplateResult {
    const { label, type, sample, opens, text } = row;
    return this.option(
      index,
      () => this.#accept(row),
      html`<span class="value-name">${label}</span>
        <span class="value-type">${type}</span>
        ${sample === undefined ? nothing : html`<span class="value-sample">${sample}</span>`}
        ${
          opens && text !== undefined
            ? html`<span
                class="value-open codicon codicon-chevron-right"
                title="Show the values inside (Right Arrow)"
                aria-hidden="true"
                @click=${(event: Event) => {
                  event.stopPropagation();
                  this.#goInto(opens);
                }}
              ></span>`
            : nothing
        }`,
    );
  }
}

function labelOf({ group, name }: ValueChoice): string {
  return name === '' ? group : `${group} › ${name}`;
}
