import type { Located } from '../schema/resources.ts';
import { misfit } from '../schema/misfit.ts';
import type { Alternatives, FormSchema, Reading } from './formSchema.ts';
import type { Held } from './formNode.ts';
import type { Site } from './site.ts';
import { itemIn, type Parts, propertyIn, typesIn, valuesIn } from './traits.ts';

/** What applies to a place once everything is decided that needs no person. */
export interface Settled {
  readonly located: readonly Located[];
  readonly parts: Parts;
  readonly never: boolean;
  /** Whether null is one of the alternatives. */
  readonly nullable: boolean;
  /** Forms that a person chooses from. */
  readonly union: Alternatives | undefined;
  readonly decided: ReadonlySet<unknown>;
  readonly notes: readonly string[];
}

const MAX_ROUNDS = 16;

/**
 * Reads what applies to a place. Of its alternatives, null makes it nullable, those that only ask for something
 * beside one another become notes, and those behind the first that has several forms are decided by the value.
 */
export function settle(form: FormSchema, site: Site): Settled {
  const value = site.value?.value;
  const decided = new Set(site.decided);
  const notes: string[] = [];
  let { located } = site;
  let reading = form.read(located, value);
  let nullable = false;
  let union: Alternatives | undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = reading.unions.find(({ list }) => !decided.has(list) && list !== union?.list);
    if (!next) break;
    const branches = next.branches.filter(branch => !isNull(form.read([branch], undefined)));
    // Of forms that are asked for besides others, null fits only where the others let it.
    nullable ||= branches.length < next.branches.length && takesNull(reading.parts);
    const [only] = branches;
    if (branches.length > 1 && branches.every(branch => isBare(form.read([branch], undefined)))) {
      notes.push(...needs(next.keyword, branches));
      decided.add(next.list);
    } else if (only && branches.length > 1 && !union) union = { ...next, branches };
    else {
      decided.add(next.list);
      const chosen = branches.length > 1 ? branches[nearest(form, branches, site.value)] : only;
      if (chosen) located = [...located, chosen];
      reading = form.read(located, value);
    }
  }
  const { parts, never } = reading;
  return { located, parts, never, nullable, union, decided, notes };
}

function takesNull(parts: Parts): boolean {
  return (typesIn(parts)?.includes('null') ?? true) && (valuesIn(parts)?.includes(null) ?? true);
}

const MANY = 1000;

/**
 * The number of the form that a value has or comes nearest to; of several that are as near, the first one that knows
 * most of what the value holds.
 */
export function nearest(form: FormSchema, branches: readonly Located[], value: Held | undefined): number {
  if (!value) return 0;
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, branch] of branches.entries()) {
    const { valid, problems } = form.judge(branch, value.value);
    const distance = valid ? 0 : 1 + misfit(problems, 0) * MANY + Math.min(problems.length, MANY - 1);
    if (distance > least) continue;
    const isNearer =
      distance < least || strangers(form, branch, value) < strangers(form, branches[best], value);
    if (isNearer) [best, least] = [index, distance];
  }
  return best;
}

/** How many of the properties or items of a value a form says nothing of. */
function strangers(form: FormSchema, branch: Located | undefined, { value }: Held): number {
  if (!branch || typeof value !== 'object' || value === null) return 0;
  const { parts } = form.read([branch], value);
  const unknown = Array.isArray(value)
    ? value.filter((_, index) => itemIn(parts, index).located.length === 0)
    : Object.keys(value).filter(name => propertyIn(parts, name).located.length === 0);
  return unknown.length;
}

function isNull({ parts }: Reading): boolean {
  const values = valuesIn(parts);
  if (values) return values.length === 1 && values[0] === null;
  return typesIn(parts)?.every(type => type === 'null') ?? false;
}

const SHAPES = [
  ...['type', 'enum', 'const', 'properties', 'patternProperties', 'additionalProperties', 'propertyNames'],
  ...['items', 'prefixItems', 'contains', 'contentSchema', 'title', 'default'],
];

/** Whether a form says nothing of what a value looks like, only what must be there or how large it is. */
function isBare({ parts, unions, never }: Reading): boolean {
  return !never && unions.length === 0 && parts.every(({ schema }) => !SHAPES.some(one => one in schema));
}

/** What forms that only ask for properties come to, as a sentence. */
function needs(keyword: Alternatives['keyword'], branches: readonly Located[]): string[] {
  const asked = branches.map(({ schema }) => {
    const names: unknown = (schema as { readonly required?: unknown }).required;
    return Array.isArray(names) ? names.map(name => `“${String(name)}”`).join(' and ') : '';
  });
  if (asked.includes('')) return [];
  const last = asked.pop() ?? '';
  return [`${keyword === 'oneOf' ? 'Needs exactly one of' : 'Needs one of'} ${asked.join(', ')} or ${last}.`];
}
