import type { FormNode } from '../../../flow/form/formNode.ts';
import { durationWords } from '../../../flow/form/durations.ts';
import { HIDDEN } from '../../../util/hidden.ts';
import { isUuid } from '../../../util/isUuid.ts';
import { equalJson } from '../../../flow/schema/equal.ts';
import { fieldOf, type FormContext, modeOf } from './formContext.ts';
import type { MenuItem } from './popupMenu.ts';

const SHOWN_CHARACTERS = 40;

/** Returns true if a node has an inherited value that it can override or return to. */
export function canInherit({ path, inherited }: FormNode): boolean {
  return path.length === 1 && inherited !== undefined;
}

/** Returns a value as one short line. */
export function abbreviate(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS - 1)}…` : text;
}

/** Returns a value of a node as one short line, a duration in words; the value of a secret one is hidden. */
export function abbreviateShown(part: FormNode, value: unknown): string {
  return part.secret ? HIDDEN : abbreviate(inWords(part, value) ?? value);
}

/** Returns a duration in words; undefined for any other value. */
export function inWords(part: FormNode, value: unknown): string | undefined {
  const notation = 'duration' in part ? part.duration.notation : undefined;
  return notation && durationWords(value, notation);
}

/** Returns the menu items of a node. */
export function partMenu(part: FormNode, ctx: FormContext): readonly MenuItem[] {
  return [...createValueItems(part, ctx), ...createReferenceItems(part, ctx), ...createLookItems(part, ctx)];
}

function createValueItems(part: FormNode, ctx: FormContext): MenuItem[] {
  const { path, origin, value } = part;
  const set = (label: string, to: unknown): MenuItem => ({
    label,
    run: () => void ctx.edits.change(ctx.scope, path, { kind: 'set', value: to }),
  });
  const remove = (label: string): MenuItem => ({
    label,
    run: () => void ctx.edits.change(ctx.scope, path, { kind: 'remove' }),
  });
  const isItem = typeof path.at(-1) === 'number';
  const isOwn = origin === 'own' && path.length > 0;
  const defaults = part.default && !equalJson(part.default.value, value?.value) ? [part.default.value] : [];
  return [
    ...(origin === 'inherited' && canInherit(part) ? [set('Override', value?.value)] : []),
    ...(isOwn && canInherit(part) ? [remove('Reset to Inherited')] : []),
    ...(isOwn && !canInherit(part) && !isItem
      ? [{ label: 'Remove Value', run: () => void ctx.fields.close(ctx.scope, part) }]
      : []),
    ...defaults.map(value => set(`Use Default: ${abbreviateShown(part, value)}`, value)),
    ...(part.nullable && value?.value !== null ? [set('Set to Null', null)] : []),
    // The node holds an expression where the schema wants another type.
    ...(part.kind === 'text' && part.instead !== undefined ? [set('Enter a Value', part.start)] : []),
  ];
}

/** Returns the items of a field that shows the name of a record in place of its ID. */
function createReferenceItems(part: FormNode, ctx: FormContext): MenuItem[] {
  const id = part.value?.value;
  if (part.refersTo === undefined || typeof id !== 'string' || !isUuid(id)) return [];
  const edit = { label: 'Edit ID', run: () => ctx.fields.setMode(fieldOf(part, ctx), 'text') };
  return [
    { label: 'Copy ID', run: () => void ctx.choices.copyId(id), group: true },
    ...(modeOf(part, ctx) === undefined ? [edit] : []),
  ];
}

/** Returns true if the schema allows any value and the current one is edited as a string. */
function isFreeText(part: FormNode): boolean {
  return part.kind === 'json' && part.free === true && typeof (part.value?.value ?? '') === 'string';
}

function createLookItems(part: FormNode, ctx: FormContext): MenuItem[] {
  const mode = modeOf(part, ctx);
  const createLookItem = (label: string, to: typeof mode): MenuItem => ({
    label,
    run: () => ctx.fields.setMode(fieldOf(part, ctx), to),
  });
  if (mode) return [{ ...createLookItem('Back to the Form', undefined), group: true }];
  const isJson = part.kind === 'json' && !isFreeText(part);
  return isJson ? [] : [{ ...createLookItem('Edit as JSON', 'json'), group: true }];
}
