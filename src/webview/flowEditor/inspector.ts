import { html, type PropertyValues, type TemplateResult } from 'lit';

import type { TimeUnit } from '../../flow/form/durations.ts';
import type { FormNode } from '../../flow/form/formNode.ts';
import { pointerOf } from '../../flow/form/pointer.ts';
import type { ParamChange } from '../../flow/form/paramEdit.ts';
import type { PathSegment } from '../../flow/template.ts';
import type { ReferenceItem, StepRun } from '../../protocol/flowEditor.ts';
import { closestTo, PageElement, reactive } from '../common/element.ts';
import { type Details, fieldsAlong, ownerOf, STEP_SCOPE } from './draftWriter.ts';
import type { EditorModel } from './editorModel.ts';
import { fieldInFocus, inputOf, isTypingElsewhere, restoreFocus } from './fieldFocus.ts';
import { drawPart } from './form/drawPart.ts';
import type { FormContext, Mode } from './form/formContext.ts';
import { OpenOptions } from './form/openOptions.ts';
import { OptionPicker } from './form/optionPicker.ts';
import { PopupMenu } from './form/popupMenu.ts';
import { TypeAhead } from './form/typeAhead.ts';
import { placeByField, type ProblemPlaces } from './problemPlaces.ts';
import { settingsView } from './settingsView.ts';
import { stepNumber } from '../../flow/edit/flowEdit.ts';
import { STEP_FIELDS, stepView } from './stepView.ts';
import { isField } from './values/fieldValues.ts';
import { ValueLabels } from './values/valueLabels.ts';
import { ValuePicker } from './values/valuePicker.ts';

/** Keys that with Ctrl or Command move the cursor or edit the text of an input. */
const EDITING_KEYS = /^(Arrow|Home|End|Backspace|Delete|Control|Meta|Shift)/;

/** Keys that delete or rename steps in the step list. */
const STEP_KEYS = /^(Delete|Backspace|F2)$/;

/** The right side of the editor: the form of a step or of the flow settings. */
export class FlowInspector extends PageElement {
  static override properties = reactive('details', 'editable', 'run', 'hasTrace', 'revision', 'subject');

  declare details: Details | undefined;
  declare editable: boolean;
  /** Result of the step in the shown run. */
  declare run: StepRun | undefined;
  /** True if the shown run has a trace. */
  declare hasTrace: boolean;
  /** Changes with anything else in the model, such as drafts. */
  declare revision: number;
  /** Changes when another step is shown, but not when the same one moves. */
  declare subject: number;
  declare model: EditorModel;
  readonly #modes = new Map<string, Mode>();
  /** The chosen units of durations. */
  readonly #units = new Map<string, TimeUnit>();
  /** Fields of passwords shown as plain text while their step is shown. */
  readonly #revealed = new Set<string>();
  readonly #options = new OpenOptions();
  readonly #menu = new PopupMenu();
  readonly #optionPicker = new OptionPicker();
  readonly #picker = new ValuePicker();
  readonly #labels = new ValueLabels();
  readonly #typeAhead = new TypeAhead(this);
  #owner = '';
  #isMoving = false;
  /** The field that a key is removing. */
  #removing: string | undefined;

  constructor() {
    super();
    this.addEventListener('scroll', () => {
      this.#picker.close();
      this.model.storeScroll({ details: this.scrollTop });
    });
    this.addEventListener('keydown', this.#chord);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.role = 'region';
    this.tabIndex = -1;
    this.#picker.search = async (query, inside) => {
      const found = await this.model.search.values(this.model.selection.active, query, inside);
      this.#labels.learn(found.choices);
      return found;
    };
    document.body.append(this.#menu, this.#optionPicker, this.#picker);
  }

  // A shortcut may need the file, such as Save, so pending text is written first. Undo of invalid text is left to the
  // input.
  readonly #chord = (event: KeyboardEvent): void => {
    // In the window, these keys are shortcuts for the selected steps.
    if (isField(event.target) && STEP_KEYS.test(event.key)) event.stopPropagation();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || EDITING_KEYS.test(event.key)) return;
    const { model } = this;
    const key = event.key.toLowerCase();
    if (key === 'f' && !event.shiftKey) {
      event.preventDefault();
      event.stopPropagation();
      this.#search(this.#options.filter ?? '');
      return;
    }
    if (key === ' ') {
      if (!event.defaultPrevented) this.#insertValue(event);
      return;
    }
    const name = closestTo(event, '[data-field]')?.dataset['field'];
    if (name !== undefined && (key === 'z' || key === 'y')) {
      const isInvalid = model.typing.isInvalid(name);
      const isPending = model.typing.isPending(name);
      if (isInvalid || isPending) event.stopPropagation();
      if (isInvalid) return;
      if (isPending) {
        event.preventDefault();
        if (key === 'z' && !event.shiftKey) void model.undo();
      }
    }
    void model.typing.flush();
  };

  // Text fields open the picker themselves, at their caret.
  #insertValue(event: KeyboardEvent): void {
    const button = closestTo(event, '[data-field]:has(> .head > .insert-value)')?.querySelector<HTMLElement>(
      ':scope > .head > .insert-value > button',
    );
    if (!button || !event.ctrlKey) return;
    event.preventDefault();
    button.click();
  }

  /** Focuses the element that matches `selector`, or the first control in it. */
  focusField(selector = '.fields'): void {
    const fields =
      'input:not([readonly], [disabled]), select:not([disabled]), textarea:not([readonly]), chip-text, button';
    const root = this.querySelector(selector) ?? this;
    const [first] = root.matches(fields) ? [root] : root.querySelectorAll(fields);
    if (first instanceof HTMLElement) first.focus();
    else this.focus();
  }

  /** Focuses the field of the first problem. */
  focusProblem(): void {
    const problems = this.details?.problems ?? [];
    const problem = problems.find(({ severity }) => severity === 'error') ?? problems[0];
    if (problem) this.focusPath(problem.path);
  }

  /** Focuses the field at a path, or the nearest one around it. */
  focusPath(path: readonly PathSegment[]): void {
    const names = this.details ? fieldsAlong(this.details, path) : [];
    const field = names.map(name => this.#fieldOf(name)).find(candidate => candidate !== null);
    if (!field) return;
    field.scrollIntoView({ block: 'center' });
    (inputOf(field) ?? this).focus({ preventScroll: true });
  }

  protected override willUpdate(changed: PropertyValues): void {
    const owner = this.details ? ownerOf(this.details) : '';
    if (!changed.has('details') || owner === this.#owner) return;
    this.#owner = owner;
    this.#modes.clear();
    this.#units.clear();
    this.#revealed.clear();
    this.#options.clear();
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.get('subject') !== undefined) this.scrollTop = 0;
  }

  protected override update(changed: PropertyValues): void {
    const field = fieldInFocus(this);
    super.update(changed);
    if (field && !this.contains(document.activeElement)) restoreFocus(this, field);
  }

  protected override render(): TemplateResult {
    const { details } = this;
    if (!details) return html``;
    this.ariaLabel = details.kind === 'step' ? `Step ${stepNumber(details.step)}` : 'Flow settings';
    const { form, problems } = details;
    if (details.kind === 'settings') {
      return settingsView(details, this.#context('', placeByField(form, problems, []), false), this.model);
    }
    const { others, values } = details;
    this.#labels.know(values);
    const params = this.#context('', placeByField(form, problems, ['params']), true);
    const rest = problems.filter(({ path }) => !STEP_FIELDS.includes(path[0]));
    const places = others ? placeByField(others, rest, []) : new Map([['', rest]]);
    const own = this.#context(STEP_SCOPE, places, true);
    return stepView(details, params, own, this.run, this.hasTrace, this.model);
  }

  #context(scope: string, problems: ProblemPlaces, takesExpressions: boolean): FormContext {
    const { model } = this;
    return {
      scope,
      editable: this.editable,
      problems,
      takesExpressions,
      picker: this.#picker,
      labelOf: this.#labels.labelOf,
      mode: ({ pointer }) => this.#modes.get(`${scope}${pointer}`),
      setMode: ({ pointer }, mode) => this.#setMode(`${scope}${pointer}`, mode),
      unit: field => this.#units.get(field),
      setUnit: (field, unit) => {
        this.#units.set(field, unit);
        this.requestUpdate();
      },
      held: field => model.typing.held(field),
      type: (field, as, text, secret) => {
        this.#options.keep(field);
        model.typing.type(field, as, text, secret);
      },
      overtaken: field => model.typing.overtaken(field),
      takeUp: field => model.typing.takeUp(field),
      hold: (field, text, problem) => model.typing.hold(field, text, problem),
      isRevealed: field => this.#revealed.has(field),
      reveal: (field, isRevealed) => {
        if (isRevealed) this.#revealed.add(field);
        else this.#revealed.delete(field);
        this.requestUpdate();
      },
      leave: field => void model.typing.leave(field),
      forget: field => model.typing.forget(field),
      change: (path, change) => {
        this.#options.keep(scope + pointerOf(path));
        void model.change(scope, path, change);
      },
      add: (path, change, added) => void this.#add(scope, path, change, added),
      remove: (path, next) => void this.#remove(scope, path, next),
      moveItem: (path, from, to, count) => this.#moveItem(scope, path, from, to, count),
      reference: id => this.#reference(id),
      canPick: ({ pointer }) =>
        scope === '' && this.details?.kind === 'step' && this.details.elementPointers.includes(pointer),
      pickElement: path => void model.pickElement(path),
      chooseReference: (path, kind) => void model.chooseParam(path, kind),
      copyId: id => void model.copyId(id),
      isOpened: field => this.#options.has(field),
      openOption: part => void this.#open(scope, part),
      closeOption: part => void this.#close(scope, part),
      hasDraftIn: field => model.typing.hasTextIn(field),
      goTo: part => void this.#goTo(scope, part),
      filter: this.#options.filter,
      setFilter: filter => this.#search(filter),
      pick: ({ currentTarget }, title, items) => {
        if (currentTarget instanceof HTMLElement) this.#optionPicker.open(currentTarget, title, items);
      },
      openMenu: ({ currentTarget }, items) => {
        if (currentTarget instanceof HTMLElement) this.#menu.open(currentTarget, items);
      },
      draw: drawPart,
    };
  }

  async #add(
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
      if (!addition || !(await this.model.change(scope, path, addition))) return;
      await this.updateComplete;
      if (isTypingElsewhere(from)) return;
      input = this.#focusValue(scope, added);
      // Typing replaces the initial value.
      if (isField(input)) input.select();
    } finally {
      this.#typeAhead.end(input);
    }
  }

  async #remove(scope: string, path: readonly PathSegment[], next: readonly PathSegment[]): Promise<void> {
    const removed = scope + pointerOf(path);
    // A key that is held repeats before the item is gone, and would remove the next one.
    if (removed === this.#removing) return;
    this.#removing = removed;
    const { activeElement: from } = document;
    const isDone = await this.model.change(scope, path, { kind: 'remove' });
    await this.updateComplete;
    if (removed === this.#removing) this.#removing = undefined;
    if (isDone && !isTypingElsewhere(from)) this.#focusValue(scope, next);
  }

  /** Focuses the input of a value and returns it; focuses the group around it if it is not shown. */
  #focusValue(scope: string, path: readonly PathSegment[]): HTMLElement | undefined {
    const input = inputOf(this.#fieldOf(scope + pointerOf(path))) ?? undefined;
    (input ?? inputOf(this.#fieldOf(scope + pointerOf(path.slice(0, -1)))))?.focus();
    return input;
  }

  async #open(scope: string, part: FormNode): Promise<void> {
    const { path, kind } = part;
    const { activeElement: from } = document;
    if (kind === 'constant') await this.model.change(scope, path, { kind: 'set', value: part.constant });
    else if ((kind === 'object' || kind === 'array') && part.folded)
      await this.model.change(scope, path, { kind: 'set', value: part.start });
    await this.#goTo(scope, part, from);
  }

  async #close(scope: string, { path, pointer }: FormNode): Promise<void> {
    const { activeElement: from } = document;
    this.model.typing.forget(scope + pointer);
    // A pending edit can still write the first value.
    await this.model.change(scope, path, find =>
      find(path)?.origin === 'own' ? { kind: 'remove' } : undefined,
    );
    this.#options.close(scope + pointer);
    this.requestUpdate();
    await this.updateComplete;
    if (isTypingElsewhere(from)) return;
    const around = scope + pointerOf(path.slice(0, -1));
    const button = this.querySelector<HTMLElement>(`[data-options="${CSS.escape(around)}"]`);
    (button ?? inputOf(this.#fieldOf(scope + pointer)))?.focus();
  }

  async #goTo(scope: string, part: FormNode, from = document.activeElement): Promise<void> {
    this.#options.filter = undefined;
    this.#options.open(scope, part);
    this.requestUpdate();
    await this.updateComplete;
    if (isTypingElsewhere(from)) return;
    const field = this.#fieldOf(scope + part.pointer);
    field?.scrollIntoView({ block: 'nearest' });
    inputOf(field)?.focus({ preventScroll: true });
  }

  #search(filter: string | undefined): void {
    const isNew = this.#options.filter === undefined && filter !== undefined;
    const isOver = this.#options.filter !== undefined && filter === undefined;
    this.#options.filter = filter;
    this.requestUpdate();
    if (isNew || isOver)
      void this.updateComplete.then(() => this.focusField(isNew ? '#field-search' : '.parameters'));
  }

  #reference(id: unknown): ReferenceItem | undefined {
    return this.details?.kind === 'step'
      ? this.details.references.find(reference => reference.id === id)
      : undefined;
  }

  #fieldOf(name: string): HTMLElement | null {
    return this.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
  }

  async #moveItem(
    scope: string,
    path: readonly PathSegment[],
    from: number,
    to: number,
    count: number,
  ): Promise<boolean> {
    // A key pressed during a move would apply to the item now in that position.
    if (this.#isMoving) return false;
    this.#isMoving = true;
    const isDone = await this.model.change(scope, path, { kind: 'moveItem', from, to });
    await this.updateComplete;
    this.#isMoving = false;
    if (isDone) this.model.say(`The item is now at place ${to + 1} of ${count}.`);
    return isDone;
  }

  #setMode(name: string, mode: Mode | undefined): void {
    if (mode) this.#modes.set(name, mode);
    else this.#modes.delete(name);
    this.model.typing.forget(name);
    this.requestUpdate();
    const field = { name, start: 0, end: 0 };
    void this.updateComplete.then(() => restoreFocus(this, field));
  }
}
