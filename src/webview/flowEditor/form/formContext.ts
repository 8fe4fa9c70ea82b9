import { nothing, type TemplateResult } from 'lit';
import type { FormNode } from '../../../flow/form/formNode.ts';
import type { ValueLabel } from '../../../protocol/flowValues.ts';
import type { Details } from '../drafts.ts';
import type { EditorModel } from '../editorModel.ts';
import type { FlowEdits } from '../flowEdits.ts';
import type { ProblemPlaces } from '../problemPlaces.ts';
import type { ValuePicker } from '../values/valuePicker.ts';
import type { FormFields, Mode } from './formFields.ts';
import { hasRules } from './limits.ts';
import type { OptionPicker } from './optionPicker.ts';
import type { PopupMenu } from './popupMenu.ts';

/** The parts that all forms of the inspector share; created once. */
export interface FormParts {
  /** The typed texts and the changes of values. */
  readonly edits: FlowEdits;
  /** The look of fields, and the changes that move the focus. */
  readonly fields: FormFields;
  /** The choices that the user makes outside of the page. */
  readonly choices: Pick<EditorModel, 'chooseParam' | 'pickElement' | 'copyId' | 'say'>;
  readonly popups: {
    readonly menu: PopupMenu;
    readonly options: OptionPicker;
    readonly values: ValuePicker;
  };
  /** Renders a node. */
  readonly draw: (part: FormNode, ctx: FormContext) => TemplateResult;
}

/** The form and the place in it that a node is rendered in. */
export interface FormContext extends FormParts {
  readonly details: Details;
  /** Prefix of field names; distinct for each form in the inspector. */
  readonly scope: string;
  readonly editable: boolean;
  readonly problems: ProblemPlaces;
  /** True if values can be expressions. */
  readonly takesExpressions: boolean;
  /** Returns the label of an expression. */
  readonly labelOf: (expression: string) => ValueLabel;
  /** The search that fields have to match, as typed; empty without a search, undefined if there is no search box. */
  readonly filter: string | undefined;
  /** The node whose label and problems its parent already shows, such as the content of a union. */
  readonly bare?: { readonly pointer: string; readonly depth: number };
  /** The pointer of the node that its parent draws as an option, which can be removed. */
  readonly option?: string;
}

/** Returns the name of the field of a node, unique in the inspector. */
export function fieldOf({ pointer }: FormNode, { scope }: FormContext): string {
  return `${scope}${pointer}`;
}

/** Returns the alternative editor of a node; undefined for its own. */
export function modeOf(part: FormNode, ctx: FormContext): Mode | undefined {
  return ctx.fields.look(fieldOf(part, ctx)).mode;
}

/** Returns the id of an element of a node, such as its input. */
export function idOf(
  part: FormNode,
  ctx: FormContext,
  what: 'input' | 'label' | 'about' | 'rules' | 'problems',
): string {
  return `${what}-${encodeURIComponent(fieldOf(part, ctx))}`;
}

/** Returns the ids for `aria-describedby` of the input of a node. */
export function describedBy(part: FormNode, ctx: FormContext): string {
  const rules = hasRules(part) ? (['rules'] as const) : [];
  const problems = hasProblems(part, ctx) ? (['problems'] as const) : [];
  return (['about', ...rules, ...problems] as const).map(what => idOf(part, ctx, what)).join(' ');
}

/** Returns true if a node itself has problems of any severity. */
export function hasProblems(part: FormNode, ctx: FormContext): boolean {
  return ctx.problems.has(part.pointer) || ctx.edits.held(fieldOf(part, ctx))?.problem !== undefined;
}

/** Returns true if a node, or a value inside it, has problems in the file. */
export function hasProblemsWithin({ pointer }: FormNode, { problems }: FormContext): boolean {
  return [...problems.keys()].some(place => place === pointer || place.startsWith(`${pointer}/`));
}

/** Returns true if a node has errors or an invalid draft. */
export function isWrong(part: FormNode, ctx: FormContext): boolean {
  const isHeld = ctx.edits.held(fieldOf(part, ctx))?.problem !== undefined;
  return isHeld || (ctx.problems.get(part.pointer)?.some(({ severity }) => severity === 'error') ?? false);
}

/** Returns the accessible name of an input without a visible label, as inside a union. */
export function bareName({ pointer, label }: FormNode, { bare }: FormContext): string | typeof nothing {
  return bare?.pointer === pointer ? label : nothing;
}

/** Returns true for a key without modifiers that no other part of the page has used. */
export function isPlainKey(event: KeyboardEvent): boolean {
  const { altKey, ctrlKey, metaKey, shiftKey, isComposing, defaultPrevented } = event;
  return !(altKey || ctrlKey || metaKey || shiftKey || isComposing || defaultPrevented);
}
