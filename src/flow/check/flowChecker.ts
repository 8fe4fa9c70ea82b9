import type { FlowCatalog } from '../catalog.ts';
import type { FlowDiagnostic, TextRange } from '../document/diagnostic.ts';
import type { EntryModel } from '../document/entryModel.ts';
import { type FlowDocument, fromEnvelopeOffset, type Envelope } from '../document/flowDocument.ts';
import { checkEntry, type EntryFindings } from './checkEntry.ts';
import { checkSettings } from './checkSettings.ts';
import { type EntryTotals, updateTotals, computeTotals } from './entryTotals.ts';
import { affectedReaders, findReadProblems, type ReadProblems } from './dataReads.ts';
import { SchemaCache } from './schemaCache.ts';
import { findSiblingProblems } from './siblings.ts';
import type { DataRead } from './templates.ts';

/**
 * The time limit for checking one version of a file, in milliseconds; the remaining steps are reported as unchecked.
 */
const BUDGET_MS = 5000;

const GIVEN_UP: EntryFindings = {
  problems: [
    {
      code: 'cannot-check',
      severity: 'information',
      start: 0,
      end: 1,
      message: 'This step is not checked: the check of the file took too long before it.',
    },
  ],
  reads: [],
};

/** Checks flow files against one state of the catalog, and reuses the results of unchanged parts. */
export class FlowChecker {
  readonly #catalog: FlowCatalog;
  readonly #schemas: SchemaCache;
  readonly #entries = new WeakMap<EntryModel, EntryFindings>();
  readonly #totals = new WeakMap<readonly EntryModel[], EntryTotals>();
  readonly #reads = new WeakMap<readonly EntryModel[], ReadProblems>();
  readonly #settings = new WeakMap<Envelope, readonly FlowDiagnostic[]>();
  readonly #clock: () => number;
  /** The time spent so far on the entries of a version, in milliseconds. */
  readonly #spent = new WeakMap<readonly EntryModel[], number>();

  constructor(
    catalog: FlowCatalog,
    schemas = new SchemaCache(),
    clock: () => number = () => performance.now(),
  ) {
    this.#catalog = catalog;
    this.#schemas = schemas;
    this.#clock = clock;
  }

  /**
   * Checks unchecked entries until `isLate` returns true. Returns true if none is left or the time limit is reached, so
   * that `check` only has to combine the results.
   */
  prepare({ entries, edited }: FlowDocument, isLate: () => boolean): boolean {
    // Totals exist only after all entries were checked; at most the edited entry is left.
    if (this.#totals.has(edited?.before ?? entries)) return true;
    for (const entry of entries) {
      if (this.#entries.has(entry)) continue;
      if (this.#isSpent(entries)) return true;
      if (isLate()) return false;
      this.#entry(entry, entries);
    }
    return true;
  }

  /** Returns all diagnostics of a version of a file, sorted by position in the text. */
  check(document: FlowDocument): readonly FlowDiagnostic[] {
    const problems = this.#settingsOf(document);
    const { entries, starts } = document;
    const totals = this.#totalsOf(document);
    for (const index of totals.withProblems) {
      const start = starts[index] ?? 0;
      const entry = entries[index];
      const entryProblems = entry ? this.#entry(entry, entries).problems : [];
      for (const problem of entryProblems) problems.push(moveDiagnostic(problem, at => at + start));
    }
    if (!totals.isInOrder)
      problems.push(
        ...findSiblingProblems(entries.map(({ step }, index) => ({ step, start: starts[index] ?? 0 }))),
      );
    for (const [index, found] of this.#readProblems(document, totals))
      for (const problem of found) problems.push(moveDiagnostic(problem, at => at + (starts[index] ?? 0)));
    return problems.sort((left, right) => left.start - right.start || left.end - right.end);
  }

  /** Returns the problems of what expressions read, by the index of the entry, with offsets from its start. */
  #readProblems(document: FlowDocument, { reading }: EntryTotals): ReadProblems {
    const { entries, edited } = document;
    const known = this.#reads.get(entries);
    if (known) return known;
    const before = edited && this.#reads.get(edited.before);
    const readsOf = (index: number): readonly DataRead[] => {
      const entry = entries[index];
      return entry ? this.#entry(entry, entries).reads : [];
    };
    const affected = edited && before ? affectedReaders(document, edited, reading, readsOf) : reading;
    const found = new Map(before);
    for (const index of affected) {
      const problems = findReadProblems(document, index, readsOf(index), this.#catalog);
      if (problems.length > 0) found.set(index, problems);
      else found.delete(index);
    }
    if (!this.#isSpent(entries)) this.#reads.set(entries, found);
    return found;
  }

  #totalsOf(document: FlowDocument): EntryTotals {
    const { entries, edited } = document;
    const known = this.#totals.get(entries);
    if (known) return known;
    const before = edited && this.#totals.get(edited.before);
    const findingsOf = (entry: EntryModel): EntryFindings => this.#entry(entry, entries);
    const totals = before
      ? updateTotals(document, edited, before, findingsOf)
      : computeTotals(entries, findingsOf);
    // Entries that ran out of time are checked in the next version, which has its own time limit.
    if (!this.#isSpent(entries)) this.#totals.set(entries, totals);
    return totals;
  }

  /** Returns the findings in one entry of a version. */
  #entry(entry: EntryModel, entries: readonly EntryModel[]): EntryFindings {
    const known = this.#entries.get(entry);
    if (known) return known;
    if (this.#isSpent(entries)) return GIVEN_UP;
    const startedAt = this.#clock();
    const findings = checkEntry(entry, this.#catalog, this.#schemas);
    this.#spent.set(entries, (this.#spent.get(entries) ?? 0) + this.#clock() - startedAt);
    this.#entries.set(entry, findings);
    return findings;
  }

  #isSpent(entries: readonly EntryModel[]): boolean {
    return (this.#spent.get(entries) ?? 0) >= BUDGET_MS;
  }

  #settingsOf(document: FlowDocument): FlowDiagnostic[] {
    const { envelope } = document;
    let found = this.#settings.get(envelope);
    if (!found) {
      found = checkSettings(envelope, this.#catalog, this.#schemas);
      this.#settings.set(envelope, found);
    }
    return found.map(problem => moveDiagnostic(problem, at => fromEnvelopeOffset(document, at)));
  }
}

function moveDiagnostic(problem: FlowDiagnostic, move: (at: number) => number): FlowDiagnostic {
  const place = ({ start, end }: TextRange): TextRange => ({ start: move(start), end: move(end) });
  const related = problem.related?.map(location => ({ ...location, ...place(location) }));
  return { ...problem, ...place(problem), ...(related ? { related } : {}) };
}
