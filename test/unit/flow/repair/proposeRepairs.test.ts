import assert from 'node:assert/strict';
import type { LayoutChange, LayoutFault } from '../../../../src/contract/sandbox/fault.ts';
import type { TraceElement, TraceScreen, TraceStep } from '../../../../src/contract/sandbox/traces.ts';
import type { Repair } from '../../../../src/flow/repair/repair.ts';
import { demoActionId } from '../../../../src/sandbox/demo/demoCatalog.ts';
import type { PhoneSelector } from '../../../../src/sandbox/phone/elements.ts';
import type { PhoneState, Platform } from '../../../../src/sandbox/phone/state.ts';
import { type Random, seededRandom } from '../../../../src/util/random.ts';
import {
  boxWithId,
  findBox,
  phoneAt,
  recordScreen,
  SCREEN_ADDRESSES,
} from '../../../support/layoutScreens.ts';
import { propose, tapping } from '../../../support/proposedRepairs.ts';

const PROPERTIES = ['resourceId', 'text', 'description'] as const;
type Property = (typeof PROPERTIES)[number];

const CHANGES: readonly LayoutChange[][] = [
  ['renamed'],
  ['withoutIds'],
  ['translated'],
  ['moved', 'renamed'],
  ['moved', 'translated'],
  ['resized', 'withoutIds'],
  ['regrouped', 'renamed'],
  ['regrouped', 'translated'],
  ['moved', 'resized', 'renamed'],
  ['resized', 'translated'],
  ['moved', 'regrouped', 'withoutIds'],
  ['renamed', 'translated'],
];
const PLATFORMS: readonly Platform[] = ['android-phone', 'android-tablet', 'ios-phone'];
const CASES = 200;

function selectorOf(property: Property, element: TraceElement): PhoneSelector {
  return { by: property, [property]: element[property] } as unknown as PhoneSelector;
}

/** The selector of a repair as a step of the sandbox has it. */
function written({ to }: Repair): PhoneSelector {
  const [[by, value] = []] = Object.entries(to) as [string, string][];
  return { by, [by!]: value } as unknown as PhoneSelector;
}

function isSameBox(one: object | undefined, other: object | undefined): boolean {
  const sides = ['left', 'top', 'right', 'bottom'] as const;
  return sides.every(
    side =>
      one !== undefined &&
      other !== undefined &&
      (one as Record<string, number>)[side] === (other as Record<string, number>)[side],
  );
}

describe('flow/repair/proposeRepairs', () => {
  interface Drawn {
    readonly state: PhoneState;
    readonly element: TraceElement;
    readonly property: Property;
    readonly layout: LayoutFault;
  }

  function draw(random: Random): Drawn | undefined {
    const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const state = phoneAt(one(PLATFORMS), one(SCREEN_ADDRESSES));
    const property = one(PROPERTIES);
    const layout: LayoutFault = {
      ...{ kind: 'layout', changes: one(CHANGES), language: one(['de', 'pt'] as const) },
      seed: Math.floor(random() * 1000),
    };
    const { elements } = recordScreen(state);
    const named = (elements ?? []).filter(({ [property]: value }) => value);
    return named.length === 0 ? undefined : { state, property, layout, element: one(named) };
  }

  it(`the repairs of a failed step name the right element after at least nine of ten of ${CASES} changes of the layout, and then find it`, () => {
    const { next } = seededRandom(20);
    const wrong: string[] = [];
    let cases = 0;
    while (cases < CASES) {
      const drawn = draw(next);
      if (!drawn) continue;
      const { state, layout, property, element } = drawn;
      const selector = selectorOf(property, element);
      const usual = findBox(state, undefined, selector);
      const right = boxWithId(state, layout, element.resourceId ?? '');
      // The step must break, and its element must still be on the screen.
      if (!isSameBox(usual, element.bounds) || !right || findBox(state, layout, selector)) continue;
      cases++;
      const now = recordScreen(state, { layout, isFailed: true });
      const [proposal] = propose(
        [tapping(selector, { target: { bounds: element.bounds } })],
        [recordScreen(state)],
        now,
      );
      const first = proposal?.repairs[0];
      const isRight =
        first && isSameBox(first.now.box, right) && isSameBox(findBox(state, layout, written(first)), right);
      if (!isRight)
        wrong.push(
          `${property} ${element[property]} (${element.resourceId}) ${layout.changes.join(' ')}: ${first?.reason ?? 'none'} ${first?.confidence}`,
        );
    }
    assert.ok(wrong.length <= CASES / 10, `${wrong.length} of ${CASES} are wrong:\n${wrong.join('\n')}`);
  });

  it('the repairs of a failed step name the right element after its text, its ID, or both were changed', () => {
    const { next } = seededRandom(7);
    const wrong: string[] = [];
    let cases = 0;
    for (const address of SCREEN_ADDRESSES) {
      const before = recordScreen(phoneAt('android-phone', address));
      const elements = before.elements ?? [];
      for (const [at, element] of elements.entries()) {
        const { text, description, resourceId, bounds } = element;
        const property = text ? 'text' : description ? 'description' : undefined;
        if (!property || elements.filter(one => one[property] === element[property]).length > 1) continue;
        const kind = Math.floor(next() * 3);
        const renamed = {
          ...element,
          ...(kind === 1 ? {} : { [property]: `Open ${(element[property] ?? '').toUpperCase().slice(2)}` }),
          ...(kind === 0 ? {} : { resourceId: 'com.example.app:id/entry' }),
        };
        const by: Property = kind === 1 ? 'resourceId' : property;
        const now = { ...before, id: 'failed', elements: elements.with(at, renamed) };
        const [proposal] = propose([tapping(selectorOf(by, element), { target: { bounds } })], [before], now);
        const first = proposal?.repairs[0];
        cases++;
        if (!isSameBox(first?.now.box, bounds))
          wrong.push(`${by} of ${resourceId}: ${first?.reason ?? 'none'}`);
      }
    }
    assert.ok(cases >= 60, `${cases} cases`);
    assert.ok(wrong.length <= cases / 10, `${wrong.length} of ${cases} are wrong:\n${wrong.join('\n')}`);
  });

  describe('form', () => {
    const state = phoneAt('android-phone', 'form:');
    const before = recordScreen(state);
    const byId = (id: string): object => ({ by: 'resourceId', resourceId: `org.sandbox.form:id/${id}` });
    const renamedLayout: LayoutFault = { kind: 'layout', changes: ['renamed'], seed: 1 };
    const renamed = recordScreen(state, { layout: renamedLayout, isFailed: true });

    function submitWith(changes: Partial<TraceElement>): TraceScreen {
      const elements = (before.elements ?? []).map(element =>
        element.resourceId?.endsWith('/submit') ? { ...element, ...changes } : element,
      );
      return { ...before, id: 'failed', elements };
    }

    it('the repairs of a step on a form say what has changed and what is the same', () => {
      const [proposal] = propose([tapping({ by: 'text', text: 'I accept the terms' })], [before], {
        ...before,
        id: 'failed',
        elements: (before.elements ?? []).map(element =>
          element.text === 'I accept the terms' ? { ...element, text: 'I agree' } : element,
        ),
      });
      const first = proposal?.repairs[0];
      assert.match(
        first?.reason ?? '',
        /^The \w+ “I accept the terms” is now called “I agree”: same resource ID, same position, same neighbors\.$/,
      );
      assert.ok((first?.confidence ?? 0) > 0.8);
      assert.deepEqual(first?.to, { text: 'I agree' });
    });

    it('the repairs of a step on a form name the text that the step looks for and the one that it will look for', () => {
      const box = (top: number): TraceElement['bounds'] => ({ left: 0, top, right: 1000, bottom: top + 50 });
      const rowWith = (second: string): TraceScreen => ({
        ...{ id: 'row', deviceId: 'd', width: 1000, height: 2000, packageName: 'org.sandbox.form' },
        elements: [
          { bounds: { ...box(0), bottom: 100 }, className: 'android.view.ViewGroup', clickable: true },
          { bounds: box(0), className: 'android.widget.TextView', text: 'Delivery' },
          {
            ...{ bounds: box(50), className: 'android.widget.TextView', text: second },
            resourceId: 'org.sandbox.form:id/speed',
          },
          { bounds: box(100), className: 'android.widget.TextView', text: 'Payment' },
        ],
      });
      const [proposal] = propose(
        [tapping({ by: 'text', text: 'Standard' })],
        [{ ...rowWith('Standard'), id: 'passed' }],
        { ...rowWith('Express'), id: 'failed' },
      );
      const [first] = proposal?.repairs ?? [];
      assert.deepEqual(first?.to, { text: 'Express' });
      assert.match(first.reason, /^The text “Standard” is now called “Express”: same resource ID/);
    });

    it('the repairs of a step on a form are at most possible if no name of the element is alike', () => {
      const elements = (before.elements ?? []).map((element, at) => ({
        ...element,
        ...(element.text ? { text: `Zz ${at}` } : {}),
        ...(element.description ? { description: `Xx ${at}` } : {}),
        ...(element.resourceId ? { resourceId: `q${at}` } : {}),
      }));
      const [proposal] = propose([tapping({ by: 'text', text: 'I accept the terms' })], [before], {
        ...before,
        id: 'failed',
        elements,
      });
      assert.equal(proposal?.repairs[0]?.confidence, 0.5);
    });

    it('the repairs of a step on a form include the other steps of the screen that the same change has broken', () => {
      const step = (index: number, selector: object, screen = 'passed'): TraceStep =>
        tapping(selector, { id: `s${index}`, index, screenBefore: screen, screenAfter: screen });
      const messages = { ...recordScreen(phoneAt('android-phone', 'messages:')), id: 'messages' };
      const [other] = (messages.elements ?? []).filter(({ resourceId }) =>
        resourceId?.startsWith('org.sandbox.messages'),
      );
      const [proposal, ...more] = propose(
        [
          step(0, byId('form.name')),
          step(1, byId('form.email')),
          step(2, byId('form.terms')),
          step(3, { by: 'text', text: 'I accept the terms' }),
          step(4, { by: 'resourceId', resourceId: other?.resourceId }, 'messages'),
        ],
        [before, messages],
        renamed,
      );
      assert.deepEqual(more, []);
      assert.ok(proposal);
      assert.deepEqual(
        proposal.together.map(({ step: { index } }) => index),
        [1, 2],
      );
      for (const repair of [...proposal.repairs.slice(0, 1), ...proposal.together]) {
        const { resourceId = '' } = repair.from.selector;
        assert.ok(isSameBox(repair.now.box, boxWithId(state, renamedLayout, resourceId)), resourceId);
      }
    });

    it('the repairs of a step on a form are not made if the element is there, was removed, is covered, must be scrolled to, or is in another app', () => {
      const email = tapping(byId('form.email'));
      const without = (before.elements ?? []).filter(({ resourceId }) => !resourceId?.endsWith('form.email'));
      const screens: Readonly<Record<string, TraceScreen>> = {
        there: { ...before, id: 'failed' },
        removed: { ...before, id: 'failed', elements: without },
        covered: { ...renamed, dialog: 'Battery low' },
        scrolled: submitWith({}),
        other: { ...renamed, packageName: 'org.sandbox.settings' },
        screen: recordScreen(phoneAt('android-phone', 'settings:'), { isFailed: true }),
      };
      for (const [name, screen] of Object.entries(screens))
        assert.deepEqual(propose([email], [before], screen), [], name);
      const hidden = submitWith({ hidden: 'below' });
      assert.deepEqual(propose([tapping(byId('submit'))], [before], hidden), []);
    });

    it('the repairs of a step on a form are not made for an element that an expression decides, or that must be gone', () => {
      const value = { path: ['target', 'resourceId'], expression: '{{event.payload.id}}' };
      assert.deepEqual(propose([tapping(byId('form.email'), { values: [value] })], [before], renamed), []);
      const wait = {
        ...{ method: 'device.waitForElement', actionId: demoActionId('device.waitForElement') },
        params: { element: byId('form.email'), until: 'gone' },
      };
      assert.deepEqual(propose([tapping({}, wait)], [before], renamed), []);
    });

    it('the repairs of a step on a form do not write a text in which a secret is hidden', () => {
      const elements = (before.elements ?? []).map(element =>
        element.text === 'I accept the terms' ? { ...element, text: 'Code ••••', resourceId: '' } : element,
      );
      const screen = { ...before, id: 'failed', elements };
      assert.deepEqual(propose([tapping({ by: 'text', text: 'I accept the terms' })], [before], screen), []);
    });
  });
});
