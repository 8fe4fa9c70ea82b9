import type { EntryModel } from '../document/entryModel.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import type { EntryFindings } from './checkEntry.ts';
import { areInOrder } from './siblings.ts';

/** Which entries of a flow need a look when its findings are put together. */
export interface EntryTotals {
  /** Whether the entries run in the order that they stand in. */
  readonly inOrder: boolean;
  /** Numbers of the entries in which something was found. */
  readonly withProblems: readonly number[];
  /** Numbers of the entries that refer to a step at or behind their own place. */
  readonly lookingAhead: readonly number[];
}

/** Adds up all entries. */
export function totalsOf(
  entries: readonly EntryModel[],
  findingsOf: (entry: EntryModel) => EntryFindings,
): EntryTotals {
  const withProblems: number[] = [];
  const lookingAhead: number[] = [];
  for (const [index, entry] of entries.entries()) {
    const findings = findingsOf(entry);
    if (findings.problems.length > 0) withProblems.push(index);
    if (looksAhead(findings, index)) lookingAhead.push(index);
  }
  return { inOrder: isOrdered(entries), withProblems, lookingAhead };
}

/** The totals after a change of one entry, from those before it. */
export function totalsAfter(
  { entries }: FlowDocument,
  { before, index }: NonNullable<FlowDocument['edited']>,
  totals: EntryTotals,
  findingsOf: (entry: EntryModel) => EntryFindings,
): EntryTotals {
  const [old, entry] = [before[index], entries[index]];
  if (!old || !entry) return totals;
  const findings = findingsOf(entry);
  const samePosition = old.position === entry.position;
  return {
    inOrder: samePosition ? totals.inOrder : isOrdered(entries),
    withProblems: withMember(totals.withProblems, index, findings.problems.length > 0),
    lookingAhead: withMember(totals.lookingAhead, index, looksAhead(findings, index)),
  };
}

function isOrdered(entries: readonly EntryModel[]): boolean {
  return areInOrder(entries.map(({ position }) => position));
}

function looksAhead({ steps }: EntryFindings, index: number): boolean {
  return steps.some(reference => reference.step >= index);
}

function withMember(numbers: readonly number[], number: number, isMember: boolean): readonly number[] {
  if (numbers.includes(number) === isMember) return numbers;
  if (!isMember) return numbers.filter(one => one !== number);
  return [...numbers, number].sort((one, other) => one - other);
}
