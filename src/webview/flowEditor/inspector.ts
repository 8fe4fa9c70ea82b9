import { html, type PropertyValues, type TemplateResult } from 'lit';

import { pointerOf } from '../../flow/form/pointer.ts';
import type { ParamChange } from '../../flow/form/paramEdit.ts';
import type { PathSegment } from '../../flow/template.ts';
import type { StepRun } from '../../protocol/flowEditor.ts';
import { closestTo, PageElement } from '../common/element.ts';
import { type Details, fieldsAlong, ownerOf, STEP_SCOPE } from './draftWriter.ts';
import type { EditorModel } from './editorModel.ts';
import { Completion, isField } from './form/completion.ts';
import { drawPart } from './form/drawPart.ts';
import type { FormContext, Mode } from './form/formContext.ts';
import { PopupMenu } from './form/popupMenu.ts';
import { placeByField, type ProblemPlaces } from './problemPlaces.ts';
import { settingsView } from './settingsView.ts';
import { stepNumber } from '../../flow/edit/flowEdit.ts';
import { STEP_FIELDS, stepView } from './stepView.ts';

/** Keys that with Ctrl or Command move the cursor or edit the text of an input. */
const EDITING_KEYS = /^(Arrow|Home|End|Backspace|Delete|Control|Meta|Shift)/;

/** The right side of the editor: the form of a step or of the flow settings. */
export class FlowInspector extends PageElement {
  static override properties = {
    details: { attribute: false },
    editable: { attribute: false },
    run: { attribute: false },
    revision: { attribute: false },
    subject: { attribute: false },
  };

  declare details: Details | undefined;
  declare editable: boolean;
  /** Result of the step in the shown run. */
  declare run: StepRun | undefined;
  /** Changes with anything else in the model, such as drafts. */
  declare revision: number;
  /** Changes when another step is shown, but not when the same one moves. */
  declare subject: number;
  declare model: EditorModel;
  readonly #modes = new Map<string, Mode>();
  /** Fields of passwords shown as plain text while their step is shown. */
  readonly #revealed = new Set<string>();
  readonly #menu = new PopupMenu();
  readonly #completion = new Completion();
  #owner = '';
  #isMoving = false;

  constructor() {
    super();
    this.addEventListener('scroll', () => {
      this.#completion.close();
      this.model.storeScroll({ details: this.scrollTop });
    });
    this.addEventListener('keydown', this.#chord);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.role = 'region';
    this.tabIndex = -1;
    document.body.append(this.#menu, this.#completion);
  }

  // A shortcut may need the file, such as Save, so pending text is written first. Undo of invalid text is left to the
  // input.
  readonly #chord = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || EDITING_KEYS.test(event.key)) return;
    const { model } = this;
    const key = event.key.toLowerCase();
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

  /** Focuses the element that matches `selector`, or the first control in it. */
  focusField(selector = '.fields'): void {
    const fields =
      'input:not([readonly], [disabled]), select:not([disabled]), textarea:not([readonly]), button';
    const root = this.querySelector(selector) ?? this;
    const [first] = root.matches(fields) ? [root] : root.querySelectorAll(fields);
    if (first instanceof HTMLElement) first.focus();
    else this.focus();
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
    this.#revealed.clear();
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
      return settingsView(details, this.#context('', placeByField(form, problems, []), []), this.model);
    }
    const { others, expressions } = details;
    const params = this.#context('', placeByField(form, problems, ['params']), expressions);
    const rest = problems.filter(({ path }) => !STEP_FIELDS.includes(path[0]));
    const places = others ? placeByField(others, rest, []) : new Map([['', rest]]);
    return stepView(details, params, this.#context(STEP_SCOPE, places, expressions), this.run, this.model);
  }

  #context(scope: string, problems: ProblemPlaces, expressions: readonly string[]): FormContext {
    const { model } = this;
    return {
      scope,
      editable: this.editable,
      problems,
      expressions,
      completion: this.#completion,
      mode: ({ pointer }) => this.#modes.get(`${scope}${pointer}`),
      setMode: ({ pointer }, mode) => this.#setMode(`${scope}${pointer}`, mode),
      held: field => model.typing.held(field),
      type: (field, as, text, secret) => model.typing.type(field, as, text, secret),
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
      change: (path, change) => void model.change(scope, path, change),
      add: (path, change, added) => void this.#add(scope, path, change, added),
      moveItem: (path, from, to, count) => this.#moveItem(scope, path, from, to, count),
      thingName: id => this.#thingName(id),
      chooseThing: path => void model.chooseParam(path),
      openMenu: ({ currentTarget }, items) => {
        if (currentTarget instanceof HTMLElement) this.#menu.open(currentTarget, items);
      },
      draw: drawPart,
    };
  }

  async #add(
    scope: string,
    path: readonly PathSegment[],
    change: ParamChange,
    added: readonly PathSegment[],
  ): Promise<void> {
    const isDone = await this.model.change(scope, path, change);
    await this.updateComplete;
    if (!isDone) return;
    const input = inputOf(this.#fieldOf(scope + pointerOf(added)));
    input?.focus();
    // Typing replaces the initial value.
    if (isField(input)) input.select();
  }

  #thingName(id: unknown): string | undefined {
    return this.details?.kind === 'step'
      ? this.details.things.find(thing => thing.id === id)?.name
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

const NO_SELECTION = { selectionStart: null, selectionEnd: null };

interface FocusedField {
  /** The value of `data-field`. */
  readonly name: string;
  readonly start: number | null;
  readonly end: number | null;
}

function fieldInFocus(root: HTMLElement): FocusedField | undefined {
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
    'input:not([disabled]), select:not([disabled]), textarea:not([disabled])',
  );
  const buttons = ['.inside button', 'button'].map(selector => field?.querySelector<HTMLElement>(selector));
  return input ?? buttons.find(button => button);
}

// A changed value may be rendered with another input, which takes over the focus.
function restoreFocus(root: HTMLElement, { name, start, end }: FocusedField): void {
  const input = inputOf(root.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`));
  input?.focus();
  const isText =
    input instanceof HTMLTextAreaElement || (input instanceof HTMLInputElement && input.type === 'text');
  if (isText && start !== null) input.setSelectionRange(start, end);
}
