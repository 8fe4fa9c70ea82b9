import type { TimeUnit } from '../../../flow/form/durations.ts';
import type { FormNode } from '../../../flow/form/formNode.ts';
import type { ParamChange } from '../../../flow/form/paramEdit.ts';
import { pointerOf } from '../../../flow/form/pointer.ts';
import type { PathSegment } from '../../../flow/template.ts';
import type { PageElement } from '../../common/element.ts';
import type { FlowEdits } from '../flowEdits.ts';
import { isField } from '../values/fieldValues.ts';
import { scrollWithin } from '../../common/scrollWithin.ts';
import { TypeAhead } from './typeAhead.ts';

/** An alternative editor for a form node, chosen by the user; `text` shows the ID of a record. */
export type Mode = 'json' | 'text';

/** The look that the user has chosen for a field while its step is shown. */
interface Look {
  readonly mode?: Mode | undefined;
  /** The unit of a duration. */
  readonly unit?: TimeUnit;
  /** True for a password that is shown as plain text. */
  readonly isRevealed?: boolean;
}

/** The fields of the inspected forms: their looks, and the changes that move the focus between them. */
export class FormFields {
  readonly #root: PageElement;
  readonly #edits: FlowEdits;
  readonly #looks = new Map<string, Look>();
  /** The groups of settings that were opened or folded, by title; they stay so for other steps. */
  readonly #groups = new Map<string, boolean>();
  readonly #typeAhead: TypeAhead;
  /** The search for fields, as typed; empty without a search, undefined if there is no search box. */
  filter: string | undefined;
  #isMoving = false;
  /** The field that a key is removing. */
  #removing: string | undefined;

  constructor(root: PageElement, edits: FlowEdits) {
    this.#root = root;
    this.#edits = edits;
    this.#typeAhead = new TypeAhead(root);
  }

  /** Forgets what was chosen, as for another step. */
  clear(): void {
    this.#looks.clear();
    this.#edits.opened.clear();
    this.filter = undefined;
  }

  /** Returns true for a group of settings that is open; one that is needed opens, and stays open. */
  isGroupOpen(title: string, { atFirst, isNeeded }: { atFirst: boolean; isNeeded: boolean }): boolean {
    if (isNeeded) this.#groups.set(title, true);
    return this.#groups.get(title) ?? atFirst;
  }

  setGroupOpen(title: string, isOpen: boolean): void {
    this.#groups.set(title, isOpen);
  }

  look(field: string): Look {
    return this.#looks.get(field) ?? {};
  }

  setLook(field: string, look: Look): void {
    this.#looks.set(field, { ...this.look(field), ...look });
    this.#root.requestUpdate();
  }

  /** Chooses the editor of a field, and discards its draft. */
  setMode(field: string, mode: Mode | undefined): void {
    this.setLook(field, { mode });
    this.#edits.forget(field);
    void this.#root.updateComplete.then(() => restoreFocus(this.#root, { name: field, start: 0, end: 0 }));
  }

  /** Returns the element of a field. */
  find(field: string): HTMLElement | null {
    return findField(this.#root, field);
  }

  /** Focuses the input of a field, or the form. */
  focus(field: HTMLElement): void {
    const group = field.closest('details');
    if (group) group.open = true;
    scrollWithin(this.#root, field, 'center');
    (inputOf(field) ?? this.#root).focus({ preventScroll: true });
  }

  /** Focuses the element that matches `selector`, or the first control in it. */
  focusFirst(selector = '.fields'): void {
    const fields =
      'input:not([readonly], [disabled]), select:not([disabled]), textarea:not([readonly]), chip-text, button';
    const root = this.#root.querySelector(selector) ?? this.#root;
    const [first] = root.matches(fields) ? [root] : root.querySelectorAll(fields);
    if (first instanceof HTMLElement) {
      first.focus({ preventScroll: true });
      first.scrollIntoView({ block: 'nearest' });
    } else this.#root.focus();
  }

  /** Makes a change that adds the value at `added`, unless its check resolves to undefined, and focuses its field. */
  async add(
    scope: string,
    path: readonly PathSegment[],
    change: ParamChange | Promise<ParamChange | undefined>,
    added: readonly PathSegment[],
  ): Promise<void> {
    const { activeElement: from } = document;
    let input: Element | undefined;
    this.#typeAhead.begin();
    try {
      const addition = await change;
      if (!addition || !(await this.#edits.change(scope, path, addition))) return;
      await this.#root.updateComplete;
      if (isTypingElsewhere(from)) return;
      input = this.#focusValue(scope, added);
      // Typing replaces the initial value.
      if (isField(input)) input.select();
    } finally {
      this.#typeAhead.end(input);
    }
  }

  /** Removes a value, and focuses the field of the value at `next`. */
  async remove(scope: string, path: readonly PathSegment[], next: readonly PathSegment[]): Promise<void> {
    const removed = scope + pointerOf(path);
    // A key that is held repeats before the item is gone, and would remove the next one.
    if (removed === this.#removing) return;
    this.#removing = removed;
    const { activeElement: from } = document;
    const isDone = await this.#edits.change(scope, path, { kind: 'remove' });
    await this.#root.updateComplete;
    if (removed === this.#removing) this.#removing = undefined;
    if (isDone && !isTypingElsewhere(from)) this.#focusValue(scope, next);
  }

  /** Moves an item of an array; returns true if the change was made. */
  async moveItem(scope: string, path: readonly PathSegment[], from: number, to: number): Promise<boolean> {
    // A key pressed during a move would apply to the item now in that position.
    if (this.#isMoving) return false;
    this.#isMoving = true;
    const isDone = await this.#edits.change(scope, path, { kind: 'moveItem', from, to });
    await this.#root.updateComplete;
    this.#isMoving = false;
    return isDone;
  }

  /** Shows an option without a value, and focuses it. */
  async open(scope: string, part: FormNode): Promise<void> {
    const { path, kind } = part;
    const { activeElement: from } = document;
    const isGroup = kind === 'object' || kind === 'array';
    if (kind === 'constant') await this.#edits.change(scope, path, { kind: 'set', value: part.constant });
    else if (isGroup && part.folded)
      await this.#edits.change(scope, path, { kind: 'set', value: part.start });
    await this.goTo(scope, part, from);
  }

  /** Removes the value of an option, which can be added again. */
  async close(scope: string, { path, pointer }: FormNode): Promise<void> {
    const field = scope + pointer;
    const { activeElement: from } = document;
    this.#edits.forget(field);
    // A pending edit can still write the first value.
    await this.#edits.change(scope, path, find =>
      find(path)?.origin === 'own' ? { kind: 'remove' } : undefined,
    );
    const { opened } = this.#edits;
    for (const other of opened) if (other === field || other.startsWith(`${field}/`)) opened.delete(other);
    this.#root.requestUpdate();
    await this.#root.updateComplete;
    if (isTypingElsewhere(from)) return;
    const around = scope + pointerOf(path.slice(0, -1));
    const button = this.#root.querySelector<HTMLElement>(`[data-options="${CSS.escape(around)}"]`);
    (button ?? inputOf(this.find(field)))?.focus();
  }

  /** Focuses a field, and shows it, and those around it, if they are options. */
  async goTo(scope: string, { path, pointer }: FormNode, from = document.activeElement): Promise<void> {
    this.filter = undefined;
    let around = pointer;
    for (let length = path.length; length > 0; length--) {
      this.#edits.opened.add(scope + around);
      around = around.slice(0, around.lastIndexOf('/'));
    }
    this.#root.requestUpdate();
    await this.#root.updateComplete;
    if (isTypingElsewhere(from)) return;
    const field = this.find(scope + pointer);
    field?.scrollIntoView({ block: 'nearest' });
    inputOf(field)?.focus({ preventScroll: true });
  }

  /** Sets the search for fields, and focuses its box when it opens. */
  search(filter: string | undefined): void {
    const isNew = this.filter === undefined && filter !== undefined;
    const isOver = this.filter !== undefined && filter === undefined;
    this.filter = filter;
    this.#root.requestUpdate();
    if (isNew || isOver)
      void this.#root.updateComplete.then(() => this.focusFirst(isNew ? '#field-search' : '.parameters'));
  }

  /** Focuses the input of a value and returns it; focuses the group around it if it is not shown. */
  #focusValue(scope: string, path: readonly PathSegment[]): HTMLElement | undefined {
    const input = inputOf(this.find(scope + pointerOf(path))) ?? undefined;
    (input ?? inputOf(this.find(scope + pointerOf(path.slice(0, -1)))))?.focus();
    return input;
  }
}

const NO_SELECTION = { selectionStart: null, selectionEnd: null };

/** A field that has the focus, with its selection. */
interface FocusedField {
  /** The value of `data-field`. */
  readonly name: string;
  readonly start: number | null;
  readonly end: number | null;
}

/** Returns the field below an element that has the focus. */
export function fieldInFocus(root: HTMLElement): FocusedField | undefined {
  const { activeElement } = document;
  if (!activeElement || !root.contains(activeElement)) return undefined;
  const name = activeElement.closest<HTMLElement>('[data-field]')?.dataset['field'];
  if (name === undefined) return undefined;
  const { selectionStart: start, selectionEnd: end } = isField(activeElement) ? activeElement : NO_SELECTION;
  return { name, start, end };
}

/** Returns the first input of a field, or its first button if it has none. */
function inputOf(field: HTMLElement | null): HTMLElement | null | undefined {
  const input = field?.querySelector<HTMLElement>(
    'input:not([disabled]), select:not([disabled]), textarea:not([disabled]), chip-text',
  );
  const buttons = ['.inside button', 'button'].map(selector => field?.querySelector<HTMLElement>(selector));
  return input ?? buttons.find(button => button);
}

/** Focuses the input that now renders a field, such as another one for a changed value, and restores the selection. */
export function restoreFocus(root: HTMLElement, { name, start, end }: FocusedField): void {
  const input = inputOf(findField(root, name));
  input?.focus();
  const isText = isField(input) && !(input instanceof HTMLInputElement && input.type !== 'text');
  if (isText && start !== null) input.setSelectionRange(start, end ?? start);
}

/** True if the focus has moved to another field since `from` had it, so that it must stay where the user types. */
function isTypingElsewhere(from: Element | null): boolean {
  const { activeElement } = document;
  return isField(activeElement) && activeElement !== from;
}

function findField(root: HTMLElement, name: string): HTMLElement | null {
  return root.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
}
