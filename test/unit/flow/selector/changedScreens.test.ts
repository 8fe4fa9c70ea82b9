import assert from 'node:assert/strict';
import { matchElements } from '../../../../src/flow/selector/matchElements.ts';
import { rankSelectors } from '../../../../src/flow/selector/rankSelectors.ts';
import { reactsToTap, Screen, type ScreenElement } from '../../../../src/flow/selector/screen.ts';
import type { Selector } from '../../../../src/flow/selector/selector.ts';
import { seededRandom } from '../../../../src/util/random.ts';
import { addBanner, changeTexts, shuffleSiblings } from '../../../support/changedScreens.ts';
import {
  type DrawnScreen,
  type PlacedScreen,
  placeScreen,
  readDrawnScreens,
} from '../../../support/drawnScreens.ts';

const SEEDS = [1, 2, 3, 4, 5];
/** Distances by which lists are scrolled, in density-independent pixels. */
const SCROLLED = [40, 100, 180];

/** A change of the screen, with the least share of its elements that are found again. */
interface Change {
  readonly name: string;
  readonly least: number;
  readonly screens: (drawn: DrawnScreen) => readonly PlacedScreen[];
}

const CHANGES: readonly Change[] = [
  {
    name: 'siblings in another order',
    least: 0.98,
    screens: drawn => SEEDS.map(seed => placeScreen(shuffleSiblings(drawn, seededRandom(seed).next))),
  },
  {
    name: 'other texts',
    least: 0.97,
    screens: drawn => SEEDS.map(seed => placeScreen(changeTexts(drawn, seededRandom(seed).next))),
  },
  { name: 'a banner', least: 0.99, screens: drawn => [placeScreen(addBanner(drawn))] },
  {
    name: 'another position of lists',
    least: 0.99,
    screens: drawn => SCROLLED.map(distance => placeScreen(drawn, distance)),
  },
];
/** The largest share of elements for which nothing but their position is known. */
const MAX_BY_POSITION = 0.01;

/** An element that reacts to a tap, with its first selector and what it says. */
interface Named {
  readonly key: string;
  readonly selector: Selector;
  readonly words: string;
}

function wordsOf(screen: Screen, target: ScreenElement): string {
  const parts = screen.elements.slice(target.order, target.end).filter(part => part.target === target);
  return parts.map(({ text, description }) => `${text} ${description}`).join('\n');
}

function keyOf(placed: PlacedScreen, { node }: ScreenElement): string {
  return placed.keyOf.get(node) ?? '';
}

/** Returns the elements that react to a tap and are completely on the screen. */
function nameAll(placed: PlacedScreen): readonly Named[] {
  const screen = new Screen({ a11y_tree: placed.tree });
  return screen.elements
    .filter(({ node }) => reactsToTap(node) && !placed.cut.has(node))
    .map(element => {
      const [best] = rankSelectors(screen, element);
      assert.ok(best?.matches === 1, `${keyOf(placed, element)} has no selector of its own`);
      return {
        key: keyOf(placed, element),
        selector: best.selector,
        words: wordsOf(screen, element),
      };
    });
}

/** Returns how many of the elements are on a changed screen with the same texts, and which of them are not found. */
function findAgain(
  named: readonly Named[],
  changed: PlacedScreen,
): { readonly count: number; readonly lost: string[] } {
  const screen = new Screen({ a11y_tree: changed.tree });
  const byKey = new Map(screen.elements.map(element => [keyOf(changed, element), element]));
  const lost: string[] = [];
  let count = 0;
  for (const { key, selector, words } of named) {
    const there = byKey.get(key);
    if (!there || changed.cut.has(there.node) || wordsOf(screen, there) !== words) continue;
    count++;
    const [found, ...others] = matchElements(screen, selector);
    if (found?.target !== there.target || others.length > 0)
      lost.push(`${key} by ${JSON.stringify(selector)}`);
  }
  return { count, lost };
}

describe('flow/selector/changedScreens', () => {
  const screens = readDrawnScreens();
  const all = screens.map(drawn => ({ drawn, named: nameAll(placeScreen(drawn)) }));
  const total = all.reduce((sum, { named }) => sum + named.length, 0);

  it('the first selector of an element on a drawn screen has at least 40 screens with 1,000 elements to prove itself on', () => {
    assert.ok(screens.length >= 40, `${screens.length} screens`);
    assert.equal(new Set(screens.map(({ name }) => name)).size, screens.length);
    assert.ok(total >= 1000, `${total} elements`);
  });

  for (const { name, least, screens: change } of CHANGES) {
    it(`the first selector of an element on a drawn screen finds only the element again with ${name}, for at least ${100 * least} % of the elements`, () => {
      const results = all.flatMap(({ drawn, named }) =>
        change(drawn).map(changed => findAgain(named, changed)),
      );
      const count = results.reduce((sum, result) => sum + result.count, 0);
      const lost = results.flatMap(result => result.lost);
      assert.ok(count >= 1000, `${count} elements`);
      assert.ok(lost.length <= count * (1 - least), `${lost.length} of ${count}:\n${lost.join('\n')}`);
    });
  }

  it('the first selector of an element on a drawn screen is a position for few elements only', () => {
    const byPosition = all.flatMap(({ named }) =>
      named.filter(({ selector }) => selector.index !== undefined),
    );
    assert.ok(byPosition.length <= total * MAX_BY_POSITION, `${byPosition.length} of ${total}`);
  });
});
