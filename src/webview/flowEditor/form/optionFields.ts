import { html, nothing, type TemplateResult } from 'lit';
import { codicon } from '../../common/button.ts';
import type { FormNode, ObjectNode } from '../../../flow/form/formNode.ts';
import { equalJson } from '../../../flow/schema/equal.ts';
import { type Arrangement, arrangeFields, isFound, matchesSearch } from './arrangeFields.ts';
import { fieldOf, type FormContext, hasProblemsWithin } from './formContext.ts';
import type { PickerItem } from './optionPicker.ts';

/** Returns the fields of an object to draw, and those that can be added. While searching, only those that match. */
export function arrangedFields(part: ObjectNode, ctx: FormContext): Arrangement {
  const { filter = '' } = ctx;
  const isAlternative = ctx.bare?.pointer === part.pointer;
  const fields = isAlternative ? part.fields.filter(field => !isSaid(field, ctx)) : part.fields;
  if (filter !== '') return { shown: fields.filter(field => isFound(field, filter)), options: [] };
  return arrangeFields(fields, field => isInUse(field, ctx));
}

/** True for the constant of an alternative, which its name already says. */
function isSaid(field: FormNode, ctx: FormContext): boolean {
  if (field.kind !== 'constant' || !field.required || ctx.problems.has(field.pointer)) return false;
  return field.value !== undefined && equalJson(field.value.value, field.constant);
}

function isInUse(part: FormNode, ctx: FormContext): boolean {
  const field = fieldOf(part, ctx);
  return ctx.edits.opened.has(field) || hasProblemsWithin(part, ctx) || ctx.edits.hasTextIn(field);
}

/** Returns the context of a field of an object. A field that matches a search is drawn with all its content. */
export function optionContext(field: FormNode, ctx: FormContext): FormContext {
  const isWhole = ctx.filter !== undefined && matchesSearch(field, ctx.filter);
  const inner = isWhole ? { ...ctx, filter: '' } : ctx;
  return field.required ? inner : { ...inner, option: field.pointer };
}

/** Renders the button that adds one of the fields that an object lacks. */
export function addOptionButton(
  part: ObjectNode,
  options: readonly FormNode[],
  ctx: FormContext,
): TemplateResult | typeof nothing {
  const open = options.filter(({ readOnly }) => !readOnly);
  if (open.length === 0 || !ctx.editable || part.readOnly) return nothing;
  const title = part.label === '' ? 'Add Option' : `Add Option to ${part.label}`;
  const items = (): readonly PickerItem[] =>
    open.map(option => ({ ...itemOf(option), run: () => void ctx.fields.open(ctx.scope, option) }));
  return html`<button
    type="button"
    class="secondary-button add-option"
    data-options=${fieldOf(part, ctx)}
    aria-label=${title}
    aria-haspopup="dialog"
    aria-expanded="false"
    @click=${(event: Event) => ctx.popups.options.open(event, title, items())}
  >
    ${codicon('add')}Add Option…
  </button>`;
}

/** Returns the picker item of a field, without its command. */
export function itemOf({ label, path, description = '' }: FormNode): Omit<PickerItem, 'run'> {
  const [line = ''] = description.trim().split('\n');
  return {
    label: label === '' ? '(empty name)' : label,
    detail: line.replaceAll(/[*_`]|\]\([^)]*\)|\[/g, ''),
    keywords: `${String(path.at(-1) ?? '')} ${description}`,
  };
}

/** Returns true if a node is an option whose value, or its empty field, can be removed. */
export function isRemovable(
  { pointer, origin, inherited, path, readOnly }: FormNode,
  ctx: FormContext,
): boolean {
  if (ctx.option !== pointer || !ctx.editable || readOnly) return false;
  const isOpen = origin === 'absent' && ctx.edits.opened.has(ctx.scope + pointer);
  return isOpen || (origin === 'own' && !(path.length === 1 && inherited !== undefined));
}
