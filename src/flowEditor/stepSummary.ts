import type { CatalogAction, FlowCatalog } from '../flow/catalog.ts';
import { nameOfId } from '../flow/referenceKind.ts';
import { plainSchema } from '../flow/schema/plainSchema.ts';
import { readerOf, type SchemaReader } from '../flow/schema/schemaReader.ts';
import { HIDDEN } from '../util/hidden.ts';
import { propertyLabel, wordsOf } from '../flow/form/label.ts';
import { isSecretParameter } from '../flow/secrets/markedSecrets.ts';
import { summarizeParameters } from '../flow/schemaSummary.ts';
import { splitText } from '../flow/textPieces.ts';
import type { Fact } from '../protocol/flowEditor.ts';
import type { ValueLabel } from '../protocol/flowValues.ts';
import { isObject } from '../util/isObject.ts';

const MOST_FACTS = 3;
const LONGEST = 48;

/** Returns the label of an expression, and its problem if it has no value. */
type LabelExpression = (expression: string) => Pick<ValueLabel, 'parts' | 'problem'>;

/**
 * Returns the most significant parameters of a step: its own before those of its action, in the order of the schema
 * summary. The values of secret parameters are hidden.
 */
export function summarizeStep(
  action: CatalogAction | undefined,
  ownParams: Readonly<Record<string, unknown>>,
  catalog: FlowCatalog,
  labelOf: LabelExpression,
): readonly Fact[] {
  const inherited = isObject(action?.params) ? action.params : {};
  const order = summarizeParameters(plainSchema(action?.paramsSchema)).map(({ name }) => name);
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  const sortByRank = (values: object): readonly (readonly [string, unknown])[] =>
    Object.entries(values).toSorted(([left], [right]) => rank(left) - rank(right));
  const params = [
    ...sortByRank(ownParams),
    ...sortByRank(inherited).filter(([name]) => !Object.hasOwn(ownParams, name)),
  ];
  const schema = action?.paramsSchema;
  const form = isObject(schema) ? readerOf(schema) : undefined;
  const isSecret = (name: string): boolean => form !== undefined && isSecretParameter(form, name);
  return params
    .filter(([, value]) => !isEmpty(value))
    .slice(0, MOST_FACTS)
    .map(([name, value]) => ({
      name: labelOfParameter(form, name),
      ...(isSecret(name) ? plain(HIDDEN) : describeValue(toPlainText(value, name, catalog), labelOf)),
    }));
}

/** The labels of parameters by schema, since the rows of all steps are made again at every keystroke. */
const labels = new WeakMap<SchemaReader, Map<string, string>>();
const MOST_LABELS = 200;

/** Returns the label of a parameter, as in the form of the step. */
function labelOfParameter(form: SchemaReader | undefined, name: string): string {
  if (!form || form.unusable !== undefined) return truncate(wordsOf(name), LONGEST);
  const known = labels.get(form) ?? new Map<string, string>();
  labels.set(form, known);
  const kept = known.get(name);
  if (kept !== undefined) return kept;
  const { parts } = form.read([form.root], undefined);
  const label = truncate(propertyLabel(form, parts, name), LONGEST);
  if (known.size < MOST_LABELS) known.set(name, label);
  return label;
}

type ShownValue = Pick<Fact, 'value' | 'pieces'>;

function plain(value: string): ShownValue {
  return { value, pieces: undefined };
}

/** Returns a text with labels in place of its expressions; what is beyond the longest text is left out. */
function describeValue(text: string, labelOf: LabelExpression): ShownValue {
  const line = text.replaceAll(/\s+/g, ' ');
  const split = splitText(line);
  if (split.every(({ kind }) => kind === 'text')) return plain(truncate(line, LONGEST));
  const pieces: NonNullable<Fact['pieces']>[number][] = [];
  let left = LONGEST;
  for (const piece of split) {
    if (left <= 0) break;
    if (piece.kind === 'text') pieces.push({ kind: 'text', parts: [truncate(piece.text, left)] });
    else {
      const { parts, problem } = labelOf(piece.text);
      pieces.push({ kind: problem === undefined ? 'value' : 'problem', parts });
    }
    left -= pieces.at(-1)?.parts.join(' › ').length ?? 0;
  }
  return { value: pieces.map(({ parts }) => parts.join(' › ')).join(''), pieces };
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

/**
 * Returns the value of a parameter as short text, with names in place of IDs; arrays and objects become their values,
 * separated by commas.
 */
function toPlainText(value: unknown, name: string, catalog: FlowCatalog): string {
  if (typeof value === 'string') return nameOfId(value, name, catalog) ?? value;
  if (Array.isArray(value)) return value.map(item => toPlainText(item, name, catalog)).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (!isObject(value)) return JSON.stringify(value);
  return Object.entries(value)
    .filter(([, item]) => !isEmpty(item))
    .map(([inner, item]) => toPlainText(item, inner, catalog))
    .join(', ');
}

function truncate(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
