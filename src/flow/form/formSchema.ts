import { isSince } from '../schema/dialect.ts';
import { SchemaCompiler } from '../schema/compiler.ts';
import { compileSchema } from '../schema/compileSchema.ts';
import type { SchemaProblem } from '../schema/problem.ts';
import type { Located, Resource } from '../schema/resources.ts';
import { Run } from '../schema/run.ts';
import type { SchemaObject } from '../schema/subschemas.ts';
import { isObject } from '../../util/isObject.ts';

/** A subschema with the schema resource that contains it. */
export interface Applied {
  readonly schema: SchemaObject;
  readonly resource: Resource;
}

/** The subschemas that apply to a value, and the alternatives among them. */
export interface Reading {
  readonly parts: readonly Applied[];
  readonly unions: readonly Alternatives[];
  /** True if no value is valid. */
  readonly never: boolean;
}

/** The alternatives of a `oneOf` or `anyOf`. */
export interface Alternatives {
  readonly keyword: 'oneOf' | 'anyOf';
  readonly branches: readonly Located[];
  /** The list in the schema, which identifies the alternatives. */
  readonly list: unknown;
}

/** The result of validating a value. */
export interface Verdict {
  readonly valid: boolean;
  readonly problems: readonly SchemaProblem[];
}

const MAX_PARTS = 64;
const UNREADABLE: Verdict = { valid: false, problems: [] };

/** A parameter schema prepared for forms; validation and references use the schema compiler. */
export class FormSchema {
  /** The reason that the schema cannot be used; undefined if it can. */
  readonly unusable: string | undefined;
  readonly schema: unknown;
  readonly root: Located;
  readonly #compiler: SchemaCompiler;

  constructor(schema: unknown) {
    this.unusable = compileSchema(schema).unusable;
    this.schema = this.unusable === undefined && schema !== undefined ? schema : true;
    this.#compiler = new SchemaCompiler(this.schema);
    this.root = { schema: this.schema, resource: this.#compiler.resources.root };
    this.#compiler.node(this.schema, this.root.resource);
  }

  /** Validates a value against a subschema; a template expression is accepted as any value. */
  judge({ schema, resource }: Located, value: unknown): Verdict {
    try {
      const node = this.#compiler.node(schema, resource);
      const run = new Run(this.#compiler.tracks, true);
      run.scope.push(this.#compiler.resources.root);
      return run.runAside(() => node.check(value, run, undefined), true);
    } catch {
      // A value that cannot be checked counts as invalid; the flow checker reports the reason.
      return UNREADABLE;
    }
  }

  /** Collects all schemas that apply to a value, following references, `allOf` and conditions from some subschemas. */
  read(start: readonly Located[], value: unknown): Reading {
    const parts: Applied[] = [];
    const unions: Alternatives[] = [];
    const seen = new Set<unknown>();
    let never = false;
    const open = [...start];
    for (let next = open.shift(); next !== undefined && parts.length < MAX_PARTS; next = open.shift()) {
      const { schema } = next;
      if (schema === false) never = true;
      if (!isObject(schema) || seen.has(schema)) continue;
      seen.add(schema);
      const part = { schema, resource: this.#compiler.resources.home(schema, next.resource) };
      const referred = this.#referred(part);
      if (referred && !isSince(part.resource.draft, '2019-09')) {
        // Older drafts ignore keywords beside a reference, but authors put annotations there.
        parts.push({ schema: described(schema), resource: part.resource });
        open.unshift(referred);
        continue;
      }
      parts.push(part);
      const inner = [
        ...(referred ? [referred] : []),
        ...sub(part, 'allOf'),
        ...this.#conditional(part, value),
      ];
      open.unshift(...inner);
      for (const keyword of ['oneOf', 'anyOf'] as const) {
        const branches = sub(part, keyword);
        if (branches.length > 0) unions.push({ keyword, branches, list: schema[keyword] });
      }
    }
    return { parts, unions, never };
  }

  /** Returns subschemas and all others reachable by references and by the subschemas that `inner` returns. */
  reach(start: readonly Located[], inner: (schema: SchemaObject) => readonly unknown[]): readonly Applied[] {
    const found = new Map<unknown, Applied>();
    const open = [...start];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { schema } = next;
      if (!isObject(schema) || found.has(schema)) continue;
      const part = { schema, resource: this.#compiler.resources.home(schema, next.resource) };
      found.set(schema, part);
      const referred = this.#referred(part);
      if (referred) open.push(referred);
      for (const subschema of inner(schema).flat()) open.push({ schema: subschema, resource: part.resource });
    }
    return [...found.values()];
  }

  #referred({ schema, resource }: Applied): Located | undefined {
    const { $ref, $dynamicRef, $recursiveRef } = schema;
    const outermost = this.#compiler.resources.root;
    try {
      if (typeof $ref === 'string') return this.#compiler.resources.resolve($ref, resource);
      if (typeof $dynamicRef === 'string' && resource.draft === '2020-12') {
        const anchor = outermost.dynamicAnchors.get($dynamicRef.slice($dynamicRef.indexOf('#') + 1));
        if (anchor !== undefined) return { schema: anchor, resource: outermost };
        return this.#compiler.resources.resolve($dynamicRef, resource);
      }
      if (typeof $recursiveRef === 'string' && resource.draft === '2019-09') {
        const named = this.#compiler.resources.resolve($recursiveRef, resource);
        const isOpen = named.resource.recursiveAnchor && outermost.recursiveAnchor;
        return isOpen ? { schema: outermost.root, resource: outermost } : named;
      }
    } catch {
      // A broken reference makes the schema unusable, which is known already.
    }
    return undefined;
  }

  #conditional(part: Applied, value: unknown): readonly Located[] {
    const { schema, resource } = part;
    const found: Located[] = [];
    if ('if' in schema && value !== undefined) {
      const { valid } = this.judge({ schema: schema['if'], resource }, value);
      const chosen = schema[valid ? 'then' : 'else'];
      if (chosen !== undefined) found.push({ schema: chosen, resource });
    }
    for (const keyword of ['dependentSchemas', 'dependencies']) {
      const dependent = schema[keyword];
      if (!isObject(dependent) || !isObject(value)) continue;
      for (const [name, subschema] of Object.entries(dependent)) {
        if (Object.hasOwn(value, name) && !Array.isArray(subschema))
          found.push({ schema: subschema, resource });
      }
    }
    return found;
  }
}

const ANNOTATIONS = ['title', 'description', 'default', 'examples', 'readOnly', 'deprecated'];

/** Returns only the annotations of a schema. */
function described(schema: SchemaObject): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => ANNOTATIONS.includes(keyword)));
}

/** Returns the subschemas in the list of a keyword. */
function sub({ schema, resource }: Applied, keyword: string): readonly Located[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list.map(subschema => ({ schema: subschema as unknown, resource })) : [];
}
