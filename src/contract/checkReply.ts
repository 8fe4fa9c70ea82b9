import * as z from 'zod';
import { isObject } from '../util/isObject.ts';

/** The maximum number of problems reported for one reply. */
export const MAX_PROBLEMS = 100;

/** The maximum size of replies that are checked at once; larger ones are checked entry by entry. */
const FEW_BYTES = 128 * 1024;
/** The maximum time in milliseconds that a check blocks the event loop. */
const MAX_TURN_MS = 20;
/** The result for a value that does not match its schema, with nothing usable in it. */
const UNFIT = Symbol('unfit');

/** The result of checking a reply against its schema. */
export interface CheckedReply {
  /** The first MAX_PROBLEMS problems; undefined if the reply matches. */
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
    const result = schema.safeParse(value);
    if (result.success) return { error: undefined, value: result.data };
  }
  const check = new ReplyCheck(nextTurn);
  const readValue = await check.readValue(schema, value, undefined);
  const error = check.problems.length === 0 ? undefined : new z.ZodError(check.problems);
  return { error, value: readValue === UNFIT ? undefined : readValue };
}

/** A field or entry and its parent; undefined is the reply itself. */
interface ReplyPath {
  readonly parent: ReplyPath | undefined;
  readonly name: PropertyKey;
}

class ReplyCheck {
  readonly problems: z.core.$ZodIssue[] = [];
  readonly #leaves = new Map<z.core.$ZodType, boolean>();
  readonly #nextTurn: () => Promise<unknown>;
  #turnEnds = performance.now() + MAX_TURN_MS;

  constructor(nextTurn: () => Promise<unknown>) {
    this.#nextTurn = nextTurn;
  }

  /** Returns the valid part of the value, or UNFIT. */
  async readValue(schema: z.core.$ZodType, value: unknown, path: ReplyPath | undefined): Promise<unknown> {
    const result = this.#isLeaf(schema) ? z.safeParse(schema, value) : undefined;
    if (result?.success) return result.data;
    const definition = definitionOf(schema);
    switch (definition.type) {
      case 'optional':
        return value === undefined ? undefined : this.readValue(definition.innerType, value, path);
      case 'nullable':
        return value === null ? null : this.readValue(definition.innerType, value, path);
      case 'lazy':
        return this.readValue(definition.getter(), value, path);
      case 'object':
        return isObject(value)
          ? this.#readObject(definition, value, path)
          : this.#refuse(schema, value, path);
      case 'record':
        return isObject(value)
          ? this.#readRecord(definition, value, path)
          : this.#refuse(schema, value, path);
      case 'array':
        return Array.isArray(value)
          ? this.#readArray(definition, value, path)
          : this.#refuse(schema, value, path);
      default:
        return this.#refuse(schema, value, path);
    }
  }

  async #readObject(
    { shape }: z.core.$ZodObjectDef,
    value: Readonly<Record<string, unknown>>,
    parent: ReplyPath | undefined,
  ): Promise<unknown> {
    const readable: Record<string, unknown> = {};
    let isValid = true;
    for (const [name, field] of Object.entries(shape)) {
      const isPresent = Object.hasOwn(value, name);
      const fieldValue = isPresent ? value[name] : undefined;
      // Most fields are valid and need no await.
      const result = this.#isLeaf(field) ? z.safeParse(field, fieldValue) : undefined;
      const readValue = result?.success
        ? result.data
        : await this.readValue(field, fieldValue, { parent, name });
      if (readValue === UNFIT) isValid &&= z.safeParse(field, undefined).success;
      else if (isPresent) readable[name] = readValue;
      // Further problems would not be reported anyway.
      if (!isValid && this.problems.length >= MAX_PROBLEMS) return UNFIT;
    }
    if (!isValid) return UNFIT;
    for (const name of Object.keys(value)) {
      // Keeps unknown fields, except `__proto__`, which would change the prototype.
      if (!Object.hasOwn(shape, name) && name !== '__proto__') readable[name] = value[name];
    }
    return readable;
  }

  async #readRecord(
    { valueType }: z.core.$ZodRecordDef,
    value: Readonly<Record<string, unknown>>,
    parent: ReplyPath | undefined,
  ): Promise<unknown> {
    const readable: Record<string, unknown> = {};
    for (const name of Object.keys(value)) {
      const readValue = await this.readValue(valueType, value[name], { parent, name });
      if (readValue !== UNFIT && name !== '__proto__') readable[name] = readValue;
      await this.#yieldTurn();
    }
    return readable;
  }

  async #readArray(
    { element }: z.core.$ZodArrayDef,
    value: readonly unknown[],
    parent: ReplyPath | undefined,
  ): Promise<unknown> {
    const readable: unknown[] = [];
    for (const [name, entry] of value.entries()) {
      const readValue = await this.readValue(element, entry, { parent, name });
      if (readValue !== UNFIT) readable.push(readValue);
      await this.#yieldTurn();
    }
    return readable;
  }

  #refuse(schema: z.core.$ZodType, value: unknown, path: ReplyPath | undefined): typeof UNFIT {
    if (this.problems.length >= MAX_PROBLEMS) return UNFIT;
    const { error } = z.safeParse(schema, value);
    const above = toPath(path);
    for (const issue of error?.issues.slice(0, MAX_PROBLEMS - this.problems.length) ?? []) {
      this.problems.push({ ...issue, path: [...above, ...issue.path] });
    }
    return UNFIT;
  }

  // Such a schema checks a bounded number of values, whatever the input.
  #isLeaf(schema: z.core.$ZodType): boolean {
    const cached = this.#leaves.get(schema);
    if (cached !== undefined) return cached;
    const isLeaf = this.#isBounded(schema);
    this.#leaves.set(schema, isLeaf);
    return isLeaf;
  }

  #isBounded(schema: z.core.$ZodType): boolean {
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

  async #yieldTurn(): Promise<void> {
    if (performance.now() < this.#turnEnds) return;
    await this.#nextTurn();
    this.#turnEnds = performance.now() + MAX_TURN_MS;
  }
}

function definitionOf(schema: z.core.$ZodType): z.core.$ZodTypes['_zod']['def'] {
  return (schema as z.core.$ZodTypes)._zod.def;
}

function toPath(end: ReplyPath | undefined): PropertyKey[] {
  const path: PropertyKey[] = [];
  for (let at = end; at; at = at.parent) path.unshift(at.name);
  return path;
}
