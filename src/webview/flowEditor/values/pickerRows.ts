import { TEMPLATE_ROOTS, templateExpressions } from '../../../flow/template.ts';
import type { ValueChoice } from '../../../protocol/flowValues.ts';

/** A text that a field proposes besides expressions: an example or the default. */
export interface FixedValue {
  readonly text: string;
  /** Display text of its origin, in a few words. */
  readonly source: string;
}

/** The search of the picker: a text, and the value whose members are listed. */
export interface PickerSearch {
  readonly query: string;
  readonly inside: ValueChoice | undefined;
}

/** A row of the picker. Choosing it inserts `text` or, without one, lists the members of `opens`. */
export interface PickerRow {
  readonly group: string;
  readonly label: string;
  readonly text: string | undefined;
  readonly type?: string | undefined;
  readonly sample?: string | undefined;
  /** True for a value that is listed together with its members. */
  readonly isWhole: boolean;
  /** The value whose members can be listed. */
  readonly opens?: ValueChoice | undefined;
}

/** The heading of steps and other sources whose values have unknown names. */
const UNKNOWN = 'Known after a run';

/**
 * Returns the rows for a search, by group: fixed values, the choices that were found, and what the person typed.
 */
export function pickerRows(
  { query, inside }: PickerSearch,
  choices: readonly ValueChoice[],
  fixed: readonly FixedValue[],
): readonly PickerRow[] {
  const text = query.trim();
  const rows = [
    ...(inside ? [] : fixedRows(fixed, text)),
    ...choices.flatMap(choice => choiceRows(choice, inside)),
    ...(inside ? nameRow(inside, text, choices) : typedRow(text, choices)),
    ...(inside && text === '' && inside.hasFields ? [wholeRow(inside)] : []),
  ];
  return [...Map.groupBy(rows, ({ group }) => group).values()]
    .toSorted(([one], [other]) => (text === '' ? Number(isUnknown(one)) - Number(isUnknown(other)) : 0))
    .flatMap(group => group.toSorted((one, other) => Number(one.isWhole) - Number(other.isWhole)));
}

function isUnknown(row: PickerRow | undefined): boolean {
  return row?.group === UNKNOWN;
}

/** Returns the expression for a text that ends with closing braces, as typed by hand; undefined for other texts. */
export function closedExpression(query: string): string | undefined {
  const [expression] = templateExpressions(`{{${query}`);
  return query.endsWith('}}') && expression?.path ? `{{${expression.source}}}` : undefined;
}

/** Returns the expression for a member of a value; undefined for a name that no expression can have. */
export function memberExpression(expression: string, name: string): string | undefined {
  const source = expression.slice(2, -2).trim();
  const access = /^[A-Za-z_$][\w$-]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
  const member = `{{${source}${access}}}`;
  const [parsed] = templateExpressions(member);
  return parsed?.path && parsed.end === member.length ? member : undefined;
}

function fixedRows(fixed: readonly FixedValue[], text: string): readonly PickerRow[] {
  const lower = text.toLowerCase();
  return fixed
    .filter(value => value.text.toLowerCase().includes(lower))
    .map(value => ({
      group: 'Suggested for this field',
      label: value.text,
      text: value.text,
      type: value.source,
      isWhole: false,
    }));
}

function choiceRows(choice: ValueChoice, inside: ValueChoice | undefined): readonly PickerRow[] {
  const { group, name, expression, type, sample, hasFields, isOpen } = choice;
  if (choice.expression === inside?.expression) return [];
  const opens = hasFields || isOpen ? choice : undefined;
  if (isOpen && !hasFields && type === undefined && name === '')
    return [{ group: UNKNOWN, label: group, text: undefined, type: 'Enter a name…', isWhole: false, opens }];
  const isWhole = name === '';
  const lead = inside && inside.name !== '' ? `${inside.name} › ` : '';
  const shown = name.startsWith(lead) ? name.slice(lead.length) : name;
  return [{ group, label: isWhole ? 'Everything' : shown, text: expression, type, sample, isWhole, opens }];
}

function wholeRow({ group, expression, type, sample }: ValueChoice): PickerRow {
  return { group, label: 'Everything', text: expression, type, sample, isWhole: true };
}

function nameRow(inside: ValueChoice, name: string, choices: readonly ValueChoice[]): readonly PickerRow[] {
  const text = name === '' || !inside.isOpen ? undefined : memberExpression(inside.expression, name);
  if (text === undefined || choices.some(({ expression }) => expression === text)) return [];
  return [{ group: inside.group, label: `Use the name “${name}”`, text, isWhole: false }];
}

function typedRow(query: string, choices: readonly ValueChoice[]): readonly PickerRow[] {
  const text = closedExpression(`${query}}}`);
  const [root] = (text === undefined ? undefined : templateExpressions(text)[0]?.path) ?? [];
  const isKnown = TEMPLATE_ROOTS.some(known => known === root) && query !== root;
  if (text === undefined || !isKnown || choices.some(({ expression }) => expression === text)) return [];
  return [{ group: 'As typed', label: query, text, isWhole: false }];
}
