import { nothing, type TemplateResult } from 'lit';
import type { FormNode } from '../../../flow/form/formNode.ts';
import type { ParamChange } from '../../../flow/form/paramEdit.ts';
import type { PathSegment } from '../../../flow/template.ts';
import type { HeldDraft } from '../drafts.ts';
import type { ProblemPlaces } from '../problemPlaces.ts';
import type { Completion } from './completion.ts';
import type { MenuItem } from './popupMenu.ts';
import type { TypedAs } from './typed.ts';

/** An alternative editor for a form node, chosen by the user. */
export type Mode = 'json' | 'expression';

/** The context for rendering form nodes. */
export interface FormContext {
  /** Prefix of field names; distinct for each form in the inspector. */
  readonly scope: string;
  readonly editable: boolean;
  readonly problems: ProblemPlaces;
  /** Expressions available here; empty where none are allowed. */
  readonly expressions: readonly string[];
  readonly completion: Completion;
  /** Returns the alternative editor of a node; undefined for its own. */
  mode(part: FormNode): Mode | undefined;
  setMode(part: FormNode, mode: Mode | undefined): void;
  /** Returns the draft that a field shows in place of its value. */
  held(field: string): HeldDraft | undefined;
  type(field: string, as: TypedAs, text: string, secret?: boolean): void;
  /** Returns the text typed before the webview was closed, if the file has a newer value. */
  overtaken(field: string): string | undefined;
  /** Uses the overtaken text after all. */
  takeUp(field: string): void;
  /** Stores an entry name that is not submitted yet, with the reason if it is invalid. */
  hold(field: string, text: string, problem?: string): void;
  /** Returns true while a password is shown as plain text. */
  isRevealed(field: string): boolean;
  reveal(field: string, isRevealed: boolean): void;
  /** Called when a field loses the focus. */
  leave(field: string): void;
  /** Discards the draft of a field. */
  forget(field: string): void;
  change(path: readonly PathSegment[], change: ParamChange): void;
  /** Makes a change that adds the value at `added`, and focuses its field. */
  add(path: readonly PathSegment[], change: ParamChange, added: readonly PathSegment[]): void;
  /** Moves an item of an array of `count` items; returns true if the change was made. */
  moveItem(path: readonly PathSegment[], from: number, to: number, count: number): Promise<boolean>;
  /** Returns the name of the record with an id, if it is known. */
  thingName(id: unknown): string | undefined;
  /** Lets the user choose the record that a node references. */
  chooseThing(path: readonly PathSegment[]): void;
  /** Opens a menu beside the clicked button. */
  openMenu(click: Event, items: readonly MenuItem[]): void;
  /** Renders a nested node. */
  draw(part: FormNode, ctx: FormContext): TemplateResult;
  /** The node whose label and problems its parent already shows, such as the content of a union. */
  readonly bare?: { readonly pointer: string; readonly depth: number };
}

/** Returns the name of the field of a node, unique in the inspector. */
export function fieldOf({ pointer }: FormNode, { scope }: FormContext): string {
  return `${scope}${pointer}`;
}

/** Returns the id of an element of a node, such as its input. */
export function idOf(
  part: FormNode,
  ctx: FormContext,
  what: 'input' | 'label' | 'about' | 'problems',
): string {
  return `${what}-${encodeURIComponent(fieldOf(part, ctx))}`;
}

/** Returns the ids for `aria-describedby` of the input of a node. */
export function describedBy(part: FormNode, ctx: FormContext): string {
  const about = idOf(part, ctx, 'about');
  return hasProblems(part, ctx) ? `${about} ${idOf(part, ctx, 'problems')}` : about;
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
