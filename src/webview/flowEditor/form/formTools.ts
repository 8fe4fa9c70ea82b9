import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { iconButton } from '../../common/button.ts';
import { inputValueOf } from '../../common/element.ts';
import { nodesWithin } from '../../../flow/form/childNodes.ts';
import type { FormNode } from '../../../flow/form/formNode.ts';
import type { FormContext } from './formContext.ts';
import { itemOf } from './optionFields.ts';
import type { PickerItem } from './optionPicker.ts';

/** The minimum number of fields for which searching and listing are offered. */
const MIN_FIELDS = 8;
/** The depth down to which fields are listed. */
const MAX_DEPTH = 3;

/** Renders the buttons that find a field of a long form. */
export function formTools(form: FormNode, ctx: FormContext): TemplateResult | typeof nothing {
  const fields = fieldsOf(form);
  if (fields.length < MIN_FIELDS) return nothing;
  const labels = new Map(fields.map(({ pointer, label }) => [pointer, label]));
  const items = (): readonly PickerItem[] =>
    fields.map(field => ({
      ...itemOf(field),
      detail: labels.get(field.pointer.slice(0, field.pointer.lastIndexOf('/'))) ?? '',
      run: () => void ctx.fields.goTo(ctx.scope, field),
    }));
  return html`<span class="form-tools">
    ${iconButton('search', 'Find Field (Ctrl+F)', () => ctx.fields.search(''), { name: 'Find Field' })}
    ${iconButton('list-tree', 'Go to Field…', event => ctx.popups.options.open(event, 'Go to Field', items()))}
  </span>`;
}

/** Renders the search box for fields, if it is open. */
export function fieldSearch(ctx: FormContext): TemplateResult | typeof nothing {
  if (ctx.filter === undefined) return nothing;
  return html`<div class="field-search" role="search">
    <input
      id="field-search"
      aria-label="Find fields"
      placeholder="Find fields by name or description"
      spellcheck="false"
      .value=${live(ctx.filter)}
      @input=${(event: Event) => ctx.fields.search(inputValueOf(event))}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || event.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        ctx.fields.search(undefined);
      }}
    />
    ${iconButton('close', 'Close (Escape)', () => ctx.fields.search(undefined), { name: 'Close' })}
  </div>`;
}

/** Returns the fields of a form, each once, down to a depth. */
function fieldsOf(form: FormNode): readonly FormNode[] {
  const seen = new Set<string>();
  return nodesWithin(form).filter(({ pointer, path }) => {
    const isNew = path.length > 0 && path.length <= MAX_DEPTH && !seen.has(pointer);
    seen.add(pointer);
    return isNew;
  });
}
