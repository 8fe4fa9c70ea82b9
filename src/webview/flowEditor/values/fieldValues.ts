import { html, nothing, type TemplateResult } from 'lit';
import type { TextRange } from '../../../flow/document/diagnostic.ts';
import type { FormKind, FormNode } from '../../../flow/form/formNode.ts';
import { isWholeExpression, templateExpressions } from '../../../flow/template.ts';
import { iconButton } from '../../common/button.ts';
import { fieldOf, type FormContext, idOf } from '../form/formContext.ts';
import type { TextField } from '../form/textControl.ts';
import { inWords } from '../form/partMenu.ts';
import { toTypedText } from '../form/typed.ts';
import { ChipText, type ChipTextKind } from './chipText.ts';
import type { FixedValue } from './pickerRows.ts';
import { replaceRange, selectedExpression, startedExpression } from './textRange.ts';

/** An element that a text is typed into. */
export type Field = HTMLInputElement | HTMLTextAreaElement | ChipText;

/** Returns true for an element that a text is typed into. */
export function isField(element: unknown): element is Field {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof ChipText
  );
}

/** The kinds whose value is either one expression or no text at all. */
const NEVER_TEXT: readonly (FormKind | undefined)[] = [
  'number',
  'boolean',
  'choice',
  'constant',
  'object',
  'map',
  'array',
];

/** Returns how a text with expressions is shown: the kind of its chips; undefined for plain text. */
export function chipKindOf(
  part: FormNode,
  { takesExpressions }: Pick<FormContext, 'takesExpressions'>,
  { as, input }: TextField,
  text: string,
): ChipTextKind | undefined {
  if (!takesExpressions || as === 'json' || templateExpressions(text).length === 0) return undefined;
  // The rest of a password stays hidden.
  if (input === 'password' && !isWholeExpression(text)) return undefined;
  if (part.kind === 'number' || (part.kind === 'text' && NEVER_TEXT.includes(part.instead))) return 'value';
  return input === 'area' || input === 'code' ? 'area' : 'line';
}

/** The event that asks a text field to open the picker; a field that does so prevents its default. */
const INSERT_EVENT = 'insertvalue';

/** Opens the picker for the text field of a node; what is chosen replaces the selection. */
export function pickForText(part: FormNode, ctx: FormContext, field: TextField): void {
  const element = elementOf(part, ctx);
  if (!element || !ctx.editable || part.readOnly) return;
  const { value } = element;
  const selection = { start: element.selectionStart ?? 0, end: element.selectionEnd ?? 0 };
  const begun = startedExpression(value, selection.start);
  const isWhole = isNumeric(field) || chipKindOf(part, ctx, field, value) === 'value';
  const fixed = value === '' ? fixedValues(part, field) : [];
  if (!ctx.takesExpressions && fixed.length === 0) return;
  ctx.popups.values.open({
    title: `${selectedExpression(value, selection) === undefined ? 'Insert' : 'Change'} value: ${part.label}`,
    anchor: element,
    fixed,
    takesExpressions: ctx.takesExpressions,
    query: begun ? value.slice(begun.start + 2, begun.end) : '',
    insert: chosen =>
      write(part, ctx, isWhole ? { start: 0, end: value.length } : (begun ?? selection), chosen),
    cancel: (_, isEscaped) => {
      if (isEscaped) elementOf(part, ctx)?.focus();
      else void ctx.edits.leave(fieldOf(part, ctx));
    },
  });
}

/**
 * Opens the picker if braces were just typed, and takes them out of the text until a value is chosen. Returns true if
 * it did so.
 */
export function pickAfterBraces(
  part: FormNode,
  ctx: FormContext,
  field: TextField,
  event: Event,
  type = (text: string): void => ctx.edits.type(fieldOf(part, ctx), field.as, text, part.secret),
): boolean {
  const { target } = event;
  if (!isField(target) || !ctx.takesExpressions || field.as === 'json') return false;
  const isTyped = event instanceof InputEvent && event.inputType === 'insertText';
  const begun = isTyped ? startedExpression(target.value, target.selectionStart ?? 0) : undefined;
  if (begun?.end !== (begun?.start ?? 0) + 2) return false;
  const { text } = replaceRange(target.value, begun, '');
  const caret = { start: begun.start, end: begun.start };
  type(text);
  ctx.popups.values.open({
    title: `Insert value: ${part.label}`,
    anchor: target,
    fixed: [],
    takesExpressions: true,
    query: '',
    insert: chosen => write(part, ctx, isNumeric(field) ? { start: 0, end: text.length } : caret, chosen),
    cancel: (query, isEscaped) => {
      // The text can be meant as it was typed.
      if (isEscaped) write(part, ctx, caret, `{{${query}`);
      else void ctx.edits.leave(fieldOf(part, ctx));
    },
  });
  return true;
}

/** Renders the button that inserts a value into a node; nothing where expressions are not allowed. */
export function insertValueButton(part: FormNode, ctx: FormContext): TemplateResult | typeof nothing {
  const { kind, path, readOnly, label } = part;
  if (!ctx.takesExpressions || !ctx.editable || readOnly || path.length === 0 || kind === 'constant')
    return nothing;
  return html`<span class="insert-value"
    >${iconButton('symbol-variable', 'Insert Value… (Ctrl+Space)', event => pickForPart(part, ctx, event), {
      name: `Insert value: ${label}`,
    })}</span
  >`;
}

// A text field inserts at its caret; any other value is replaced.
function pickForPart(part: FormNode, ctx: FormContext, { currentTarget: button }: Event): void {
  const element = elementOf(part, ctx);
  const isTaken = element && !element.dispatchEvent(new CustomEvent(INSERT_EVENT, { cancelable: true }));
  if (isTaken || !(button instanceof HTMLElement)) return;
  ctx.popups.values.open({
    title: `Insert value: ${part.label}`,
    anchor: button,
    fixed: [],
    takesExpressions: true,
    query: '',
    insert: value => void ctx.fields.add(ctx.scope, part.path, { kind: 'set', value }, part.path),
    cancel: (_, isEscaped) => {
      if (isEscaped) button.focus();
    },
  });
}

/** Returns the change that takes the expression out of a node that is no text. */
export function withoutExpression({
  path,
  start,
}: FormNode): { kind: 'set'; value: unknown } | { kind: 'remove' } {
  // An item keeps its place in the list.
  return typeof path.at(-1) === 'number' ? { kind: 'set', value: start } : { kind: 'remove' };
}

/** True if an expression replaces all of the text. */
function isNumeric({ as }: TextField): boolean {
  return as === 'number' || as === 'duration';
}

function elementOf(part: FormNode, ctx: FormContext): Field | undefined {
  const element = document.getElementById(idOf(part, ctx, 'input'));
  return isField(element) ? element : undefined;
}

function write(part: FormNode, ctx: FormContext, range: TextRange, written: string): void {
  const element = elementOf(part, ctx);
  if (!element) return;
  const { text, caret } = replaceRange(element.value, range, written);
  element.focus();
  element.value = text;
  element.setSelectionRange(caret, caret);
  element.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

function fixedValues(part: FormNode, { as }: TextField): readonly FixedValue[] {
  const { default: preset, secret } = part;
  if (as === 'json' || secret || !preset) return [];
  return [{ text: inWords(part, preset.value) ?? toTypedText(as, preset.value), source: 'default' }];
}
