import { isObject, without } from '../../util/isObject.ts';
import { namesIn, propertyIn } from '../schema/appliedSchemas.ts';
import type { SchemaReader } from '../schema/schemaReader.ts';
import type { FormLocation } from './formLocation.ts';
import type { FormNode, FormSwitch } from './formNode.ts';
import { resolveAlternatives } from './resolveAlternatives.ts';

const MAX_VALUES = 50;
const MAX_ROUNDS = 5;

/**
 * Adds to the fields that decide which others apply what becomes of the object with another value: fields that do not
 * apply then, or do not accept their values, are left out.
 */
export function describeSwitches(
  form: SchemaReader,
  location: FormLocation,
  fields: readonly FormNode[],
): readonly FormNode[] {
  const value = location.value?.value;
  const dependents = fields.filter(field => field.cause !== undefined && canBeRemoved(field));
  if (!isObject(value) || dependents.length === 0) return fields;
  const causes = new Set(fields.map(({ cause }) => cause));
  return fields.map(field => {
    const name = String(field.path.at(-1));
    const values = valuesOf(field);
    if (!causes.has(name) || values.length > MAX_VALUES) return field;
    const switches = values.flatMap((other): FormSwitch[] => {
      const changed = { ...value, [name]: other };
      const whole = withoutInapplicable(form, location, changed, dependents);
      return whole === changed ? [] : [{ value: other, whole }];
    });
    return switches.length === 0 ? field : { ...field, switches };
  });
}

/** Returns the values that can be chosen. */
function valuesOf(field: FormNode): readonly unknown[] {
  if (field.kind === 'boolean') return [true, false];
  return field.kind === 'choice' ? field.options.map(({ value }) => value) : [];
}

/** True if a value can be left out: one that the action sets would still apply. */
function canBeRemoved({ origin, inherited, path }: FormNode): boolean {
  return origin !== 'absent' && !(path.length === 1 && inherited !== undefined);
}

function withoutInapplicable(
  form: SchemaReader,
  location: FormLocation,
  changed: Readonly<Record<string, unknown>>,
  dependents: readonly FormNode[],
): Readonly<Record<string, unknown>> {
  let value = changed;
  // Fields can depend on fields that depend on others.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { parts } = resolveAlternatives(form, { ...location, value: { value } });
    const known = new Set(namesIn(parts));
    const gone = dependents.flatMap(({ path }) => {
      const name = String(path.at(-1));
      if (!Object.hasOwn(value, name)) return [];
      const { located, refused } = propertyIn(parts, name);
      const isFitting = known.has(name) && !refused && form.accepts(located, value[name]);
      return isFitting ? [] : [name];
    });
    if (gone.length === 0) break;
    value = without(value, gone);
  }
  return value;
}
