import type { CatalogAction } from '../flow/catalog.ts';
import type { SchemaReaders } from '../flow/schema/schemaReaders.ts';
import { HIDDEN } from '../flow/form/hidden.ts';
import { isSecretParameter } from '../flow/form/secrets.ts';
import { summariseParameters } from '../flow/schemaSummary.ts';
import { isObject } from '../util/isObject.ts';

const MOST_FACTS = 3;
const LONGEST = 48;

/** A parameter as shown in a row of the step list. */
export interface Fact {
  readonly name: string;
  readonly value: string;
}

/**
 * Returns the most significant parameters of a step: its own before those of its action, in the order of the schema
 * summary. The values of secret parameters are hidden.
 */
export function summarizeStep(
  action: CatalogAction | undefined,
  ownParams: Readonly<Record<string, unknown>>,
  forms: SchemaReaders,
): readonly Fact[] {
  const inherited = isObject(action?.params) ? action.params : {};
  const order = summariseParameters(action?.paramsSchema).map(({ name }) => name);
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  const sortByRank = (values: object): readonly (readonly [string, unknown])[] =>
    Object.entries(values).toSorted(([left], [right]) => rank(left) - rank(right));
  const params = [
    ...sortByRank(ownParams),
    ...sortByRank(inherited).filter(([name]) => !Object.hasOwn(ownParams, name)),
  ];
  const schema = action?.paramsSchema;
  const isSecret = (name: string): boolean => isObject(schema) && isSecretParameter(forms.get(schema), name);
  return params
    .filter(([, value]) => !isEmpty(value))
    .slice(0, MOST_FACTS)
    .map(([name, value]) => ({ name, value: isSecret(name) ? HIDDEN : truncate(toPlainText(value)) }));
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** Returns a value as short text; arrays and objects become their values, separated by commas. */
function toPlainText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(toPlainText).join(', ');
  if (!isObject(value)) return JSON.stringify(value);
  return Object.values(value)
    .filter(item => !isEmpty(item))
    .map(toPlainText)
    .join(', ');
}

function truncate(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
