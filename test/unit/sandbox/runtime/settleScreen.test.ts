import assert from 'node:assert/strict';
import type { UiState } from '../../../../src/contract/records/uiState.ts';
import { LOOK_MS, settleScreen } from '../../../../src/sandbox/runtime/settleScreen.ts';

const LIMIT_MS = 1000;
const boundsInScreen = { left: 0, top: 0, right: 100, bottom: 100 };

function screenOf(text: string, className = 'android.widget.TextView'): UiState {
  return { a11y_tree: { text, className, boundsInScreen, children: [] } };
}
const loading = screenOf('', 'android.widget.ProgressBar');

/** Waits for a phone that shows some screens, one at each look, and then the last one. */
async function settle(...screens: readonly UiState[]): Promise<{
  readonly isSettled: boolean;
  /** Whether each look asked the phone again. */
  readonly looks: readonly boolean[];
}> {
  let now = 0;
  const looks: boolean[] = [];
  const tree = (
    _displayId: number,
    { isFresh = false }: { readonly isFresh?: boolean },
  ): Promise<UiState> => {
    looks.push(isFresh);
    return Promise.resolve(screens[looks.length - 1] ?? screens.at(-1) ?? {});
  };
  const time = { now: () => now, pause: () => Promise.resolve((now += LOOK_MS)) };
  const limits = { signal: new AbortController().signal };
  const isSettled = await settleScreen({ tree }, limits, { displayId: 0, limitMs: LIMIT_MS, time });
  return { isSettled, looks };
}

describe('sandbox/runtime/settleScreen', () => {
  it('a screen has settled when two looks in a row find the same elements', async () => {
    assert.deepEqual(await settle(screenOf('a')), { isSettled: true, looks: [false, true] });
    const { looks } = await settle(screenOf('a'), screenOf('b'), screenOf('a'), screenOf('c'));
    assert.equal(looks.length, 5);
  });

  it('a screen with a progress indicator has not settled, and is read again at each look', async () => {
    const { isSettled, looks } = await settle(loading, loading, screenOf('a'));
    assert.ok(isSettled);
    assert.deepEqual(looks, [false, true, true, true]);
  });

  it('a screen that does not settle is waited for until the limit', async () => {
    assert.deepEqual(await settle(loading), {
      isSettled: false,
      looks: Array.from({ length: LIMIT_MS / LOOK_MS + 1 }, (_, at) => at > 0),
    });
  });
});
