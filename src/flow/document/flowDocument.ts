import { lastIndexUpTo } from '../../util/lastIndexUpTo.ts';
import type { FlowDiagnostic, TextRange } from './diagnostic.ts';
import { EntryModel, type PlainObject, readPlain } from './entryModel.ts';
import { type JsonNode, type JsonTree, parseJson, propertyOf } from './jsonTree.ts';
import { findClosingEnd, splitEntriesBehind, splitEntries } from './splitEntries.ts';

/** A flow file with each entry replaced by `0`. It is parsed on demand. */
export class Envelope {
  readonly text: string;
  /** The offsets of the zeros. */
  readonly entryOffsets: readonly number[];
  #tree: JsonTree | undefined;

  constructor(text: string, entryOffsets: readonly number[]) {
    this.text = text;
    this.entryOffsets = entryOffsets;
  }

  /**
   * The value, parsed anew on each access; undefined if the text may have problems or `actions` has items that are not
   * entries.
   */
  get plain(): PlainObject | undefined {
    const value = readPlain(this.text);
    const list = value?.['actions'];
    return Array.isArray(list) && list.length === this.entryOffsets.length ? value : undefined;
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

/** A version of a flow file, parsed once. */
export interface FlowDocument {
  readonly text: string;
  readonly envelope: Envelope;
  readonly entries: readonly EntryModel[];
  /** The offset of each entry in the text. */
  readonly starts: readonly number[];
  /** The entries of the previous version, if only the one at `index` differs. */
  readonly edited?: { readonly before: readonly EntryModel[]; readonly index: number };
}

/** The replacement of a range of a text. */
export interface TextEdit extends TextRange {
  readonly text: string;
}

/** Parses a flow file, and reuses entries with equal text from an earlier version. */
export function parseFlow(text: string, earlier?: FlowDocument): FlowDocument {
  const closed = earlier?.entries.slice(0, earlier.envelope.entryOffsets.length) ?? [];
  const list = new ListReader(text, closed, earlier !== undefined);
  for (const range of splitEntries(text)) list.add(range);
  return list.end(earlier);
}

/** Returns the version after a change; only the changed entries are parsed again where possible. */
export function editFlow(document: FlowDocument, change: TextEdit, text: string): FlowDocument {
  return editEntry(document, change) ?? editList(document, change, text) ?? parseFlow(text, document);
}

/** Returns the version after a change strictly within one entry; undefined after any other change. */
export function editEntry(document: FlowDocument, change: TextEdit): FlowDocument | undefined {
  const { envelope, entries } = document;
  const index = entryAt(document, change.start);
  const entry = entries[index];
  const start = document.starts[index];
  if (entry === undefined || start === undefined || index >= envelope.entryOffsets.length) return undefined;
  if (change.start <= start || change.end >= start + entry.text.length) return undefined;
  const entryText = copyText(
    entry.text.slice(0, change.start - start) + change.text + entry.text.slice(change.end - start),
  );
  // Only an object that still ends at the same bracket leaves the rest of the document unchanged.
  if (findClosingEnd(entryText, 0) !== entryText.length) return undefined;
  const edited = entries.with(index, new EntryModel(entryText));
  const delta = entryText.length - entry.text.length;
  const starts = document.starts.slice();
  if (delta !== 0)
    for (let following = index + 1; following < starts.length; following++)
      starts[following] = (starts[following] ?? 0) + delta;
  let text: string | undefined;
  return {
    // The whole text is rarely needed between two keystrokes.
    get text() {
      return (text ??= joinText(envelope, edited));
    },
    envelope,
    entries: edited,
    starts,
    edited: { before: entries, index },
  };
}

/** Returns the index of the entry that contains an offset, or of the last one before it; -1 before the first. */
export function entryAt({ starts }: FlowDocument, offset: number): number {
  return lastIndexUpTo(starts, offset);
}

/** Converts an offset in the envelope to one in the text. */
export function fromEnvelopeOffset({ envelope, entries, starts }: FlowDocument, offset: number): number {
  const before = lastIndexUpTo(envelope.entryOffsets, offset - 1);
  if (before < 0) return offset;
  const end = (starts[before] ?? 0) + (entries[before]?.text.length ?? 0);
  return offset - ((envelope.entryOffsets[before] ?? 0) + 1) + end;
}

/** Returns the list of entries in the envelope, if there is one. */
export function listNode({ root }: Envelope): JsonNode | undefined {
  const list = propertyOf(root, 'actions');
  return list?.type === 'array' ? list : undefined;
}

function joinText({ text, entryOffsets }: Envelope, entries: readonly EntryModel[]): string {
  let whole = '';
  let at = 0;
  for (const [index, offset] of entryOffsets.entries()) {
    whole += text.slice(at, offset) + (entries[index]?.text ?? '');
    at = offset + 1;
  }
  return whole + text.slice(at);
}

/**
 * Returns the version after a change behind the first entry: keeps the entries before the change and moves those after
 * it. Undefined if that is impossible.
 */
function editList(document: FlowDocument, change: TextEdit, text: string): FlowDocument | undefined {
  const { envelope, entries, starts } = document;
  // After an entry without a closing bracket, the parser decides where entries begin.
  if (entries.length !== envelope.entryOffsets.length) return undefined;
  const last = entryAt(document, change.start);
  const isBefore = last >= 0 && (starts[last] ?? 0) + (entries[last]?.text.length ?? 0) < change.start;
  const kept = isBefore ? last : last - 1;
  if (kept < 0) return undefined;
  const touched = entries.slice(kept + 1, entryAt(document, change.end) + 1);
  const list = new ListReader(text, touched, true);
  list.keep(document, 0, kept + 1, 0);
  const delta = change.text.length - (change.end - change.start);
  for (const range of splitEntriesBehind(text, list.at)) {
    const before = range.start - delta;
    const index = before < change.end ? -1 : entryAt(document, before);
    // The rest of the list is unchanged from the first entry that existed before.
    if (starts[index] === before) {
      list.keep(document, index, entries.length, delta);
      break;
    }
    list.add(range);
  }
  return list.end(document);
}

/** Builds a document entry by entry. */
class ListReader {
  readonly #text: string;
  readonly #known: ReadonlyMap<string, EntryModel>;
  readonly #entries: EntryModel[] = [];
  readonly #starts: number[] = [];
  readonly #entryOffsets: number[] = [];
  #envelopeText = '';
  /** True if entries of another version are reused; new ones must then not keep the whole text in memory. */
  readonly #isPart: boolean;
  /** The offset behind the last added entry. */
  at = 0;

  /** Entries in `known` are reused for equal text. */
  constructor(text: string, known: readonly EntryModel[], isPart: boolean) {
    this.#text = text;
    this.#known = new Map(known.map(entry => [entry.text, entry]));
    this.#isPart = isPart;
  }

  /** Adds an entry and the text before it. */
  add({ start, end }: TextRange): void {
    const entryText = this.#text.slice(start, end);
    this.#envelopeText += this.#text.slice(this.at, start);
    this.#entryOffsets.push(this.#envelopeText.length);
    this.#envelopeText += '0';
    this.#entries.push(
      this.#known.get(entryText) ?? new EntryModel(this.#isPart ? copyText(entryText) : entryText),
    );
    this.#starts.push(start);
    this.at = end;
  }

  /** Adds the entries of an earlier version from `from` up to but not including `to`, moved by `delta`. */
  keep({ envelope, entries, starts }: FlowDocument, from: number, to: number, delta: number): void {
    const first = from === 0 ? 0 : (envelope.entryOffsets[from] ?? 0);
    if (from > 0) this.#envelopeText += this.#text.slice(this.at, (starts[from] ?? 0) + delta);
    const shift = this.#envelopeText.length - first;
    for (let index = from; index < to; index++) {
      const entry = entries[index];
      if (!entry) continue;
      this.#entries.push(entry);
      this.#starts.push((starts[index] ?? 0) + delta);
      this.#entryOffsets.push((envelope.entryOffsets[index] ?? 0) + shift);
    }
    this.#envelopeText += envelope.text.slice(first, (envelope.entryOffsets[to - 1] ?? -1) + 1);
    this.at = (starts[to - 1] ?? 0) + (entries[to - 1]?.text.length ?? 0) + delta;
  }

  /** Completes the document with the text after the last entry. */
  end(earlier: FlowDocument | undefined): FlowDocument {
    const envelope = readEnvelope(
      this.#envelopeText + this.#text.slice(this.at),
      this.#entryOffsets,
      earlier,
    );
    return addOpenEntries({
      text: this.#text,
      envelope,
      entries: this.#entries,
      starts: this.#starts,
    });
  }
}

function readEnvelope(
  text: string,
  entryOffsets: readonly number[],
  earlier: FlowDocument | undefined,
): Envelope {
  const known = earlier?.envelope;
  if (
    known?.text === text &&
    known.entryOffsets.length === entryOffsets.length &&
    known.entryOffsets.every((offset, index) => offset === entryOffsets[index])
  )
    return known;
  return new Envelope(text, entryOffsets);
}

/** Adds the entries that the parser finds behind the first one whose brackets do not match. */
function addOpenEntries(document: FlowDocument): FlowDocument {
  const { envelope } = document;
  if (envelope.plain) return document;
  const last = envelope.entryOffsets.at(-1) ?? -1;
  const open = (listNode(envelope)?.children ?? []).filter(
    node => node.type === 'object' && node.offset > last,
  );
  if (open.length === 0) return document;
  const entries = [...document.entries];
  const starts = [...document.starts];
  for (const node of open) {
    const start = fromEnvelopeOffset(document, node.offset);
    // Its syntax problems are already reported with the envelope.
    entries.push(new EntryModel(document.text.slice(start, start + node.length), true));
    starts.push(start);
  }
  return { ...document, entries, starts };
}

/** Copies a text, so that it does not keep the file that it is a slice of in memory. */
function copyText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
