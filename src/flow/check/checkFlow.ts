import type { FlowCatalog } from '../catalog.ts';
import type { FlowDiagnostic, TextRange } from '../document/diagnostic.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { sourceOf } from '../document/jsonTree.ts';
import type { CheckLimits } from '../schema/run.ts';
import { BUDGETS } from '../../util/budgets.ts';
import type { StepModel } from '../document/stepModel.ts';
import { checkEntry, type EntryFindings } from './checkEntry.ts';
import { checkSettings } from './checkSettings.ts';
import { findReadProblems, type PlacedRead } from './dataReads.ts';
import { findMissingApps } from './missingApps.ts';
import { findKeyProblems, findSiblingProblems } from './siblings.ts';
import { findUnsupportedSteps } from './unsupportedSteps.ts';

/** The limits of a check: what is left of a value or a file is reported as not checked. */
interface FlowCheckLimits {
  /** The time limit for one version of a file, in milliseconds. */
  readonly fileMs: number;
  readonly value: CheckLimits;
}

/** The limits for checking as you type. */
const TYPING_LIMITS: FlowCheckLimits = { fileMs: 5000, value: BUDGETS.check.parts };
/** The limits of a check on the command line, where nobody types. */
export const BATCH_LIMITS: FlowCheckLimits = { fileMs: 120_000, value: BUDGETS.batchCheck.parts };

/** The findings of an entry, with the offset at which it began then. */
interface FoundAt extends EntryFindings {
  readonly start: number;
}

/** The findings of the entries of a file at its last check, by their text, which the next check reuses. */
export class CheckMemo {
  #catalog: FlowCatalog | undefined;
  #found = new Map<string, FoundAt>();

  /** Returns what is known with a catalog. */
  of(catalog: FlowCatalog): Map<string, FoundAt> {
    if (catalog !== this.#catalog) this.replace(catalog, new Map());
    return this.#found;
  }

  replace(catalog: FlowCatalog, found: Map<string, FoundAt>): void {
    this.#catalog = catalog;
    this.#found = found;
  }
}

/** Returns all diagnostics of a flow file, sorted by position in the text. */
export function checkFlow(
  document: FlowDocument,
  catalog: FlowCatalog,
  limits = TYPING_LIMITS,
): readonly FlowDiagnostic[] {
  return new FlowCheck(document, catalog, new CheckMemo(), undefined, limits).finish();
}

/** A check of one version of a flow file, which can pause between entries. */
export class FlowCheck {
  readonly catalog: FlowCatalog;
  readonly #document: FlowDocument;
  readonly #memo: CheckMemo;
  readonly #clock: () => number;
  readonly #limits: FlowCheckLimits;
  readonly #known: Map<string, FoundAt>;
  readonly #used = new Map<string, FoundAt>();
  readonly #problems: FlowDiagnostic[] = [];
  readonly #reads: PlacedRead[] = [];
  /** The number of entries checked so far, and the time spent on them in milliseconds. */
  #checked = 0;
  #spent = 0;
  #found: readonly FlowDiagnostic[] | undefined;

  constructor(
    document: FlowDocument,
    catalog: FlowCatalog,
    memo = new CheckMemo(),
    clock: () => number = () => performance.now(),
    limits = TYPING_LIMITS,
  ) {
    this.#document = document;
    this.catalog = catalog;
    this.#memo = memo;
    this.#clock = clock;
    this.#limits = limits;
    this.#known = memo.of(catalog);
  }

  /** Checks entries until `isLate` returns true; returns true if none is left. */
  advance(isLate: () => boolean): boolean {
    const { entries } = this.#document;
    for (let entry = entries[this.#checked]; entry; entry = entries[++this.#checked]) {
      if (isLate()) return false;
      this.#check(entry);
    }
    return true;
  }

  /** Returns all diagnostics of the file, sorted by position in the text. */
  finish(): readonly FlowDiagnostic[] {
    if (this.#found) return this.#found;
    this.advance(() => false);
    this.#memo.replace(this.catalog, this.#used);
    const found = [
      ...checkSettings(this.#document, this.catalog),
      ...this.#problems,
      ...findSiblingProblems(this.#document.entries),
      ...findKeyProblems(this.#document.entries),
      ...findMissingApps(this.#document, this.catalog),
      ...findUnsupportedSteps(this.#document, this.catalog),
      ...findReadProblems(this.#document, this.#reads, this.catalog),
    ];
    return (this.#found = found.sort((left, right) => left.start - right.start || left.end - right.end));
  }

  #check(entry: StepModel): void {
    const { offset } = entry.node;
    const text = sourceOf(this.#document.text, entry.node);
    const found = this.#known.get(text) ?? this.#find(entry);
    if (!found) {
      const message = 'This step is not checked: the check of the file took too long before it.';
      const range = { start: offset, end: offset + 1 };
      this.#problems.push({ code: 'cannot-check', severity: 'information', ...range, message });
      return;
    }
    this.#known.set(text, found);
    // A part of this text, so that earlier ones are not kept in memory.
    this.#used.set(text, found);
    const by = offset - found.start;
    for (const problem of found.problems) this.#problems.push(moveDiagnostic(problem, by));
    for (const read of found.reads) this.#reads.push({ ...read, ...moveRange(read, by), entry: entry.at });
  }

  /** Returns the findings of an entry; undefined if the time is up. */
  #find(entry: StepModel): FoundAt | undefined {
    if (this.#spent >= this.#limits.fileMs) return undefined;
    const startedAt = this.#clock();
    const found = checkEntry(entry, this.catalog, this.#limits.value);
    this.#spent += this.#clock() - startedAt;
    return { ...found, start: entry.node.offset };
  }
}

function moveDiagnostic(problem: FlowDiagnostic, by: number): FlowDiagnostic {
  if (by === 0) return problem;
  const related = problem.related?.map(location => ({ ...location, ...moveRange(location, by) }));
  return { ...problem, ...moveRange(problem, by), ...(related ? { related } : {}) };
}

function moveRange({ start, end }: TextRange, by: number): TextRange {
  return { start: start + by, end: end + by };
}
