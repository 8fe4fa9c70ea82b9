import * as z from 'zod';
import { isObject } from '../util/isObject.ts';

/** The maximum number of problems reported for one reply. */
export const MOST_PROBLEMS = 100;

/** The maximum size of replies that are checked at once; larger ones are checked entry by entry. */
const FEW_BYTES = 128 * 1024;
/** The maximum time in milliseconds that a check blocks the event loop. */
const LONGEST_TURN_MS = 20;
/** The result for a value that does not match its schema, with nothing usable in it. */
const UNFIT = Symbol('unfit');

/** The result of checking a reply against its schema. */
export interface CheckedReply {
  /** The first MOST_PROBLEMS problems; undefined if the reply matches. */
  readonly error: z.ZodError | undefined;
  /**
   * The valid part of the reply: without invalid optional fields, and without array entries that lack a required field.
   * Undefined if nothing is left.
   */
  readonly value: unknown;
}

/**
 * Checks a reply of `bytes` bytes against its schema, in time and memory proportional to its size, even if nothing
 * matches. Calls `nextTurn` repeatedly during the check of a large reply, so that other work can run.
 */
export async function checkReply(
  schema: z.ZodType,
  value: unknown,
  bytes: number,
  nextTurn: () => Promise<unknown>,
): Promise<CheckedReply> {
  if (bytes <= FEW_BYTES) {
    const whole = schema.safeParse(value);
    if (whole.success) return { error: undefined, value: whole.data };
  }
  const check = new ReplyCheck(nextTurn);
  const read = await check.read(schema, value, undefined);
  const error = check.problems.length === 0 ? undefined : new z.ZodError(check.problems);
  return { error, value: read === UNFIT ? undefined : read };
}

/** A field or entry and its parent; undefined is the reply itself. */
interface Place {
  readonly within: Place | undefined;
  readonly name: PropertyKey;
}

class ReplyCheck {
  readonly problems: z.core.$ZodIssue[] = [];
  readonly #leaves = new Map<z.core.$ZodType, boolean>();
  readonly #nextTurn: () => Promise<unknown>;
  #turnEnds = performance.now() + LONGEST_TURN_MS;

  constructor(nextTurn: () => Promise<unknown>) {
    this.#nextTurn = nextTurn;
  }

  /** Returns the valid part of the value, or UNFIT. */
  async read(schema: z.core.$ZodType, value: unknown, place: Place | undefined): Promise<unknown> {
    const whole = this.#isLeaf(schema) ? z.safeParse(schema, value) : undefined;
    if (whole?.success) return whole.data;
    const definition = definitionOf(schema);
    switch (definition.type) {
      case 'optional':
        return value === undefined ? undefined : this.read(definition.innerType, value, place);
      case 'nullable':
        return value === null ? null : this.read(definition.innerType, value, place);
      case 'lazy':
        return this.read(definition.getter(), value, place);
      case 'object':
        return isObject(value)
          ? this.#readObject(definition, value, place)
          : this.#refuse(schema, value, place);
      case 'record':
        return isObject(value)
          ? this.#readRecord(definition, value, place)
          : this.#refuse(schema, value, place);
      case 'array':
        return Array.isArray(value)
          ? this.#readArray(definition, value, place)
          : this.#refuse(schema, value, place);
      default:
        return this.#refuse(schema, value, place);
    }
  }

  async #readObject(
    { shape }: z.core.$ZodObjectDef,
    value: Readonly<Record<string, unknown>>,
    within: Place | undefined,
  ): Promise<unknown> {
    const found: Record<string, unknown> = {};
    let fits = true;
    for (const [name, field] of Object.entries(shape)) {
      const isThere = Object.hasOwn(value, name);
      const own = isThere ? value[name] : undefined;
      // Most fields are valid and need no await.
      const whole = this.#isLeaf(field) ? z.safeParse(field, own) : undefined;
      const read = whole?.success ? whole.data : await this.read(field, own, { within, name });
      if (read === UNFIT) fits &&= z.safeParse(field, undefined).success;
      else if (isThere) found[name] = read;
      // Further problems would not be reported anyway.
      if (!fits && this.problems.length >= MOST_PROBLEMS) return UNFIT;
    }
    if (!fits) return UNFIT;
    for (const name of Object.keys(value)) {
      // Keeps unknown fields, except `__proto__`, which would change the prototype.
      if (!Object.hasOwn(shape, name) && name !== '__proto__') found[name] = value[name];
    }
    return found;
  }

  async #readRecord(
    { valueType }: z.core.$ZodRecordDef,
    value: Readonly<Record<string, unknown>>,
    within: Place | undefined,
  ): Promise<unknown> {
    const found: Record<string, unknown> = {};
    for (const name of Object.keys(value)) {
      const read = await this.read(valueType, value[name], { within, name });
      if (read !== UNFIT && name !== '__proto__') found[name] = read;
      await this.#letOthersWork();
    }
    return found;
  }

  async #readArray(
    { element }: z.core.$ZodArrayDef,
    value: readonly unknown[],
    within: Place | undefined,
  ): Promise<unknown> {
    const found: unknown[] = [];
    for (const [name, entry] of value.entries()) {
      const read = await this.read(element, entry, { within, name });
      if (read !== UNFIT) found.push(read);
      await this.#letOthersWork();
    }
    return found;
  }

  #refuse(schema: z.core.$ZodType, value: unknown, place: Place | undefined): typeof UNFIT {
    if (this.problems.length >= MOST_PROBLEMS) return UNFIT;
    const { error } = z.safeParse(schema, value);
    const above = pathOf(place);
    for (const issue of error?.issues.slice(0, MOST_PROBLEMS - this.problems.length) ?? []) {
      this.problems.push({ ...issue, path: [...above, ...issue.path] });
    }
    return UNFIT;
  }

  // Such a schema checks a bounded number of values, whatever the input.
  #isLeaf(schema: z.core.$ZodType): boolean {
    const known = this.#leaves.get(schema);
    if (known !== undefined) return known;
    const leaf = this.#looksAtFew(schema);
    this.#leaves.set(schema, leaf);
    return leaf;
  }

  #looksAtFew(schema: z.core.$ZodType): boolean {
    const definition = definitionOf(schema);
    switch (definition.type) {
      case 'optional':
      case 'nullable':
        return this.#isLeaf(definition.innerType);
      case 'object':
        return Object.values(definition.shape).every(field => this.#isLeaf(field));
      case 'record':
        return definitionOf(definition.valueType).type === 'unknown';
      case 'array':
      case 'lazy':
        return false;
      default:
        return true;
    }
  }

  async #letOthersWork(): Promise<void> {
    if (performance.now() < this.#turnEnds) return;
    await this.#nextTurn();
    this.#turnEnds = performance.now() + LONGEST_TURN_MS;
  }
}

function definitionOf(schema: z.core.$ZodType): z.core.$ZodTypes['_zod']['def'] {
  return (schema as z.core.$ZodTypes)._zod.def;
}

function pathOf(place: Place | undefined): PropertyKey[] {
  const path: PropertyKey[] = [];
  for (let at = place; at; at = at.within) path.unshift(at.name);
  return path;
}
