import type { ArrayNode, FormNode, NumberNode, ObjectNode, TextNode } from '../../../flow/form/formNode.ts';
import { countWords, lengthWords, numberWords } from '../../../flow/form/expectation.ts';

/** The greatest length of a text, and number of items, that is worth saying before it is exceeded. */
const WORTH_SAYING = { characters: 200, items: 50 } as const;

/** Returns the constraints of a node's schema as short sentences. */
export function limitsOf(part: FormNode): readonly string[] {
  switch (part.kind) {
    case 'text':
      return describeTextLimits(part);
    case 'number':
      return describeNumberLimits(part);
    case 'array':
      return describeListLimits(part);
    case 'object':
    case 'map':
      return describeObjectLimits(part);
    case 'boolean':
    case 'choice':
    case 'constant':
    case 'union':
    case 'json':
      return [];
  }
}

/** Returns the regular expression of a text that is typed as such. */
export function patternOf(part: FormNode): string | undefined {
  return part.kind === 'text' && !isChosen(part) && !part.duration ? part.pattern : undefined;
}

/** The greatest length of a pattern that is shown without being asked for. */
const SHORT_PATTERN = 80;

/** Returns the short pattern of a text of which nothing else says what it takes. */
export function onlyPatternOf(part: FormNode): string | undefined {
  const { description = '', examples, notes } = part;
  const isExplained =
    description !== '' || examples.length > 0 || notes.length > 0 || limitsOf(part).length > 0;
  const pattern = patternOf(part) ?? '';
  return isExplained || pattern === '' || pattern.length > SHORT_PATTERN ? undefined : pattern;
}

/** True if a node has constraints, or sentences about rules. */
export function hasRules(part: FormNode): boolean {
  return limitsOf(part).length > 0 || part.notes.length > 0 || patternOf(part) !== undefined;
}

/** True for the ID of a record, which is chosen by its name and not typed. */
function isChosen({ refersTo }: FormNode): boolean {
  return refersTo !== undefined && refersTo !== 'credential' && refersTo !== 'package';
}

function describeTextLimits(part: TextNode): string[] {
  if (part.instead !== undefined || isChosen(part) || part.duration) return [];
  const { minLength, maxLength, mediaType, hint: words } = part;
  // An asterisk marks a required text.
  const isPlain = (minLength ?? 0) <= 1 && (maxLength ?? Infinity) > WORTH_SAYING.characters;
  const length = isPlain ? undefined : lengthWords(part);
  return [
    ...(length === undefined ? [] : [`Takes ${length}.`]),
    ...(words === undefined || words === 'text' ? [] : [`Takes ${words}.`]),
    ...(mediaType === undefined || mediaType === 'text/plain' ? [] : [`Holds ${mediaType}.`]),
  ];
}

function describeNumberLimits(part: NumberNode): string[] {
  const words = numberWords(part);
  return words === 'a number' || words === 'a duration' ? [] : [`Takes ${words}.`];
}

function describeListLimits({ minItems, maxItems, unique, options, tuple }: ArrayNode): string[] {
  const most = (maxItems ?? Infinity) > WORTH_SAYING.items ? undefined : maxItems;
  const count = countWords(minItems === 0 ? undefined : minItems, most, ['item', 'items']);
  return [
    ...(count === undefined || tuple > 0 ? [] : [`Takes ${count}.`]),
    ...(unique && !options ? ['Takes each item once.'] : []),
  ];
}

function describeObjectLimits({ minProperties, maxProperties }: ObjectNode): string[] {
  if (maxProperties === 0) return [];
  const least = minProperties === 0 ? undefined : minProperties;
  const count = countWords(least, maxProperties, ['entry', 'entries']);
  return count === undefined ? [] : [`Takes ${count}.`];
}
