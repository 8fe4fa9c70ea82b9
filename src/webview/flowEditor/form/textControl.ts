import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { inputValueOf } from '../../common/element.ts';
import { iconButton } from '../../common/button.ts';
import type { FormNode, TextInput } from '../../../flow/form/formNode.ts';
import { ChipText } from '../values/chipText.ts';
import {
  chipKindOf,
  isField,
  pickAfterBraces,
  pickForText,
  withoutExpression,
} from '../values/fieldValues.ts';
import { bareName, describedBy, fieldOf, type FormContext, idOf, isWrong } from './formContext.ts';
import { isMoment, localWords, momentPicker } from './momentPicker.ts';
import { abbreviateShown } from './partMenu.ts';
import { type TypedAs, toTypedText } from './typed.ts';

/** The parsing and the kind of input of a text field. */
export interface TextField {
  readonly as: TypedAs;
  readonly input: TextInput;
}

const KEYBOARDS: Readonly<Partial<Record<TextInput, 'email' | 'url'>>> = { email: 'email', url: 'url' };
const COLOR = /^#[0-9a-f]{6}$/i;

/** Renders the input for a text, a number or an expression, with a picker for dates and colors. */
export function textControl(part: FormNode, ctx: FormContext, field: TextField): TemplateResult {
  const text = ctx.edits.held(fieldOf(part, ctx))?.draft.text ?? toTypedText(field.as, part.value?.value);
  const line = lineOrArea(part, ctx, field, text);
  const isChip = chipKindOf(part, ctx, field, text) !== undefined;
  if (field.input === 'password' && !isChip)
    return html`<div class="with-button">${line} ${eyeView(part, ctx)}</div>`;
  if (isChip || !ctx.editable || part.readOnly) return line;
  if (field.input === 'color')
    return html`<div class="with-button">${line} ${colorPicker(part, ctx, text)}</div>`;
  if (!isMoment(field.input)) return line;
  const local = localWords(field.input, text);
  return html`<div class="with-button">${line} ${momentPicker(part, ctx, field.input, text)}</div>
    ${local === undefined ? nothing : html`<p class="state">${local} in your time zone</p>`}`;
}

function colorPicker(part: FormNode, ctx: FormContext, text: string): TemplateResult {
  const fits = COLOR.test(text);
  return html`<input
    class=${fits ? 'picker' : 'picker unset'}
    type="color"
    aria-label="${part.label}: pick"
    title="Pick a color"
    .value=${live(fits ? text : '#000000')}
    @change=${(event: Event) => ctx.edits.type(fieldOf(part, ctx), 'text', inputValueOf(event))}
  />`;
}

function lineOrArea(part: FormNode, ctx: FormContext, field: TextField, text: string): TemplateResult {
  const handleInput = (event: Event): void => {
    const { target } = event;
    if (!isField(target) || pickAfterBraces(part, ctx, field, event)) return;
    const isCleared = target instanceof ChipText && target.kind === 'value' && target.value === '';
    if (isCleared) {
      ctx.edits.forget(fieldOf(part, ctx));
      void ctx.fields.add(ctx.scope, part.path, withoutExpression(part), part.path);
    } else ctx.edits.type(fieldOf(part, ctx), field.as, target.value, part.secret);
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey && event.key === ' ') {
      event.preventDefault();
      pickForText(part, ctx, field);
    } else if (event.key === 'Escape' && ctx.edits.held(fieldOf(part, ctx))?.problem !== undefined) {
      event.stopPropagation();
      ctx.edits.forget(fieldOf(part, ctx));
    }
  };
  const handleInsert = (event: Event): void => {
    event.preventDefault();
    pickForText(part, ctx, field);
  };
  const handleBlur = (): void => {
    if (!ctx.popups.values.isOpen) void ctx.edits.leave(fieldOf(part, ctx));
  };
  const look = part.origin === 'inherited' ? 'inherited' : '';
  const invalid = isWrong(part, ctx) ? 'true' : nothing;
  const placeholder = placeholderOf(part) ?? nothing;
  const isReadOnly = !ctx.editable || part.readOnly;
  const chips = chipKindOf(part, ctx, field, text);
  if (chips) {
    return html`<chip-text
      id=${idOf(part, ctx, 'input')}
      class="${look} ${field.input}"
      role="textbox"
      spellcheck=${field.input === 'area'}
      aria-multiline=${chips === 'area'}
      aria-readonly=${isReadOnly}
      aria-label=${bareName(part, ctx)}
      aria-labelledby=${bareName(part, ctx) === nothing ? idOf(part, ctx, 'label') : nothing}
      aria-describedby=${describedBy(part, ctx)}
      aria-invalid=${invalid}
      aria-required=${part.required}
      .kind=${chips}
      .labelOf=${ctx.labelOf}
      .readOnly=${isReadOnly}
      .value=${live(text)}
      @input=${handleInput}
      @keydown=${handleKey}
      @chip=${() => pickForText(part, ctx, field)}
      @insertvalue=${handleInsert}
      @focusout=${handleBlur}
    ></chip-text>`;
  }
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
      @insertvalue=${handleInsert}
      @focusout=${handleBlur}
    ></textarea>`;
  }
  return html`<input
    id=${idOf(part, ctx, 'input')}
    class=${look}
    type=${field.input === 'password' && !ctx.fields.look(fieldOf(part, ctx)).isRevealed ? 'password' : 'text'}
    inputmode=${field.as === 'number' ? 'decimal' : (KEYBOARDS[field.input] ?? nothing)}
    spellcheck="false"
    autocomplete="off"
    aria-label=${bareName(part, ctx)}
    aria-describedby=${describedBy(part, ctx)}
    aria-invalid=${invalid}
    aria-required=${part.required}
    placeholder=${placeholder}
    ?readonly=${isReadOnly}
    .value=${live(text)}
    @input=${handleInput}
    @keydown=${handleKey}
    @insertvalue=${handleInsert}
    @focusout=${handleBlur}
  />`;
}

/** Renders the button that shows or hides a password. */
function eyeView(part: FormNode, ctx: FormContext): TemplateResult {
  const field = fieldOf(part, ctx);
  const { isRevealed = false } = ctx.fields.look(field);
  return iconButton(
    isRevealed ? 'eye-closed' : 'eye',
    isRevealed ? 'Hide' : 'Show',
    () => ctx.fields.setLook(field, { isRevealed: !isRevealed }),
    { name: `Show ${part.label}`, isPressed: isRevealed },
  );
}

function placeholderOf(part: FormNode): string | undefined {
  if (part.default && part.default.value !== null)
    return `Default: ${abbreviateShown(part, part.default.value)}`;
  const [example] = part.examples;
  return example === undefined ? undefined : `For example ${abbreviateShown(part, example)}`;
}
