import * as z from 'zod';
import { similarTo, suggestionText } from '../flow/check/similar.ts';
import { isObject } from '../util/isObject.ts';
import { plainText } from '../util/plainText.ts';
import { inputSchemaOf } from './toolSchema.ts';

type Path = readonly PropertyKey[];

const MAX_PROBLEMS = 5;
const MAX_NAME_LENGTH = 80;

/**
 * Checks the input of a tool. Null counts as absent where the schema knows no null. Returns the input, or its problems in
 * words.
 */
export function parseInput<I extends z.ZodObject>(
  schema: I,
  given: unknown,
): { readonly input: z.output<I> } | { readonly problems: string } {
  const first = z.safeParse(schema, given);
  if (first.success) return { input: first.data };
  const { success, data, error } = z.safeParse(schema, withoutNulls(given, first.error.issues));
  return success ? { input: data } : { problems: describeProblems(schema, error.issues) };
}

/** Returns an input without the members that are null and have a problem. */
function withoutNulls(given: unknown, issues: readonly { readonly path: Path }[]): unknown {
  const input: unknown = structuredClone(given);
  for (const { path } of issues) {
    const holder = path.slice(0, -1).reduce(memberOf, input);
    const name = path.at(-1);
    if (isObject(holder) && name !== undefined && memberOf(holder, name) === null)
      Reflect.deleteProperty(holder, name);
  }
  return input;
}

function memberOf(value: unknown, name: PropertyKey): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

function describeProblems(input: z.ZodObject, issues: readonly z.core.$ZodIssue[]): string {
  const sentences = issues
    .slice(0, MAX_PROBLEMS)
    .flatMap(issue =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, MAX_PROBLEMS).map(key => unknownArgument(key, issue.path, input))
        : [`${issue.path.join('.') || 'input'}: ${issue.message}`],
    );
  return sentences.slice(0, MAX_PROBLEMS).join('; ');
}

/** Names an unknown argument with the closest known one, or else with all known ones. */
function unknownArgument(key: string, path: Path, input: z.ZodObject): string {
  const known = namesAt(path, inputSchemaOf({ input }));
  const name = plainText([...path, key].join('.'), MAX_NAME_LENGTH);
  const suggestion = suggestionText(similarTo(key, known));
  return `There is no argument “${name}”.${suggestion || ` Known: ${known.join(', ')}.`}`;
}

function namesAt(path: Path, schema: unknown): readonly string[] {
  const place = path.reduce(
    (outer: unknown, name) =>
      typeof name === 'number' ? memberOf(outer, 'items') : memberOf(memberOf(outer, 'properties'), name),
    schema,
  );
  return Object.keys(memberOf(place, 'properties') ?? {});
}
