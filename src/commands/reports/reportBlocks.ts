import { fencedBlock } from '../../util/markdownDocument.ts';
import { indentJson } from '../../util/jsonText.ts';
import { isObject, without } from '../../util/isObject.ts';
import { withoutPasscodes } from '../../util/passcodes/withoutPasscodes.ts';
import { withoutSecrets } from '../../util/secrets.ts';

/** The longest text that is indented, in characters, since a code block shows only the beginning of a longer one. */
const MAX_INDENTED_LENGTH = 200_000;

/** Formats a value as a code block; JSON is indented unless it is long, other text is unchanged. */
export function valueBlock(value: unknown): string {
  const isText = typeof value === 'string';
  const text = isText ? value : JSON.stringify(value);
  const indented = text.length > MAX_INDENTED_LENGTH ? undefined : indentJson(text);
  return fencedBlock(isText && indented === undefined ? '' : 'json', indented ?? text);
}

/** Returns a heading and a value; empty if there is no value. */
export function valueSection(heading: string, value: unknown): string[] {
  if (value === undefined || value === null || value === '') return [];
  return [heading, valueBlock(value)];
}

/** Returns a heading and HTTP headers, one per line, preceded by the lines of `first`; empty if there are neither. */
export function headersSection(
  heading: string,
  headers: Readonly<Record<string, unknown>> | readonly (readonly [string, string])[] | null | undefined,
  first: readonly string[] = [],
): string[] {
  const entries = Array.isArray(headers) ? headers : Object.entries(headers ?? {});
  const lines = [...first, ...entries.map(([name, value]) => `${name}: ${String(value)}`)];
  return lines.length === 0 ? [] : [heading, fencedBlock('http', lines.join('\n'))];
}

/** Returns a heading and the fields of a record that its report does not show otherwise; empty if there are none. */
export function otherFields(
  record: unknown,
  shown: readonly string[],
  heading = '## Other fields',
): string[] {
  const fields = isObject(record) ? Object.entries(without(record, shown)) : [];
  const present = fields.filter(([, value]) => value !== undefined && value !== null);
  return present.length === 0 ? [] : valueSection(heading, Object.fromEntries(present));
}

/** Returns a copy of a record for display, with its secrets and passcodes replaced by dots. */
export function masked<T>(record: T): T {
  return withoutSecrets(withoutPasscodes(record)) as T;
}
