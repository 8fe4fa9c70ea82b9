import { byteSize } from '../../util/byteSize.ts';
import { escapeLine, fencedBlock } from '../../util/markdownDocument.ts';
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

/** Returns a heading and a list of lines, at most as many as given; empty if there are none. */
export function listSection(heading: string, lines: readonly string[], most = Infinity): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - most;
  const shown = [...lines.slice(0, most), ...(more > 0 ? [`${more.toLocaleString('en')} more`] : [])];
  return [heading, shown.map(line => `- ${line}`).join('\n')];
}

/** Formats a file as its name, with its type and its size in bytes as far as they are known. */
export function fileLine(
  name: string,
  type: string | null | undefined,
  bytes: number | null | undefined,
): string {
  const facts = [type && escapeLine(type), bytes != null && bytes >= 0 && byteSize(bytes)];
  const known = facts.filter(Boolean).join(', ');
  return `${escapeLine(name)}${known === '' ? '' : ` (${known})`}`;
}

/** Returns a copy of a record for display, with its secrets and passcodes replaced by dots. */
export function masked<T>(record: T): T {
  return withoutSecrets(withoutPasscodes(record)) as T;
}
