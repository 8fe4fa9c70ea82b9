import type { FlowDiagnostic, TextRange } from './diagnostic.ts';
import { EntryModel, type PlainObject, readPlain } from './entryModel.ts';
import { type JsonNode, type JsonTree, parseJson, propertyOf } from './jsonTree.ts';
import { closingEnd, entriesBehind, splitEntries } from './splitEntries.ts';

/** A flow file without its entries: each is a `0` in its place. It is taken apart when somebody asks for its parts. */
export class Skeleton {
  readonly text: string;
  /** Where the entries' zeros stand. */
  readonly places: readonly number[];
  #tree: JsonTree | undefined;

  constructor(text: string, places: readonly number[]) {
    this.text = text;
    this.places = places;
  }

  /** Its value, read anew each time; undefined where its form is not beyond doubt, or something stands among the entries. */
  get plain(): PlainObject | undefined {
    const value = readPlain(this.text);
    const list = value?.['actions'];
    return Array.isArray(list) && list.length === this.places.length ? value : undefined;
  }

  get root(): JsonNode | undefined {
    return this.#parts.root;
  }

  get syntax(): readonly FlowDiagnostic[] {
    return this.#parts.problems;
  }

  get #parts(): JsonTree {
    return (this.#tree ??= parseJson(this.text));
  }
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
  const list = new ListReader(text, closed, earlier !== undefined);
  for (const range of splitEntries(text)) list.add(range);
  return list.end(earlier);
}

/** The version after a change: a change within one entry or between some costs no more than these entries. */
export function editFlow(document: FlowDocument, change: TextEdit, text: string): FlowDocument {
  return editEntry(document, change) ?? editList(document, change, text) ?? parseFlow(text, document);
}

/** The version after a change that leaves an entry where it begins and ends; undefined after any other change. */
export function editEntry(document: FlowDocument, change: TextEdit): FlowDocument | undefined {
  const { skeleton, entries } = document;
  const index = entryAt(document, change.start);
  const entry = entries[index];
  const start = document.starts[index];
  if (entry === undefined || start === undefined || index >= skeleton.places.length) return undefined;
  if (change.start <= start || change.end >= start + entry.text.length) return undefined;
  const own = ownCopy(
    entry.text.slice(0, change.start - start) + change.text + entry.text.slice(change.end - start),
  );
  // Only an object that still ends where it did leaves everything around it as it was.
  if (closingEnd(own, 0) !== own.length) return undefined;
  const edited = entries.with(index, new EntryModel(own));
  const delta = own.length - entry.text.length;
  const starts = document.starts.slice();
  if (delta !== 0)
    for (let place = index + 1; place < starts.length; place++) starts[place] = (starts[place] ?? 0) + delta;
  let text: string | undefined;
  return {
    // Hardly anybody asks for all of it between two keys.
    get text() {
      return (text ??= wholeText(skeleton, edited));
    },
    skeleton,
    entries: edited,
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

function wholeText({ text, places }: Skeleton, entries: readonly EntryModel[]): string {
  let whole = '';
  let at = 0;
  for (const [index, place] of places.entries()) {
    whole += text.slice(at, place) + (entries[index]?.text ?? '');
    at = place + 1;
  }
  return whole + text.slice(at);
}

/** The version after a change behind some entry: those before it stay, and those behind what it touches move. */
function editList(document: FlowDocument, change: TextEdit, text: string): FlowDocument | undefined {
  const { skeleton, entries, starts } = document;
  // Behind an entry without an end the parser decides what an entry is.
  if (entries.length !== skeleton.places.length) return undefined;
  const last = entryAt(document, change.start);
  const isBefore = last >= 0 && (starts[last] ?? 0) + (entries[last]?.text.length ?? 0) <= change.start;
  const kept = isBefore ? last : last - 1;
  if (kept < 0) return undefined;
  const touched = entries.slice(kept + 1, entryAt(document, change.end) + 1);
  const list = new ListReader(text, touched, true);
  list.keep(document, 0, kept + 1, 0);
  const delta = change.text.length - (change.end - change.start);
  for (const range of entriesBehind(text, list.at)) {
    const before = range.start - delta;
    const index = before < change.end ? -1 : entryAt(document, before);
    // From an entry on that was one before, the rest is what it was.
    if (starts[index] === before) {
      list.keep(document, index, entries.length, delta);
      break;
    }
    list.add(range);
  }
  return list.end(document);
}

/** Puts a document together, entry by entry. */
class ListReader {
  readonly #text: string;
  readonly #known: ReadonlyMap<string, EntryModel>;
  readonly #entries: EntryModel[] = [];
  readonly #starts: number[] = [];
  readonly #places: number[] = [];
  #skeleton = '';
  /** Whether entries of another version are kept, so that a new one must not keep the whole text in memory. */
  readonly #isPart: boolean;
  /** The place in the text behind the last entry. */
  at = 0;

  /** Of the known entries those are taken whose text is met again. */
  constructor(text: string, known: readonly EntryModel[], isPart: boolean) {
    this.#text = text;
    this.#known = new Map(known.map(entry => [entry.text, entry]));
    this.#isPart = isPart;
  }

  /** Adds what stands before an entry, and the entry. */
  add({ start, end }: TextRange): void {
    const own = this.#text.slice(start, end);
    this.#skeleton += this.#text.slice(this.at, start);
    this.#places.push(this.#skeleton.length);
    this.#skeleton += '0';
    this.#entries.push(this.#known.get(own) ?? new EntryModel(this.#isPart ? ownCopy(own) : own));
    this.#starts.push(start);
    this.at = end;
  }

  /** Adds the entries of an earlier version from one number up to another, which have moved by `delta`. */
  keep({ skeleton, entries, starts }: FlowDocument, from: number, to: number, delta: number): void {
    const first = from === 0 ? 0 : (skeleton.places[from] ?? 0);
    if (from > 0) this.#skeleton += this.#text.slice(this.at, (starts[from] ?? 0) + delta);
    const shift = this.#skeleton.length - first;
    for (let index = from; index < to; index++) {
      const entry = entries[index];
      if (!entry) continue;
      this.#entries.push(entry);
      this.#starts.push((starts[index] ?? 0) + delta);
      this.#places.push((skeleton.places[index] ?? 0) + shift);
    }
    this.#skeleton += skeleton.text.slice(first, (skeleton.places[to - 1] ?? -1) + 1);
    this.at = (starts[to - 1] ?? 0) + (entries[to - 1]?.text.length ?? 0) + delta;
  }

  /** The document with what stands behind the last entry. */
  end(earlier: FlowDocument | undefined): FlowDocument {
    const skeleton = readSkeleton(this.#skeleton + this.#text.slice(this.at), this.#places, earlier);
    return withOpenEntries({
      text: this.#text,
      skeleton,
      entries: this.#entries,
      starts: this.#starts,
    });
  }
}

function readSkeleton(text: string, places: readonly number[], earlier: FlowDocument | undefined): Skeleton {
  const known = earlier?.skeleton;
  if (
    known?.text === text &&
    known.places.length === places.length &&
    known.places.every((place, index) => place === places[index])
  )
    return known;
  return new Skeleton(text, places);
}

/** Adds what the parser took for entries behind the first one whose brackets do not match. */
function withOpenEntries(document: FlowDocument): FlowDocument {
  const { skeleton } = document;
  if (skeleton.plain) return document;
  const last = skeleton.places.at(-1) ?? -1;
  const open = (listNode(skeleton)?.children ?? []).filter(one => one.type === 'object' && one.offset > last);
  if (open.length === 0) return document;
  const entries = [...document.entries];
  const starts = [...document.starts];
  for (const node of open) {
    const start = fromSkeleton(document, node.offset);
    // What is wrong with its form is known from the skeleton.
    entries.push(new EntryModel(document.text.slice(start, start + node.length), true));
    starts.push(start);
  }
  return { ...document, entries, starts };
}

/** The same text, but not as a view of the whole file, which would keep that file in memory. */
function ownCopy(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
