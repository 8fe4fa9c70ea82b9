import { nestsDeeperThan, parseJsonOrUndefined } from '../util/jsonText.ts';

/** A body as it may have been when it was signed, and how it must have changed since. */
interface BodyVariant {
  readonly change: string;
  readonly body: Uint8Array;
}

interface JsonStyle {
  readonly name: string;
  readonly indent: string;
  readonly comma: string;
  readonly colon: string;
}

const JSON_STYLES: readonly JsonStyle[] = [
  { name: 'without spaces', indent: '', comma: ',', colon: ':' },
  { name: 'with a space after commas and colons', indent: '', comma: ', ', colon: ': ' },
  { name: 'indented by two spaces', indent: '  ', comma: ',', colon: ': ' },
  { name: 'indented by four spaces', indent: '    ', comma: ',', colon: ': ' },
  { name: 'indented by tabs', indent: '\t', comma: ',', colon: ': ' },
];

const SPELLINGS: readonly { readonly name: string; readonly spell: (json: string) => string }[] = [
  { name: '', spell: json => json },
  { name: ', with other characters than ASCII escaped', spell: escapeBeyondAscii },
  { name: ', with slashes escaped', spell: json => json.replaceAll('/', '\\/') },
  {
    name: ', with slashes and other characters than ASCII escaped',
    spell: json => escapeBeyondAscii(json).replaceAll('/', '\\/'),
  },
];

/** The largest JSON that is written anew, since indentation can make it many times as large. */
const REWRITTEN = { characters: 65_536, depth: 32 } as const;

/**
 * Generates equivalent bodies: other line ends, byte order mark, surrounding white space or JSON formatting. Generates
 * none for a body that is not UTF-8, and no other JSON formatting for a large one.
 */
export function* bodyVariants(body: Uint8Array): Generator<BodyVariant> {
  const text = decode(body);
  if (text === undefined) return;
  const encoder = new TextEncoder();
  for (const [change, variant] of textVariants(text)) {
    if (variant !== text) yield { change, body: encoder.encode(variant) };
  }
}

function* textVariants(text: string): Generator<[change: string, text: string]> {
  const bare = text.replace(/^\uFEFF/, '');
  yield ['a line end was added at its end', text.replace(/\r?\n$/, '')];
  yield ['the line end at its end was removed', `${text}\n`];
  yield ['the line end at its end was removed', `${text}\r\n`];
  yield ['a byte order mark was put before it', bare];
  yield ['the byte order mark before it was removed', `\uFEFF${bare}`];
  yield ['its line ends were changed from LF to CRLF', text.replaceAll('\r\n', '\n')];
  yield ['its line ends were changed from CRLF to LF', text.replaceAll(/\r?\n/g, '\r\n')];
  yield ['white space was added around it', bare.trim()];
  if (bare.length > REWRITTEN.characters || nestsDeeperThan(bare, REWRITTEN.depth)) return;
  const value = parseJsonOrUndefined(bare);
  if (value === undefined) return;
  for (const sorted of [false, true]) {
    for (const style of JSON_STYLES) {
      const json = printJson(value, style, sorted);
      for (const { name, spell } of SPELLINGS) {
        const order = sorted ? ', with its keys sorted' : '';
        const change = `its JSON was written anew; it was signed ${style.name}${order}${name}`;
        yield [change, spell(json)];
        yield [`${change}, with a line end`, `${spell(json)}\n`];
      }
    }
  }
}

function decode(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return undefined;
  }
}

function printJson(value: unknown, style: JsonStyle, sorted: boolean, depth = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const printEntry = (entry: unknown): string => printJson(entry, style, sorted, depth + 1);
  if (Array.isArray(value)) return enclose('[]', value.map(printEntry), style, depth);
  const entries = Object.entries(value);
  if (sorted) entries.sort(([left], [right]) => (left < right ? -1 : 1));
  const members = entries.map(([key, entry]) => `${JSON.stringify(key)}${style.colon}${printEntry(entry)}`);
  return enclose('{}', members, style, depth);
}

function enclose(brackets: '[]' | '{}', parts: readonly string[], style: JsonStyle, depth: number): string {
  if (parts.length === 0) return brackets;
  const [open, close] = [brackets.slice(0, 1), brackets.slice(1)];
  if (style.indent === '') return `${open}${parts.join(style.comma)}${close}`;
  const line = `\n${style.indent.repeat(depth + 1)}`;
  return `${open}${line}${parts.join(`${style.comma}${line}`)}\n${style.indent.repeat(depth)}${close}`;
}

function escapeBeyondAscii(json: string): string {
  return json.replaceAll(
    /[\u0080-\uffff]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
