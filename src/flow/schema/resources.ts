import { BUDGETS } from '../../util/budgets.ts';
import { decodeEscapes } from '../../util/decodeEscapes.ts';
import { type JsonSchemaDraft, draftOf, HOLDERS, isSince } from './dialect.ts';
import { isObject, type JsonObject, memberOf } from '../../util/isObject.ts';
import { CannotCheck } from './cannotCheck.ts';

/** A schema resource: the root of the document, or a subschema with an `$id`. */
export interface Resource {
  readonly uri: string;
  readonly root: unknown;
  readonly draft: JsonSchemaDraft;
  readonly anchors: Map<string, unknown>;
  readonly dynamicAnchors: Map<string, unknown>;
  readonly recursiveAnchor: boolean;
}

/** A schema with the resource that contains it. */
export interface Located {
  readonly schema: unknown;
  readonly resource: Resource;
  /** The resources entered on the way to it, outermost first; by default only that of the document. */
  readonly scope?: readonly Resource[];
  /** The schemas for the same value that include it. */
  readonly owners?: ReadonlySet<unknown>;
  /** The property whose value or presence makes it apply; absent if it always does. */
  readonly cause?: string;
}

export interface Reference {
  /** The reference as it is written. */
  readonly text: string;
  /** The address without its fragment. */
  readonly address: string;
  /** Undefined if it is in another document, which is never fetched. */
  readonly target: Located | undefined;
  /** Returns the schema of an entered resource that replaces the target; absent unless the reference is dynamic. */
  readonly replacement?: (resource: Resource) => Located | undefined;
}

const ROOT_URI = 'schema:///root';
const MAX_DEPTH = BUDGETS.schema.levels;
const MAX_NODES = BUDGETS.schema.parts.nodes;

/** The resources and anchors of a schema document; resolves its references. */
export class Resources {
  readonly root: Resource;
  readonly #byUri = new Map<string, Resource>();
  readonly #homes = new Map<object, Resource>();
  #nodes = 0;

  constructor(schema: unknown) {
    const root = createResource(ROOT_URI, schema, draftOf(isObject(schema) ? schema['$schema'] : undefined));
    this.#byUri.set(ROOT_URI, root);
    this.root = this.#walk(schema, root, 0);
  }

  /** Returns the resource that contains a subschema; `otherwise` for one under a keyword that holds no schemas. */
  home(schema: unknown, otherwise: Resource): Resource {
    const home = typeof schema === 'object' && schema !== null ? this.#homes.get(schema) : undefined;
    return home ?? otherwise;
  }

  /** Returns the references of a schema in a resource. Throws CannotCheck for a missing target. */
  referencesOf({ $ref, $dynamicRef, $recursiveRef }: JsonObject, from: Resource): readonly Reference[] {
    const references: Reference[] = [];
    if (typeof $ref === 'string') references.push(this.#resolve($ref, from));
    if (typeof $dynamicRef === 'string' && isSince(from.draft, '2020-12')) {
      const reference = this.#resolve($dynamicRef, from);
      const name = $dynamicRef.slice($dynamicRef.indexOf('#') + 1);
      const { target } = reference;
      const isDynamic = name !== '' && target?.resource.dynamicAnchors.get(name) === target?.schema;
      const replacement = (resource: Resource): Located | undefined =>
        located(resource.dynamicAnchors.get(name), resource);
      references.push(isDynamic ? { ...reference, replacement } : reference);
    }
    if (typeof $recursiveRef === 'string' && from.draft === '2019-09') {
      const reference = this.#resolve($recursiveRef, from);
      const replacement = (resource: Resource): Located | undefined =>
        resource.recursiveAnchor ? located(resource.root, resource) : undefined;
      references.push(reference.target?.resource.recursiveAnchor ? { ...reference, replacement } : reference);
    }
    return references;
  }

  #resolve(reference: string, from: Resource): Reference {
    const [address, fragment] = split(absolute(reference, from.uri));
    const resource = this.#byUri.get(address);
    if (!resource) return { text: reference, address, target: undefined };
    if (fragment === '') return { text: reference, address, target: { schema: resource.root, resource } };
    const target = fragment.startsWith('/')
      ? this.#follow(fragment, resource)
      : located(resource.anchors.get(fragment) ?? resource.dynamicAnchors.get(fragment), resource);
    if (target) return { text: reference, address, target };
    throw new CannotCheck(`the schema refers to ${reference}, which is not there`, reference);
  }

  #follow(pointer: string, start: Resource): Located | undefined {
    let resource = start;
    let schema: unknown = start.root;
    for (const segment of pointer.slice(1).split('/')) {
      const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
      schema = memberOf(schema, name);
      if (schema === undefined) return undefined;
      resource = this.home(schema, resource);
    }
    return { schema, resource };
  }

  #walk(schema: unknown, parent: Resource, depth: number): Resource {
    if (!isObject(schema)) return parent;
    if (depth > MAX_DEPTH) throw new CannotCheck(`the schema is nested deeper than ${MAX_DEPTH} levels`);
    if (++this.#nodes > MAX_NODES) throw new CannotCheck(`the schema has more than ${MAX_NODES} parts`);
    if (this.#homes.has(schema)) return this.home(schema, parent);
    const resource = this.#identify(schema, parent);
    this.#homes.set(schema, resource);
    eachChild(schema, child => this.#walk(child, resource, depth + 1));
    return resource;
  }

  #identify(schema: JsonObject, parent: Resource): Resource {
    // Up to draft 7, all keywords beside a reference are ignored, including its identifier.
    if (!isSince(parent.draft, '2019-09') && typeof schema['$ref'] === 'string') return parent;
    const draft = draftOf(schema['$schema'], parent.draft);
    const id = schema[draft === '4' ? 'id' : '$id'];
    let resource = parent;
    if (typeof id === 'string') {
      const [address, fragment] = split(absolute(id, parent.uri));
      if (address !== parent.uri) {
        resource = createResource(address, schema, draft);
        if (!this.#byUri.has(address)) this.#byUri.set(address, resource);
      }
      if (fragment !== '' && !isSince(draft, '2019-09')) resource.anchors.set(fragment, schema);
    }
    for (const [keyword, anchors] of [
      ['$anchor', resource.anchors],
      ['$dynamicAnchor', resource.dynamicAnchors],
    ] as const) {
      const name = schema[keyword];
      if (typeof name === 'string' && isSince(draft, '2019-09') && !anchors.has(name)) {
        anchors.set(name, schema);
      }
    }
    return resource;
  }
}

function createResource(uri: string, root: unknown, draft: JsonSchemaDraft): Resource {
  const recursiveAnchor = isObject(root) && root['$recursiveAnchor'] === true;
  return { uri, root, draft, anchors: new Map(), dynamicAnchors: new Map(), recursiveAnchor };
}

function located(schema: unknown, resource: Resource): Located | undefined {
  return schema === undefined ? undefined : { schema, resource };
}

/** Calls `found` with each direct subschema. */
function eachChild(schema: JsonObject, found: (child: unknown) => void): void {
  for (const keyword of Object.keys(schema)) {
    const holds = HOLDERS.get(keyword);
    const value = schema[keyword];
    if (holds === 'one') found(value);
    else if (holds === 'named') {
      if (isObject(value)) for (const name of Object.keys(value)) found(value[name]);
    } else if (holds && Array.isArray(value)) value.forEach(found);
    else if (holds === 'oneOrList') found(value);
  }
}

function absolute(reference: string, base: string): string {
  if (reference.startsWith('#')) return base + reference;
  try {
    return new URL(reference, base).href;
  } catch {
    throw new CannotCheck(`${reference} is not an address`, reference);
  }
}

/** Splits an address into its part before the fragment and the decoded fragment. */
function split(address: string): readonly [address: string, fragment: string] {
  const hash = address.indexOf('#');
  if (hash === -1) return [address, ''];
  return [address.slice(0, hash), decodeEscapes(address.slice(hash + 1))];
}
