import assert from 'node:assert/strict';
import type { UiNode } from '../../../../src/contract/records/uiState.ts';
import type { CatalogAction } from '../../../../src/flow/catalog.ts';
import type { DeviceGesture } from '../../../../src/flow/record/deviceGesture.ts';
import { type RecordedElement, recordElement } from '../../../../src/flow/record/recordedElement.ts';
import { planActions, recordSteps } from '../../../../src/flow/record/recording.ts';
import { demoCatalog } from '../../../../src/sandbox/demo/demoCatalog.ts';

const TAP = { kind: 'tap', at: { x: 50, y: 50 }, stealth: false } as const;
const HOLD: DeviceGesture = {
  kind: 'swipe',
  from: { x: 50, y: 50 },
  to: { x: 50, y: 50 },
  duration: 900,
  stealth: false,
};
const SIGN_IN: RecordedElement = {
  name: '“Sign in”',
  selectors: [{ resourceId: 'shop:id/submit' }, { text: 'Sign in' }],
};

function record(
  gesture: DeviceGesture,
  element: RecordedElement,
  actions: readonly CatalogAction[],
): unknown {
  const inputs = [{ input: gesture, element, display: 0 }];
  const { chosen, open } = planActions(inputs, actions, {});
  assert.deepEqual(open, []);
  const { steps, notes } = recordSteps(inputs, chosen);
  assert.deepEqual(notes, []);
  assert.equal(steps.length, 1);
  const { nameOverride, overrides } = steps[0] as Record<string, Record<string, unknown>>;
  return { name: nameOverride, params: overrides?.['params'] };
}

/** An action that taps, with these parameters. */
const tapAction = (properties: object, more: object = {}): CatalogAction => ({
  id: 'tap',
  name: 'Tap',
  paramsSchema: {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
    ...more,
  },
});
const text = { type: 'string' };

describe('flow/record/recordedElement: step that touches a known element', () => {
  it('a step that touches a known element finds it by its best selector in the sandbox, else by its text, and is named after it', () => {
    assert.deepEqual(record(TAP, SIGN_IN, demoCatalog), {
      name: 'Tap “Sign in”',
      params: {
        target: { by: 'resourceId', resourceId: 'shop:id/submit' },
        fallback: { by: 'text', text: 'Sign in' },
      },
    });
  });

  it('a step that touches a known element is a long press if it holds the element, and otherwise a swipe that stays where it is', () => {
    const longPress = { ...tapAction({ text, ms: { type: 'number' } }), id: 'hold', name: 'Long press' };
    assert.deepEqual(record(HOLD, SIGN_IN, [...demoCatalog, longPress]), {
      name: 'Long press “Sign in”',
      params: { text: 'Sign in', ms: 900 },
    });
    assert.deepEqual(record(HOLD, SIGN_IN, demoCatalog), {
      name: 'Long press “Sign in”',
      params: {
        gesture: { startX: 50, startY: 50, endX: 50, endY: 50 },
        duration: 900,
        stealth: false,
      },
    });
  });

  it('a step that touches a known element uses the first selector that the action can express', () => {
    assert.deepEqual(record(TAP, SIGN_IN, [tapAction({ text })]), {
      name: 'Tap “Sign in”',
      params: { text: 'Sign in' },
    });
    const near = { role: 'button', near: { text: 'Milk' } } as const;
    const only = { name: '“Delete”', selectors: [near, { description: 'Delete' }] };
    assert.deepEqual(record(TAP, only, [tapAction({ contentDescription: text })]), {
      name: 'Tap “Delete”',
      params: { contentDescription: 'Delete' },
    });
  });

  it('a step that touches a known element gives an action with a strategy and a value both', () => {
    const strategy = { enum: ['xpath', 'id', 'text'] };
    assert.deepEqual(record(TAP, SIGN_IN, [tapAction({ strategy, value: text })]), {
      name: 'Tap “Sign in”',
      params: { strategy: 'id', value: 'shop:id/submit' },
    });
  });

  it('a step that touches a known element can use an action that is only for elements', () => {
    const number = { type: 'number' };
    const byElement = { ...tapAction({ text }), id: 'element', name: 'Tap element' };
    assert.deepEqual(record(TAP, SIGN_IN, [tapAction({ x: number, y: number }), byElement]), {
      name: 'Tap “Sign in”',
      params: { text: 'Sign in' },
    });
  });

  it('a step that touches a known element taps the point if the action takes only points, and is still named after the element', () => {
    const number = { type: 'number' };
    assert.deepEqual(record(TAP, SIGN_IN, [tapAction({ x: number, y: number })]), {
      name: 'Tap “Sign in”',
      params: { x: 50, y: 50 },
    });
    const near = { name: '“Delete”', selectors: [{ role: 'button', near: { text: 'Milk' } } as const] };
    assert.deepEqual(record(TAP, near, demoCatalog), {
      name: 'Tap “Delete”',
      params: { target: { by: 'near', near: 'Milk', role: 'button' } },
    });
    const described = { ...near, selectors: [{ role: 'button', near: { description: 'Milk' } } as const] };
    assert.deepEqual(record(TAP, described, demoCatalog), record(TAP, near, demoCatalog));
  });
});

describe('flow/record/recordedElement: element that a gesture touches', () => {
  const boundsInScreen = { left: 0, top: 0, right: 100, bottom: 100 };
  const elementOf = (more: object): RecordedElement | undefined =>
    recordElement(TAP, {
      a11y_tree: { className: 'android.widget.Button', isClickable: true, boundsInScreen, ...more },
    });

  it('the element that a gesture touches is named by its text, its description, its hint, or its role', () => {
    assert.equal(elementOf({ text: 'Sign\n in', contentDescription: 'Go' })?.name, '“Sign in”');
    assert.equal(elementOf({ contentDescription: 'Go' })?.name, '“Go”');
    assert.equal(elementOf({ hint: 'E-mail', isEditable: true, text: 'jo@example.com' })?.name, '“E-mail”');
    assert.equal(elementOf({})?.name, 'a button');
    assert.equal(elementOf({ className: 'android.view.View' })?.name, 'an element');
    assert.equal(elementOf({ text: 'x'.repeat(500) })?.name.length, 62);
  });

  it('the element that a gesture touches is unknown if its center may react differently', () => {
    assert.equal(elementOf({ isScrollable: true }), undefined);
    assert.equal(elementOf({ className: 'android.widget.SeekBar' }), undefined);
    assert.equal(elementOf({ className: 'com.example.MapView', isClickable: false }), undefined);
    const inner = { isClickable: true, boundsInScreen: { left: 40, top: 40, right: 60, bottom: 60 } };
    const row = { className: 'android.view.ViewGroup', boundsInScreen, isClickable: true, children: [inner] };
    const corner = { ...TAP, at: { x: 5, y: 5 } };
    assert.equal(recordElement(corner, { a11y_tree: row }), undefined);
    assert.ok(recordElement(corner, { a11y_tree: { ...row, children: [] } }));
  });

  it('the element that a gesture touches is unknown for other gestures, and where there is no element', () => {
    assert.equal(recordElement({ kind: 'key', key: 4 }, { a11y_tree: { boundsInScreen } }), undefined);
    assert.equal(recordElement(TAP, {}), undefined);
    assert.equal(
      recordElement({ ...TAP, at: { x: 500, y: 5 } }, { a11y_tree: { boundsInScreen } }),
      undefined,
    );
  });

  it('the element that a gesture touches is named after the label of a field without a description, or else by its hint', () => {
    const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
    const label = (labelText: string, boundsInScreen: UiNode['boundsInScreen']): UiNode => ({
      ...{ className: 'android.widget.TextView', text: labelText, boundsInScreen },
    });
    const named = (...labels: readonly UiNode[]): string | undefined => {
      const field: UiNode = {
        ...{ className: 'android.widget.EditText', hint: 'At least 8', isClickable: true, isPassword: true },
        ...{ resourceId: 'a:id/password', boundsInScreen: box(100, 100, 300, 140) },
      };
      const tree = { boundsInScreen: box(0, 0, 400, 800), children: [...labels, field] };
      return recordElement({ ...TAP, at: { x: 200, y: 120 } }, { a11y_tree: tree })?.name;
    };
    const above = label('Password', box(100, 70, 180, 95));
    assert.equal(named(label('Title', box(0, 0, 300, 40)), above), '“Password”');
    assert.equal(named(label('Code', box(10, 105, 90, 135))), '“Code”');
    // Too far away, below, or a button.
    const button = { ...above, className: 'android.widget.Button', isClickable: true };
    const others = [label('Title', box(0, 0, 300, 40)), label('Help', box(100, 145, 300, 160)), button];
    assert.equal(named(...others), '“At least 8”');
  });
});
