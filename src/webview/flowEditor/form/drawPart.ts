import type { TemplateResult } from 'lit';
import type { FormNode } from '../../../flow/form/formNode.ts';
import { arrayPart } from './arrayPart.ts';
import { durationControl, isDuration } from './durationControl.ts';
import { fieldOf, type FormContext } from './formContext.ts';
import { fieldFrame } from './frame.ts';
import { jsonPart } from './jsonPart.ts';
import { objectPart } from './objectPart.ts';
import { booleanPart, choicePart, constantPart, nullPart, numberPart } from './plainParts.ts';
import { referenceControl } from './referenceControl.ts';
import { textControl } from './textControl.ts';
import { unionPart } from './unionPart.ts';

/**
 * Renders a form node by its kind. While it is being edited it keeps its control, even if the value changes its type.
 */
export function drawPart(part: FormNode, ctx: FormContext): TemplateResult {
  const typed = ctx.held(fieldOf(part, ctx))?.draft.as;
  const mode = ctx.mode(part);
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
