import assert from 'node:assert/strict';
import type { Repair } from '../../../../src/flow/repair/repair.ts';
import { matchElements } from '../../../../src/flow/selector/matchElements.ts';
import { rankSelectors } from '../../../../src/flow/selector/rankSelectors.ts';
import { reactsToTap, Screen, type ScreenElement } from '../../../../src/flow/selector/screen.ts';
import type { Criteria, Selector } from '../../../../src/flow/selector/selector.ts';
import { seededRandom } from '../../../../src/util/random.ts';
import { addBanner, changeElement, removeElement, renameAll } from '../../../support/changedScreens.ts';
import {
  type DrawnScreen,
  placeScreen,
  type PlacedScreen,
  readDrawnScreens,
  traceOf,
} from '../../../support/drawnScreens.ts';
import { propose, tapping } from '../../../support/proposedRepairs.ts';

/** The confidence above which no proposal may be wrong. */
const CONFIDENT = 0.5;

/** The change of a screen that breaks a step for the element with a key. */
type Change = (drawn: DrawnScreen, key: string) => DrawnScreen;

const otherText: Change = (drawn, key) =>
  changeElement(drawn, key, element => {
    if (element.text) element.text = 'Bramble';
    if (element.description) element.description = 'Bramble';
  });
const otherId: Change = (drawn, key) =>
  changeElement(drawn, key, element => {
    if (element.id) element.id = 'entry_point';
  });
const otherNames: Change = (drawn, key) => otherId(otherText(drawn, key), key);

const CHANGES: readonly { readonly name: string; readonly least: number; readonly change: Change }[] = [
  { name: 'another text', least: 0.95, change: otherText },
  { name: 'another ID', least: 0.95, change: otherId },
  {
    name: 'another text and ID, below a banner',
    least: 0.95,
    change: (drawn, key) => addBanner(otherNames(drawn, key)),
  },
];
const REMOVALS: readonly { readonly name: string; readonly change: Change }[] = [
  { name: 'gone', change: removeElement },
  {
    name: 'gone and all texts are different',
    change: (drawn, key) => renameAll(removeElement(drawn, key), { ids: false }),
  },
  {
    name: 'gone and everything is renamed',
    change: (drawn, key) => renameAll(removeElement(drawn, key)),
  },
];

/** An element that reacts to a tap, and the selector by which a step names it or a part of it. */
interface NamedElement {
  readonly element: ScreenElement;
  readonly selector: Criteria;
  readonly found: ScreenElement;
}

function namedOn(screen: Screen): readonly NamedElement[] {
  return screen.elements
    .filter(({ node }) => reactsToTap(node))
    .flatMap(element => {
      const plain = rankSelectors(screen, element).find(
        ({ selector, matches }) => matches === 1 && isPlain(selector),
      );
      const [found] = plain ? matchElements(screen, plain.selector) : [];
      return plain && found ? [{ element, selector: plain.selector, found }] : [];
    });
}

/** Returns true for a selector that is an ID, a text, or a description alone. */
function isPlain(selector: Selector): boolean {
  return Object.keys(selector).length === 1 && selector.role === undefined;
}

/** Returns the first repair of a step that names an element and fails on a changed screen. */
function repairAfter(
  placed: PlacedScreen,
  changed: PlacedScreen,
  { selector, found }: NamedElement,
): Repair | undefined {
  const [by = '', value]: [string?, unknown?] = Object.entries(selector)[0] ?? [];
  const step = tapping({ by, [by]: value }, { target: { bounds: found.node.boundsInScreen! } });
  return propose([step], [traceOf(placed, 'passed')], traceOf(changed, 'failed'))[0]?.repairs[0];
}

function describeCase({ name }: DrawnScreen, { selector }: NamedElement, repair: Repair | undefined): string {
  return `${name} ${JSON.stringify(selector)}: ${repair?.confidence ?? ''} ${repair?.reason ?? 'none'}`;
}

describe('flow/repair/changedScreens', () => {
  const all = readDrawnScreens().map(drawn => {
    const placed = placeScreen(drawn);
    return { drawn, placed, named: namedOn(new Screen({ a11y_tree: placed.tree })) };
  });

  /** Draws an element of each screen. */
  function drawCases(seed: number): readonly ((typeof all)[number] & { readonly one: NamedElement })[] {
    const { next } = seededRandom(seed);
    return all.flatMap(given => {
      const one = given.named[Math.floor(next() * given.named.length)];
      return one ? [{ ...given, one }] : [];
    });
  }

  for (const { name, least, change } of CHANGES) {
    it(`the repairs of a step on a drawn screen name its element first after ${name}, in at least ${100 * least} % of the cases, and are not sure of another one`, () => {
      let cases = 0;
      const wrong: string[] = [];
      for (const { drawn, placed, one } of drawCases(1)) {
        const key = placed.keyOf.get(one.found.node) ?? '';
        const changed = placeScreen(change(drawn, key));
        const now = new Screen({ a11y_tree: changed.tree });
        const there = now.elements.find(({ node }) => changed.keyOf.get(node) === key);
        // The step must break, and its element must still be on the screen.
        if (!there || changed.cut.has(there.node) || matchElements(now, one.selector).length > 0) continue;
        cases++;
        const repair = repairAfter(placed, changed, one);
        if (repair && matchElements(now, repair.to)[0]?.target === there.target) continue;
        wrong.push(describeCase(drawn, one, repair));
        assert.ok((repair?.confidence ?? 0) <= CONFIDENT, wrong.at(-1));
      }
      assert.ok(cases >= 10, `${cases} cases`);
      assert.ok(wrong.length <= cases * (1 - least), `${wrong.length} of ${cases}:\n${wrong.join('\n')}`);
    });
  }

  for (const [seed, { name, change }] of REMOVALS.entries()) {
    it(`the repairs of a step on a drawn screen are never sure of another element if its own is ${name}`, () => {
      const sure: string[] = [];
      for (const { drawn, placed, one } of drawCases(seed)) {
        const key = placed.keyOf.get(one.element.node) ?? '';
        const repair = repairAfter(placed, placeScreen(change(drawn, key)), one);
        if ((repair?.confidence ?? 0) > CONFIDENT) sure.push(describeCase(drawn, one, repair));
      }
      assert.deepEqual(sure, []);
    });
  }
});
