import type { CatalogAction, FlowCatalog } from '../flow/catalog.ts';
import { areComparisons, COMPARISON_WORDS } from '../flow/comparisons.ts';
import { namedElementLabel as elementLabel } from '../flow/record/elementChoices.ts';
import { elementForms, elementIn, elementPlaces } from '../flow/record/elementParams.ts';
import { fallbackIn } from '../flow/record/fallback.ts';
import { nameOfId } from '../flow/referenceKind.ts';
import { plainSchema } from '../flow/schema/plainSchema.ts';
import { readerOf, type SchemaReader } from '../flow/schema/schemaReader.ts';
import { HIDDEN } from '../util/hidden.ts';
import { describeIsoDuration, describeNumberDuration } from '../flow/form/describeDuration.ts';
import { type DurationNotation, durationWords } from '../flow/form/durations.ts';
import type { FormPart } from '../flow/form/formNode.ts';
import { propertyLabel } from '../flow/form/label.ts';
import { wordsOf } from '../flow/wordsOf.ts';
import { propertyIn, typesIn } from '../flow/schema/appliedSchemas.ts';
import { isSecretParameter } from '../flow/secrets/markedSecrets.ts';
import { summarizeParameters } from '../flow/schema/schemaSummary.ts';
import { splitText } from '../flow/textPieces.ts';
import type { Fact } from '../protocol/flowEditor.ts';
import type { ValueLabel } from '../protocol/flowValues.ts';
import { isObject, listOf, memberOf } from '../util/isObject.ts';

const MAX_FACTS = 3;
const MAX_LENGTH = 48;

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
  const element = action && elementOf(action, { ...inherited, ...ownParams });
  const params = [
    ...sortByRank(ownParams),
    ...sortByRank(inherited).filter(([name]) => !Object.hasOwn(ownParams, name)),
  ].filter(([name]) => element?.fallbacks.includes(name) !== true);
  const schema = action?.paramsSchema;
  const form = isObject(schema) ? readerOf(schema) : undefined;
  const isSecret = (name: string): boolean => form !== undefined && isSecretParameter(form, name);
  const shown = params.filter(([, value]) => !isEmpty(value)).slice(0, MAX_FACTS);
  const [, operator] = shown;
  const isSentence = operator !== undefined && areComparisons(optionsOf(operator[0], schema));
  return shown.map(([name, value], index) => {
    const comparison = isSentence && index === 1 ? COMPARISON_WORDS.get(value) : undefined;
    const { label, timed } = labelOfParameter(form, name);
    const duration = timed && durationWords(value, timed.notation);
    const words = comparison ?? duration ?? toPlainText(value, name, catalog);
    const text = name === element?.name ? element.label : words;
    return {
      // A condition reads as a sentence without the names of its parts.
      name: isSentence ? '' : duration === undefined ? label : (timed?.label ?? label),
      ...(isSecret(name) ? plain(HIDDEN) : describeValue(text, labelOf)),
    };
  });
}

/** An element that an object names, in words, and the parameters with other ways to find it. */
interface SummarizedElement {
  readonly name: string;
  readonly label: string;
  readonly fallbacks: readonly string[];
}

function elementOf(
  action: CatalogAction,
  params: Readonly<Record<string, unknown>>,
): SummarizedElement | undefined {
  const forms = elementForms(action);
  const named = elementIn(forms, params);
  const [name] = elementPlaces(forms).find(({ use }) => use === 'element')?.path ?? [];
  if (!named || typeof name !== 'string' || !isObject(params[name])) return undefined;
  return { name, label: elementLabel(named), fallbacks: Object.keys(fallbackIn(params)) };
}

function optionsOf(name: string, schema: unknown): readonly unknown[] {
  return listOf(memberOf(memberOf(memberOf(schema, 'properties'), name), 'enum'));
}

/** The labels of parameters by schema, since the rows of all steps are made again at every keystroke. */
const labels = new WeakMap<SchemaReader, Map<string, ParameterLabel>>();
const MAX_LABELS = 200;

/** The label of a parameter, and for a duration the notation of its value and the label without a unit. */
interface ParameterLabel {
  readonly label: string;
  readonly timed?: { readonly label: string; readonly notation: DurationNotation } | undefined;
}

/** Returns the label of a parameter, as in the form of the step. */
function labelOfParameter(form: SchemaReader | undefined, name: string): ParameterLabel {
  if (!form || form.unusable !== undefined) return { label: truncate(wordsOf(name), MAX_LENGTH) };
  const known = labels.get(form) ?? new Map<string, ParameterLabel>();
  labels.set(form, known);
  const kept = known.get(name);
  if (kept !== undefined) return kept;
  const { parts } = form.read([form.root], undefined);
  const property = form.read(propertyIn(parts, name).located, undefined).parts;
  const part: Pick<FormPart, 'path' | 'label' | 'secret'> = {
    path: [name],
    label: propertyLabel(form, parts, name),
  };
  const types = typesIn(property) ?? [];
  const isNumber = types.includes('number') || types.includes('integer');
  const timed = isNumber ? describeNumberDuration(property, part) : undefined;
  const iso = types.includes('string') ? describeIsoDuration(property, undefined, part) : undefined;
  const notation = (timed?.duration ?? iso)?.notation;
  const shorten = (text: string): string => truncate(text, MAX_LENGTH);
  const found: ParameterLabel = {
    label: shorten(part.label),
    timed: notation && { label: shorten(timed?.label ?? part.label), notation },
  };
  if (known.size < MAX_LABELS) known.set(name, found);
  return found;
}

type ShownValue = Pick<Fact, 'value' | 'pieces'>;

function plain(value: string): ShownValue {
  return { value, pieces: undefined };
}

/** Returns a text with labels in place of its expressions; what is beyond the longest text is left out. */
function describeValue(text: string, labelOf: LabelExpression): ShownValue {
  const line = text.replaceAll(/\s+/g, ' ');
  const split = splitText(line);
  if (split.every(({ kind }) => kind === 'text')) return plain(truncate(line, MAX_LENGTH));
  const pieces: NonNullable<Fact['pieces']>[number][] = [];
  let left = MAX_LENGTH;
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
