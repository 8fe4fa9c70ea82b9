import assert from 'node:assert/strict';
import type { HostedPage } from './hostedPage.ts';
import { until } from './until.ts';
import { THEMES } from './webviewPage.ts';

type Shown = Pick<
  HostedPage<{ readonly kind: string }, unknown>,
  'errors' | 'missingIcons' | 'seriousFindings' | 'overflowingParts' | 'dress' | 'picture'
>;

/**
 * Declares a test of each state in each theme: `subject` has no layout or accessibility errors. A page is opened once for
 * all themes of its state, so `open` must use pages with the lifetime `next`. `check` is called in each theme.
 */
export function testLooks<State, Page extends Shown>(
  subject: string,
  states: Readonly<Record<string, State>>,
  open: (state: State) => Promise<Page>,
  check?: (shown: Page) => Promise<void>,
): void {
  let last: { readonly name: string; readonly shown: Page } | undefined;
  for (const [name, state] of Object.entries(states)) {
    for (const theme of THEMES) {
      it(`${subject} has no layout or accessibility errors in ${theme}: ${name}`, async () => {
        if (last?.name !== name) last = { name, shown: await open(state) };
        const { shown } = last;
        await shown.dress(theme);
        await check?.(shown);
        assert.deepEqual(shown.errors, []);
        if (theme === 'dark') assert.deepEqual(await shown.missingIcons(), []);
        // The other rules do not depend on the theme.
        assert.deepEqual(await shown.seriousFindings({ colorsOnly: theme !== 'dark' }), []);
        await until('a page as wide as its window', () => shown.overflowingParts().then(String), '');
        await shown.picture(`${theme} ${name}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'));
      });
    }
  }
}
