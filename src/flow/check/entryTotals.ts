import type { EntryModel } from '../document/entryModel.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { areInOrder } from '../document/runOrder.ts';
import type { EntryFindings } from './checkEntry.ts';

/** The entries of a flow that contribute to its diagnostics. */
export interface EntryTotals {
  /** True if the entries run in the order of the text. */
  readonly isInOrder: boolean;
  /** Indexes of the entries with problems. */
  readonly withProblems: readonly number[];
  /** Indexes of the entries whose expressions read data of other steps or of the trigger. */
  readonly reading: readonly number[];
}

export function computeTotals(
  entries: readonly EntryModel[],
  findingsOf: (entry: EntryModel) => EntryFindings,
): EntryTotals {
  const withProblems: number[] = [];
  const reading: number[] = [];
  for (const [index, entry] of entries.entries()) {
    const findings = findingsOf(entry);
    if (findings.problems.length > 0) withProblems.push(index);
    if (findings.reads.length > 0) reading.push(index);
  }
  return { isInOrder: isOrdered(entries), withProblems, reading };
}

/** Returns the totals after a change of one entry, based on the previous totals. */
export function updateTotals(
  { entries }: FlowDocument,
  { before, index }: NonNullable<FlowDocument['edited']>,
  totals: EntryTotals,
  findingsOf: (entry: EntryModel) => EntryFindings,
): EntryTotals {
  const [previous, entry] = [before[index], entries[index]];
  if (!previous || !entry) return totals;
  const findings = findingsOf(entry);
  const isSamePosition = previous.position === entry.position;
  return {
    isInOrder: isSamePosition ? totals.isInOrder : isOrdered(entries),
    withProblems: setMember(totals.withProblems, index, findings.problems.length > 0),
    reading: setMember(totals.reading, index, findings.reads.length > 0),
  };
}

function isOrdered(entries: readonly EntryModel[]): boolean {
  return areInOrder(entries.map(({ position }) => position));
}

function setMember(numbers: readonly number[], number: number, isMember: boolean): readonly number[] {
  if (numbers.includes(number) === isMember) return numbers;
  if (!isMember) return numbers.filter(value => value !== number);
  return [...numbers, number].sort((left, right) => left - right);
}
