import {
  type CatalogAction,
  createCatalog,
  type FlowCatalog,
  type NamedReference,
  type TemplateRules,
} from '../flow/catalog.ts';
import { readExact } from '../util/exactJson.ts';
import { isObject } from '../util/isObject.ts';

/** The metadata of a stored catalog and its resources other than actions. */
export interface CatalogFacts {
  /** The time of reading in milliseconds since 1970; absent if never read from a service. */
  readonly readAt?: number | undefined;
  /** The services of the actions; absent in the catalog of a new sandbox. */
  readonly services?: readonly string[] | undefined;
  readonly devices?: readonly NamedReference[] | undefined;
  readonly triggers?: readonly NamedReference[] | undefined;
  readonly apps?: readonly NamedReference[] | undefined;
  readonly templates?: TemplateRules | undefined;
}

/** A catalog that was stored; the lack of an action in it does not count as an error. */
interface KeptCatalog {
  readonly facts: CatalogFacts;
  /** The number of actions. */
  readonly count: number;
  readonly catalog: FlowCatalog;
}

/** The version of the format. Version 1 contained secrets, and version 2 was no JSON. */
const FORMAT_VERSION = 3;

/** Returns a catalog as UTF-8 JSON. */
export function encodeCatalog(actions: readonly CatalogAction[], facts: CatalogFacts): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ form: FORMAT_VERSION, facts, actions }));
}

/** Reads a stored catalog; undefined if it is damaged or has another format. */
export function decodeCatalog(bytes: Uint8Array): KeptCatalog | undefined {
  const kept = readExact(new TextDecoder().decode(bytes));
  if (!isKept(kept)) return undefined;
  const { facts, actions } = kept;
  return { facts, count: actions.length, catalog: { ...createCatalog(actions, facts), isComplete: false } };
}

function isKept(
  value: unknown,
): value is { readonly facts: CatalogFacts; readonly actions: readonly CatalogAction[] } {
  if (!isObject(value) || value['form'] !== FORMAT_VERSION) return false;
  const { facts, actions } = value;
  return (
    isObject(facts) &&
    (facts['readAt'] === undefined || typeof facts['readAt'] === 'number') &&
    Array.isArray(actions) &&
    actions.every(
      action => isObject(action) && typeof action['id'] === 'string' && typeof action['name'] === 'string',
    )
  );
}
