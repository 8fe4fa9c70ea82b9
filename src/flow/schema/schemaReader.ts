import { isObject, type JsonObject, listOf } from '../../util/isObject.ts';
import { memoize } from '../../util/once.ts';
import { CannotCheck } from './cannotCheck.ts';
import { SchemaCompiler } from './compiler.ts';
import { describeUnusable } from './compileSchema.ts';
import { HOLDERS, isSince } from './dialect.ts';
import type { JudgedAlternative } from './meantAlternatives.ts';
import type { SchemaProblem } from './problem.ts';
import type { Located, Resource } from './resources.ts';
import { Run } from './run.ts';

/** A subschema that applies to a value. */
export interface Applied extends Located {
  readonly schema: JsonObject;
  readonly scope: readonly Resource[];
  readonly owners: Set<unknown>;
  /** A reference of it that cannot be followed. */
  readonly unread: UnreadReference | undefined;
}

/** The address of another document, or a reference to something that does not exist. */
export interface UnreadReference {
  readonly text: string;
  readonly isMissing: boolean;
}

/** The subschemas that apply to a value, and the alternatives among them. */
export interface SchemaReading {
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

/** The result of validating a value; its problems have no messages. */
export interface ValidationResult {
  readonly valid: boolean;
  readonly problems: readonly SchemaProblem[];
}

const MAX_PARTS = 64;
/** The work of beginning a check, and of reading one subschema. */
const [CHECKING, READING] = [10, 20];
const UNREADABLE: ValidationResult = { valid: false, problems: [] };

/** Reads the subschemas that apply to values, for forms, completion, hovers, and summaries. */
export class SchemaReader {
  /** The reason that the schema cannot be used; undefined if it can. */
  readonly unusable: string | undefined;
  /** True if a keyword that holds schemas cannot be read, so that what they say is unknown. */
  readonly isIncomplete: boolean;
  readonly root: Located;
  readonly #compiler: SchemaCompiler;
  /** The work of all reads and checks so far, in units of about 0.1 µs; the same for the same schema and values. */
  work = 0;

  constructor(schema: unknown = true) {
    const { compiler, unusable, root } = compile(schema);
    this.unusable = unusable;
    this.root = { schema: root, resource: compiler.resources.root };
    this.isIncomplete = compiler.unread.some(
      ({ keyword }) => HOLDERS.has(keyword) || keyword.startsWith('$'),
    );
    this.#compiler = compiler;
  }

  /** Validates a value against a subschema; a template expression is accepted as any value. */
  judge(located: Located, value: unknown): ValidationResult {
    return this.#run(located, value, { isCollecting: true });
  }

  /** True if all of these subschemas accept a value. Faster than `judge`, because no problems are collected. */
  accepts(located: readonly Located[], value: unknown): boolean {
    return located.every(schema => this.#run(schema, value, { isCollecting: false }).valid);
  }

  /** Judges a value that several subschemas do not accept, for `meantAlternatives`. */
  judgeAlternatives(
    branches: readonly Located[],
    value: unknown,
  ): readonly (JudgedAlternative & { readonly branch: Located })[] {
    return branches.map(branch => {
      const { problems } = this.judge(branch, value);
      const knows = (name: string): boolean =>
        this.#compiler.node(branch.schema, branch.resource).knows(name);
      return { branch, problems, knows };
    });
  }

  #run(
    { schema, resource, scope = [this.root.resource] }: Located,
    value: unknown,
    { isCollecting }: { readonly isCollecting: boolean },
  ): ValidationResult {
    const run = new Run(this.#compiler.tracks, true, { explains: false });
    try {
      const node = this.#compiler.node(schema, resource);
      run.scope.push(...scope);
      return run.runAside(() => node.check(value, run, undefined), isCollecting);
    } catch {
      // A value that cannot be checked counts as invalid; the flow checker reports the reason.
      return UNREADABLE;
    } finally {
      this.work += CHECKING + run.work;
    }
  }

  /** Collects all schemas that apply to a value, following references, `allOf` and conditions from some subschemas. */
  read(start: readonly Located[], value: unknown): SchemaReading {
    const parts: Applied[] = [];
    const unions: Alternatives[] = [];
    const known = new Map<unknown, Applied>();
    let never = false;
    const open = [...start];
    for (let next = open.shift(); next !== undefined && parts.length < MAX_PARTS; next = open.shift()) {
      never ||= next.schema === false;
      const earlier = known.get(next.schema);
      for (const owner of (earlier && next.owners) ?? []) earlier?.owners.add(owner);
      if (earlier || !isObject(next.schema)) continue;
      const { part, referred } = this.#enter(next.schema, next);
      known.set(next.schema, part);
      if (referred.length > 0 && !isSince(part.resource.draft, '2019-09')) {
        // Older drafts ignore keywords beside a reference, but authors put annotations there.
        parts.push({ ...part, schema: annotationsOf(part.schema) });
        open.unshift(...referred);
        continue;
      }
      parts.push(part);
      open.unshift(...referred, ...listed(part, 'allOf'), ...this.#conditional(part, value));
      for (const keyword of ['oneOf', 'anyOf'] as const) {
        const branches = listed(part, keyword);
        if (branches.length > 0) unions.push({ keyword, branches, list: part.schema[keyword] });
      }
    }
    this.work += READING * (1 + parts.length);
    return { parts, unions, never };
  }

  /** Returns subschemas and all others reachable by references and by the subschemas that `inner` returns. */
  reach(start: readonly Located[], inner: (schema: JsonObject) => readonly unknown[]): readonly Applied[] {
    const found = new Map<unknown, Applied>();
    const open = [...start];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { schema } = next;
      if (!isObject(schema) || found.has(schema)) continue;
      const { part, referred } = this.#enter(schema, next);
      found.set(schema, part);
      open.push(
        ...referred,
        ...inner(schema)
          .flat()
          .map(subschema => inPlaceOf(part, subschema)),
      );
    }
    return [...found.values()];
  }

  /** Returns a subschema as one that applies to a value, and the targets of its references. */
  #enter(
    schema: JsonObject,
    { resource: near, scope: outer = [this.root.resource], owners = new Set(), cause }: Located,
  ): { readonly part: Applied; readonly referred: readonly Located[] } {
    const resource = this.#compiler.resources.home(schema, near);
    const scope = outer.at(-1) === resource ? outer : [...outer, resource];
    // Only keywords for unevaluated members need the owners.
    const included = this.#compiler.tracks ? new Set([...owners, schema]) : new Set<unknown>();
    const conditional = cause === undefined ? {} : { cause };
    const part = { schema, resource, scope, owners: included, unread: undefined, ...conditional };
    try {
      const references = this.#compiler.resources.referencesOf(schema, resource);
      const referred = references.flatMap(({ target, replacement }) => {
        const replaced = replacement && scope.map(replacement).find(found => found !== undefined);
        return replaced ?? target ?? [];
      });
      const other = references.find(({ target }) => !target);
      const unread = other && { text: other.address, isMissing: false };
      return { part: { ...part, unread }, referred: referred.map(target => ({ ...part, ...target })) };
    } catch (error) {
      if (!(error instanceof CannotCheck) || error.reference === undefined) throw error;
      return { part: { ...part, unread: { text: error.reference, isMissing: true } }, referred: [] };
    }
  }

  #conditional(part: Applied, value: unknown): readonly Located[] {
    const { schema } = part;
    const found: Located[] = [];
    if ('if' in schema && value !== undefined) {
      const valid = this.accepts([inPlaceOf(part, schema['if'])], value);
      const chosen = schema[valid ? 'then' : 'else'];
      const cause = testedName(schema['if']);
      if (chosen !== undefined)
        found.push({ ...inPlaceOf(part, chosen), ...(cause === undefined ? {} : { cause }) });
    }
    for (const keyword of ['dependentSchemas', 'dependencies']) {
      const dependent = schema[keyword];
      if (!isObject(dependent) || !isObject(value)) continue;
      for (const [name, subschema] of Object.entries(dependent)) {
        if (Object.hasOwn(value, name) && !Array.isArray(subschema))
          found.push({ ...inPlaceOf(part, subschema), cause: name });
      }
    }
    return found;
  }
}

const readerOfObject = memoize((schema: object) => new SchemaReader(schema));

/** Returns the reader of a schema, prepared once. Accepts any JSON value; undefined and null permit everything. */
export function readerOf(schema: unknown): SchemaReader {
  return typeof schema === 'object' && schema !== null
    ? readerOfObject(schema)
    : new SchemaReader(schema ?? undefined);
}

/** Compiles a schema; replaces it by one that accepts every value if it cannot be used. */
function compile(root: unknown): {
  readonly compiler: SchemaCompiler;
  readonly root: unknown;
  readonly unusable: string | undefined;
} {
  try {
    const compiler = new SchemaCompiler(root);
    compiler.compile(root);
    return { compiler, root, unusable: undefined };
  } catch (error) {
    return { ...compile(true), unusable: describeUnusable(error) };
  }
}

const ANNOTATIONS = ['title', 'description', 'default', 'examples', 'readOnly', 'deprecated'];

function annotationsOf(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => ANNOTATIONS.includes(keyword)));
}

/** Returns the subschemas in the list of a keyword; what is no schema accepts every value. */
function listed(part: Applied, keyword: string): readonly Located[] {
  return listOf(part.schema[keyword]).map(subschema =>
    inPlaceOf(part, isObject(subschema) || typeof subschema === 'boolean' ? subschema : true),
  );
}

/** Returns a subschema that applies to the same value as the one that contains it. */
function inPlaceOf({ resource, scope, owners, cause }: Applied, schema: unknown): Located {
  return { schema, resource, scope, owners, ...(cause === undefined ? {} : { cause }) };
}

/** Returns the last property that a condition tests; undefined if it tests none by its name. */
function testedName(condition: unknown): string | undefined {
  if (!isObject(condition)) return undefined;
  const { properties, required, not } = condition;
  const lists = ['allOf', 'anyOf', 'oneOf'].flatMap(keyword => condition[keyword] ?? []);
  const named = isObject(properties) ? Object.keys(properties).at(-1) : undefined;
  const needed = listOf(required).at(-1);
  if (named !== undefined) return named;
  if (typeof needed === 'string') return needed;
  return [...lists, not].map(testedName).find(name => name !== undefined);
}
