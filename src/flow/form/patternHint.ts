import { formats } from '../schema/formats.ts';
import { compilePattern } from '../schema/pattern.ts';
import { isObject, type JsonObject } from '../../util/isObject.ts';
import { memoize } from '../../util/once.ts';
import { patternExample } from './patternExample.ts';
import { parsePattern, type PatternTree } from '../schema/patternTree.ts';

const MAX_CHOICES = 8;

/** Stands for the part of a text that a pattern does not describe. */
const ANY = 'abc';

/** A pattern in words, for people who do not read regular expressions. */
export interface PatternHint {
  /** The accepted texts, such as “an email address” or “text like ABC-123”. */
  readonly words: string;
  readonly example: string;
}

/** A kind of text that many patterns describe. */
interface TextKind {
  readonly words: string;
  readonly accepts: readonly string[];
  readonly rejects: readonly string[];
}

/** The more specific kinds first. The first accepted text is the example. */
const KINDS: readonly TextKind[] = [
  {
    words: 'an email address',
    accepts: ['name@example.com', 'a.b@mail.example.org'],
    rejects: ['name', 'example.com', 'name@', '@example.com'],
  },
  {
    words: 'an ID such as 123e4567-e89b-42d3-a456-426614174000',
    accepts: ['123e4567-e89b-42d3-a456-426614174000'],
    rejects: ['123e4567', 'name', '123e4567-e89b-42d3-a456', 'a b c'],
  },
  {
    words: 'a date and time',
    accepts: ['2026-03-14T09:30:00Z'],
    rejects: ['2026-03-14', '09:30:00', 'name'],
  },
  {
    words: 'a date',
    accepts: ['2026-03-14', '2027-12-01'],
    rejects: ['2026', '14.03.2026', 'name', '1-2-3'],
  },
  { words: 'a time', accepts: ['09:30', '23:59'], rejects: ['9', 'name', '0930'] },
  { words: 'a time', accepts: ['09:30:00', '23:59:59'], rejects: ['9', 'name', '093000'] },
  { words: 'a duration', accepts: ['PT30S', 'PT5M'], rejects: ['30', '30 s', 'name', 'PT'] },
  {
    words: 'a web address',
    accepts: ['https://example.com', 'https://example.com/path'],
    rejects: ['name', 'example', '/path'],
  },
  { words: 'an IPv4 address', accepts: ['192.0.2.1', '10.0.0.255'], rejects: ['192.0.2', 'name', '1'] },
  {
    words: 'a hex color',
    accepts: ['#1e90ff'],
    rejects: ['1e90ff', '#zzzzzz', 'blue', '#1e90ff00ff'],
  },
  { words: 'a version number', accepts: ['1.2.3', '10.0.12'], rejects: ['1', 'name', '1.a.3'] },
  {
    words: 'a phone number with its country code',
    accepts: ['+15550100123', '+4930123456'],
    rejects: ['name', '+', '0', 'a123456789'],
  },
  {
    words: 'a host name',
    accepts: ['example.com', 'mail.example.org'],
    rejects: ['name', 'a b', 'https://example.com', '-'],
  },
  {
    words: 'lowercase letters, digits, and hyphens',
    accepts: ['my-name', 'name2', 'a-b-c'],
    rejects: ['My-Name', 'my name', 'my_name', 'ä', 'a.b', '#a'],
  },
  {
    words: 'lowercase letters, digits, and underscores',
    accepts: ['my_name', 'name2'],
    rejects: ['My_Name', 'my name', 'my-name', 'ä', 'a.b', '#a'],
  },
  {
    words: 'capital letters, digits, and underscores',
    accepts: ['MY_NAME', 'NAME2'],
    rejects: ['my_name', 'MY NAME', 'MY-NAME', 'A.B', '#A'],
  },
  {
    words: 'letters, digits, and underscores',
    accepts: ['my_name', 'MyName2'],
    rejects: ['my name', 'my-name', 'a.b', '#a', 'a/b'],
  },
  {
    words: 'letters, digits, hyphens, and underscores',
    accepts: ['my-name', 'My_Name2'],
    rejects: ['my name', 'a.b', '#a', 'a/b'],
  },
  {
    words: 'letters and digits',
    accepts: ['name2', 'Name'],
    rejects: ['my name', 'a-b', 'a_b', 'a.b', '#a'],
  },
  { words: 'letters', accepts: ['name', 'Name'], rejects: ['name2', 'my name', 'a-b', '12'] },
  { words: 'lowercase letters', accepts: ['name'], rejects: ['Name', 'name2', 'my name', 'a-b', '12'] },
  { words: 'a whole number', accepts: ['12', '-3'], rejects: ['name', '1.5', '-', '#1'] },
  { words: 'text', accepts: ['my name', 'Name-2', 'a/b.c', '#1', 'é'], rejects: [] },
  {
    words: 'text without spaces',
    accepts: ['name', 'Name-2', 'a/b.c', '#1', 'é'],
    rejects: ['my name', ' ', 'a\tb'],
  },
];

const MAX_NUMBER_LENGTH = 24;

/** Returns a pattern in words; undefined if no matching text is found. */
export function patternHint(pattern: string): PatternHint | undefined {
  const matches = matcherOf(pattern);
  if (!matches) return undefined;
  const digits = describeDigits(matches);
  if (digits) return digits;
  const kind = KINDS.find(
    ({ accepts, rejects }) => accepts.every(text => matches(text)) && !rejects.some(text => matches(text)),
  );
  if (kind) return { words: kind.words, example: kind.accepts[0] ?? '' };
  const structure = describeStructure(pattern);
  if (structure && matches(structure.example)) return structure;
  const example = patternExample(pattern);
  return example === undefined ? undefined : { words: `text like ${example}`, example };
}

// Forms are described again at every keystroke.
const hintOfSchema = memoize((schema: JsonObject) => patternHint(String(schema['pattern'])));

/** Returns the pattern of the first of some schemas that has one, in words. */
export function hintOf(schemas: readonly unknown[]): PatternHint | undefined {
  const schema = schemas.filter(isObject).find(({ pattern }) => typeof pattern === 'string');
  return schema && hintOfSchema(schema);
}

/** True if a text matches a pattern; false for an invalid pattern. */
export function fitsPattern(pattern: string, text: string): boolean {
  return matcherOf(pattern)?.(text) ?? false;
}

function matcherOf(pattern: string): ((text: string) => boolean) | undefined {
  try {
    const matches = compilePattern(pattern);
    matches('');
    return text => {
      try {
        return matches(text);
      } catch {
        return false;
      }
    };
  } catch {
    return undefined;
  }
}

/** Describes a pattern that accepts only digits, with their number. */
function describeDigits(matches: (text: string) => boolean): PatternHint | undefined {
  const digits = '1234567890'.repeat(3);
  const lengths = Array.from({ length: MAX_NUMBER_LENGTH }, (_, index) => index + 1).filter(length =>
    matches(digits.slice(0, length)),
  );
  const [least = 0, ...more] = lengths;
  const most = more.at(-1) ?? least;
  const isOther = ['a', '-', ' ', '+'].some(
    character =>
      matches(character.repeat(least)) ||
      matches(`${digits.slice(0, most - 1)}${character}`) ||
      matches(`${character}${digits.slice(0, most - 1)}`),
  );
  if (least === 0 || isOther || matches(`${digits.slice(0, least)}.0`)) return undefined;
  const example = digits.slice(0, Math.max(least, Math.min(most, 3)));
  if (most === MAX_NUMBER_LENGTH)
    return { words: least === 1 ? 'digits' : `at least ${least} digits`, example };
  if (least === most) return { words: least === 1 ? 'a digit' : `${least} digits`, example };
  return { words: `${least} to ${most} digits`, example };
}

/** The format names of texts in words, with an article; the others are described as the check does. */
const FORMAT_WORDS: Readonly<Record<string, string>> = {
  email: 'an email address',
  'idn-email': 'an email address',
  uri: 'a web address such as https://example.com',
  iri: 'a web address such as https://example.com',
  url: 'a web address such as https://example.com',
  uuid: 'an ID such as 123e4567-e89b-42d3-a456-426614174000',
  duration: 'a duration such as 1 h 30 min',
  color: 'a color such as #1e90ff',
};

/** Returns the texts of a format in words; undefined for an unknown format. */
export function formatWords(format: string): string | undefined {
  return Object.hasOwn(FORMAT_WORDS, format) ? FORMAT_WORDS[format] : formats.get(format)?.words;
}

/** Returns the texts of a pattern that lists them, or says how they begin or end, in words; undefined for any other. */
function describeStructure(
  pattern: string,
): { readonly words: string; readonly example: string } | undefined {
  const tree = treeOf(pattern);
  if (!tree) return undefined;
  const parts = tree.kind === 'sequence' ? tree.parts : [tree];
  const isFromStart = parts[0]?.kind === 'start';
  const isToEnd = parts.at(-1)?.kind === 'end';
  const inner = parts.slice(isFromStart ? 1 : 0, isToEnd ? -1 : undefined);
  const isOpenAtStart = !isFromStart || isAnything(inner[0]);
  const isOpenAtEnd = !isToEnd || isAnything(inner.at(-1));
  const middle = inner.filter((part, index) => !isAnything(part) || (index > 0 && index < inner.length - 1));
  const text = literalOf(middle);
  if (text === '') return undefined;
  if (text === undefined) {
    const [only] = middle;
    return middle.length === 1 && only?.kind === 'choice' && !isOpenAtStart && !isOpenAtEnd
      ? describeChoices(only.parts)
      : undefined;
  }
  if (!isOpenAtStart && !isOpenAtEnd) return { words: `“${text}”`, example: text };
  if (!isOpenAtStart) return { words: `text that starts with “${text}”`, example: `${text}${ANY}` };
  if (!isOpenAtEnd) return { words: `text that ends with “${text}”`, example: `${ANY}${text}` };
  return { words: `text that contains “${text}”`, example: text };
}

function treeOf(pattern: string): PatternTree | undefined {
  try {
    return parsePattern(pattern, true);
  } catch {
    // The check of the file reports invalid patterns.
    return undefined;
  }
}

function describeChoices(
  parts: readonly PatternTree[],
): { readonly words: string; readonly example: string } | undefined {
  const texts = parts.flatMap(part => literalOf(part.kind === 'sequence' ? part.parts : [part]) ?? []);
  const [first, ...others] = texts;
  if (first === undefined || texts.length < parts.length || texts.length > MAX_CHOICES) return undefined;
  const last = others.pop();
  const words = others.length === 0 ? `${first} or ${last}` : `${[first, ...others].join(', ')}, or ${last}`;
  return { words, example: first };
}

/** Returns the only text that parts of a pattern accept; undefined if they accept several. */
function literalOf(parts: readonly PatternTree[]): string | undefined {
  const characters = parts.map(part => {
    if (part.kind !== 'character') return undefined;
    if (part.source.length === 1) return part.source === '.' ? undefined : part.source;
    return /^\\[^\w\s]$/.test(part.source) ? part.source.slice(1) : undefined;
  });
  return characters.includes(undefined) ? undefined : characters.join('');
}

/** True for a part that accepts any text, such as `.*`. */
function isAnything(part: PatternTree | undefined): boolean {
  return (
    part?.kind === 'repeat' &&
    part.max === Number.POSITIVE_INFINITY &&
    part.body.kind === 'character' &&
    part.body.source === '.'
  );
}
