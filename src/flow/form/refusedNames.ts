import { type AppliedSchemas, requiredIn } from '../schema/appliedSchemas.ts';
import type { SchemaProblem } from '../schema/problem.ts';
import type { Located } from '../schema/resources.ts';
import type { SchemaReader } from '../schema/schemaReader.ts';
import { isObject } from '../../util/isObject.ts';

/** Accepted as any value. */
export const EXPRESSION = '{{value}}';

/** Keywords by which an object can refuse a property because of the others that it has. */
const REFUSING = [
  'not',
  'oneOf',
  'anyOf',
  'if',
  'dependentSchemas',
  'dependencies',
  'maxProperties',
  'propertyNames',
];
/** The number of properties that are always tested one by one. */
const FEW = 16;
/** Keywords that refuse a property whatever else the object lacks. */
const DIRECT: ReadonlySet<string> = new Set(['not', 'maxProperties']);
/** The maximum work of the tests for one object, in units of the reader; what is left counts as accepted. */
const MAX_WORK = 200_000;

/** Returns those of the absent properties of an object that its schemas refuse beside the properties that it has. */
export function refusedNames(
  form: SchemaReader,
  { located, parts }: { readonly located: readonly Located[]; readonly parts: AppliedSchemas },
  value: unknown,
  names: readonly string[],
): ReadonlySet<string> {
  const required = requiredIn(parts, value);
  const present = isObject(value) ? value : {};
  const absent = names.filter(name => !required.has(name) && !Object.hasOwn(present, name));
  if (absent.length === 0 || !parts.some(({ schema }) => REFUSING.some(keyword => keyword in schema)))
    return new Set();
  const base = { ...withExpressions(required), ...present };
  const before = problemsOf(form, located, base);
  const known = new Set(before.map(keyOf));
  const isIncomplete = before.some(isOwn);
  const counts = (problem: SchemaProblem): boolean => {
    if (problem.missing !== undefined || known.has(keyOf(problem))) return false;
    if (before.length === 0) return true;
    // While something is missing, no alternative may apply yet.
    return isOwn(problem) && (!isIncomplete || problem.onKey === true || DIRECT.has(problem.keyword));
  };
  const most = form.work + MAX_WORK;
  const isRefused = (added: readonly string[]): boolean =>
    problemsOf(form, located, { ...base, ...withExpressions(added) }).some(counts);
  const refusedOf = (added: readonly string[]): readonly string[] => {
    // One property can make up for another one, which is unlikely among many.
    const isTested = added.length === 1 || absent.length > FEW;
    if (form.work > most || (isTested && !isRefused(added))) return [];
    if (added.length === 1) return added;
    const half = added.length >> 1;
    return [...refusedOf(added.slice(0, half)), ...refusedOf(added.slice(half))];
  };
  return new Set(refusedOf(absent));
}

function withExpressions(names: Iterable<string>): Readonly<Record<string, unknown>> {
  return Object.fromEntries([...names].map(name => [name, EXPRESSION]));
}

function problemsOf(
  form: SchemaReader,
  located: readonly Located[],
  value: unknown,
): readonly SchemaProblem[] {
  return located.flatMap(item => form.judge(item, value).problems);
}

/** True for a problem of the object itself or of the name of a property. */
function isOwn({ path, onKey }: SchemaProblem): boolean {
  return path.length === 0 || (path.length === 1 && onKey === true);
}

function keyOf({ path, keyword }: SchemaProblem): string {
  return JSON.stringify([keyword, ...path]);
}
