import type { TemplateResult } from 'lit';
import type { FormNode } from '../../../flow/form/formNode.ts';
import type { ParamChange } from '../../../flow/form/paramGesture.ts';
import type { PathSegment } from '../../../flow/template.ts';
import type { HeldDraft } from '../drafts.ts';
import type { ProblemPlaces } from '../problemPlaces.ts';
import type { Completion } from './completion.ts';
import type { MenuItem } from './popupMenu.ts';
import type { TypedAs } from './typed.ts';

/** How a person wants to see a part in place of its own form. */
export type Mode = 'json' | 'expression';

/** What drawing the parts of a form needs besides the parts. */
export interface FormContext {
  /** What the names of the fields begin with; two forms that stand together have different ones. */
  readonly scope: string;
  readonly editable: boolean;
  readonly problems: ProblemPlaces;
  /** Expressions that have a value here; none where the values are fixed. */
  readonly expressions: readonly string[];
  readonly completion: Completion;
  /** How a part is seen in place of its own form. */
  mode(part: FormNode): Mode | undefined;
  setMode(part: FormNode, mode: Mode | undefined): void;
  /** What was typed into a field and is shown in place of its value. */
  held(field: string): HeldDraft | undefined;
  type(field: string, as: TypedAs, text: string, secret?: boolean): void;
  /** What was typed into a field before the page was closed, where the file says something newer. */
  overtaken(field: string): string | undefined;
  /** Types what was overtaken after all. */
  takeUp(field: string): void;
  /** Keeps the name of an entry that is not handed over yet, with why it cannot be. */
  hold(field: string, text: string, problem?: string): void;
  /** Whether a password is to be seen, and whether it shall be. */
  isRevealed(field: string): boolean;
  reveal(field: string, isRevealed: boolean): void;
  /** The focus leaves a field. */
  leave(field: string): void;
  /** Lets go what was typed into a field. */
  forget(field: string): void;
  change(path: readonly PathSegment[], change: ParamChange): void;
  /** Makes a change that adds a value at a path, and puts the focus into its field. */
  add(path: readonly PathSegment[], change: ParamChange, added: readonly PathSegment[]): void;
  /** Moves an item of a list of `count`; whether that was done. */
  moveItem(path: readonly PathSegment[], from: number, to: number, count: number): Promise<boolean>;
  /** The name of a thing by its id, where it is known. */
  thingName(id: unknown): string | undefined;
  /** Has the thing chosen that a part names by its id. */
  chooseThing(path: readonly PathSegment[]): void;
  openMenu(button: HTMLElement, items: readonly MenuItem[]): void;
  /** Draws a part within another. */
  draw(part: FormNode, ctx: FormContext): TemplateResult;
  /** The part whose name and problems are shown around it already, as that of a union's content is. */
  readonly bare?: { readonly pointer: string; readonly depth: number };
}

/** The name of the field of a part: no other part of what the inspector shows has it. */
export function fieldOf({ pointer }: FormNode, { scope }: FormContext): string {
  return `${scope}${pointer}`;
}

/** The id of what belongs to a part, such as its input or its description. */
export function idOf(
  part: FormNode,
  ctx: FormContext,
  what: 'input' | 'label' | 'about' | 'problems',
): string {
  return `${what}-${encodeURIComponent(fieldOf(part, ctx))}`;
}

/** The ids of what describes the input of a part, for `aria-describedby`. */
export function describedBy(part: FormNode, ctx: FormContext): string {
  const about = idOf(part, ctx, 'about');
  return hasProblems(part, ctx) ? `${about} ${idOf(part, ctx, 'problems')}` : about;
}

/** Whether something is to be said of a part itself. */
export function hasProblems(part: FormNode, ctx: FormContext): boolean {
  return ctx.problems.has(part.pointer) || ctx.held(fieldOf(part, ctx))?.problem !== undefined;
}

/** Whether the value of a part is wrong, not only doubtful. */
export function isWrong(part: FormNode, ctx: FormContext): boolean {
  const isHeld = ctx.held(fieldOf(part, ctx))?.problem !== undefined;
  return isHeld || (ctx.problems.get(part.pointer)?.some(({ severity }) => severity === 'error') ?? false);
}

/** What the input of a part is called where no label stands beside it, as in the form of a union. */
export function bareName({ pointer, label }: FormNode, { bare }: FormContext): string | undefined {
  return bare?.pointer === pointer ? label : undefined;
}
