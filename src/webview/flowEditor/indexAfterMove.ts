import type { StepCard } from '../../protocol/flowEditor.ts';
import { indexOf } from './selection.ts';
import type { Direction } from './stepKeys.ts';
import { childCount } from './steps.ts';

/** Number of rows that Page Up and Page Down move. */
const PAGE = 8;

/** Returns the index that a movement leads to from another; -1 is the settings row. */
export function indexAfterMove(cards: readonly StepCard[], from: number, direction: Direction): number {
  const last = cards.length - 1;
  switch (direction) {
    case 'up':
      return Math.max(-1, from - 1);
    case 'down':
      return Math.min(last, from + 1);
    case 'pageUp':
      return Math.max(-1, from - PAGE);
    case 'pageDown':
      return Math.min(last, from + PAGE);
    case 'home':
      return -1;
    case 'end':
      return last;
    case 'parent': {
      const [entry, child] = cards[from]?.step ?? [];
      return child === undefined ? from : indexOf(cards, entry === undefined ? undefined : [entry]);
    }
    case 'child': {
      const step = cards[from]?.step;
      return step?.length === 1 && childCount(cards, step[0]) > 0 ? from + 1 : from;
    }
  }
}
