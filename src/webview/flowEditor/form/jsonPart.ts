import { html, nothing, type TemplateResult } from 'lit';
import type { FormNode } from '../../../flow/form/formNode.ts';
import { fieldFrame } from './frame.ts';
import { fieldOf, type FormContext } from './formContext.ts';
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

/** Returns true if an untyped value is a string and not edited as JSON. */
function isTyped(part: FormNode, ctx: FormContext): boolean {
  if (ctx.mode(part) === 'json') return false;
  const as = ctx.held(fieldOf(part, ctx))?.draft.as;
  return as === 'text' || (as === undefined && typeof (part.value?.value ?? '') === 'string');
}

/** Renders an untyped value as a string, which needs no knowledge of JSON. */
function freeText(part: FormNode, ctx: FormContext): TemplateResult {
  return fieldFrame(
    part,
    ctx,
    html`<p class="note">Any value fits here; what you type is a text.</p>
      ${textControl(part, ctx, { as: 'text', input: part.secret ? 'password' : 'line' })}`,
  );
}

/** Renders a value as JSON, if no other editor fits it or the user chose JSON. */
export function jsonPart(part: FormNode, ctx: FormContext): TemplateResult {
  const isOther = part.kind === 'json';
  if (isOther && part.free && isTyped(part, ctx)) return freeText(part, ctx);
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
