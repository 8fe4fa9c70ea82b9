import { countWords, lengthWords, numberWords } from './expectation.ts';
import type { ArrayNode, FormKind, FormNode, ObjectNode } from './formNode.ts';

/** A problem, by the rule of the schema that is violated. */
export interface ViolatedRule {
  /** The keyword of the schema; undefined if the problem is not one of a schema. */
  readonly keyword?: string | undefined;
  /** True if the value is missing. */
  readonly missing?: boolean | undefined;
}

const KINDS: Readonly<Partial<Record<FormKind, string>>> = {
  text: 'Enter text',
  number: 'Enter a number',
  boolean: 'Choose yes or no',
  choice: 'Choose one of the options',
  array: 'This must be a list',
  object: 'This must be a group of fields',
  map: 'This must be a group of entries',
  union: 'Choose one of the options',
};

/** Returns what to do about a problem of a field, without terms of JSON Schema; undefined if its message says it. */
export function adviceOn(node: FormNode, { keyword, missing }: ViolatedRule): string | undefined {
  if (missing) return 'Required';
  return keyword === undefined ? undefined : ADVICE[keyword]?.(node);
}

const ADVICE: Readonly<Record<string, (node: FormNode) => string>> = {
  type: node => typeAdvice(node),
  enum: () => 'Choose one of the options',
  const: node => (node.kind === 'constant' ? `Must be ${shortly(node.constant)}` : 'Choose another value'),
  minLength: lengthAdvice,
  maxLength: lengthAdvice,
  pattern: textAdvice,
  format: textAdvice,
  minimum: numberAdvice,
  maximum: numberAdvice,
  exclusiveMinimum: numberAdvice,
  exclusiveMaximum: numberAdvice,
  multipleOf: numberAdvice,
  minItems: itemsAdvice,
  maxItems: itemsAdvice,
  uniqueItems: () => 'Remove the duplicate item',
  contains: () => 'Add an item of the required kind',
  maxContains: () => 'Remove items: there are too many of one kind',
  unevaluatedItems: () => 'Remove this item',
  minProperties: entriesAdvice,
  maxProperties: entriesAdvice,
  required: () => 'Fill in the required fields',
  dependentRequired: () => 'Fill in the required fields',
  dependencies: () => 'Fill in the required fields',
  propertyNames: () => 'Use another name',
  additionalProperties: unknownAdvice,
  unevaluatedProperties: unknownAdvice,
  false: unknownAdvice,
  not: node => (isGroup(node) ? 'These fields can’t be combined' : 'Enter another value'),
  oneOf: node => (isGroup(node) ? 'Fill in exactly one of the options' : 'Enter another value'),
  anyOf: node => (isGroup(node) ? 'Fill in one of the options' : 'Enter another value'),
};

/** The keywords that have advice. */
export const ADVISED_KEYWORDS: readonly string[] = Object.keys(ADVICE);

function isGroup({ kind }: FormNode): boolean {
  return kind === 'object' || kind === 'map' || kind === 'union' || kind === 'array';
}

function typeAdvice(node: FormNode): string {
  if ((node.kind === 'json' || node.kind === 'text') && node.instead !== undefined)
    return KINDS[node.instead] ?? 'Enter another value';
  if (node.kind === 'number') return numberAdvice(node);
  return KINDS[node.kind] ?? 'Enter another value';
}

function numberAdvice(node: FormNode): string {
  return node.kind === 'number' ? `Enter ${numberWords(node)}` : 'Enter another number';
}

function lengthAdvice(node: FormNode): string {
  if (node.value?.value === '' && node.required) return 'Required';
  const words = node.kind === 'text' ? lengthWords(node) : undefined;
  return words === undefined ? 'Enter a text of another length' : `Enter ${words}`;
}

function textAdvice(node: FormNode): string {
  if (node.value?.value === '' && node.required) return 'Required';
  const [example] = node.examples;
  const like = typeof example === 'string' ? `text like ${example}` : undefined;
  const words = node.kind === 'text' ? (node.hint ?? like) : undefined;
  return words === undefined ? 'Enter a text in the required format' : `Enter ${words}`;
}

function itemsAdvice(node: FormNode): string {
  const { minItems, maxItems }: Partial<ArrayNode> = node.kind === 'array' ? node : {};
  const words = countWords(minItems === 0 ? undefined : minItems, maxItems, ['item', 'items']);
  return words === undefined ? 'Add or remove items' : `Needs ${words}`;
}

function entriesAdvice(node: FormNode): string {
  const isObject = node.kind === 'object' || node.kind === 'map';
  const { minProperties, maxProperties }: Partial<ObjectNode> = isObject ? node : {};
  const unit = node.kind === 'map' ? (['entry', 'entries'] as const) : (['field', 'fields'] as const);
  const words = countWords(minProperties === 0 ? undefined : minProperties, maxProperties, unit);
  return words === undefined ? 'Add or remove entries' : `Needs ${words}`;
}

function unknownAdvice(node: FormNode): string {
  return node.unknown ? 'Not a field of this action. Remove it' : 'Not allowed here. Remove it';
}

function shortly(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
