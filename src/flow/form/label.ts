import { show } from '../schema/problem.ts';
import { isObject } from '../../util/isObject.ts';
import type { PathSegment } from '../template.ts';
import type { Reading } from '../schema/schemaReader.ts';
import { firstText, namesIn, propertyIn, typesIn } from '../schema/appliedSchemas.ts';

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
  array: 'List',
  object: 'Object',
  null: 'Nothing',
};

/** Converts a name to words: `timeoutSeconds` becomes “Timeout seconds”, an index becomes “Item 1”. */
export function wordsOf(name: PathSegment | undefined): string {
  if (name === undefined) return '';
  if (typeof name === 'number') return `Item ${name + 1}`;
  const words = name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replaceAll(/[_\-.\s]+/gu, ' ')
    .trim();
  if (words === '') return name;
  const lower = words.replaceAll(/\p{Lu}\p{Ll}+/gu, word => word.toLowerCase());
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

/** Returns the label of an alternative: its title, a distinguishing constant, the name of its reference or its type. */
export function branchLabel(schema: unknown, { parts }: Reading, index: number): string {
  const title = firstText(parts, 'title');
  if (title !== undefined) return title;
  for (const name of namesIn(parts)) {
    const [property] = propertyIn(parts, name).located;
    if (isObject(property?.schema) && 'const' in property.schema)
      return optionLabel(property.schema['const']);
  }
  const reference = isObject(schema) ? schema['$ref'] : undefined;
  const named = typeof reference === 'string' ? /[^/#]+$/.exec(reference)?.[0] : undefined;
  if (named !== undefined) return wordsOf(decodeURIComponent(named));
  const types = typesIn(parts) ?? [];
  if (types.length > 0) return types.map(type => TYPE_WORDS[type] ?? type).join(' or ');
  return `Form ${index + 1}`;
}

/** Returns the label of an option without a title. */
export function optionLabel(value: unknown): string {
  if (typeof value === 'string') return value === '' ? '(empty)' : value;
  if (typeof value !== 'object' || value === null) return show(value);
  return JSON.stringify(value);
}
