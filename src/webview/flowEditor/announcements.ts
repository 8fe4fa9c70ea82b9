import { counted } from '../../util/counted.ts';
import type { OpenFlow } from '../../protocol/flowEditor.ts';
import { stepNumber } from '../../flow/edit/flowEdit.ts';
import { sameStep } from '../../protocol/flowEdit.ts';
import { toPlacedCards } from './steps.ts';

/** Returns the numbers of errors and warnings in words, such as `2 errors, 1 warning`. */
export function announceCounts(errors: number, warnings: number): string {
  const parts = [
    ...(errors > 0 ? [counted(errors, 'error')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ];
  return parts.length === 0 ? 'No problems' : parts.join(', ');
}

/** Returns the announcement of a new version for screen readers; undefined if there is nothing to say. */
export function announceChanges(before: OpenFlow | undefined, now: OpenFlow): string | undefined {
  const news = [announceMove(before, now), announceProblems(before, now)].filter(
    sentence => sentence !== undefined,
  );
  return news.length === 0 ? undefined : news.join(' ');
}

/** Returns the announcement of changed problem counts; undefined for the first state. */
export function announceProblems(before: OpenFlow | undefined, now: OpenFlow): string | undefined {
  if (!before || (before.errors === now.errors && before.warnings === now.warnings)) return undefined;
  return `${announceCounts(now.errors, now.warnings)} in the flow.`;
}

/** Returns the announcement of steps that an edit has moved. */
export function announceMove(before: OpenFlow | undefined, { select, steps }: OpenFlow): string | undefined {
  const [first] = select ?? [];
  const found = toPlacedCards(steps).find(({ card }) => sameStep(card.step, first));
  if (!before || !select || !first || !found) return undefined;
  const { card, position, count } = found;
  const what = select.length === 1 ? `“${card.name}”` : `${select.length} steps, “${card.name}” first,`;
  const parent = first[1] === undefined ? '' : ` inside step ${stepNumber([first[0]])}`;
  return `${what} now at place ${position} of ${count}${parent}.`;
}
