import { type AppliedSchemas, typesIn } from '../schema/appliedSchemas.ts';
import type { Located } from '../schema/resources.ts';
import type { SchemaReader } from '../schema/schemaReader.ts';

/** Returns the alternatives that accept a value of a type that the schemas around them accept; all if none does. */
export function possibleBranches(
  form: SchemaReader,
  outer: AppliedSchemas,
  branches: readonly Located[],
): readonly Located[] {
  const possible = branches.filter(branch => {
    const { parts, never } = form.read([branch], undefined);
    return !never && typesIn([...outer, ...parts])?.length !== 0;
  });
  return possible.length > 0 ? possible : branches;
}
