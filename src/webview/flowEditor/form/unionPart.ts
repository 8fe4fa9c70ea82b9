import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { valueOf } from '../../common/element.ts';
import type { UnionNode } from '../../../flow/form/formNode.ts';
import { describedBy, type FormContext, idOf } from './formContext.ts';
import { groupFrame } from './frame.ts';

/** Renders a value with one of several schemas: a dropdown for the schema, then the value. */
export function unionPart(part: UnionNode, ctx: FormContext): TemplateResult {
  const { branches, chosen, content, path, pointer } = part;
  const isWhole = path.length === 0;
  const depth = ctx.bare?.pointer === pointer ? ctx.bare.depth + 1 : 0;
  const select = `${idOf(part, ctx, 'input')}-form${depth}`;
  const meaning = branches[chosen]?.description;
  const pick = (event: Event): void => {
    const branch = branches[Number(valueOf(event))];
    if (branch) ctx.change(path, { kind: 'set', value: branch.start });
  };
  return groupFrame(
    part,
    ctx,
    html`<div class="form-of">
        <label class="form-label" for=${select}>${isWhole ? 'Kind' : 'Form'}</label>
        <select
          id=${select}
          aria-label=${isWhole ? 'Kind of the parameters' : `Form of ${part.label}`}
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
