import type { CatalogueAction } from '../flow/catalogue.ts';
import type { FormSchemas } from '../flow/form/formSchemas.ts';
import { HIDDEN } from '../flow/form/hidden.ts';
import { isSecretParameter } from '../flow/form/secrets.ts';
import { summariseParameters } from '../flow/schemaSummary.ts';
import { isObject } from '../util/isObject.ts';

const MOST_FACTS = 3;
const LONGEST = 48;

/** A parameter as a line of the list shows it. */
export interface Fact {
  readonly name: string;
  readonly value: string;
}

/**
 * The parameters that tell most of a step: its own before those of its action, needed ones before others. What
 * holds a password, or what is only written, is not shown.
 */
export function tellingFacts(
  action: CatalogueAction | undefined,
  own: Readonly<Record<string, unknown>>,
  forms: FormSchemas,
): readonly Fact[] {
  const inherited = isObject(action?.params) ? action.params : {};
  const order = summariseParameters(action?.paramsSchema).map(({ name }) => name);
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  const sorted = (values: object): readonly (readonly [string, unknown])[] =>
    Object.entries(values).toSorted(([one], [other]) => rank(one) - rank(other));
  const all = [...sorted(own), ...sorted(inherited).filter(([name]) => !Object.hasOwn(own, name))];
  const schema = action?.paramsSchema;
  const isSecret = (name: string): boolean => isObject(schema) && isSecretParameter(forms.get(schema), name);
  return all
    .filter(([, value]) => !isEmpty(value))
    .slice(0, MOST_FACTS)
    .map(([name, value]) => ({ name, value: isSecret(name) ? HIDDEN : shortened(plain(value)) }));
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** A value in short: a text as it is, of lists and objects what they hold. */
function plain(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(plain).join(', ');
  if (!isObject(value)) return JSON.stringify(value);
  return Object.values(value)
    .filter(one => !isEmpty(one))
    .map(plain)
    .join(', ');
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
