import type { FlowDiagnostic, TextRange } from './diagnostic.ts';
import { type EntryModel, parseEntry } from './entryModel.ts';
import { type JsonNode, parseJson, propertyOf } from './jsonTree.ts';
import { closingEnd, splitEntries } from './splitEntries.ts';

/** A flow file without its entries: each is a `0` in its place. */
export interface Skeleton {
  readonly text: string;
  readonly root: JsonNode | undefined;
  readonly syntax: readonly FlowDiagnostic[];
  /** Where the entries' zeros stand. */
  readonly places: readonly number[];
}

/** One version of a flow file, taken apart once. */
export interface FlowDocument {
  readonly text: string;
  readonly skeleton: Skeleton;
  readonly entries: readonly EntryModel[];
  /** Where each entry begins in the text. */
  readonly starts: readonly number[];
  /** The entries of the version before, where only the one at `index` differs from them. */
  readonly edited?: { readonly before: readonly EntryModel[]; readonly index: number };
}

/** A change of a text: what is put in place of a part of it. */
export interface TextEdit extends TextRange {
  readonly text: string;
}

/** Takes a flow file apart. Entries with the text of one of the earlier version are not taken apart again. */
export function parseFlow(text: string, earlier?: FlowDocument): FlowDocument {
  const closed = earlier?.entries.slice(0, earlier.skeleton.places.length) ?? [];
  const known = new Map(closed.map(entry => [entry.text, entry]));
  const entries: EntryModel[] = [];
  const starts: number[] = [];
  const places: number[] = [];
  let skeleton = '';
  let at = 0;
  for (const { start, end } of splitEntries(text)) {
    const own = text.slice(start, end);
    const entry = known.get(own) ?? parseEntry(own);
    if (!entry) continue;
    skeleton += text.slice(at, start);
    places.push(skeleton.length);
    skeleton += '0';
    at = end;
    entries.push(entry);
    starts.push(start);
  }
  skeleton += text.slice(at);
  return withOpenEntries({ text, skeleton: readSkeleton(skeleton, places, earlier), entries, starts });
}

/** The version after a change: a change within one entry costs no more than this entry. */
export function editFlow(document: FlowDocument, change: TextEdit, text: string): FlowDocument {
  const index = entryAt(document, change.start);
  const entry = document.entries[index];
  const start = document.starts[index];
  if (entry === undefined || start === undefined || index >= document.skeleton.places.length) {
    return parseFlow(text, document);
  }
  const inside = change.start > start && change.end < start + entry.text.length;
  const delta = change.text.length - (change.end - change.start);
  const own = inside ? ownCopy(text.slice(start, start + entry.text.length + delta)) : '';
  // Only an object that still ends where it did leaves everything around it as it was.
  const changed = inside && closingEnd(own, 0) === own.length ? parseEntry(own) : undefined;
  if (!changed) return parseFlow(text, document);
  const { skeleton, entries } = document;
  const starts = document.starts.slice();
  if (delta !== 0)
    for (let place = index + 1; place < starts.length; place++) starts[place] = (starts[place] ?? 0) + delta;
  return {
    text,
    skeleton,
    entries: entries.with(index, changed),
    starts,
    edited: { before: entries, index },
  };
}

/** The entry that holds a place of the text, or the last one before it; -1 before the first. */
export function entryAt({ starts }: FlowDocument, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The place in the text that a place in the skeleton stands for. */
export function fromSkeleton({ skeleton, entries, starts }: FlowDocument, offset: number): number {
  let low = 0;
  let high = skeleton.places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((skeleton.places[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  const before = low - 1;
  if (before < 0) return offset;
  const end = (starts[before] ?? 0) + (entries[before]?.text.length ?? 0);
  return offset - ((skeleton.places[before] ?? 0) + 1) + end;
}

/** The list of entries in the skeleton, if the file has one. */
export function listNode({ root }: Skeleton): JsonNode | undefined {
  const list = propertyOf(root, 'actions');
  return list?.type === 'array' ? list : undefined;
}

function readSkeleton(text: string, places: readonly number[], earlier: FlowDocument | undefined): Skeleton {
  if (earlier?.skeleton.text === text && String(earlier.skeleton.places) === String(places)) {
    return earlier.skeleton;
  }
  const { root, problems } = parseJson(text);
  return { text, root, syntax: problems, places };
}

/** Adds what the parser took for entries behind the first one whose brackets do not match. */
function withOpenEntries(document: FlowDocument): FlowDocument {
  const { skeleton } = document;
  const last = skeleton.places.at(-1) ?? -1;
  const open = (listNode(skeleton)?.children ?? []).filter(one => one.type === 'object' && one.offset > last);
  if (open.length === 0) return document;
  const entries = [...document.entries];
  const starts = [...document.starts];
  for (const node of open) {
    const start = fromSkeleton(document, node.offset);
    const entry = parseEntry(document.text.slice(start, start + node.length));
    // What is wrong with its form is known from the skeleton.
    if (entry) entries.push({ ...entry, syntax: [] });
    if (entry) starts.push(start);
  }
  return { ...document, entries, starts };
}

/** The same text, but not as a view of the whole file, which would keep that file in memory. */
function ownCopy(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
