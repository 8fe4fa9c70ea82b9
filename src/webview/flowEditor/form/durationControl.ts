import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import {
  type Amount,
  amountOf,
  amountWords,
  type DurationInput,
  joinDuration,
  readAmount,
  splitDuration,
  type TimeUnit,
  unitSize,
} from '../../../flow/form/durations.ts';
import type { FormNode, NumberNode, TextNode } from '../../../flow/form/formNode.ts';
import { inputValueOf } from '../../common/element.ts';
import { pickAfterBraces, pickForText } from '../values/fieldValues.ts';
import { bareName, describedBy, fieldOf, type FormContext, idOf, isWrong } from './formContext.ts';
import { inWords } from './partMenu.ts';
import { readTyped, stepValue } from './typed.ts';
import type { TextField } from './textControl.ts';

type DurationNode = (NumberNode | TextNode) & { readonly duration: DurationInput };

const FIELD: TextField = { as: 'duration', input: 'line' };

/** True if a node is a duration that can be shown as a number with a unit. Text that is being edited stays text. */
export function isDuration(part: NumberNode | TextNode, ctx: FormContext): part is DurationNode {
  if (!part.duration) return false;
  const typed = ctx.edits.held(fieldOf(part, ctx))?.draft.as;
  if (typed !== undefined) return typed === 'duration';
  const value = part.value?.value;
  return value === undefined || value === '' || amountOf(value, part.duration) !== undefined;
}

/** Renders a duration as a number and its unit. */
export function durationControl(part: DurationNode, ctx: FormContext): TemplateResult {
  const { duration, value } = part;
  const field = fieldOf(part, ctx);
  const chosen = ctx.fields.look(field).unit;
  const preset = amountOf(part.default?.value, duration, chosen);
  const amount = amountOf(value?.value, duration, chosen);
  const usual =
    chosen ??
    amount?.unit ??
    (preset ?? amountOf(part.examples[0], duration))?.unit ??
    duration.units[0] ??
    'seconds';
  const text = ctx.edits.held(field)?.draft.text;
  const { count, unit } = text === undefined ? shownAmount(amount, usual) : splitDuration(text, usual);
  const write = (typed: string, typedUnit: TimeUnit): void => {
    if (ctx.takesExpressions && typed.includes('{{'))
      ctx.edits.type(field, duration.notation === 'iso' ? 'text' : 'number', typed);
    else {
      // Otherwise 120 seconds would be shown as 2 minutes once they are written.
      ctx.fields.setLook(field, { unit: readAmount(typed)?.unit ?? typedUnit });
      ctx.edits.type(field, 'duration', joinDuration(typed, typedUnit));
    }
  };
  const isReadOnly = !ctx.editable || part.readOnly;
  const handleKey = (event: KeyboardEvent): void => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.ctrlKey && event.key === ' ') {
      event.preventDefault();
      pickForText(part, ctx, FIELD);
    } else if (event.key === 'Escape' && ctx.edits.held(field)?.problem !== undefined) {
      event.stopPropagation();
      ctx.edits.forget(field);
    } else if (direction !== undefined && !event.altKey && !isReadOnly) {
      const from = Number(count);
      if (!Number.isFinite(from)) return;
      event.preventDefault();
      write(String(stepValue(boundsIn(part, unit), from, direction * (event.shiftKey ? 10 : 1))), unit);
    }
  };
  const leave = (): void => {
    if (!ctx.popups.values.isOpen) void ctx.edits.leave(field);
  };
  return html`<div class="duration">
    <input
      id=${idOf(part, ctx, 'input')}
      class=${part.origin === 'inherited' ? 'inherited' : ''}
      type="text"
      inputmode="decimal"
      spellcheck="false"
      autocomplete="off"
      aria-label=${bareName(part, ctx)}
      aria-describedby=${describedBy(part, ctx)}
      aria-invalid=${isWrong(part, ctx) ? 'true' : nothing}
      aria-required=${part.required}
      placeholder=${preset?.unit === unit ? shownAmount(preset, unit).count : ''}
      ?readonly=${isReadOnly}
      .value=${live(count)}
      @input=${(event: Event) => {
        if (!pickAfterBraces(part, ctx, FIELD, event, text => write(text, unit)))
          write(inputValueOf(event), unit);
      }}
      @keydown=${handleKey}
      @insertvalue=${(event: Event) => {
        event.preventDefault();
        pickForText(part, ctx, FIELD);
      }}
      @focusout=${leave}
    />
    <select
      aria-label="Unit of ${part.label}"
      ?disabled=${isReadOnly}
      .value=${live(unit)}
      @change=${(event: Event) => {
        const picked = unitsOf(duration, unit).find(candidate => candidate === inputValueOf(event));
        if (!picked) return;
        if (count === '') ctx.fields.setLook(field, { unit: picked });
        else write(count, picked);
      }}
      @focusout=${leave}
    >
      ${unitsOf(duration, unit).map(
        candidate =>
          html`<option value=${candidate} ?selected=${candidate === unit}>
            ${count === '1' ? candidate.slice(0, -1) : candidate}
          </option>`,
      )}
    </select>
    <span class="state">${meaningOf(part, text, { count: Number(count), unit })}</span>
  </div>`;
}

function shownAmount(
  amount: Amount | undefined,
  unit: TimeUnit,
): { readonly count: string; readonly unit: TimeUnit } {
  return amount
    ? { count: String(Number(amount.count.toPrecision(12))), unit: amount.unit }
    : { count: '', unit };
}

/** Returns the units to choose from, with that of the present value. */
function unitsOf({ units }: DurationInput, shown: TimeUnit): readonly TimeUnit[] {
  return units.includes(shown) ? units : [...units, shown];
}

/** Returns the duration in words if they say more than the number and its unit; without a value, the default. */
function meaningOf(part: DurationNode, text: string | undefined, shown: Amount): string {
  const typed = text === undefined ? undefined : readTyped('duration', part, text);
  const set = typed?.kind === 'change' && typed.change.kind === 'set' ? typed.change.value : undefined;
  const value = typed ? set : part.value?.value;
  const words = value === '' || value === undefined ? undefined : inWords(part, value);
  if (words !== undefined) return words === amountWords(shown) ? '' : `= ${words}`;
  const preset = typed || part.value ? undefined : inWords(part, part.default?.value);
  return preset === undefined ? '' : `Default: ${preset}`;
}

/** Returns the bounds of a duration in a unit. */
function boundsIn(
  part: DurationNode & FormNode,
  unit: TimeUnit,
): { readonly minimum: number; readonly maximum?: number } {
  const { notation } = part.duration;
  if (part.kind !== 'number' || notation === 'iso') return { minimum: 0 };
  const factor = unitSize(notation) / unitSize(unit);
  const { minimum = 0, maximum } = part;
  return { minimum: minimum * factor, ...(maximum === undefined ? {} : { maximum: maximum * factor }) };
}
