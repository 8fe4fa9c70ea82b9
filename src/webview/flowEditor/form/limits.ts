import type { ArrayNode, FormNode, NumberNode, ObjectNode, TextNode } from '../../../flow/form/formNode.ts';

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  hostname: 'a host name',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  uri: 'a URI',
  'uri-reference': 'a URI reference',
  email: 'an email address',
  date: 'a date such as 2026-01-31',
  time: 'a time such as 13:45:00Z',
  'date-time': 'a moment such as 2026-01-31T13:45:00Z',
  duration: 'a duration such as PT5M',
  regex: 'a regular expression',
  'json-pointer': 'a JSON Pointer',
};

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

/** Returns a range in words; undefined if it has no limits. */
function formatRange(least: number | undefined, most: number | undefined): string | undefined {
  if (least !== undefined && most !== undefined) return least === most ? `${least}` : `${least} to ${most}`;
  if (least !== undefined) return `at least ${least}`;
  return most === undefined ? undefined : `at most ${most}`;
}

function describeTextLimits({
  minLength,
  maxLength,
  pattern,
  format,
  mediaType,
  instead,
}: TextNode): string[] {
  if (instead !== undefined) return [];
  const length = formatRange(minLength === 0 ? undefined : minLength, maxLength);
  const known = format === undefined ? undefined : FORMATS[format];
  return [
    ...(length === undefined ? [] : [`Takes ${length} ${isSingle(length) ? 'character' : 'characters'}.`]),
    ...(known === undefined ? [] : [`Takes ${known}.`]),
    ...(pattern === undefined ? [] : [`Matches ${pattern}`]),
    ...(mediaType === undefined || mediaType === 'text/plain' ? [] : [`Holds ${mediaType}.`]),
  ];
}

function describeNumberLimits(part: NumberNode): string[] {
  const { integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum, step } = part;
  const range = formatRange(minimum, maximum);
  const exclusive = [
    exclusiveMinimum === undefined ? undefined : `more than ${exclusiveMinimum}`,
    exclusiveMaximum === undefined ? undefined : `less than ${exclusiveMaximum}`,
  ];
  const bounds = [range, ...exclusive].filter(bound => bound !== undefined).join(' and ');
  const what = integer ? 'a whole number' : 'a number';
  const multiple = step === undefined || (integer && step === 1) ? [] : [`Takes multiples of ${step}.`];
  if (bounds !== '') return [`Takes ${what}, ${bounds}.`, ...multiple];
  return integer ? ['Takes a whole number.', ...multiple] : multiple;
}

function describeListLimits({ minItems, maxItems, unique, options, tuple }: ArrayNode): string[] {
  const count = formatRange(minItems === 0 ? undefined : minItems, maxItems);
  return [
    ...(count === undefined || tuple > 0 ? [] : [`Takes ${count} ${isSingle(count) ? 'item' : 'items'}.`]),
    ...(unique && !options ? ['Takes each item once.'] : []),
  ];
}

function describeObjectLimits({ minProperties, maxProperties }: ObjectNode): string[] {
  const count = formatRange(minProperties === 0 ? undefined : minProperties, maxProperties);
  return count === undefined ? [] : [`Takes ${count} ${isSingle(count) ? 'entry' : 'entries'}.`];
}

function isSingle(range: string): boolean {
  return /^(at \w+ )?1$/.test(range);
}
