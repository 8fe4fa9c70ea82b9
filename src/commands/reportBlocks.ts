import { fenced } from '../util/markdownDocument.ts';
import { indentJson } from '../util/indentJson.ts';
import { isObject } from '../util/isObject.ts';
import { without } from '../util/without.ts';

/** A text or a value as a block of code: JSON is indented, any other text is as it is. */
export function valueBlock(value: unknown): string {
  if (typeof value !== 'string') return fenced('json', JSON.stringify(value, undefined, 2));
  const indented = indentJson(value);
  return indented === undefined ? fenced('', value) : fenced('json', indented);
}

/** A heading with a value below it; nothing where there is no value. */
export function valueSection(heading: string, value: unknown): string[] {
  if (value === undefined || value === null || value === '') return [];
  return [heading, valueBlock(value)];
}

/** A heading with headers as HTTP writes them; `first` stands above them. */
export function headersSection(
  heading: string,
  headers: Readonly<Record<string, unknown>> | readonly (readonly [string, string])[] | null | undefined,
  first: readonly string[] = [],
): string[] {
  const entries = Array.isArray(headers) ? headers : Object.entries(headers ?? {});
  const lines = [...first, ...entries.map(([name, value]) => `${name}: ${String(value)}`)];
  return lines.length === 0 ? [] : [heading, fenced('http', lines.join('\n'))];
}

/** The fields of a record that its report does not show by itself, below a heading. */
export function otherFields(
  record: unknown,
  shown: readonly string[],
  heading = '## Other fields',
): string[] {
  const fields = isObject(record) ? Object.entries(without(record, shown)) : [];
  const told = fields.filter(([, value]) => value !== undefined && value !== null);
  return told.length === 0 ? [] : valueSection(heading, Object.fromEntries(told));
}
