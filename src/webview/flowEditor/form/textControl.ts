import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { valueOf } from '../../common/element.ts';
import { iconButton } from '../../common/button.ts';
import type { FormNode, TextInput } from '../../../flow/form/formNode.ts';
import { templateExpressions } from '../../../flow/template.ts';
import type { Suggestion } from '../suggestions.ts';
import { isField } from './completion.ts';
import { bareName, describedBy, fieldOf, type FormContext, idOf, isWrong } from './formContext.ts';
import { abbreviateShown } from './partMenu.ts';
import { type TypedAs, toTypedText } from './typed.ts';

/** The parsing and the kind of input of a text field. */
export interface TextField {
  readonly as: TypedAs;
  readonly input: TextInput;
}

const KEYBOARDS: Readonly<Partial<Record<TextInput, 'email' | 'url'>>> = { email: 'email', url: 'url' };
const PICKERS: Readonly<Partial<Record<TextInput, { type: string; fits: RegExp }>>> = {
  date: { type: 'date', fits: /^\d{4}-\d\d-\d\d$/ },
  'date-time': { type: 'datetime-local', fits: /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z?$/ },
  color: { type: 'color', fits: /^#[0-9a-f]{6}$/i },
};

/** Renders the input for a text, a number or an expression, with a picker for dates and colors. */
export function textControl(part: FormNode, ctx: FormContext, field: TextField): TemplateResult {
  const text = ctx.held(fieldOf(part, ctx))?.draft.text ?? toTypedText(field.as, part.value?.value);
  const picker = PICKERS[field.input];
  const line = lineOrArea(part, ctx, field, text);
  if (field.input === 'password') return html`<div class="with-button">${line} ${eyeView(part, ctx)}</div>`;
  if (!picker || !ctx.editable || part.readOnly) return line;
  const fits = picker.fits.test(text);
  return html`<div class="with-button">
    ${line}
    <input
      class=${fits ? 'picker' : 'picker unset'}
      type=${picker.type}
      step=${picker.type === 'datetime-local' ? 1 : nothing}
      aria-label="${part.label}: pick"
      title=${picker.type === 'datetime-local' ? 'Pick a moment in UTC' : `Pick a ${field.input}`}
      .value=${live(fits ? toPickerValue(text) : picker.type === 'color' ? '#000000' : '')}
      @change=${(event: Event) => {
        const value = valueOf(event);
        const isMoment = picker.type === 'datetime-local' && value !== '';
        ctx.type(fieldOf(part, ctx), 'text', isMoment ? toUtc(value) : value);
      }}
    />
  </div>`;
}

/** Converts a picked date and time to UTC with seconds. */
function toUtc(picked: string): string {
  return `${/T\d\d:\d\d$/.test(picked) ? `${picked}:00` : picked}Z`;
}

/** Converts a UTC date and time to the format of a picker, which omits zero seconds. */
function toPickerValue(text: string): string {
  return text.replace(/(T\d\d:\d\d):00Z?$|Z$/, '$1');
}

function lineOrArea(part: FormNode, ctx: FormContext, field: TextField, text: string): TemplateResult {
  const choices = { expressions: ctx.expressions, values: valuesOf(part, field) };
  const completes = choices.expressions.length > 0 || choices.values.length > 0;
  const handleInput = ({ target }: Event): void => {
    if (!isField(target)) return;
    ctx.type(fieldOf(part, ctx), field.as, target.value, part.secret);
    ctx.completion.offerTo(target, choices, false);
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (ctx.completion.take(event)) return;
    if (event.ctrlKey && event.key === ' ' && isField(event.target)) {
      event.preventDefault();
      ctx.completion.offerTo(event.target, choices, true);
    } else if (event.key === 'Escape' && ctx.held(fieldOf(part, ctx))?.problem !== undefined) {
      event.stopPropagation();
      ctx.forget(fieldOf(part, ctx));
    }
  };
  const handleBlur = (): void => {
    ctx.completion.close();
    ctx.leave(fieldOf(part, ctx));
  };
  const look = lookOf(part, text);
  const invalid = isWrong(part, ctx) ? 'true' : nothing;
  const placeholder = placeholderOf(part) ?? nothing;
  const isReadOnly = !ctx.editable || part.readOnly;
  if (field.input === 'area' || field.input === 'code') {
    return html`<textarea
      id=${idOf(part, ctx, 'input')}
      class="${look} ${field.input}"
      rows=${field.input === 'code' ? 4 : 2}
      spellcheck=${field.input === 'area'}
      aria-label=${bareName(part, ctx)}
      aria-describedby=${describedBy(part, ctx)}
      aria-invalid=${invalid}
      aria-required=${part.required}
      placeholder=${placeholder}
      ?readonly=${isReadOnly}
      .value=${live(text)}
      @input=${handleInput}
      @keydown=${handleKey}
      @focusout=${handleBlur}
    ></textarea>`;
  }
  return html`<input
    id=${idOf(part, ctx, 'input')}
    class=${look}
    type=${field.input === 'password' && !ctx.isRevealed(fieldOf(part, ctx)) ? 'password' : 'text'}
    inputmode=${field.as === 'number' ? 'decimal' : (KEYBOARDS[field.input] ?? nothing)}
    spellcheck="false"
    autocomplete="off"
    role=${completes ? 'combobox' : nothing}
    aria-haspopup=${completes ? 'listbox' : nothing}
    aria-expanded=${completes ? 'false' : nothing}
    aria-label=${bareName(part, ctx)}
    aria-describedby=${describedBy(part, ctx)}
    aria-invalid=${invalid}
    aria-required=${part.required}
    placeholder=${placeholder}
    ?readonly=${isReadOnly}
    .value=${live(text)}
    @input=${handleInput}
    @keydown=${handleKey}
    @focusout=${handleBlur}
  />`;
}

/** Renders the button that shows or hides a password. */
function eyeView(part: FormNode, ctx: FormContext): TemplateResult {
  const field = fieldOf(part, ctx);
  const isRevealed = ctx.isRevealed(field);
  return iconButton(
    isRevealed ? 'eye-closed' : 'eye',
    isRevealed ? 'Hide' : 'Show',
    () => ctx.reveal(field, !isRevealed),
    { name: `Show ${part.label}`, isPressed: isRevealed },
  );
}

function lookOf({ origin }: FormNode, text: string): string {
  const inherited = origin === 'inherited' ? 'inherited' : '';
  return templateExpressions(text).length > 0 ? `${inherited} expression` : inherited;
}

function placeholderOf(part: FormNode): string | undefined {
  if (part.default && part.default.value !== null)
    return `Default: ${abbreviateShown(part, part.default.value)}`;
  const [example] = part.examples;
  return example === undefined ? undefined : `For example ${abbreviateShown(part, example)}`;
}

function valuesOf({ examples, default: preset, secret }: FormNode, { as }: TextField): readonly Suggestion[] {
  if (as === 'json' || secret) return [];
  const text = (value: unknown): string => toTypedText(as, value);
  const values = examples.map(value => ({ text: text(value), source: 'example' as const }));
  return preset ? [{ text: text(preset.value), source: 'default' }, ...values] : values;
}
