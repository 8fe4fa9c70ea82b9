import type { JsonObject } from '../util/isObject.ts';
import { isUuid } from '../util/isUuid.ts';
import type { FlowCatalog } from './catalog.ts';
import { findNamedReference, referencesOfKind } from './findNamedReference.ts';
import type { PathSegment } from './template.ts';

/** The kinds of resources that parameters can reference by ID. */
const REFERENCE_KINDS = ['mailbox', 'device', 'trigger', 'webhook', 'app', 'action'] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/** The words of schemas for each kind. */
const WORDS: Readonly<Record<ReferenceKind, readonly string[]>> = {
  mailbox: ['mailbox', 'inbox'],
  device: ['device', 'phone'],
  trigger: ['trigger'],
  webhook: ['webhook', 'endpoint'],
  app: ['app', 'application'],
  action: ['action'],
};
const KIND_OF_WORD = new Map(
  Object.entries(WORDS).flatMap(([kind, words]) => words.map(word => [word, kind as ReferenceKind] as const)),
);
const ANY_WORD = [...KIND_OF_WORD.keys()].join('|');

/** Names with these words also stand for package names and keys, so only the format can say that they are IDs. */
const AMBIGUOUS: readonly ReferenceKind[] = ['app', 'action'];

/** Matches “ID of the other device”, “device ID”, and “mailbox's ID” in a description. */
const DESCRIBED = new RegExp(
  `\\b(?:ids?|identifiers?|uuids?) of (?:(?:the|an?|each|every|all|one of the) )?(?:\\w+ ){0,2}?(${ANY_WORD})(?:e?s)?\\b` +
    `|\\b(${ANY_WORD})(?:['’]s)? (?:ids?|identifiers?|uuids?)\\b`,
  'i',
);
const TITLED = new RegExp(`^(?:(?:the|an?|other|target) )?(${ANY_WORD})(?:e?s)?(?: (ids?))?$`, 'i');
const FORMAT = new RegExp(`^(${ANY_WORD})[-_ ]?(?:id|uuid)?$`, 'i');

/**
 * Returns the kind of the resource that a property references by its name alone, such as `mailboxId` or `deviceIds`.
 */
export function referenceKindAt(path: readonly PathSegment[]): ReferenceKind | undefined {
  const [, word = ''] = /([A-Z]?[a-z]+|[A-Z]+)[-_ ]?(?:[Ii]ds?|ID[sS]?)$/.exec(nameIn(path)) ?? [];
  return KIND_OF_WORD.get(word.toLowerCase());
}

/**
 * Returns the kind of the resource that a value references, from the format, name, title, and description that its
 * schemas give it.
 */
export function referenceKindOf(
  path: readonly PathSegment[],
  schemas: readonly JsonObject[],
): ReferenceKind | undefined {
  if (schemas.some(schema => 'enum' in schema || 'const' in schema)) return undefined;
  const types = namedTypes(schemas);
  if (types.length > 0 && !types.includes('string')) return undefined;
  const format = textIn(schemas, 'format');
  const [, ofFormat] = FORMAT.exec(format) ?? [];
  if (ofFormat !== undefined) return KIND_OF_WORD.get(ofFormat.toLowerCase());
  const isUuid = format === 'uuid';
  if (format !== '' && !isUuid) return undefined;
  // A pattern usually describes something other than the IDs of the service.
  if (!isUuid && schemas.some(schema => 'pattern' in schema)) return undefined;
  const [, titled = '', hasId] = TITLED.exec(textIn(schemas, 'title').trim()) ?? [];
  const [, first, second] = DESCRIBED.exec(textIn(schemas, 'description')) ?? [];
  const [last = ''] = /(?:[A-Z]?[a-z]+|[A-Z]+)$/.exec(nameIn(path)) ?? [];
  const kind =
    referenceKindAt(path) ??
    (isUuid || hasId !== undefined ? KIND_OF_WORD.get(titled.toLowerCase()) : undefined) ??
    KIND_OF_WORD.get((first ?? second ?? '').toLowerCase()) ??
    (isUuid ? KIND_OF_WORD.get(last.toLowerCase().replace(/(?<=x)es$|s$/, '')) : undefined);
  return kind === undefined || (!isUuid && AMBIGUOUS.includes(kind)) ? undefined : kind;
}

/** Returns the kind of a resource by its ID, if a catalog knows it. */
export function kindOfKnown(id: string, catalog: FlowCatalog): ReferenceKind | undefined {
  return REFERENCE_KINDS.find(kind => findNamedReference(kind, id, catalog) !== undefined);
}

/** Returns true if a catalog has all resources of a kind, so that any other ID is unknown. */
export function isListed(kind: ReferenceKind, catalog: FlowCatalog): boolean {
  return kind === 'action' ? catalog.isComplete : referencesOfKind(kind, catalog) !== undefined;
}

/** The words for a resource of a kind. */
export const KIND_WORDS: Readonly<Record<ReferenceKind, string>> = {
  mailbox: 'mailbox',
  device: 'device',
  trigger: 'trigger',
  webhook: 'webhook endpoint',
  app: 'app',
  action: 'action',
};

/**
 * Returns the name of the resource with an ID, or the text in its place if the connection does not list it; undefined for
 * a text that is no ID of a resource. `property` is the name of the property that holds the ID.
 */
export function nameOfId(id: string, property: string, catalog: FlowCatalog): string | undefined {
  if (!isUuid(id)) return undefined;
  const known = kindOfKnown(id, catalog);
  if (known) return findNamedReference(known, id, catalog)?.name;
  const kind = referenceKindAt([property]);
  return kind && (findNamedReference(kind, id, catalog)?.name ?? unnamedText(kind, id, catalog));
}

/** Returns the text in place of the name of a resource that a catalog does not have, because it is unknown or not read. */
export function unnamedText(kind: ReferenceKind, id: string, catalog: FlowCatalog): string {
  const word = KIND_WORDS[kind];
  return isListed(kind, catalog)
    ? unknownText(kind)
    : `${word.charAt(0).toUpperCase()}${word.slice(1)} ${id.slice(0, 8)}`;
}

/** Returns the text in place of the name of a resource that is not known. */
export function unknownText(kind: ReferenceKind): string {
  return `Unknown ${KIND_WORDS[kind]}`;
}

/** Returns the name of the property that a path leads to, also from within its list. */
export function nameIn(path: readonly PathSegment[]): string {
  return path.findLast(segment => typeof segment === 'string') ?? '';
}

/** Returns the types that schemas name. */
export function namedTypes(schemas: readonly JsonObject[]): readonly unknown[] {
  return schemas.flatMap(({ type }) => type ?? []);
}

/** Returns the first text of a keyword in schemas; empty if there is none. */
export function textIn(schemas: readonly JsonObject[], keyword: string): string {
  const text = schemas.map(schema => schema[keyword]).find(value => typeof value === 'string');
  return typeof text === 'string' ? text : '';
}
