import { candidates } from '../schema/sampleValue.ts';
import { equalJson } from '../schema/equal.ts';
import { chosenKindOf } from '../chosenKind.ts';
import { type PathSegment, templateExpressions } from '../template.ts';
import { BUDGETS } from '../../util/budgets.ts';
import { isObject, listOf, withoutUndefined } from '../../util/isObject.ts';
import { describeObject } from './describeObject.ts';
import { describeNumber, describeText } from './describePlain.ts';
import { describeUnion } from './describeUnion.ts';
import type { ArrayNode, FormKind, FormNode, FormOption, FormPart, HeldValue } from './formNode.ts';
import type { SchemaReader, UnreadReference } from '../schema/schemaReader.ts';
import { optionLabel } from './label.ts';
import { wordsOf } from '../wordsOf.ts';
import { pointerOf } from './pointer.ts';
import { resolveAlternatives, type ResolvedSchema } from './resolveAlternatives.ts';
import { canShow, kindOfValue, type FieldInput, shapeOf } from './shape.ts';
import { isSecret } from '../secrets/markedSecrets.ts';
import { type Describing, type FormLocation, isFolded, locationIn } from './formLocation.ts';
import { startValue } from './startValue.ts';
import {
  bound,
  firstText,
  isFlagged,
  itemIn,
  type AppliedSchemas,
  tupleLength,
} from '../schema/appliedSchemas.ts';

/** The values of a form. */
export interface FormValues {
  /** The `overrides.params` of the step, or the value of a form without inheritance. */
  readonly ownValue: unknown;
  /** The parameters of the action, if any. */
  readonly inherited?: unknown;
}

const { fields: MAX_NODES, 'units of work': MAX_WORK } = BUDGETS.form.parts;
/** The work of a part that is not asked for, in units of the reader. */
const BESIDE_WORK = 100;
const TOO_LARGE = 'The form is too large to show completely.';
/** The levels of locations without a value that are described at least, and at most. */
const [MIN_LEVELS, MAX_LEVELS] = [1, 5];
/** The number of locations from which on no further levels are described. */
const ENOUGH_NODES = 200;

/**
 * Describes a schema and its values as a form: plain data that can be rendered without knowledge of JSON Schema. Values
 * that fit no input become JSON inputs; no existing value is omitted. What has no value is described to fewer levels if
 * the form is large.
 */
export function describeForm(form: SchemaReader, values: FormValues): FormNode {
  let { node, count, isCut, isSpent } = describeLevels(form, values, MIN_LEVELS);
  for (let levels = MIN_LEVELS + 1; levels <= MAX_LEVELS; levels++) {
    if (!isCut || isSpent || count > ENOUGH_NODES) break;
    const deeper = describeLevels(form, values, levels);
    // Fewer levels that are complete are better than more that are not.
    if (deeper.isSpent) break;
    ({ node, count, isCut, isSpent } = deeper);
  }
  return node;
}

/**
 * Describes the part of a form at a path and the values within it. Whatever else there is, beside the path or without a
 * value, is a JSON input without words.
 */
export function describePart(form: SchemaReader, values: FormValues, path: readonly PathSegment[]): FormNode {
  return describeLevels(form, values, MIN_LEVELS, path).node;
}

/** A described form. */
interface Description {
  readonly node: FormNode;
  /** The number of described locations. */
  readonly count: number;
  /** True if locations without a value were omitted because of their level. */
  readonly isCut: boolean;
  /** True if describing took too much work, so that parts are JSON inputs. */
  readonly isSpent: boolean;
}

/** Describes a form, or only its part at a path, with a number of levels of locations without a value. */
function describeLevels(
  form: SchemaReader,
  { ownValue: own, inherited }: FormValues,
  levels: number,
  only?: readonly PathSegment[],
): Description {
  const inheritedParams = isObject(inherited) ? inherited : {};
  const isUsual = own === undefined || own === null || isObject(own);
  const location: FormLocation = {
    located: [form.root],
    path: [],
    required: true,
    value: { value: isUsual ? { ...inheritedParams, ...(own ?? {}) } : own },
    own: own === undefined ? undefined : { value: own },
    inherited: isObject(inherited) ? { value: inherited } : undefined,
    loose: false,
    unknown: false,
    decided: new Set(),
    trail: [],
  };
  let count = 0;
  let isCut = false;
  const most = form.work + MAX_WORK;
  const isSpent = (): boolean => form.work > most || count > MAX_NODES;
  const context: Describing = {
    form,
    isSpent,
    isPassing: path => path.length < (only?.length ?? 0),
    describe: location => {
      if (only && !isAskedFor(location, only)) {
        form.work += BESIDE_WORK;
        return besideNode(location);
      }
      count++;
      if (isSpent()) return { ...besideNode(location), why: TOO_LARGE };
      const resolved = resolveAlternatives(form, location);
      const part = partOf(form, location, resolved);
      return describeShape(context, location, resolved, part);
    },
    isTooDeep: depth => {
      isCut ||= depth > levels;
      return depth > levels;
    },
  };
  if (form.unusable === undefined) {
    const node = context.describe(location);
    return { node, count, isCut, isSpent: isSpent() };
  }
  const part = partOf(form, location, resolveAlternatives(form, { ...location, located: [] }));
  const why = `The schema of these parameters ${form.unusable}.`;
  return { node: { ...part, kind: 'json', why }, count, isCut, isSpent: isSpent() };
}

/** True for a location on the way to a path, and for a value at the path or within it. */
function isAskedFor({ path, value }: FormLocation, asked: readonly PathSegment[]): boolean {
  return (
    asked.every((segment, index) => index >= path.length || segment === path[index]) &&
    (value !== undefined || path.length <= asked.length)
  );
}

/** Returns a JSON input that is described by its name and value alone. */
function besideNode({ path, required, value, own, inherited, unknown }: FormLocation): JsonInput {
  return {
    pointer: pointerOf(path),
    path,
    label: wordsOf(path.at(-1)),
    required,
    nullable: false,
    readOnly: false,
    deprecated: false,
    unknown,
    examples: [],
    notes: [],
    start: '',
    origin: originOf({ own, inherited, value }),
    ...withoutUndefined({ value, inherited }),
    kind: 'json',
    why: '',
  };
}

type JsonInput = Extract<FormNode, { readonly kind: 'json' }>;

function originOf({
  own,
  inherited,
  value,
}: Pick<FormLocation, 'own' | 'inherited' | 'value'>): FormPart['origin'] {
  if (own) return 'own';
  return inherited && value ? 'inherited' : 'absent';
}

function describeShape(
  context: Describing,
  location: FormLocation,
  resolved: ResolvedSchema,
  part: FormPart,
): FormNode {
  const shape = shapeAt(context.form, location, resolved);
  const { kind } = shape;
  const value = location.value?.value;
  if (typeof value === 'string' && kind !== 'text' && templateExpressions(value).length > 0) {
    return { ...withLabel(resolved.parts, part, kind), kind: 'text', input: 'line', instead: kind };
  }
  if (location.value && value !== null && !canShow(kind, value)) {
    const why = 'The value has a different type than the schema requires.';
    return { ...withLabel(resolved.parts, part, kind), kind: 'json', why, instead: kind };
  }
  const named = { ...part, nullable: shape.nullable };
  switch (kind) {
    case 'union':
      return describeUnion(context, location, resolved, shape, named);
    case 'constant':
      return { ...named, kind, constant: shape.options[0]?.value };
    case 'choice':
      return { ...named, kind, options: addPresentOption(shape.options, location.value) };
    case 'object':
    case 'map':
      return describeObject(context, location, resolved.parts, named);
    case 'array':
      return describeArray(context, location, resolved.parts, named);
    case 'number':
      return describeNumber(resolved.parts, named);
    case 'boolean':
      return { ...named, kind };
    case 'text':
      return describeText(resolved.parts, named);
    case 'json': {
      if (resolved.never) return { ...named, kind, why: 'No value is allowed here.' };
      const unread = resolved.parts.find(part => part.unread !== undefined)?.unread;
      return { ...named, kind, why: explainAnyValue(unread), free: true };
    }
  }
}

/** Says why a location takes any value; `unread` is a reference that cannot be followed. */
function explainAnyValue(unread: UnreadReference | undefined): string {
  if (unread === undefined) return 'Any value is allowed here.';
  if (unread.isMissing) return `Its schema, ${unread.text}, does not exist.`;
  return `Its schema is in another document, ${unread.text}.`;
}

/** Adds the label that a node has with a value of its kind. */
function withLabel(parts: AppliedSchemas, part: FormPart, kind: FormKind): FormPart {
  return kind === 'number' ? { ...part, label: describeNumber(parts, part).label } : part;
}

/** Returns the shape of a location; the root is an object even if its schema does not say so. */
function shapeAt(
  form: SchemaReader,
  { loose, path, value }: FormLocation,
  resolved: ResolvedSchema,
): FieldInput {
  const none = { options: [], branches: [], nullable: false };
  if (loose) return { ...none, kind: kindOfValue(value?.value) };
  const shape = shapeOf(form, resolved);
  return path.length === 0 && shape.kind === 'json' && !resolved.never ? { ...none, kind: 'object' } : shape;
}

/** Returns the options, plus the current value if it is none of them. */
function addPresentOption(
  options: readonly FormOption[],
  held: HeldValue | undefined,
): readonly FormOption[] {
  if (!held || held.value === null || options.some(({ value }) => equalJson(value, held.value)))
    return options;
  return [...options, { value: held.value, label: optionLabel(held.value), wrong: true }];
}

function partOf(
  form: SchemaReader,
  location: FormLocation,
  { located, parts, notes, chosen }: ResolvedSchema,
): FormPart {
  const { path, value, own, inherited } = location;
  const schemas = parts.map(({ schema }) => schema);
  const refersTo = chosenKindOf(path, schemas);
  const [preset] = parts.filter(
    ({ schema }) => 'default' in schema && form.accepts(located, schema['default']),
  );
  return {
    pointer: pointerOf(path),
    path,
    label: firstText(parts, 'title') ?? wordsOf(path.at(-1)),
    required: location.required,
    nullable: false,
    readOnly: isFlagged(parts, 'readOnly'),
    deprecated: isFlagged(parts, 'deprecated'),
    examples: examplesOf(parts),
    origin: originOf({ own, inherited, value }),
    start: location.loose ? '' : startValue(form, located, { decided: chosen }),
    unknown: location.unknown,
    notes,
    ...(isSecret(form, located) ? { secret: true } : {}),
    ...(preset ? { default: { value: preset.schema['default'] } } : {}),
    ...withoutUndefined({ description: firstText(parts, 'description'), value, inherited, refersTo }),
  };
}

function examplesOf(parts: AppliedSchemas): readonly unknown[] {
  return candidates(
    parts.map(({ schema }) => ({
      examples: schema['examples'],
      ...('example' in schema ? { example: schema['example'] } : {}),
    })),
  );
}

/** Describes a list with its items and the missing items of its tuple. */
function describeArray(
  context: Describing,
  location: FormLocation,
  parts: AppliedSchemas,
  part: FormPart,
): ArrayNode {
  const { form, describe } = context;
  const value = listOf(location.value?.value);
  const folded = isFolded(context, location, parts);
  const tuple = tupleLength(parts);
  const minItems = bound(parts, 'minItems', 'max');
  const maxItems = bound(parts, 'maxItems', 'min');
  const count = Math.max(value.length, folded ? 0 : tuple);
  const items = Array.from({ length: count }, (_, index) => {
    const { located, refused } = itemIn(parts, index);
    const itemLocation = locationIn(location, parts, index, { located, required: index < (minItems ?? 0) });
    const isDescribed = located.length > 0 && !refused;
    return describe({ ...itemLocation, loose: !isDescribed, unknown: refused });
  });
  const next = itemIn(parts, value.length);
  const canAdd = !next.refused && value.length < (maxItems ?? Number.POSITIVE_INFINITY);
  const unique = isFlagged(parts, 'uniqueItems');
  const item = resolveAlternatives(form, {
    ...locationIn(location, parts, count, { ...next, required: false }),
    value: undefined,
  });
  const shape = shapeOf(form, item);
  return {
    ...part,
    kind: 'array',
    items,
    tuple,
    ...(canAdd ? { addition: { start: startValue(form, next.located) } } : {}),
    ...(unique && tuple === 0 && shape.kind === 'choice' ? { options: shape.options } : {}),
    ...withoutUndefined({ minItems, maxItems }),
    unique,
    folded,
  };
}
