import type { UiNode } from '../src/contract/records/uiState.ts';
import { rankSelectors } from '../src/flow/selector/rankSelectors.ts';
import { Screen } from '../src/flow/selector/screen.ts';
import { type Figures, median, timesOf } from './figures.ts';
import { sized } from './sized.ts';

const ROWS = sized(1250, 20);
const ROUNDS = sized(21, 1);
const ROW_HEIGHT = 60;

/** Measures naming the element at a point of a screen with 5,000 elements: one with an ID, and one of many equal ones. */
export function measureSelectors(figures: Figures): void {
  const state = { a11y_tree: largeScreen() };
  const points = {
    'with a text of its own': { x: 100, y: 600 * ROW_HEIGHT + 10 },
    'one of many equal ones': { x: 950, y: 600 * ROW_HEIGHT + 10 },
  };
  figures.add('reading a screen of 5,000 elements', median(timesOf(ROUNDS, () => new Screen(state))), 'ms');
  for (const [name, point] of Object.entries(points)) {
    const screen = new Screen(state);
    figures.add(
      `selectors of an element among 5,000, ${name}`,
      median(
        timesOf(ROUNDS, () => {
          const element = screen.at(point);
          return element && rankSelectors(screen, element);
        }),
      ),
      'ms',
    );
  }
}

/** Returns a list of rows, each with a label, a detail that many rows share, and a button that all rows have. */
function largeScreen(): UiNode {
  const rows = Array.from({ length: ROWS }, (_, row): UiNode => {
    const bounds = (left: number, right: number): UiNode['boundsInScreen'] => ({
      left,
      top: row * ROW_HEIGHT,
      right,
      bottom: (row + 1) * ROW_HEIGHT,
    });
    return {
      className: 'android.view.ViewGroup',
      boundsInScreen: bounds(0, 1000),
      children: [
        { className: 'android.widget.TextView', text: `Article ${row}`, boundsInScreen: bounds(0, 400) },
        { className: 'android.widget.TextView', text: `Kind ${row % 7}`, boundsInScreen: bounds(400, 900) },
        {
          className: 'android.widget.Button',
          contentDescription: 'Delete',
          resourceId: 'com.example.shop:id/delete',
          isClickable: true,
          boundsInScreen: bounds(900, 1000),
        },
      ],
    };
  });
  return {
    className: 'android.widget.ListView',
    boundsInScreen: { left: 0, top: 0, right: 1000, bottom: ROWS * ROW_HEIGHT },
    children: rows,
  };
}
