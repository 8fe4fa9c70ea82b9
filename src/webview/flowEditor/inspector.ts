import { html, type PropertyValues, type TemplateResult } from 'lit';

import { stepNumber } from '../../flow/edit/flowEdit.ts';
import type { PathSegment } from '../../flow/template.ts';
import type { StepRun } from '../../protocol/flowEditor.ts';
import { scrollWithin } from '../common/scrollWithin.ts';
import { closestTo, PageElement, reactive } from '../common/element.ts';
import { type Details, fieldsAlong, ownerOf, STEP_SCOPE } from './drafts.ts';
import type { EditorModel } from './editorModel.ts';
import { drawPart } from './form/drawPart.ts';
import type { FormContext, FormParts } from './form/formContext.ts';
import { fieldInFocus, FormFields, restoreFocus } from './form/formFields.ts';
import { OptionPicker } from './form/optionPicker.ts';
import { PopupMenu } from './form/popupMenu.ts';
import { placeByField, type ProblemPlaces } from './problemPlaces.ts';
import { settingsView } from './settingsView.ts';
import { FIELDS_WITH_PROBLEMS, stepView } from './stepView.ts';
import { isField } from './values/fieldValues.ts';
import { ValueLabels } from './values/valueLabels.ts';
import { ValuePicker } from './values/valuePicker.ts';

/** Keys that with Ctrl or Command move the cursor or edit the text of an input. */
const EDITING_KEYS = /^(Arrow|Home|End|Backspace|Delete|Control|Meta|Shift)/;

/** Keys that delete or rename steps in the step list. */
const STEP_KEYS = /^(Delete|Backspace|F2)$/;

/** The right side of the editor: the form of a step or of the flow settings. */
export class FlowInspector extends PageElement {
  static override properties = reactive('details', 'editable', 'run', 'revision', 'subject');

  declare details: Details | undefined;
  declare editable: boolean;
  /** Result of the step in the shown run. */
  declare run: StepRun | undefined;
  /** Changes with anything else in the model, such as drafts. */
  declare revision: number;
  /** Changes when another step is shown, but not when the same one moves. */
  declare subject: number;
  declare model: EditorModel;
  readonly #labels = new ValueLabels();
  #form: FormParts | undefined;
  #owner = '';

  constructor() {
    super();
    this.addEventListener('scroll', () => {
      this.#parts.popups.values.close();
      this.model.storeScroll({ details: this.scrollTop });
    });
    this.addEventListener('keydown', this.#chord);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.role = 'region';
    this.tabIndex = -1;
    const { menu, options, values } = this.#parts.popups;
    document.body.append(menu, options, values);
  }

  /** The shared parts of the forms; created with the first use, when the element has its model. */
  get #parts(): FormParts {
    this.#form ??= this.#createParts();
    return this.#form;
  }

  #createParts(): FormParts {
    const { model } = this;
    const values = new ValuePicker();
    values.search = async (query, inside) => {
      const found = await model.findValues(query, inside);
      this.#labels.learn(found.choices);
      return found;
    };
    return {
      edits: model.edits,
      fields: new FormFields(this, model.edits),
      choices: model,
      popups: { menu: new PopupMenu(), options: new OptionPicker(), values },
      draw: drawPart,
    };
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
      const { fields } = this.#parts;
      fields.search(fields.filter ?? '');
      return;
    }
    if (key === ' ') {
      if (!event.defaultPrevented) this.#insertValue(event);
      return;
    }
    const name = closestTo(event, '[data-field]')?.dataset['field'];
    if (name !== undefined && (key === 'z' || key === 'y')) {
      const isInvalid = model.edits.isInvalid(name);
      const isPending = model.edits.isPending(name);
      if (isInvalid || isPending) event.stopPropagation();
      if (isInvalid) return;
      if (isPending) {
        event.preventDefault();
        if (key === 'z' && !event.shiftKey) void model.undo();
      }
    }
    void model.edits.flush();
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
  focusField(selector?: string): void {
    this.#parts.fields.focusFirst(selector);
  }

  /** Scrolls to the result of the step in the shown run. */
  showResult(): void {
    const line = this.querySelector('.run-line');
    if (line) scrollWithin(this, line, 'start');
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
    const { fields } = this.#parts;
    const field = names.map(name => fields.find(name)).find(candidate => candidate !== null);
    if (field) fields.focus(field);
  }

  protected override willUpdate(changed: PropertyValues): void {
    const owner = this.details ? ownerOf(this.details) : '';
    if (!changed.has('details') || owner === this.#owner) return;
    this.#owner = owner;
    this.#parts.fields.clear();
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
      return settingsView(
        details,
        this.#context(details, '', placeByField(form, problems, []), false),
        this.model,
      );
    }
    const { others, values } = details;
    this.#labels.know(values);
    const params = this.#context(details, '', placeByField(form, problems, ['params']), true);
    const rest = problems.filter(({ path }) => !FIELDS_WITH_PROBLEMS.includes(path[0]));
    const places = others ? placeByField(others, rest, []) : new Map([['', rest]]);
    const own = this.#context(details, STEP_SCOPE, places, true);
    return stepView(details, params, own, this.run, this.model);
  }

  #context(details: Details, scope: string, problems: ProblemPlaces, takesExpressions: boolean): FormContext {
    return {
      ...this.#parts,
      details,
      scope,
      editable: this.editable,
      problems,
      takesExpressions,
      labelOf: this.#labels.labelOf,
      filter: this.#parts.fields.filter,
    };
  }
}
