import { code, escapeMarkdown } from '../../util/markdown.ts';
import { showList } from '../schema/problem.ts';
import { typesOf } from './sampleValue.ts';
import type { SchemaObject } from './subschemas.ts';

/** What schemas say of a value, as Markdown: title, description, type, bounds, choices, default, examples. */
export function describeSchema(schemas: readonly SchemaObject[]): string {
  const first = (keyword: string): unknown => schemas.find(schema => keyword in schema)?.[keyword];
  const title = first('title');
  const description = first('description');
  const examples = first('examples');
  const values = first('enum');
  const lines = [
    typeof title === 'string' ? `**${escapeMarkdown(title)}**` : '',
    typeof description === 'string' ? escapeMarkdown(description) : '',
    facts(schemas),
    Array.isArray(values) ? `One of ${code(showList(values))}` : '',
    ...('default' in (schemas.find(schema => 'default' in schema) ?? {})
      ? [`Default: ${code(JSON.stringify(first('default')))}`]
      : []),
    Array.isArray(examples) && examples.length > 0 ? `For example ${code(JSON.stringify(examples[0]))}` : '',
    first('deprecated') === true ? 'No longer to be used.' : '',
  ];
  return lines.filter(line => line !== '').join('\n\n');
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

function facts(schemas: readonly SchemaObject[]): string {
  const bounds = BOUNDS.flatMap(([keyword, words]) => {
    const value = schemas.find(schema => keyword in schema)?.[keyword];
    return typeof value === 'number' || typeof value === 'string' ? [`${words} ${code(String(value))}`] : [];
  });
  return [typesOf(schemas).join(' or '), ...bounds].filter(part => part !== '').join(', ');
}
