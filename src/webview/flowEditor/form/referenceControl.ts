import { html, nothing, type TemplateResult } from 'lit';
import type { FormNode } from '../../../flow/form/formNode.ts';
import { secondaryButton } from '../../common/button.ts';
import type { FormContext } from './formContext.ts';
import { type TextField, textControl } from './textControl.ts';

/** Renders a text input; if it references a record by id, adds a button to choose one and shows its name. */
export function referenceControl(part: FormNode, ctx: FormContext, field: TextField): TemplateResult {
  if (part.thing === undefined || ctx.scope !== '') return textControl(part, ctx, field);
  const name = ctx.thingName(part.value?.value);
  return html`<div class="with-button">
      ${textControl(part, ctx, field)} ${chooseButton(part, ctx, () => ctx.chooseThing(part.path))}
    </div>
    ${name === undefined ? nothing : html`<p class="thing">${name}</p>`}`;
}

/** Renders the button that lets the user choose the records that a node references. */
export function chooseButton(
  part: FormNode,
  ctx: FormContext,
  choose: () => void,
): TemplateResult | typeof nothing {
  if (!ctx.editable || part.readOnly) return nothing;
  return secondaryButton('Choose…', choose, { name: `Choose for ${part.label}` });
}
