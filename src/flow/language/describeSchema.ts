import type { JsonObject } from '../../util/isObject.ts';
import { code, escapeMarkdown } from '../../util/markdown.ts';
import { equalJson } from '../schema/equal.ts';
import { type AllowedValue, allowedValuesOf, isOneValue } from '../schema/choices.ts';
import { typesOf } from '../schema/sampleValue.ts';

/** Describes a value by its schemas in Markdown: title, description, type, bounds, options, default, example. */
export function describeSchema(schemas: readonly JsonObject[]): string {
  const choices = allowedValuesOf(schemas);
  // With several values, the schema of one describes only that.
  const whole = choices.length > 1 ? schemas.filter(schema => !isOneValue(schema)) : schemas;
  const first = (keyword: string): unknown => whole.find(schema => keyword in schema)?.[keyword];
  const title = first('title');
  const description = first('description');
  const examples = first('examples');
  const lines = [
    typeof title === 'string' ? `**${escapeMarkdown(title)}**` : '',
    typeof description === 'string' ? escapeMarkdown(description) : '',
    facts(schemas),
    choicesText(choices),
    ...('default' in (whole.find(schema => 'default' in schema) ?? {})
      ? [`Default: ${code(JSON.stringify(first('default')))}`]
      : []),
    Array.isArray(examples) && examples.length > 0 ? `For example ${code(JSON.stringify(examples[0]))}` : '',
    first('deprecated') === true ? 'Deprecated.' : '',
  ];
  return lines.filter(line => line !== '').join('\n\n');
}

/** Returns a function that describes an allowed value: first the value itself, then its schemas as a whole. */
export function choiceDescriber(schemas: readonly JsonObject[]): (value: unknown) => string {
  const choices = allowedValuesOf(schemas);
  const ofAll = describeSchema(schemas);
  return value => {
    const choice = choices.length > 1 ? choices.find(one => equalJson(one.value, value)) : undefined;
    const own = choice === undefined ? '' : words(choice);
    return [own, ofAll].filter(part => part !== '').join('\n\n---\n\n');
  };
}

const MAX_CHOICES = 30;

function choicesText(choices: readonly AllowedValue[]): string {
  if (choices.length < 2) return '';
  const shown = choices.slice(0, MAX_CHOICES);
  if (shown.every(one => words(one) === '')) {
    return `Allowed values: ${shown.map(({ value }) => code(JSON.stringify(value))).join(', ')}${more(choices)}`;
  }
  const lines = shown.map(one => {
    const about = words(one);
    return `- ${code(JSON.stringify(one.value))}${about === '' ? '' : `: ${about}`}`;
  });
  return `Allowed values:\n\n${lines.join('\n')}${more(choices)}`;
}

function more({ length }: readonly AllowedValue[]): string {
  return length > MAX_CHOICES ? ` and ${length - MAX_CHOICES} more` : '';
}

function words({ title, description }: AllowedValue): string {
  return [title, description].flatMap(text => (text === undefined ? [] : [escapeMarkdown(text)])).join(': ');
}

const BOUNDS: readonly (readonly [keyword: string, words: string])[] = [
  ['minimum', 'at least'],
  ['exclusiveMinimum', 'more than'],
  ['maximum', 'at most'],
  ['exclusiveMaximum', 'less than'],
  ['multipleOf', 'a multiple of'],
  ['minLength', 'characters at least'],
  ['maxLength', 'characters at most'],
  ['minItems', 'items at least'],
  ['maxItems', 'items at most'],
  ['pattern', 'matches'],
  ['format', 'format'],
];

function facts(schemas: readonly JsonObject[]): string {
  const bounds = BOUNDS.flatMap(([keyword, words]) => {
    const value = schemas.find(schema => keyword in schema)?.[keyword];
    return typeof value === 'number' || typeof value === 'string' ? [`${words} ${code(String(value))}`] : [];
  });
  return [typesOf(schemas).join(' or '), ...bounds].filter(part => part !== '').join(', ');
}
