import { type JsonNode, parseJson, sourceOf } from '../flow/document/jsonTree.ts';
import { isRounded, NUMBER_SPELLINGS, numberMixes, TEXT_SPELLINGS } from './jsonSpellings.ts';
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

const COMPACT: JsonStyle = { name: 'without spaces', indent: '', comma: ',', colon: ':' };

const JSON_STYLES: readonly JsonStyle[] = [
  COMPACT,
  { name: 'with a space after commas and colons', indent: '', comma: ', ', colon: ': ' },
  { name: 'indented by two spaces', indent: '  ', comma: ',', colon: ': ' },
  { name: 'indented by four spaces', indent: '    ', comma: ',', colon: ': ' },
  { name: 'indented by tabs', indent: '\t', comma: ',', colon: ': ' },
];

/** The largest JSON that is reformatted, since indentation can make it many times as large. */
const REWRITTEN = { characters: 65_536, depth: 32 } as const;

/** The maximum number of bytes of all variants of one body. */
const MAX_BYTES = 32 * 1024 * 1024;
/** The maximum number of top-level names whose order is varied. */
const MAX_ORDERED = 5;

/**
 * Generates equivalent bodies: other line ends, byte order mark, charset, surrounding white space, or JSON formatting with
 * other spellings of texts and numbers. Generates no other JSON formatting for a large body.
 */
export function* bodyVariants(body: Uint8Array): Generator<BodyVariant> {
  const text = decode(body);
  const encoder = new TextEncoder();
  if (text === undefined) {
    const latin = new TextDecoder('windows-1252').decode(body);
    yield { change: 'its charset was changed from UTF-8 to Windows-1252', body: encoder.encode(latin) };
    return;
  }
  let left = MAX_BYTES;
  for (const [change, variant] of textVariants(text)) {
    if (variant === text) continue;
    const bytes = encoder.encode(variant);
    left -= bytes.length;
    if (left < 0) return;
    yield { change, body: bytes };
  }
  const misread = misreadBytes(text);
  if (misread) yield { change: 'its UTF-8 was read as Windows-1252', body: misread };
}

/** Returns what in a body cannot be as it was signed, as the end of a sentence; undefined if nothing is. */
export function describeDamage(body: Uint8Array): string | undefined {
  const text = decode(body);
  if (text === undefined) return undefined;
  if (text.includes('\uFFFD'))
    return 'it has the character U+FFFD, which replaces one that could not be read';
  if (text.length > REWRITTEN.characters || parseJsonOrUndefined(text) === undefined) return undefined;
  const rounded = numbersIn(parseJson(text).root)
    .map(node => sourceOf(text, node))
    .find(isRounded);
  return rounded === undefined
    ? undefined
    : `it has the number ${rounded.slice(0, 30)}, whose last digits were probably lost when it was parsed`;
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
  for (const form of ['NFC', 'NFD'] as const)
    yield [
      `its characters were composed in another way; it was signed in the form ${form}`,
      text.normalize(form),
    ];
  if (parseJsonOrUndefined(bare) === undefined) return;
  const { root } = parseJson(bare);
  if (root) yield* jsonVariants(bare, root);
}

function* jsonVariants(text: string, root: JsonNode): Generator<[change: string, text: string]> {
  const spell = (spellText: Spell, spellNumber: Spell) => (node: JsonNode) => {
    const source = sourceOf(text, node);
    if (node.type === 'string') return spellText(source);
    return node.type === 'number' ? spellNumber(source) : source;
  };
  const seen = new Set<string>();
  const spellings: { readonly name: string; readonly print: (node: JsonNode) => string }[] = [];
  for (const texts of TEXT_SPELLINGS)
    for (const numbers of NUMBER_SPELLINGS) {
      const print = spell(texts.spell, numbers.spell);
      const compact = printJson(root, { style: COMPACT, print });
      if (seen.has(compact)) continue;
      seen.add(compact);
      spellings.push({ name: `${texts.name}${numbers.name}`, print });
    }
  const written = 'its JSON was reformatted; it was signed';
  for (const isSorted of [false, true])
    for (const { name, print } of spellings)
      for (const style of JSON_STYLES) {
        const json = printJson(root, { style, print, orderOf: isSorted ? sorted : undefined });
        const change = `${written} ${style.name}${isSorted ? ', with its keys sorted' : ''}${name}`;
        yield [change, json];
        yield [`${change}, with a line end`, `${json}\n`];
      }
  const asIs = (node: JsonNode): string => sourceOf(text, node);
  for (const style of JSON_STYLES.slice(0, 2)) {
    for (const order of permutations(root.children ?? [])) {
      const orderOf = (node: JsonNode): readonly JsonNode[] =>
        node === root ? order : (node.children ?? []);
      yield [
        `${written} ${style.name}, with its keys in another order`,
        printJson(root, { style, print: asIs, orderOf }),
      ];
    }
    for (const mix of numberMixes(text, numbersIn(root))) {
      const print = (node: JsonNode): string => mix.get(node) ?? asIs(node);
      yield [
        `${written} ${style.name}, with other decimals in its numbers`,
        printJson(root, { style, print }),
      ];
    }
  }
}

type Spell = (source: string) => string;

/**
 * The way in which JSON is printed: its formatting, its texts, numbers, and words, and the order of the members of an
 * object.
 */
interface Printing {
  readonly style: JsonStyle;
  readonly print: (node: JsonNode) => string;
  readonly orderOf?: ((node: JsonNode) => readonly JsonNode[]) | undefined;
}

function sorted({ children = [] }: JsonNode): readonly JsonNode[] {
  const nameOf = (member: JsonNode): string => String(member.children?.[0]?.value);
  return children.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

/** Generates the orders of a few members of an object. */
function* permutations(members: readonly JsonNode[]): Generator<readonly JsonNode[]> {
  if (members.length > MAX_ORDERED || members[0]?.type !== 'property') return;
  const [first, ...rest] = members;
  if (rest.length === 0) {
    yield members;
    return;
  }
  for (const order of permutations(rest))
    for (let at = 0; at <= order.length; at++) yield order.toSpliced(at, 0, first);
}

function numbersIn(node: JsonNode | undefined): readonly JsonNode[] {
  if (node?.type === 'number') return [node];
  return (node?.children ?? []).flatMap(numbersIn);
}

/** Returns the bytes of a text whose UTF-8 was read as Windows-1252; undefined for any other text. */
function misreadBytes(text: string): Uint8Array | undefined {
  const decoder = new TextDecoder('windows-1252');
  const bytesOf = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  );
  const bytes = Uint8Array.from(text, character => bytesOf.get(character) ?? 0);
  const isMisread = !bytes.includes(0) && bytes.some(byte => byte > 0x7f) && decode(bytes) !== undefined;
  return isMisread ? bytes : undefined;
}

function decode(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return undefined;
  }
}

function printJson(node: JsonNode, printing: Printing, depth = 0): string {
  const { style, print, orderOf } = printing;
  const { type, children = [] } = node;
  const printPart = (part: JsonNode): string => printJson(part, printing, depth + 1);
  if (type === 'array') return enclose('[]', children.map(printPart), style, depth);
  if (type !== 'object') return print(node);
  const members = (orderOf?.(node) ?? children).map(({ children: [name, value] = [] }) =>
    name && value ? `${print(name)}${style.colon}${printPart(value)}` : '',
  );
  return enclose('{}', members, style, depth);
}

function enclose(brackets: '[]' | '{}', parts: readonly string[], style: JsonStyle, depth: number): string {
  if (parts.length === 0) return brackets;
  const [open, close] = [brackets.slice(0, 1), brackets.slice(1)];
  if (style.indent === '') return `${open}${parts.join(style.comma)}${close}`;
  const line = `\n${style.indent.repeat(depth + 1)}`;
  return `${open}${line}${parts.join(`${style.comma}${line}`)}\n${style.indent.repeat(depth)}${close}`;
}
