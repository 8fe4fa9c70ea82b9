import { SchemaCompiler, type SchemaOptions } from './compiler.ts';
import { CannotCheck } from './cannotCheck.ts';
import type { SchemaProblem } from './problem.ts';
import { type CheckLimits, Run } from './run.ts';
import { withoutUndefined } from '../../util/isObject.ts';
import { memoize } from '../../util/once.ts';

export interface CheckOptions {
  /** True to accept template expressions in place of values; otherwise they are plain text. */
  readonly templates?: boolean;
  /** By default those for checking as you type. */
  readonly limits?: CheckLimits;
  /** Is told of each keyword that cannot be read and that the value meets, at the first place. */
  readonly onUnread?: (note: SchemaProblem) => void;
}

/** A compiled JSON Schema. */
export interface SchemaChecker {
  /** The reason that the schema cannot be used; undefined if it can. */
  readonly unusable: string | undefined;
  /** The reason that parts of the schema accept every value; undefined if there are none. */
  readonly unchecked: string | undefined;
  /** The reason that a keyword is not checked; undefined if all can be read. */
  readonly unread: string | undefined;
  /** Returns the problems of a value; none if the schema cannot be used. */
  readonly check: (value: unknown, options?: CheckOptions) => readonly SchemaProblem[];
  /** True if a value is valid. Faster than `check`; false also if the check was given up. */
  readonly fits: (value: unknown, options?: CheckOptions) => boolean;
}

/**
 * Compiles a schema of any draft from 4 to 2020-12 without evaluating code. Never throws: `unusable` reports a schema
 * that is none, refers endlessly to itself, or is huge, `unchecked` one that refers to other documents, and `unread` an
 * invalid keyword, which accepts every value.
 */
export function compileSchema(schema: unknown, options: SchemaOptions = {}): SchemaChecker {
  if (schema === undefined) return compileSchema(true);
  try {
    const compiler = new SchemaCompiler(schema, options);
    const root = compiler.compile(schema);
    const check = (
      value: unknown,
      { templates = false, onUnread, limits }: CheckOptions = {},
    ): readonly SchemaProblem[] => {
      const run = new Run(compiler.tracks, templates, withoutUndefined({ limits }));
      try {
        root.check(value, run, undefined);
        for (const { unread, path } of onUnread ? run.notes : [])
          onUnread?.({ path, keyword: 'cannotCheck', message: describeUnread(unread.why) });
        return run.problems ?? [];
      } catch (error) {
        // The full path to where the check stopped can have hundreds of segments.
        const path = run.path.slice(0, 1);
        return [{ path, keyword: 'cannotCheck', message: `cannot be checked: ${reason(error, 'it')}` }];
      }
    };
    const fits = (value: unknown, { templates = false }: CheckOptions = {}): boolean => {
      const run = new Run(compiler.tracks, templates);
      run.problems = undefined;
      try {
        return root.check(value, run, undefined);
      } catch {
        return false;
      }
    };
    const [unread] = compiler.unread;
    return {
      unusable: undefined,
      unchecked: describeUnchecked(compiler.unchecked),
      unread: unread && describeUnread(unread.why),
      check,
      fits,
    };
  } catch (error) {
    return {
      unusable: describeUnusable(error),
      unchecked: undefined,
      unread: undefined,
      check: () => [],
      fits: () => false,
    };
  }
}

/** Returns the compiled form of a schema; each object is compiled once. */
export function compiledSchema(schema: unknown): SchemaChecker {
  return typeof schema === 'object' && schema !== null ? compiledOnce(schema) : compileSchema(schema);
}

const compiledOnce = memoize((schema: object) => compileSchema(schema));

export function checkSchema(schema: unknown, value: unknown): readonly SchemaProblem[] {
  return compileSchema(schema).check(value);
}

/** Returns why a schema cannot be used after its compilation failed. */
export function describeUnusable(error: unknown): string {
  return `cannot be checked: ${reason(error, 'the schema')}`;
}

function describeUnread(why: string): string {
  return `cannot be checked completely: ${why}`;
}

function describeUnchecked(addresses: ReadonlySet<string>): string | undefined {
  if (addresses.size === 0) return undefined;
  return `cannot be checked completely: the schema refers to another document, ${[...addresses].join(', ')}`;
}

function reason(error: unknown, subject: string): string {
  // Any other error is a stack overflow.
  return error instanceof CannotCheck ? error.message : `${subject} is nested too deep`;
}
