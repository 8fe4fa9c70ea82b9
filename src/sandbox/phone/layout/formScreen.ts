import { box, textShape } from '../draw/shape.ts';
import { wrapLines } from '../draw/textFlow.ts';
import { FIELDS } from '../fields.ts';
import { rect } from '../geometry.ts';
import type { FieldKey, FormResult } from '../state.ts';
import { widget, type Widget } from '../widget.ts';
import { titleBar } from './appBar.ts';
import { button, checkboxShapes, textField } from './controls.ts';
import { cardShape, cardSpan } from './rows.ts';
import { appScreen, type LayoutContext, type ScreenContent, type Stack } from './layoutContext.ts';
import { scrollList } from './scrollList.ts';

const KEYS: readonly FieldKey[] = ['form.name', 'form.email', 'form.password'];
const FIELD_STEP = 92;

/** Returns the Form app: a registration form and its result. */
export function formScreen(layout: LayoutContext): ScreenContent {
  const bar = titleBar(layout, 'Create account');
  const list = scrollList(layout, 'form', bar.bottom, top => form(layout, top));
  return appScreen(layout, [...bar.widgets, list]);
}

function form(layout: LayoutContext, top: number): Stack {
  const { x, width } = cardSpan(layout);
  const y = top + 4;
  const termsTop = y + 16 + KEYS.length * FIELD_STEP;
  const height = termsTop + 44 + 72 + 12 - y;
  const inner = { x: x + 20, width: width - 40 };
  const children = [
    ...KEYS.flatMap((key, index) => labeledField(layout, key, { ...inner, y: y + 16 + index * FIELD_STEP })),
    terms(layout, { ...inner, y: termsTop, height: 48 }),
    button(layout, 'submit', { ...inner, y: termsTop + 60, height: 52 }, 'Create account', {
      kind: 'submitForm',
    }),
  ];
  const card = widget('group', 'form_card', rect(x, y, width, height), {
    shapes: [cardShape(layout, y, height)],
    children,
  });
  const { formResult, formCode, codeResult } = layout.state;
  const result = resultText(layout, y + height, 'form_result', formResult);
  const confirmation =
    formCode == null ? { widgets: [], bottom: result.bottom } : codeCard(layout, result.bottom);
  const confirmed = resultText(layout, confirmation.bottom, 'code_result', codeResult);
  return {
    widgets: [card, ...result.widgets, ...confirmation.widgets, ...confirmed.widgets],
    bottom: confirmed.bottom,
  };
}

function codeCard(layout: LayoutContext, top: number): Stack {
  const { x, width } = cardSpan(layout);
  const y = top + 16;
  const height = FIELD_STEP + 52 + 36;
  const inner = { x: x + 20, width: width - 40 };
  const children = [
    ...labeledField(layout, 'form.code', { ...inner, y: y + 16 }),
    button(layout, 'confirm', { ...inner, y: y + 16 + FIELD_STEP, height: 52 }, 'Confirm address', {
      kind: 'confirmCode',
    }),
  ];
  const bounds = rect(x, y, width, height);
  const card = widget('group', 'code_card', bounds, { shapes: [cardShape(layout, y, height)], children });
  return { widgets: [card], bottom: y + height };
}

function labeledField(
  layout: LayoutContext,
  key: FieldKey,
  frame: { x: number; y: number; width: number },
): Widget[] {
  const { label } = FIELDS[key];
  const shape = textShape(frame.x + 2, frame.y + 19, label, 14, layout.theme.ink, { weight: 'semibold' });
  return [
    widget('text', `${key}.label`, { ...frame, height: 28 }, { text: label, shapes: [shape] }),
    textField(layout, key, rect(frame.x, frame.y + 30, frame.width, 52)),
  ];
}

function terms(layout: LayoutContext, bounds: Widget['bounds']): Widget {
  const checked = layout.state.switches['form.terms'];
  const label = 'I accept the terms';
  return widget('checkbox', 'form.terms', bounds, {
    text: label,
    checked,
    tap: { kind: 'toggle', key: 'form.terms' },
    shapes: [
      ...checkboxShapes(layout.theme, bounds.x + 2, bounds.y + 12, checked),
      textShape(bounds.x + 40, bounds.y + 29.5, label, 16, layout.theme.ink),
    ],
  });
}

function resultText(
  layout: LayoutContext,
  top: number,
  id: string,
  result: FormResult | null | undefined,
): Stack {
  const { theme } = layout;
  if (!result) return { widgets: [], bottom: top };
  const y = top + 16;
  const { x, width } = cardSpan(layout);
  const lines = wrapLines(result.text, width - 40, 16, 'semibold');
  const height = lines.length * 24 + 28;
  const ink = result.accepted ? theme.good : theme.bad;
  const bounds = rect(x, y, width, height);
  const shapes = [
    box(x, y, width, height, `${ink}1f`, theme.cardRadius),
    ...lines.map((words, index) =>
      textShape(x + 20, y + 31.5 + index * 24, words, 16, ink, { weight: 'semibold' }),
    ),
  ];
  return {
    widgets: [widget('text', id, bounds, { text: result.text, shapes })],
    bottom: y + height,
  };
}
