import assert from 'node:assert/strict';
import type { CatalogAction } from '../../../../src/flow/catalog.ts';
import {
  elementForms,
  elementIn,
  elementPlaces,
  type NamedElement,
  paramsEdit,
  withElement,
} from '../../../../src/flow/record/elementParams.ts';
import { findNamedElement } from '../../../../src/flow/record/findNamedElement.ts';
import { unclearParams } from '../../../../src/flow/record/unclearParams.ts';
import { elementChoices, recommendedSelector } from '../../../../src/flow/record/elementChoices.ts';
import { rankSelectors } from '../../../../src/flow/selector/rankSelectors.ts';
import { Screen } from '../../../../src/flow/selector/screen.ts';
import { demoCatalog } from '../../../../src/sandbox/demo/demoCatalog.ts';

const text = { type: 'string' };
const number = { type: 'number' };

function action(name: string, properties: object, more: object = {}): CatalogAction {
  return { id: name, name, paramsSchema: { type: 'object', properties, ...more } };
}

function demo(method: string): CatalogAction {
  const found = demoCatalog.find(known => known.method === method);
  assert.ok(found);
  return found;
}

const placesOf = (known: CatalogAction): readonly string[] =>
  elementPlaces(elementForms(known)).map(({ use, path }) => `${use} ${path.join('/')}`);

const bounds = { left: 0, top: 0, right: 100, bottom: 50 };
const screen = new Screen({
  a11y_tree: {
    className: 'android.widget.FrameLayout',
    boundsInScreen: { left: 0, top: 0, right: 100, bottom: 300 },
    children: [
      {
        className: 'android.widget.Button',
        text: 'Sign in',
        resourceId: 'com.example:id/submit',
        isClickable: true,
        boundsInScreen: bounds,
      },
      ...[100, 200].map(top => ({
        className: 'android.widget.Button',
        text: 'Delete',
        isClickable: true,
        boundsInScreen: { ...bounds, top, bottom: top + 50 },
      })),
    ],
  },
});
const [, submit, remove] = screen.elements;

describe('flow/record/elementParams: parameters that take an element', () => {
  it('the parameters that take an element are found in the demo catalog, and nowhere else', () => {
    const found = demoCatalog.flatMap(known => {
      const places = placesOf(known);
      return places.length > 0 ? [[known.method, ...places]] : [];
    });
    assert.deepEqual(found, [
      ['device.tap', 'element target'],
      ['device.longPress', 'element x'],
      ['device.swipe', 'start gesture/startX', 'end gesture/endX'],
      ['device.scrollTo', 'element element'],
      ['device.waitForElement', 'element element'],
      ['device.readElement', 'element element'],
      ['device.assertText', 'text contains'],
      ['device.checkElement', 'element element'],
    ]);
  });

  it('the parameters that take an element are found by other names', () => {
    assert.deepEqual(placesOf(action('Click', { text })), ['element text']);
    assert.deepEqual(
      placesOf(action('Click at', { point: { type: 'object', properties: { x: number, y: number } } })),
      ['element point'],
    );
    assert.deepEqual(
      placesOf(
        action('Drag', {
          from: { type: 'object', properties: { x: number, y: number } },
          to: { type: 'object', properties: { x: number, y: number } },
        }),
      ),
      ['start from', 'end to'],
    );
    const by = { enum: ['id', 'text'] };
    assert.deepEqual(placesOf(action('Tap element', { by, value: text }, { required: ['by', 'value'] })), [
      'element value',
    ]);
  });

  it('the parameters that take an element are not texts that mean something else', () => {
    for (const name of ['Type text', 'Classify', 'Write to the log', 'Send message']) {
      assert.deepEqual(placesOf(action(name, { text })), [], name);
    }
    assert.deepEqual(elementForms({ id: 'a', name: 'Tap', paramsSchema: { $ref: '#/nowhere' } }), []);
  });

  it('the parameters that take an element are written in place of the element before, and nothing else changes', () => {
    const click = action('Click', { text, resourceId: text, retries: number });
    const selector = { resourceId: 'com.example:id/submit' };
    const written = withElement(click, { text: 'Old', retries: 2 }, 'element', { by: 'selector', selector });
    assert.deepEqual(written, { retries: 2, resourceId: 'com.example:id/submit' });
    const point = { by: 'point', point: { x: 5, y: 6 } } as const;
    assert.equal(withElement(click, {}, 'element', point), undefined);
    const press = demo('device.longPress');
    assert.deepEqual(withElement(press, { x: 1, y: 2, duration: 900 }, 'element', point), {
      duration: 900,
      x: 5,
      y: 6,
    });
    const swipe = withElement(
      demo('device.swipe'),
      { gesture: { startX: 1, startY: 2, endX: 3, endY: 4 } },
      'end',
      point,
    );
    assert.deepEqual(swipe, { gesture: { startX: 1, startY: 2, endX: 5, endY: 6 } });
  });

  it('the parameters that take an element are written as one edit of the smallest part', () => {
    const location = { in: 'params', step: [0], path: ['a'] };
    assert.deepEqual(paramsEdit([0], { b: 1 }, { b: 1, a: 2 }), { kind: 'set', location, value: 2 });
    assert.deepEqual(paramsEdit([0], { b: 1, a: 2 }, { b: 1 }), { kind: 'remove', location });
    assert.deepEqual(paramsEdit([0], { a: 1 }, { b: 2 }), {
      kind: 'set',
      location: { ...location, path: [] },
      value: { b: 2 },
    });
    assert.equal(paramsEdit([0], { a: { b: 1 } }, { a: { b: 1 } }), undefined);
  });

  it('the parameters that take an element have a role if the action can take it', () => {
    const selector = { text: 'Sign in', role: 'button' } as const;
    const named = { by: 'selector', selector } as const;
    const tap = demo('device.tap');
    const target = { by: 'text', text: 'Sign in', role: 'button' };
    assert.deepEqual(withElement(tap, {}, 'element', named), { target });
    assert.deepEqual(elementIn(elementForms(tap), { target }), named);
    const described = { by: 'description', description: 'Sign in', role: 'image' };
    assert.deepEqual(elementIn(elementForms(tap), { target: described }), {
      by: 'selector',
      selector: { description: 'Sign in', role: 'image' },
    });
    const role = { enum: ['BUTTON', 'TEXT'] };
    const click = action('Click', { text, role });
    assert.deepEqual(withElement(click, { role: 'TEXT', text: 'Old' }, 'element', named), {
      text: 'Sign in',
      role: 'BUTTON',
    });
    // The role of the element before does not stay.
    assert.deepEqual(
      withElement(click, { role: 'TEXT', text: 'Old' }, 'element', {
        by: 'selector',
        selector: { text: 'New' },
      }),
      { text: 'New' },
    );
    assert.deepEqual(elementIn(elementForms(click), { text: 'Sign in', role: 'BUTTON' }), named);
    assert.equal(elementIn(elementForms(click), { text: 'Sign in', role: 'Toolbar' }), undefined);
    // In free text, the service may not know the name of a role.
    const free = action('Click', { text, role: text });
    assert.equal(withElement(free, {}, 'element', named), undefined);
    assert.equal(withElement(action('Click', { text }), {}, 'element', named), undefined);
  });

  it('the parameters that take an element are read back, unless an expression decides', () => {
    const tap = demo('device.tap');
    const read = (target: unknown): unknown => elementIn(elementForms(tap), { target });
    assert.deepEqual(read({ by: 'text', text: 'Sign in' }), {
      by: 'selector',
      selector: { text: 'Sign in' },
    });
    assert.deepEqual(read({ by: 'text', text: 'sign', exact: false }), {
      by: 'selector',
      selector: { text: 'sign' },
      isPart: true,
    });
    assert.deepEqual(read({ by: 'resourceId', resourceId: 'a:id/b' }), {
      by: 'selector',
      selector: { resourceId: 'a:id/b' },
    });
    assert.deepEqual(read({ x: 3, y: 4 }), { by: 'point', point: { x: 3, y: 4 } });
    assert.equal(read({ by: 'text', text: '{{event.payload.name}}' }), undefined);
    assert.equal(read(undefined), undefined);
  });
});

describe('flow/record/elementParams: parameters that may take an element', () => {
  const unclear = (known: CatalogAction): readonly string[] =>
    unclearParams(known).map(({ path, isLikely }) => `${path.join('/')}${isLikely ? '' : '?'}`);

  it('the parameters that may take an element are texts whose names do not tell how, the likely ones first', () => {
    assert.deepEqual(unclear(action('Tap', { hint: text, selector: text })), ['selector', 'hint?']);
    const nested = { type: 'object', properties: { locator: text, timeout: number } };
    assert.deepEqual(unclear(action('Wait for', { on: nested })), ['on/locator']);
    assert.deepEqual(unclear(action('Choose option', { label: text, note: text })), ['label?']);
  });

  it('the parameters that may take an element are none where that is clear', () => {
    assert.deepEqual(demoCatalog.flatMap(unclear), []);
    for (const [name, properties] of [
      ['Tap', { selector: text, text }],
      ['Type', { target: text }],
      ['Tap', { selector: { enum: ['a', 'b'] } }],
      ['Tap', { target: { type: 'string', format: 'uuid' } }],
      ['Launch', { app: text }],
    ] as const)
      assert.deepEqual(unclear(action(name, properties)), [], JSON.stringify(properties));
    assert.deepEqual(unclear({ id: 'a', name: 'Tap', paramsSchema: { $ref: '#/nowhere' } }), []);
  });

  it('the parameters that may take an element are written and read as the user has answered', () => {
    const tap = action('Tap', { on: { type: 'object', properties: { locator: text } }, retries: number });
    const elementParam = { path: ['on', 'locator'], by: 'resourceId' } as const;
    const answered = { ...tap, elementParam };
    const named = { by: 'selector', selector: { resourceId: 'a:id/b' } } as const;
    const params = { on: { locator: 'a:id/b' }, retries: 2 };
    assert.deepEqual(withElement(answered, { on: { locator: 'c' }, retries: 2 }, 'element', named), params);
    assert.deepEqual(elementIn(elementForms(answered), params), named);
    assert.deepEqual(placesOf(answered), ['element on']);
    const byText = { by: 'selector', selector: { text: 'Sign in' } } as const;
    assert.equal(withElement(answered, {}, 'element', byText), undefined);
    const none = { ...tap, elementParam: null };
    assert.deepEqual([unclear(answered), unclear(none), placesOf(none)], [[], [], []]);
  });
});

describe('flow/record/elementParams: named element', () => {
  it('a named element is found by its selector, by part of its text, and by its point', () => {
    const boxesOf = (named: NamedElement): readonly number[] =>
      findNamedElement(screen, named).boxes.map(({ top }) => top);
    assert.deepEqual(boxesOf({ by: 'selector', selector: { text: 'Sign in' } }), [0]);
    assert.deepEqual(boxesOf({ by: 'selector', selector: { text: 'sign' } }), []);
    assert.deepEqual(boxesOf({ by: 'selector', selector: { text: 'sign' }, isPart: true }), [0]);
    assert.deepEqual(boxesOf({ by: 'text', text: 'dele' }), [100, 200]);
    assert.equal(findNamedElement(screen, { by: 'text', text: 'dele' }).problem, undefined);
    assert.deepEqual(boxesOf({ by: 'point', point: { x: 50, y: 60 } }), [36]);
  });
});

describe('flow/record/elementParams: recommended selector of an element', () => {
  it('the recommended selector of an element is the best one, with the number of elements that it finds', () => {
    assert.ok(remove);
    assert.deepEqual(recommendedSelector(screen, remove), {
      label: 'Element “Delete” near “Sign in”',
      json: JSON.stringify(rankSelectors(screen, remove)[0]?.selector),
      matches: 1,
    });
    const twins = [0, 10].map(top => ({ boundsInScreen: { left: 0, top, right: 9, bottom: top + 9 } }));
    const alike = new Screen({
      a11y_tree: { boundsInScreen: { left: 0, top: 0, right: 9, bottom: 19 }, children: twins },
    });
    const [, twin] = alike.elements;
    assert.ok(twin);
    assert.equal(recommendedSelector(alike, twin)?.matches, 1);
    // The element around both is never meant by its kind.
    assert.match(recommendedSelector(alike, twin)?.json ?? '', /"index":0/);
  });
});

describe('flow/record/elementParams: ways to name a picked element', () => {
  it('the ways to name a picked element are ordered by how well they find it, and say so', () => {
    const choices = elementChoices(demo('device.tap'), 'element', {
      screen,
      element: submit,
      at: { x: 7, y: 8 },
    });
    assert.deepEqual(
      choices.map(({ label, detail }) => `${label}: ${detail}`),
      [
        'ID submit: Only match, likely to stay',
        'Text “Sign in”: Only match, likely to stay',
        'Point 7, 8: Changes with the layout of the screen',
      ],
    );
  });

  it('the ways to name a picked element put a point after the selectors that find only the element, and before one that finds several', () => {
    const choices = elementChoices(demo('device.tap'), 'element', { screen, element: remove });
    assert.deepEqual(
      choices.map(({ label, detail, isUnique }) => [label, detail, isUnique]),
      [
        ['Button near “Sign in”', 'Only match, likely to change', true],
        ['Point 50, 125', 'Changes with the layout of the screen', false],
        ['Text “Delete”', '2 matches, the first is used', false],
      ],
    );
  });

  it('the ways to name a picked element tap the part of an element that is on the screen', () => {
    const half = new Screen({
      a11y_tree: {
        boundsInScreen: { left: 0, top: 0, right: 1080, bottom: 2400 },
        children: [{ boundsInScreen: { left: 920, top: 0, right: 1420, bottom: 100 } }],
      },
    });
    const choices = elementChoices(demo('device.tap'), 'element', {
      screen: half,
      element: half.elements[1],
    });
    assert.ok(choices.some(({ label }) => label === 'Point 1000, 50'));
  });

  it('the ways to name a picked element are those that the action has parameters for', () => {
    const waited = elementChoices(demo('device.waitForElement'), 'element', { at: { x: 7, y: 8 } });
    assert.deepEqual(waited, []);
    const checked = elementChoices(demo('device.assertText'), 'text', { screen, element: submit });
    assert.deepEqual(
      checked.map(({ named }) => named),
      [{ by: 'text', text: 'Sign in' }],
    );
  });
});
