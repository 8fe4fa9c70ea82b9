import type * as z from 'zod';

const ROUNDS = 3;

/**
 * What can be read of a reply that breaks the contract: the same reply without the fields that do not fit,
 * or without the list entries that hold them. Undefined when nothing is left that fits.
 */
export function readable(schema: z.ZodType, value: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  return repaired(schema, value, issues, withoutField) ?? repaired(schema, value, issues, withoutEntry);
}

type Remove = (copy: unknown, path: readonly PropertyKey[]) => void;

function repaired(
  schema: z.ZodType,
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
  remove: Remove,
): unknown {
  const copy = structuredClone(value);
  let open = issues;
  for (let round = 0; round < ROUNDS; round++) {
    // From the back, so that removing an entry does not move the ones named before it.
    for (const { path } of open.toReversed()) remove(copy, path);
    compact(copy);
    const result = schema.safeParse(copy);
    if (result.success) return result.data;
    open = result.error.issues;
  }
  return undefined;
}

function withoutField(copy: unknown, path: readonly PropertyKey[]): void {
  const parent = at(copy, path.slice(0, -1));
  const name = path.at(-1);
  if (name !== undefined && isContainer(parent)) Reflect.deleteProperty(parent, name);
}

function withoutEntry(copy: unknown, path: readonly PropertyKey[]): void {
  const index = path.findIndex(step => typeof step === 'number');
  const list = at(copy, path.slice(0, index));
  const position = path[index];
  if (Array.isArray(list) && typeof position === 'number') Reflect.deleteProperty(list, position);
}

// A deleted entry leaves a hole in its list; holes are closed once every entry of a round is gone.
function compact(value: unknown): void {
  if (Array.isArray(value)) {
    const kept = Object.values(value) as unknown[];
    for (const [index, entry] of kept.entries()) value[index] = entry;
    value.length = kept.length;
  }
  if (isContainer(value)) for (const inner of Object.values(value)) compact(inner);
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, step) => (isContainer(inner) ? inner[step] : undefined), value);
}

function isContainer(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}
