import { nothing, type TemplateResult } from 'lit';
import type { TimeUnit } from '../../../flow/form/durations.ts';
import type { FormNode } from '../../../flow/form/formNode.ts';
import type { ParamChange } from '../../../flow/form/paramEdit.ts';
import type { PathSegment } from '../../../flow/template.ts';
import type { ChosenKind } from '../../../flow/referenceKind.ts';
import type { ReferenceItem } from '../../../protocol/flowEditor.ts';
import type { ValueLabel } from '../../../protocol/flowValues.ts';
import type { MakeChange } from '../draftWriter.ts';
import type { HeldDraft } from '../drafts.ts';
import type { ProblemPlaces } from '../problemPlaces.ts';
import type { ValuePicker } from '../values/valuePicker.ts';
import { hasRules } from './limits.ts';
import type { PickerItem } from './optionPicker.ts';
import type { MenuItem } from './popupMenu.ts';
import type { TypedAs } from './typed.ts';

/** An alternative editor for a form node, chosen by the user; `text` shows the ID of a record. */
export type Mode = 'json' | 'text';

/** The context for rendering form nodes. */
export interface FormContext {
  /** Prefix of field names; distinct for each form in the inspector. */
  readonly scope: string;
  readonly editable: boolean;
  readonly problems: ProblemPlaces;
  /** True if values can be expressions. */
  readonly takesExpressions: boolean;
  readonly picker: ValuePicker;
  /** Returns the label of an expression. */
  readonly labelOf: (expression: string) => ValueLabel;
  /** Returns the alternative editor of a node; undefined for its own. */
  mode(part: FormNode): Mode | undefined;
  setMode(part: FormNode, mode: Mode | undefined): void;
  /** Returns the unit that the user chose for a duration. */
  unit(field: string): TimeUnit | undefined;
  setUnit(field: string, unit: TimeUnit): void;
  /** Returns the draft that a field shows in place of its value. */
  held(field: string): HeldDraft | undefined;
  type(field: string, as: TypedAs, text: string, secret?: boolean): void;
  /** Returns the text typed before the webview was closed, if the file has a newer value. */
  overtaken(field: string): string | undefined;
  /** Uses the overtaken text after all. */
  takeUp(field: string): void;
  /** Stores an entry name that is not submitted yet, even if it is empty, with the reason if it is invalid. */
  hold(field: string, text: string, problem?: string): void;
  /** Returns true while a password is shown as plain text. */
  isRevealed(field: string): boolean;
  reveal(field: string, isRevealed: boolean): void;
  /** Called when a field loses the focus. */
  leave(field: string): void;
  /** Discards the draft of a field. */
  forget(field: string): void;
  change(path: readonly PathSegment[], change: MakeChange): void;
  /** Makes a change that adds the value at `added`, unless its check resolves to undefined, and focuses its field. */
  add(
    path: readonly PathSegment[],
    change: ParamChange | Promise<ParamChange | undefined>,
    added: readonly PathSegment[],
  ): void;
  /** Removes a value, and focuses the field of the value at `next`. */
  remove(path: readonly PathSegment[], next: readonly PathSegment[]): void;
  /** Moves an item of an array of `count` items; returns true if the change was made. */
  moveItem(path: readonly PathSegment[], from: number, to: number, count: number): Promise<boolean>;
  /** Returns the record with an id that a step parameter references. */
  reference(id: unknown): ReferenceItem | undefined;
  /** Lets the user choose the record that a node references. */
  chooseReference(path: readonly PathSegment[], kind: ChosenKind): void;
  /** Returns true if a node takes an element of the screen. */
  canPick(part: FormNode): boolean;
  /** Lets the user pick an element for a node on the device of the flow. */
  pickElement(path: readonly PathSegment[]): void;
  copyId(id: string): void;
  /** Returns true if the user has added an option that has no value yet. */
  isOpened(field: string): boolean;
  /** Shows a field without a value, and focuses it. */
  openOption(part: FormNode): void;
  /** Removes the value of an option, which can be added again. */
  closeOption(part: FormNode): void;
  /** Returns true if a field, or one in it, has text that is not in the file. */
  hasDraftIn(field: string): boolean;
  /** Focuses a field, and shows it if it is an option. */
  goTo(part: FormNode): void;
  /** The search that fields have to match, as typed; empty without a search, undefined if there is no search box. */
  readonly filter: string | undefined;
  setFilter(filter: string | undefined): void;
  /** Opens a searchable list beside the clicked button. */
  pick(click: Event, title: string, items: readonly PickerItem[]): void;
  /** Opens a menu beside the clicked button. */
  openMenu(click: Event, items: readonly MenuItem[]): void;
  /** Renders a nested node. */
  draw(part: FormNode, ctx: FormContext): TemplateResult;
  /** The node whose label and problems its parent already shows, such as the content of a union. */
  readonly bare?: { readonly pointer: string; readonly depth: number };
  /** The pointer of the node that its parent draws as an option, which can be removed. */
  readonly option?: string;
}

/** Returns the name of the field of a node, unique in the inspector. */
export function fieldOf({ pointer }: FormNode, { scope }: FormContext): string {
  return `${scope}${pointer}`;
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
  return ctx.problems.has(part.pointer) || ctx.held(fieldOf(part, ctx))?.problem !== undefined;
}

/** Returns true if a node has errors or an invalid draft. */
export function isWrong(part: FormNode, ctx: FormContext): boolean {
  const isHeld = ctx.held(fieldOf(part, ctx))?.problem !== undefined;
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
