import { html, nothing, type TemplateResult } from 'lit';
import type { FormNode } from '../../../flow/form/formNode.ts';
import type { FormContext } from './formContext.ts';
import { type TextField, textControl } from './textControl.ts';

/** Renders a text input; if it references a record by id, adds a button to choose one and shows its name. */
export function referenceControl(part: FormNode, ctx: FormContext, field: TextField): TemplateResult {
  const input = textControl(part, ctx, field);
  if (part.thing === undefined || ctx.scope !== '') return input;
  const name = ctx.thingName(part.value?.value);
  return html`<div class="with-button">
      ${input}
      ${
        ctx.editable && !part.readOnly
          ? html`<button
              type="button"
              class="secondary-button"
              aria-label="Choose for ${part.label}"
              @click=${() => ctx.chooseThing(part.path)}
            >
              Choose…
            </button>`
          : nothing
      }
    </div>
    ${name === undefined ? nothing : html`<p class="thing">${name}</p>`}`;
}
