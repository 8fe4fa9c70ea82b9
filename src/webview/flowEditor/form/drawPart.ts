import { type TemplateResult, html, nothing } from 'lit';
import type { FormNode, UnionNode } from '../../../flow/form/formNode.ts';
import { arrayPart } from './arrayPart.ts';
import { durationControl, isDuration } from './durationControl.ts';
import { fieldOf, type FormContext, modeOf, describedBy, idOf } from './formContext.ts';
import { fieldFrame, groupFrame } from './frame.ts';
import { objectPart } from './objectPart.ts';
import { booleanPart, choicePart, constantPart, nullPart, numberPart, setButton } from './plainParts.ts';
import { referenceControl } from './referenceControl.ts';
import { textControl } from './textControl.ts';
import { live } from 'lit/directives/live.js';
import { inputValueOf } from '../../common/element.ts';

/**
 * Renders a form node by its kind. While it is being edited it keeps its control, even if the value changes its type.
 */
export function drawPart(part: FormNode, ctx: FormContext): TemplateResult {
  const typed = ctx.edits.held(fieldOf(part, ctx))?.draft.as;
  const mode = modeOf(part, ctx);
  const isUnion = part.kind === 'union';
  if (mode === 'json' || (typed === 'json' && !isUnion)) return jsonPart(part, ctx);
  const isExpression = typed === 'text' && !isUnion;
  if (isExpression && part.kind !== 'text' && !(part.kind === 'json' && part.free)) {
    return fieldFrame(part, ctx, textControl(part, ctx, { as: 'text', input: 'line' }));
  }
  if (part.value?.value === null && part.nullable && part.kind !== 'choice') return nullPart(part, ctx);
  switch (part.kind) {
    case 'text':
      // An expression in place of a number is still edited as a number.
      if (part.instead === 'number' || typed === 'number') {
        return fieldFrame(part, ctx, textControl(part, ctx, { as: 'number', input: 'line' }));
      }
      if (isDuration(part, ctx)) return fieldFrame(part, ctx, durationControl(part, ctx));
      return fieldFrame(part, ctx, referenceControl(part, ctx, { as: 'text', input: part.input }));
    case 'number':
      if (isDuration(part, ctx)) return fieldFrame(part, ctx, durationControl(part, ctx));
      return numberPart(part, ctx);
    case 'boolean':
      return booleanPart(part, ctx);
    case 'choice':
      return choicePart(part, ctx);
    case 'constant':
      return constantPart(part, ctx);
    case 'object':
    case 'map':
      return objectPart(part, ctx);
    case 'array':
      return arrayPart(part, ctx);
    case 'union':
      return unionPart(part, ctx);
    case 'json':
      return jsonPart(part, ctx);
  }
}

/** Renders a value with one of several schemas: a dropdown for the schema, then the value. */
function unionPart(part: UnionNode, ctx: FormContext): TemplateResult {
  const { branches, chosen, content, label, path, pointer } = part;
  // The frame shows the label of the property.
  const shown = part.by ?? (label === '' ? 'Kind' : undefined);
  const depth = ctx.bare?.pointer === pointer ? ctx.bare.depth + 1 : 0;
  const select = `${idOf(part, ctx, 'input')}-form${depth}`;
  const meaning = branches[chosen]?.description;
  const pick = (event: Event): void => {
    const branch = branches[Number(inputValueOf(event))];
    if (branch) void ctx.edits.change(ctx.scope, path, { kind: 'set', value: branch.start });
  };
  return groupFrame(
    part,
    ctx,
    html`<div class="form-of">
        ${shown === undefined ? nothing : html`<label class="form-label" for=${select}>${shown}</label>`}
        <select
          id=${select}
          aria-label=${[label, shown].filter(Boolean).join(': ')}
          aria-describedby=${describedBy(part, ctx)}
          ?disabled=${!ctx.editable || part.readOnly}
          .value=${live(String(chosen))}
          @change=${pick}
        >
          ${branches.map(
            ({ label }, index) =>
              html`<option value=${index} ?selected=${index === chosen}>${label}</option>`,
          )}
        </select>
      </div>
      ${meaning === undefined ? nothing : html`<p class="meaning">${meaning}</p>`}
      <div class="content">${ctx.draw(content, { ...ctx, bare: { pointer, depth } })}</div>`,
  );
}

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
  if (modeOf(part, ctx) === 'json') return false;
  const as = ctx.edits.held(fieldOf(part, ctx))?.draft.as;
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
function jsonPart(part: FormNode, ctx: FormContext): TemplateResult {
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
