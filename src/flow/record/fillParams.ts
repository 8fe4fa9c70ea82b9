import type { SchemaReader } from '../schema/schemaReader.ts';
import {
  first,
  firstText,
  namesIn,
  type AppliedSchemas,
  propertyIn,
  requiredIn,
  valuesIn,
} from '../schema/appliedSchemas.ts';
import type { Located } from '../schema/resources.ts';
import { isObject } from '../../util/isObject.ts';
import { type InputValue, normalizeName } from './wantedValues.ts';

/** Parameters filled with the values of an input, and the values that found a parameter. */
interface Filled {
  readonly params: Readonly<Record<string, unknown>>;
  readonly placed: ReadonlySet<InputValue>;
}

const MAX_DEPTH = 4;
/** A text that is certainly not in an enumeration. */
const NO_NAME = '\u0001';

/**
 * Assigns values to the parameters of a schema by name, following references, alternatives and nested objects. Required
 * constants are added; other parameters are omitted. Does not check that the result is valid.
 */
export function fillParams(
  form: SchemaReader,
  values: readonly InputValue[],
  inherited: Readonly<Record<string, unknown>>,
): Filled {
  return fill([form.root], new Set(), [], new Set(), inherited);

  function fill(
    located: readonly Located[],
    handled: ReadonlySet<unknown>,
    outer: readonly string[],
    taken: ReadonlySet<InputValue>,
    known: Readonly<Record<string, unknown>>,
  ): Filled {
    const { unions } = form.read(located, undefined);
    const union = unions.find(({ list }) => !handled.has(list));
    if (!union) return fillObject(located, outer, taken, known);
    const within = new Set([...handled, union.list]);
    const candidates = union.branches.map(branch => fill([...located, branch], within, outer, taken, known));
    const readParts = (filled: Filled): AppliedSchemas => form.read(located, filled.params).parts;
    return candidates.reduce((best, candidate) => (isBetter(candidate, best, readParts) ? candidate : best));
  }

  function fillObject(
    located: readonly Located[],
    outer: readonly string[],
    taken: ReadonlySet<InputValue>,
    known: Readonly<Record<string, unknown>>,
  ): Filled {
    const placed = new Set(taken);
    const params: Record<string, unknown> = {};
    // Conditions can depend on assigned properties, so a second pass considers them.
    for (const seen of [undefined, params]) {
      const { parts } = form.read(located, seen);
      const required = requiredIn(parts, {});
      for (const name of namesIn(parts)) {
        const property = propertyIn(parts, name);
        if (property.refused || Object.hasOwn(params, name)) continue;
        fillProperty(name, property.located, required.has(name));
      }
    }
    return { params, placed };

    function fillProperty(name: string, located: readonly Located[], isRequired: boolean): void {
      const { parts } = form.read(located, undefined);
      const path = [...outer, normalizeName(name)];
      const hint = [name, firstText(parts, 'title'), firstText(parts, 'description')].join(' ');
      for (const value of values.filter(candidate => !placed.has(candidate) && isNamedBy(candidate, path))) {
        const paramValue = value
          .forms(hint, fits(located, NO_NAME))
          .find(candidate => fits(located, candidate));
        if (paramValue === undefined) continue;
        placed.add(value);
        const preset = known[name] ?? first(parts, 'default');
        // A required parameter without a preset value needs even the usual value.
        if (!value.isUsual || !isUsual(paramValue, preset) || (isRequired && preset === undefined))
          params[name] = paramValue;
        return;
      }
      const fixed = isRequired ? valuesIn(parts) : undefined;
      if (fixed?.length === 1) params[name] = fixed[0];
      if (fixed || path.length >= MAX_DEPTH) return;
      const inner = fill(located, new Set(), path, placed, isObject(known[name]) ? known[name] : {});
      if (inner.placed.size === placed.size) return;
      for (const value of inner.placed) placed.add(value);
      if (Object.keys(inner.params).length > 0) params[name] = inner.params;
    }
  }

  function fits(located: readonly Located[], value: unknown): boolean {
    return form.accepts(located, value);
  }
}

// The name is the last segments together, such as `from` and `x`, or the last alone, such as `startX` in `gesture`.
function isNamedBy({ names }: InputValue, path: readonly string[]): boolean {
  return path.some((_, begin) => names.includes(path.slice(begin).join('')));
}

function isUsual(value: unknown, preset: unknown): boolean {
  return (preset ?? value) === value;
}

function isBetter(candidate: Filled, best: Filled, readParts: (filled: Filled) => AppliedSchemas): boolean {
  if (candidate.placed.size !== best.placed.size) return candidate.placed.size > best.placed.size;
  const missing = (filled: Filled): number =>
    [...requiredIn(readParts(filled), {})].filter(name => !Object.hasOwn(filled.params, name)).length;
  return missing(candidate) < missing(best);
}
