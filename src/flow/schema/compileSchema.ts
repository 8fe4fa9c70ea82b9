import { SchemaCompiler } from './compiler.ts';
import { refuseEndless } from './node.ts';
import { CannotCheck, type SchemaProblem } from './problem.ts';
import { Run } from './run.ts';

/** How a schema is made ready, and how values are read. */
export interface SchemaOptions {
  /** Whether `format` is held against texts; otherwise it only describes them. True unless given. */
  readonly formats?: boolean;
}

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
}

/**
 * Makes a schema of any draft from 4 to 2020-12 ready, without evaluating code. Never throws: a schema that is
 * broken, refers elsewhere or to itself without end, or is huge says so in `unusable`.
 */
export function compileSchema(schema: unknown, { formats = true }: SchemaOptions = {}): SchemaChecker {
  if (schema === undefined) return compileSchema(true);
  try {
    const compiler = new SchemaCompiler(schema, formats);
    const root = compiler.node(schema, compiler.resources.root);
    refuseEndless(compiler.nodes.values());
    const check = (value: unknown, { templates = false }: CheckOptions = {}): readonly SchemaProblem[] => {
      const run = new Run(compiler.tracks, templates);
      try {
        root.check(value, run, undefined);
        return run.problems ?? [];
      } catch (error) {
        return [{ path: [], keyword: 'cannotCheck', message: `cannot be checked: ${reason(error)}` }];
      }
    };
    return { unusable: undefined, check };
  } catch (error) {
    return { unusable: `cannot be checked: ${reason(error)}`, check: () => [] };
  }
}

/** What does not fit in a value held against a schema. */
export function checkSchema(schema: unknown, value: unknown): readonly SchemaProblem[] {
  return compileSchema(schema).check(value);
}

function reason(error: unknown): string {
  // Besides what is known to be wrong, only the depth of the stack can end the work.
  return error instanceof CannotCheck ? error.message : 'it is nested too deep';
}
