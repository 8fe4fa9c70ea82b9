import { html, nothing, type TemplateResult } from 'lit';
import type { FormNode } from '../../../flow/form/formNode.ts';
import { fieldFrame } from './frame.ts';
import type { FormContext } from './formContext.ts';
import { setButton } from './plainParts.ts';
import { textControl } from './textControl.ts';

const KIND_WORDS: Readonly<Record<FormNode['kind'], string>> = {
  text: 'a Text',
  number: 'a Number',
  boolean: 'Yes or No',
  choice: 'a Choice',
  constant: 'the Fixed Value',
  object: 'an Object',
  map: 'an Object',
  array: 'a List',
  union: 'One of the Forms',
  json: 'JSON',
};

/** A value as JSON: what no other part can show, or what the person wants to see so. */
export function jsonPart(part: FormNode, ctx: FormContext): TemplateResult {
  const isOther = part.kind === 'json';
  return fieldFrame(
    part,
    ctx,
    html`${isOther && !part.unknown ? html`<p class="note">${part.why}</p>` : nothing}
    ${textControl(part, ctx, { as: 'json', input: 'code' })}
    ${
      isOther && part.instead !== undefined
        ? setButton(part, ctx, `Replace by ${KIND_WORDS[part.instead]}`, part.start)
        : nothing
    }`,
  );
}
