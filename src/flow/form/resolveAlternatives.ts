import { listOf, memberOf } from '../../util/isObject.ts';
import type { Located } from '../schema/resources.ts';
import { meantAlternatives } from '../schema/meantAlternatives.ts';
import type { Alternatives, SchemaReader, SchemaReading } from '../schema/schemaReader.ts';
import type { HeldValue } from './formNode.ts';
import type { FormLocation } from './formLocation.ts';
import { propertyLabel } from './label.ts';
import { possibleBranches } from './possibleBranches.ts';
import {
  isFlagged,
  itemIn,
  type AppliedSchemas,
  propertyIn,
  typesIn,
  valuesIn,
} from '../schema/appliedSchemas.ts';
import { withLeast } from '../../util/withLeast.ts';

/** The schemas of a location after all alternatives are resolved that need no choice by the user. */
export interface ResolvedSchema {
  readonly located: readonly Located[];
  readonly parts: AppliedSchemas;
  readonly never: boolean;
  /** True if null is one of the alternatives. */
  readonly nullable: boolean;
  /** The alternatives for the user to choose from. */
  readonly union: Alternatives | undefined;
  readonly decided: ReadonlySet<unknown>;
  /** Those of `decided` that are not only described by notes. */
  readonly chosen: ReadonlySet<unknown>;
  readonly notes: readonly string[];
}

const MAX_ROUNDS = 16;

/**
 * Reads the schemas of a location and resolves its alternatives: null makes it nullable, alternatives that only require
 * properties become notes, and of several unions the first is to be chosen from before the others.
 */
export function resolveAlternatives(
  form: SchemaReader,
  location: Pick<FormLocation, 'located' | 'value'> & Partial<Pick<FormLocation, 'decided'>>,
): ResolvedSchema {
  const value = location.value?.value;
  const decided = new Set(location.decided);
  const noted = new Set<unknown>();
  const unions = new Set<unknown>();
  const notes: string[] = [];
  let { located } = location;
  let reading = form.read(located, value);
  let nullable = false;
  let union: Alternatives | undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = reading.unions.find(({ list }) => !decided.has(list) && !unions.has(list));
    if (!next) break;
    const others = next.branches.filter(branch => !isNull(form.read([branch], undefined)));
    // Null is accepted only if the other schemas accept it too.
    nullable ||= others.length < next.branches.length && takesNull(reading.parts);
    // Read without the value, whose conditions would exclude the alternatives that it does not match.
    const branches = possibleBranches(form, form.read(located, undefined).parts, others);
    const [only] = branches;
    if (branches.length > 1 && branches.every(branch => isBare(form.read([branch], undefined)))) {
      notes.push(...describeRequirements(next, branches, name => propertyLabel(form, reading.parts, name)));
      decided.add(next.list);
      noted.add(next.list);
    } else if (only && branches.length > 1) {
      union ??= { ...next, branches };
      unions.add(next.list);
    } else {
      decided.add(next.list);
      if (only) located = [...located, only];
      reading = form.read(located, value);
    }
  }
  const { parts, never } = reading;
  // OpenAPI 3.0 permits null with a flag, which can be beside a reference.
  nullable ||= isFlagged(parts, 'nullable') && form.accepts(located, null);
  const chosen = new Set([...decided].filter(list => !noted.has(list)));
  return { located, parts, never, nullable, union, decided, chosen, notes };
}

function takesNull(parts: AppliedSchemas): boolean {
  return (typesIn(parts)?.includes('null') ?? true) && (valuesIn(parts)?.includes(null) ?? true);
}

/**
 * Returns the index of the alternative that a value is meant to have. Of those that accept it, prefers the one that
 * knows most of the value's properties or items.
 */
export function findNearest(
  form: SchemaReader,
  branches: readonly Located[],
  value: HeldValue | undefined,
): number {
  if (!value) return 0;
  const accepting = branches.filter(branch => form.accepts([branch], value.value));
  const nearest =
    accepting.length > 0
      ? accepting
      : meantAlternatives(form.judgeAlternatives(branches, value.value), value.value, 0).map(
          ({ branch }) => branch,
        );
  const [best] =
    nearest.length > 1 ? withLeast(nearest, branch => countUnknown(form, branch, value)) : nearest;
  return best ? branches.indexOf(best) : 0;
}

/** Returns the number of properties or items of a value that an alternative does not describe. */
function countUnknown(form: SchemaReader, branch: Located, { value }: HeldValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  const { parts } = form.read([branch], value);
  const unknown = Array.isArray(value)
    ? value.filter((_, index) => itemIn(parts, index).located.length === 0)
    : Object.keys(value).filter(name => propertyIn(parts, name).located.length === 0);
  return unknown.length;
}

function isNull({ parts }: SchemaReading): boolean {
  const values = valuesIn(parts);
  if (values) return values.length === 1 && values[0] === null;
  return typesIn(parts)?.join() === 'null';
}

const SHAPES = [
  'type',
  'enum',
  'const',
  'properties',
  'patternProperties',
  'additionalProperties',
  'propertyNames',
  'items',
  'prefixItems',
  'contains',
  'contentSchema',
  'title',
  'default',
];

/** True if an alternative does not describe the value, but only states requirements such as `required` or bounds. */
function isBare({ parts, unions, never }: SchemaReading): boolean {
  return (
    !never && unions.length === 0 && parts.every(({ schema }) => !SHAPES.some(keyword => keyword in schema))
  );
}

/** Describes alternatives that only require properties, in one sentence. */
function describeRequirements(
  { keyword }: Alternatives,
  branches: readonly Located[],
  label: (name: string) => string,
): string[] {
  const asked = branches.map(({ schema }) => {
    const names = listOf(memberOf(schema, 'required'));
    return names.map(name => `“${label(String(name))}”`).join(' and ');
  });
  if (asked.includes('')) return [];
  const last = asked.pop() ?? '';
  return [`${keyword === 'oneOf' ? 'Needs exactly one of' : 'Needs one of'} ${asked.join(', ')} or ${last}.`];
}
