import type { PlanItem } from './planItem.ts';

const WORDS: Readonly<Record<PlanItem['action'], string>> = {
  create: 'to create',
  update: 'to update',
  recreate: 'to recreate',
  unchanged: 'unchanged',
  refused: 'with errors',
};

/** Summarizes a plan, such as `3 to create, 2 to update, 1 unchanged`. */
export function formatPlan(items: readonly PlanItem[]): string {
  const counts = Object.entries(WORDS).flatMap(([action, words]) => {
    const count = items.filter(item => item.action === action).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return counts.join(', ');
}
