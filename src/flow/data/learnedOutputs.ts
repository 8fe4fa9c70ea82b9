import { isObject, withoutUndefined } from '../../util/isObject.ts';
import { type DataShape, mergeShapes } from './dataShape.ts';
import { schemaShape } from './schemaShape.ts';
import { learnShape } from './valueShape.ts';

/** A step of a run, as far as its output is learned. */
export interface RanStep {
  readonly actionId: string | undefined;
  readonly status: string | undefined;
  readonly output: unknown;
}

/** The limits of what is kept for a connection: actions, and characters of the schema of one. */
const LIMITS = { actions: 200, schema: 8000 } as const;

/**
 * The outputs of actions that were learned from runs, as JSON Schemas with names, types, and masked samples. Nothing
 * else of a run is kept.
 */
export class LearnedOutputs {
  /** The schemas by action, those learned last at the end. */
  readonly #schemas = new Map<string, object>();

  /** Restores what was saved; ignores everything that is not as expected. */
  constructor(saved?: unknown) {
    for (const [actionId, schema] of Object.entries(isObject(saved) ? saved : {}).slice(0, LIMITS.actions))
      if (isObject(schema) && isSmall(schema)) this.#schemas.set(actionId, schema);
  }

  /** The schemas by action, to be saved as JSON. */
  get saved(): Readonly<Record<string, object>> {
    return Object.fromEntries(this.#schemas);
  }

  /** Returns the schema of the outputs of an action; undefined if none was learned. */
  outputOf(actionId: string): object | undefined {
    return this.#schemas.get(actionId);
  }

  /** Learns from the steps of a run that have an output; true if anything is new. */
  learn(ran: readonly RanStep[]): boolean {
    let isNew = false;
    for (const { actionId, status, output } of ran) {
      if (actionId === undefined || status !== 'success' || output === undefined || output === null) continue;
      const known = this.#schemas.get(actionId);
      const shape = learnShape(output);
      const schema = toSchema(known ? mergeShapes(schemaShape(known), shape) : shape);
      if (JSON.stringify(schema) === JSON.stringify(known) || !isSmall(schema)) continue;
      isNew = true;
      this.#schemas.delete(actionId);
      this.#schemas.set(actionId, schema);
    }
    for (const actionId of this.#schemas.keys()) {
      if (this.#schemas.size <= LIMITS.actions) break;
      this.#schemas.delete(actionId);
    }
    return isNew;
  }
}

function isSmall(schema: object): boolean {
  return JSON.stringify(schema).length <= LIMITS.schema;
}

/** Returns the JSON Schema of a shape. */
function toSchema({ type, properties, items, sample }: DataShape): object {
  const members = [...(properties ?? [])].map(([name, shape]) => [name, toSchema(shape)] as const);
  return withoutUndefined({
    type,
    properties: properties && Object.fromEntries(members),
    items: items && toSchema(items),
    examples: sample === undefined ? undefined : [sample],
  });
}
