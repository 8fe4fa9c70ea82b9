import { type SchemaDraft, Validator } from '@cfworker/json-schema';

/** A place in a value that does not fit its schema. */
export interface SchemaProblem {
  /** Names of properties and places in lists that lead to it; empty for the value itself. */
  readonly path: readonly string[];
  readonly keyword: string;
  /** What is wrong there, without its place. */
  readonly message: string;
}

/** A JSON Schema made ready to check values with. */
export interface SchemaChecker {
  /** Why nothing can be checked with it; undefined for a schema that can be used. */
  readonly unusable: string | undefined;
  /** What does not fit; nothing for a schema that cannot be used. */
  readonly check: (value: unknown) => readonly SchemaProblem[];
}

const DRAFTS: readonly (readonly [part: string, draft: SchemaDraft])[] = [
  ['draft-04', '4'],
  ['draft-06', '7'],
  ['draft-07', '7'],
  ['2019-09', '2019-09'],
];

const LEADING_ON = [
  ...[
    '$ref',
    '$dynamicRef',
    '$recursiveRef',
    'allOf',
    'if',
    'then',
    'else',
    'dependentSchemas',
    'dependencies',
  ],
  ...['properties', 'patternProperties', 'additionalProperties', 'propertyNames', 'unevaluatedProperties'],
  ...['items', 'prefixItems', 'additionalItems', 'unevaluatedItems', 'contains'],
];

/** Makes a schema of any draft from 4 to 2020-12 ready, without evaluating code. Never throws. */
export function compileSchema(schema: unknown): SchemaChecker {
  if (schema === true || schema === undefined) return { unusable: undefined, check: () => [] };
  if (schema !== false && !isObject(schema)) return cannotCheck('a schema is an object, true or false');
  const named = isObject(schema) && typeof schema['$schema'] === 'string' ? schema['$schema'] : '';
  const draft = DRAFTS.find(([part]) => named.includes(part))?.[1] ?? '2020-12';
  try {
    const validator = new Validator(schema, draft, false);
    // A reference that leads nowhere shows when a value is checked.
    validator.validate({});
    return { unusable: undefined, check: value => problemsOf(validator, value) };
  } catch (error) {
    return cannotCheck(error instanceof Error ? error.message : String(error));
  }
}

/** What does not fit in a value held against a schema. */
export function checkSchema(schema: unknown, value: unknown): readonly SchemaProblem[] {
  return compileSchema(schema).check(value);
}

function cannotCheck(why: string): SchemaChecker {
  return { unusable: `cannot be checked: ${why}`, check: () => [] };
}

function problemsOf(validator: Validator, value: unknown): SchemaProblem[] {
  const { errors } = validator.validate(value);
  const problems = errors.map(({ instanceLocation, keyword, error }) => ({
    path: pathOf(instanceLocation),
    keyword,
    message: error.replace(/\.$/, ''),
  }));
  // A keyword that only leads on to other schemas repeats what those say.
  return problems.filter(
    one =>
      !LEADING_ON.includes(one.keyword) ||
      !problems.some(
        other => other !== one && startsWith(other.path, one.path) && !LEADING_ON.includes(other.keyword),
      ),
  );
}

function startsWith(path: readonly string[], start: readonly string[]): boolean {
  return start.every((segment, index) => path[index] === segment);
}

function pathOf(pointer: string): string[] {
  const segments = pointer.split('/').slice(1);
  return segments.map(segment => decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
