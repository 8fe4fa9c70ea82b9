import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { UiState, type UiNode } from '../../../../src/contract/records/uiState.ts';
import { matchElements } from '../../../../src/flow/selector/matchElements.ts';
import { rankSelectors, type RankedSelector } from '../../../../src/flow/selector/rankSelectors.ts';
import { reactsToTap, Screen, type ScreenElement } from '../../../../src/flow/selector/screen.ts';
import { type Random, seededRandom } from '../../../../src/util/random.ts';

const FOLDER = new URL('../../../fixtures/hierarchies/', import.meta.url);
const FILES = readdirSync(FOLDER).filter(file => file.endsWith('.json'));
const SEEDS = [1, 2, 3, 4, 5];
/** The largest share of elements for which nothing but their position is known. */
const MAX_BY_POSITION = 0.07;

interface Named {
  readonly element: ScreenElement;
  readonly best: RankedSelector;
}

function readTree(file: string): UiNode {
  const { a11y_tree } = UiState.parse(JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')));
  assert.ok(a11y_tree);
  return a11y_tree;
}

/** Returns the elements that react to a tap, with their first selectors. */
function nameAll(screen: Screen): readonly Named[] {
  return screen.elements
    .filter(({ node }) => reactsToTap(node))
    .map(element => {
      const [best] = rankSelectors(screen, element);
      assert.ok(best, JSON.stringify(element.bounds));
      return { element, best };
    });
}

/** Returns a copy of a tree with other texts and more elements, and the copy of each node. */
function changeTree(
  tree: UiNode,
  isKept: (node: UiNode) => boolean,
  random: Random,
): { readonly tree: UiNode; readonly copies: ReadonlyMap<UiNode, UiNode> } {
  const copies = new Map<UiNode, UiNode>();
  let count = 0;
  const change = (node: UiNode): UiNode => {
    const copy = { ...node };
    copies.set(node, copy);
    if (!isKept(node) && random() < 0.5) {
      if (node.text) copy.text = `Other ${++count}`;
      if (node.contentDescription) copy.contentDescription = `Another ${++count}`;
    }
    copy.children = (node.children ?? []).flatMap(child => {
      const added = {
        className: 'android.view.View',
        text: `New ${++count}`,
        boundsInScreen: node.boundsInScreen,
      };
      return random() < 0.3 ? [added, change(child)] : [change(child)];
    });
    return copy;
  };
  return { tree: change(tree), copies };
}

/** Returns the nodes whose texts a selector mentions: those of the element, of its container, and of its label. */
function mentionedBy({ element, best }: Named, screen: Screen): ReadonlySet<UiNode> {
  const { within, near } = best.selector;
  return new Set(
    [
      ...screen.elements.filter(part => part.target === element.target),
      ...(within ? screen.find(within) : []),
      ...(near ? screen.find(near) : []),
    ].map(({ node }) => node),
  );
}

describe('flow/selector/hierarchies', () => {
  it('the first selector of an element on a screen of a real app has at least 40 screens to prove itself on', () => {
    assert.ok(FILES.filter(file => file.startsWith('android-')).length >= 30);
    assert.ok(FILES.filter(file => file.startsWith('ios-')).length >= 10);
  });

  for (const file of FILES) {
    it(`the first selector of an element on a screen of a real app finds only the element, now and among other texts and elements: ${file}`, () => {
      const tree = readTree(file);
      const screen = new Screen({ a11y_tree: tree });
      for (const named of nameAll(screen)) {
        const { element, best } = named;
        assert.equal(best.matches, 1, JSON.stringify(best));
        assert.deepEqual(
          matchElements(screen, best.selector).map(({ target }) => target),
          [element.target],
        );
        // An index names a position, which is different among other elements.
        if (best.selector.index !== undefined || isOnlyRole(best)) continue;
        const mentioned = mentionedBy(named, screen);
        for (const seed of SEEDS) {
          const changed = changeTree(tree, node => mentioned.has(node), seededRandom(seed).next);
          const [found, ...others] = matchElements(new Screen({ a11y_tree: changed.tree }), best.selector);
          assert.equal(found?.target.node, changed.copies.get(element.target.node), JSON.stringify(best));
          assert.deepEqual(others, []);
        }
      }
    });
  }

  it('the first selector of an element on a screen of a real app is a position for few elements only', () => {
    const all = FILES.flatMap(file => nameAll(new Screen({ a11y_tree: readTree(file) })));
    const byPosition = all.filter(({ best }) => best.selector.index !== undefined);
    assert.ok(byPosition.length <= all.length * MAX_BY_POSITION, `${byPosition.length} of ${all.length}`);
  });
});

function isOnlyRole({ selector }: RankedSelector): boolean {
  return Object.keys(selector).join() === 'role';
}
