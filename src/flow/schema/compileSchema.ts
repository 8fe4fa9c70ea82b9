import { SchemaCompiler, type SchemaOptions } from './compiler.ts';
import { refuseEndless } from './node.ts';
import { CannotCheck, type SchemaProblem } from './problem.ts';
import { Run } from './run.ts';

/** How one value is judged. */
export interface CheckOptions {
  /** Whether a text with template expressions stands for what it will be; otherwise it is a plain text. */
  readonly templates?: boolean;
}

/** A JSON Schema made ready to check values with. */
export interface SchemaChecker {
  /** Why nothing can be checked with it; undefined for a schema that can be used. */
  readonly unusable: string | undefined;
  /** What does not fit; nothing for a schema that cannot be used. */
  readonly check: (value: unknown, options?: CheckOptions) => readonly SchemaProblem[];
  /** Whether a value fits, without saying why not; false also where that cannot be told. */
  readonly fits: (value: unknown, options?: CheckOptions) => boolean;
}

/**
 * Makes a schema of any draft from 4 to 2020-12 ready, without evaluating code. Never throws: a schema that is
 * broken, refers elsewhere or to itself without end, or is huge says so in `unusable`.
 */
export function compileSchema(schema: unknown, options: SchemaOptions = {}): SchemaChecker {
  if (schema === undefined) return compileSchema(true);
  try {
    const compiler = new SchemaCompiler(schema, options);
    const root = compiler.node(schema, compiler.resources.root);
    // Only by a reference does a schema lead back to itself.
    if (compiler.refers) refuseEndless(compiler.nodes.values());
    const check = (value: unknown, { templates = false }: CheckOptions = {}): readonly SchemaProblem[] => {
      const run = new Run(compiler.tracks, templates);
      try {
        root.check(value, run, undefined);
        return run.problems ?? [];
      } catch (error) {
        // The whole way to where it was given up can be hundreds of names long.
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
    return { unusable: undefined, check, fits };
  } catch (error) {
    return {
      unusable: `cannot be checked: ${reason(error, 'the schema')}`,
      check: () => [],
      fits: () => false,
    };
  }
}

/** What does not fit in a value held against a schema. */
export function checkSchema(schema: unknown, value: unknown): readonly SchemaProblem[] {
  return compileSchema(schema).check(value);
}

function reason(error: unknown, subject: string): string {
  // Besides what is known to be wrong, only the depth of the stack can end the work.
  return error instanceof CannotCheck ? error.message : `${subject} is nested too deep`;
}
