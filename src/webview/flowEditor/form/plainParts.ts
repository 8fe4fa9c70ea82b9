import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { checkedOf, inputValueOf } from '../../common/element.ts';
import { linkButton } from '../../common/button.ts';
import type {
  BooleanNode,
  ChoiceNode,
  ConstantNode,
  FormNode,
  FormSwitch,
  NumberNode,
} from '../../../flow/form/formNode.ts';
import { equalJson } from '../../../flow/schema/equal.ts';
import { isObject } from '../../../util/isObject.ts';
import { bareName, describedBy, fieldOf, type FormContext, idOf, isWrong } from './formContext.ts';
import { fieldFrame } from './frame.ts';
import { abbreviateShown } from './partMenu.ts';
import { stepValue } from './typed.ts';
import { textControl } from './textControl.ts';

/** Renders a number; the up and down arrow keys step it. */
export function numberPart(part: NumberNode, ctx: FormContext): TemplateResult {
  const step = (event: KeyboardEvent): void => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined || event.defaultPrevented || !ctx.editable || part.readOnly) return;
    const value = inputValueOf(event);
    const from = value.trim() === '' ? Number(part.default?.value ?? part.minimum ?? 0) : Number(value);
    if (!Number.isFinite(from)) return;
    event.preventDefault();
    ctx.edits.type(
      fieldOf(part, ctx),
      'number',
      String(stepValue(part, from, direction * (event.shiftKey ? 10 : 1))),
    );
  };
  return html`<div class="bare" @keydown=${step}>
    ${fieldFrame(part, ctx, textControl(part, ctx, { as: 'number', input: part.secret ? 'password' : 'line' }))}
  </div>`;
}

/** Renders a Boolean as a checkbox, indeterminate if neither a value nor a default is set. */
export function booleanPart(part: BooleanNode, ctx: FormContext): TemplateResult {
  const value = part.value?.value ?? part.default?.value;
  return fieldFrame(
    part,
    ctx,
    html`<div class="tick">
      <input
        type="checkbox"
        id=${idOf(part, ctx, 'input')}
        aria-label=${bareName(part, ctx)}
        aria-describedby=${describedBy(part, ctx)}
        ?disabled=${!ctx.editable || part.readOnly}
        .checked=${live(value === true)}
        .indeterminate=${live(typeof value !== 'boolean')}
        @change=${(event: Event) => setValue(part, ctx, checkedOf(event))}
      />
      <span class="state" aria-hidden="true">${stateOf(part)}</span>
    </div>`,
  );
}

/** Renders one of several values as a dropdown. */
export function choicePart(part: ChoiceNode, ctx: FormContext): TemplateResult {
  const { options, value } = part;
  const chosen = options.findIndex(option => value !== undefined && equalJson(option.value, value.value));
  const meaning = options[chosen]?.description;
  const absent = part.default ? `Default: ${abbreviateShown(part, part.default.value)}` : 'Not set';
  return fieldFrame(
    part,
    ctx,
    html`<select
        id=${idOf(part, ctx, 'input')}
        class=${part.origin === 'inherited' ? 'inherited' : ''}
        aria-label=${bareName(part, ctx)}
        aria-describedby=${describedBy(part, ctx)}
        aria-invalid=${isWrong(part, ctx) ? 'true' : nothing}
        aria-required=${part.required}
        ?disabled=${!ctx.editable || part.readOnly}
        .value=${live(String(chosen))}
        @change=${(event: Event) => choose(part, ctx, Number(inputValueOf(event)))}
      >
        ${
          chosen === -1 || (!part.required && part.origin === 'own' && !part.inherited)
            ? html`<option value="-1" ?selected=${chosen === -1}>${absent}</option>`
            : nothing
        }
        ${options.map(
          ({ label }, index) => html`<option value=${index} ?selected=${index === chosen}>${label}</option>`,
        )}
      </select>
      ${meaning === undefined ? nothing : html`<p class="meaning">${meaning}</p>`}`,
  );
}

/** Renders a constant, or a different value with a button to replace it. */
export function constantPart(part: ConstantNode, ctx: FormContext): TemplateResult {
  const { constant, value } = part;
  const isRight = value !== undefined && equalJson(value.value, constant);
  const label = value === undefined ? 'Set' : `Set to ${abbreviateShown(part, constant)}`;
  return fieldFrame(
    part,
    ctx,
    html`<p class="constant">
      <code id=${idOf(part, ctx, 'input')} tabindex="-1"
        >${abbreviateShown(part, value === undefined ? constant : value.value)}</code
      >
      ${isRight ? nothing : setButton(part, ctx, label, constant)}
    </p>`,
  );
}

/** Renders null with a button to enter a value. */
export function nullPart(part: FormNode, ctx: FormContext): TemplateResult {
  return fieldFrame(
    part,
    ctx,
    html`<p class="constant">
      <code id=${idOf(part, ctx, 'input')} tabindex="-1">null</code>
      ${setButton(part, ctx, 'Enter a Value', part.start ?? '')}
    </p>`,
  );
}

/** Renders a button that sets the value of a node. */
export function setButton(
  part: FormNode,
  ctx: FormContext,
  label: string,
  value: unknown,
): TemplateResult | typeof nothing {
  if (!ctx.editable || part.readOnly) return nothing;
  return linkButton(label, () => void ctx.edits.change(ctx.scope, part.path, { kind: 'set', value }), {
    name: `${label}: ${part.label}`,
  });
}

/** Sets a value; fields beside it that do not apply then are removed by the same change. */
function setValue(part: FormNode, ctx: FormContext, value: unknown): void {
  const { path } = part;
  const around = path.slice(0, -1);
  const switchOf = (field: FormNode | undefined): FormSwitch | undefined =>
    field?.switches?.find(other => equalJson(other.value, value));
  if (!switchOf(part)) {
    void ctx.edits.change(ctx.scope, path, { kind: 'set', value });
    return;
  }
  // Text of a field beside it may have been written since it was drawn.
  void ctx.edits.change(ctx.scope, around, find => {
    const whole = find(around)?.value?.value;
    const unchanged = { ...(isObject(whole) ? whole : {}), [String(path.at(-1))]: value };
    return { kind: 'set', value: switchOf(find(path))?.whole ?? unchanged };
  });
}

function choose(part: ChoiceNode, ctx: FormContext, index: number): void {
  const option = part.options[index];
  if (option) setValue(part, ctx, option.value);
  else void ctx.edits.change(ctx.scope, part.path, { kind: 'remove' });
}

function stateOf({ value, default: preset }: BooleanNode): string {
  if (value) return value.value === true ? 'Yes' : 'No';
  return preset ? `${preset.value === true ? 'Yes' : 'No'}, by default` : 'Not set';
}
