import type { FlowCatalog } from '../catalog.ts';
import type { FlowDiagnostic, TextRange } from '../document/diagnostic.ts';
import type { EntryModel } from '../document/entryModel.ts';
import { type FlowDocument, fromEnvelopeOffset, type Envelope } from '../document/flowDocument.ts';
import { checkEntry, type EntryFindings } from './checkEntry.ts';
import { checkSettings } from './checkSettings.ts';
import { type EntryTotals, updateTotals, computeTotals } from './entryTotals.ts';
import { counted } from './checkSummary.ts';
import { SchemaCache } from './schemaCache.ts';
import { runOrder, findSiblingProblems } from './siblings.ts';

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
  steps: [],
};

/** Checks flow files against one state of the catalog, and reuses the results of unchanged parts. */
export class FlowChecker {
  readonly #catalog: FlowCatalog;
  readonly #schemas: SchemaCache;
  readonly #entries = new WeakMap<EntryModel, EntryFindings>();
  readonly #totals = new WeakMap<readonly EntryModel[], EntryTotals>();
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
    if (totals.isInOrder) this.#addAhead(problems, document, totals.lookingAhead, same, same);
    else {
      const siblings = entries.map(({ step }, index) => ({ step, start: starts[index] ?? 0 }));
      problems.push(...findSiblingProblems(siblings));
      const order = runOrder(siblings);
      this.#addAhead(
        problems,
        document,
        entries.keys(),
        index => order[index] ?? 0,
        rank => order.indexOf(rank),
      );
    }
    return problems.sort((left, right) => left.start - right.start || left.end - right.end);
  }

  /**
   * Adds references to steps that have not run yet. A rank is an index in execution order, a place one in text order.
   */
  #addAhead(
    problems: FlowDiagnostic[],
    { entries, starts }: FlowDocument,
    indexes: Iterable<number>,
    rankOf: (index: number) => number,
    placeOf: (rank: number) => number,
  ): void {
    for (const index of indexes) {
      const entry = entries[index];
      for (const reference of entry ? this.#entry(entry, entries).steps : []) {
        const rank = rankOf(index);
        if (reference.step >= rank)
          problems.push(
            describeEarlyReference(reference, starts[index] ?? 0, index, entries.length, placeOf),
          );
      }
    }
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

const same = (index: number): number => index;

// Expressions count steps from 0, messages from 1.
function describeEarlyReference(
  reference: TextRange & { readonly step: number },
  start: number,
  place: number,
  count: number,
  placeOf: (rank: number) => number,
): FlowDiagnostic {
  const { step } = reference;
  const steps = counted(count, 'step');
  const message =
    step >= count
      ? `“steps[${step}]” means step ${step + 1}, but the flow has only ${steps}.`
      : `“steps[${step}]” means step ${placeOf(step) + 1}, which has not run yet when step ${place + 1} begins; only steps that have run have an output.`;
  return {
    code: 'template-order',
    severity: 'warning',
    start: reference.start + start,
    end: reference.end + start,
    message,
  };
}
