import { readExact } from '../util/exactJson.ts';
import { isObject } from '../util/isObject.ts';
import { once } from '../util/once.ts';
import type { CatalogAction, FlowCatalog, NamedReference } from './catalog.ts';
import { NameIndex } from './catalog.ts';

/** An action as UTF-8 JSON, with its ID and name for the index. */
export interface PackedAction {
  readonly id: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The metadata of a catalog and its resources other than actions. */
export interface CatalogFacts {
  /** The time of reading in milliseconds since 1970; absent if never read from a service. */
  readonly readAt?: number | undefined;
  /** The services of the actions; absent if stored by an earlier version. */
  readonly services?: readonly string[] | undefined;
  readonly devices?: readonly NamedReference[] | undefined;
  readonly triggers?: readonly NamedReference[] | undefined;
  readonly apps?: readonly NamedReference[] | undefined;
}

/** A catalog restored from its packed form. */
export interface PackedCatalog {
  readonly facts: CatalogFacts;
  /** The number of actions. */
  readonly count: number;
  readonly catalog: FlowCatalog;
}

/** The version of the format. Version 1 contained secrets. */
const FORMAT_VERSION = 2;
const LINE_END = 10;

/** Packs actions, page by page as they arrive. */
export function packActions(actions: readonly CatalogAction[]): PackedAction[] {
  const encoder = new TextEncoder();
  return actions.map(action => ({
    id: action.id,
    name: action.name,
    bytes: encoder.encode(JSON.stringify(action)),
  }));
}

/**
 * Packs a catalog: one line of JSON with facts and index, then the JSON of each action. Reading it parses only the
 * index and the requested actions.
 */
export function packCatalog(actions: readonly PackedAction[], facts: CatalogFacts): Uint8Array {
  const index = actions.map(({ id, name, bytes }) => [id, name, bytes.length]);
  const head = new TextEncoder().encode(`${JSON.stringify({ form: FORMAT_VERSION, facts, index })}\n`);
  const size = actions.reduce((sum, { bytes }) => sum + bytes.length, head.length);
  const packed = new Uint8Array(size);
  packed.set(head);
  let offset = head.length;
  for (const { bytes } of actions) {
    packed.set(bytes, offset);
    offset += bytes.length;
  }
  return packed;
}

/**
 * Opens a packed catalog; undefined if it is truncated or has another format. Set `isComplete` only if the catalog was
 * just read: an ID that it does not contain is then an error.
 */
export function openCatalog(packed: Uint8Array, isComplete: boolean): PackedCatalog | undefined {
  const end = packed.indexOf(LINE_END);
  const decoder = new TextDecoder();
  const parse = (from: number, to: number): unknown => readExact(decoder.decode(packed.subarray(from, to)));
  const head = end === -1 ? undefined : parse(0, end);
  if (!isHead(head)) return undefined;
  const { index } = head;
  const numbers = new Map<string, number>();
  const starts: number[] = [];
  let offset = end + 1;
  for (const [number, [id, , length]] of index.entries()) {
    numbers.set(id, number);
    starts.push(offset);
    offset += length;
  }
  if (offset !== packed.length) return undefined;
  starts.push(offset);
  const opened = new Map<string, CatalogAction | undefined>();
  const action = (id: string): CatalogAction | undefined => {
    const number = numbers.get(id);
    if (number === undefined) return undefined;
    if (!opened.has(id)) opened.set(id, parse(starts[number] ?? 0, starts[number + 1] ?? 0) as CatalogAction);
    return opened.get(id);
  };
  // The name index is built at the first search.
  const names = once(() => new NameIndex(index.map(([id, name]) => ({ id, name }))));
  const actionsOf = (found: readonly { readonly id: string }[]): readonly CatalogAction[] =>
    found.flatMap(({ id }) => action(id) ?? []);
  const { facts } = head;
  return {
    facts,
    count: index.length,
    catalog: {
      action,
      searchActions: (text, limit) => actionsOf(names().search(text, limit)),
      actionNames: () => names().lowerCaseNames,
      isComplete,
      devices: facts.devices,
      triggers: facts.triggers,
      webhooks: undefined,
      mailboxes: undefined,
      apps: facts.apps,
    },
  };
}

interface Head {
  readonly facts: CatalogFacts;
  readonly index: readonly (readonly [id: string, name: string, length: number])[];
}

function isHead(value: unknown): value is Head {
  return (
    isObject(value) &&
    value['form'] === FORMAT_VERSION &&
    isObject(value['facts']) &&
    (value['facts']['readAt'] === undefined || typeof value['facts']['readAt'] === 'number') &&
    Array.isArray(value['index'])
  );
}
