import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CatalogAction, ElementParam } from '../../../../src/flow/catalog.ts';
import type { NewStep } from '../../../../src/flow/edit/flowEdit.ts';
import type { DeviceGesture, DoneGesture } from '../../../../src/flow/record/deviceGesture.ts';
import { matchActions } from '../../../../src/flow/record/matchActions.ts';
import { toTimedInputs } from '../../../../src/flow/record/timedInputs.ts';
import { PASSWORD_EXPRESSION, planActions, recordSteps } from '../../../../src/flow/record/recording.ts';
import type { RecordedInput } from '../../../../src/flow/record/wantedValues.ts';
import { checkSchema } from '../../../../src/flow/schema/compileSchema.ts';
import { templateExpressions } from '../../../../src/flow/template.ts';
import { demoCatalog } from '../../../../src/sandbox/demo/demoCatalog.ts';
import { doneGestures } from '../../../support/recordedGestures.ts';

const demo: readonly CatalogAction[] = demoCatalog;
const DEVICE = 'bc19a5dc-a46d-4723-9f28-1c25924e01f5';

const done = (gesture: DeviceGesture, at = 0, display = 0): DoneGesture => ({
  deviceId: DEVICE,
  display,
  gesture,
  at,
});
const typed = (text: string, at = 0): DoneGesture =>
  done({ kind: 'text', text, stealth: false, secret: false }, at);
const tap: RecordedInput = { kind: 'tap', at: { x: 10, y: 20 }, stealth: false };

function record(
  gestures: readonly DoneGesture[],
  actions = demo,
  keepPauses = false,
): ReturnType<typeof recordSteps> {
  const inputs = toTimedInputs(gestures, { keepPauses });
  const { chosen, open } = planActions(inputs, actions, {});
  assert.deepEqual(open, []);
  return recordSteps(inputs, chosen);
}

const paramsOf = (step: NewStep | undefined): unknown =>
  (step?.['overrides'] as { params?: unknown } | undefined)?.params;
const methodOf = (step: NewStep): string | null | undefined =>
  demo.find(({ id }) => id === step['actionId'])?.method;

/** An action of a catalog with other names. */
const action = (name: string, properties: object, more: object = {}): CatalogAction => ({
  id: name,
  name,
  paramsSchema: { type: 'object', properties, required: Object.keys(properties), ...more },
});
const number = { type: 'number' };

describe('flow/record/recording: recording of gestures', () => {
  it('a recording of gestures becomes steps of the corresponding actions', () => {
    const { steps, notes } = record([
      done({ kind: 'tap', at: { x: 540, y: 1180 }, stealth: true }),
      done({ kind: 'swipe', from: { x: 1, y: 2 }, to: { x: 3, y: 4 }, duration: 250, stealth: false }),
      done({ kind: 'swipe', from: { x: 5, y: 6 }, to: { x: 5, y: 6 }, duration: 900, stealth: false }),
      done({ kind: 'clear' }),
      done({ kind: 'key', key: 66 }),
      done({ kind: 'key', key: 30 }),
      done({ kind: 'global', button: 'back' }),
      done({ kind: 'locate', latitude: 52.5, longitude: -13.4 }),
      done({ kind: 'resetLocation' }),
    ]);
    assert.deepEqual(notes, []);
    assert.deepEqual(
      steps.map(step => [methodOf(step), paramsOf(step)]),
      [
        ['device.tap', { target: { x: 540, y: 1180 }, stealth: true }],
        [
          'device.swipe',
          // The action itself sets stealth, so the step must say that there was none.
          { gesture: { startX: 1, startY: 2, endX: 3, endY: 4 }, duration: 250, stealth: false },
        ],
        [
          'device.swipe',
          { gesture: { startX: 5, startY: 6, endX: 5, endY: 6 }, duration: 900, stealth: false },
        ],
        ['device.clearText', undefined],
        ['device.pressKey', { key: 'enter' }],
        ['device.pressKey', { key: 30 }],
        ['device.globalAction', { button: 'back' }],
        ['device.setLocation', { latitude: 52.5, longitude: -13.4 }],
        ['device.resetLocation', undefined],
      ],
    );
    assert.deepEqual(
      steps.map(step => step['nameOverride']),
      [
        ...[undefined, 'Scroll up', 'Long press', undefined],
        ...['Press Enter', 'Press key 30', 'Press Back', undefined, undefined],
      ],
    );
  });

  it('a recording of gestures matches the schemas, keeps every text, and starts no template expression, for any gestures', () => {
    fc.assert(
      fc.property(doneGestures(DEVICE), fc.boolean(), (gestures, keepPauses) => {
        const { steps, notes } = record(gestures, demo, keepPauses);
        assert.deepEqual(notes, []);
        for (const step of steps) {
          const { params, paramsSchema } = demo.find(({ id }) => id === step['actionId'])!;
          const own = paramsOf(step) as Record<string, unknown> | undefined;
          assert.deepEqual(checkSchema(paramsSchema ?? {}, { ...(params as object), ...own }), []);
        }
        const texts = steps.flatMap(step => {
          const { text } = (paramsOf(step) ?? {}) as { text?: string };
          return text === undefined ? [] : [text];
        });
        assert.ok(texts.every(text => templateExpressions(text).length === 0));
        const all = gestures.map(({ gesture }) => (gesture.kind === 'text' ? gesture.text : ''));
        assert.equal(texts.join(''), all.join(''));
      }),
      { numRuns: 50 },
    );
  });

  it('a recording of gestures joins consecutive texts only', () => {
    const { steps } = record([
      typed('Hel'),
      typed('lo'),
      done({ kind: 'key', key: 61 }),
      typed('wor'),
      done({ kind: 'text', text: 'ld', stealth: true, secret: false }),
    ]);
    assert.deepEqual(steps.map(paramsOf), [
      { text: 'Hello' },
      { key: 'tab' },
      { text: 'wor' },
      { text: 'ld', stealth: true },
    ]);
  });

  it('a recording of gestures splits a long text between characters', () => {
    const text = '😀'.repeat(1500);
    const { steps } = record([typed(text)]);
    const parts = steps.map(step => (paramsOf(step) as { text: string }).text);
    assert.equal(parts.join(''), text);
    assert.ok(parts.every(part => part.length <= 1000 && part.isWellFormed()));
  });

  it('a recording of gestures keeps pauses as wait steps, minus the duration of the gesture', () => {
    const swipe = { kind: 'swipe', from: { x: 0, y: 0 }, to: { x: 9, y: 9 }, duration: 2000 } as const;
    const gestures = [
      done({ ...swipe, stealth: false }, 1000),
      done({ kind: 'global', button: 'home' }, 3100),
      typed('a', 5600),
      typed('b', 7000),
      done({ kind: 'global', button: 'back' }, 8020),
    ];
    const { steps } = record(gestures, demo, true);
    const waits = steps.filter(step => methodOf(step) === 'flow.wait').map(paramsOf);
    assert.deepEqual(waits, [{ seconds: 2.5 }, { seconds: 1 }]);
    assert.equal(record(gestures).steps.length, 4);
  });

  it('a recording of gestures never contains a password: it has a template expression instead, and reports it', () => {
    const secret = done({ kind: 'text', text: '', stealth: false, secret: true });
    const { steps, notes } = record([typed('ada'), done({ kind: 'key', key: 61 }), secret, secret]);
    assert.deepEqual(paramsOf(steps.at(-1)), { text: PASSWORD_EXPRESSION });
    assert.equal(steps.length, 3);
    assert.match(notes.join(), /^Passwords are not recorded/);
  });

  it('a recording of gestures reports what a step does differently', () => {
    const { steps, notes } = record([done({ kind: 'key', key: 66 }, 0, 1), done(tap, 0, 1)]);
    assert.deepEqual(steps.map(paramsOf), [{ key: 'enter' }, { target: { x: 10, y: 20 }, display: 1 }]);
    assert.deepEqual(notes, ['“Press key” does not support display 1.']);
  });

  it('a recording of gestures omits gestures without an action or beyond the maximum, and reports them', () => {
    const short = action('Swipe', {
      ...{ startX: number, startY: number, endX: number, endY: number },
      durationMs: { type: 'integer', maximum: 100 },
    });
    const swipe = { kind: 'swipe', from: { x: 0, y: 0 }, to: { x: 9, y: 9 }, stealth: false } as const;
    const { steps, notes } = record(
      [
        done({ ...swipe, duration: 50 }),
        done({ ...swipe, duration: 200 }),
        done({ kind: 'global', button: 'home' }),
      ],
      [short],
    );
    assert.equal(steps.length, 1);
    assert.deepEqual(notes, [
      'Skipped a step that swipes between two points: “Swipe” does not accept its values.',
      'Skipped a step that presses home: the catalog has no action for it.',
    ]);
  });
});

describe('flow/record/recording: action for a gesture', () => {
  const first = (input: RecordedInput, actions: readonly CatalogAction[]): unknown => {
    const { found, isSure } = matchActions(input, 0, actions);
    return [found[0]?.action.name, found[0]?.params, isSure];
  };

  const swipe: RecordedInput = {
    kind: 'swipe',
    from: { x: 1, y: 2 },
    to: { x: 3, y: 4 },
    duration: 250,
    stealth: false,
  };

  it('the action for a gesture is found in catalogs with other names and schemas', () => {
    const xy = { type: 'object', required: ['x', 'y'], properties: { x: number, y: number } };
    const cases: readonly (readonly [RecordedInput, CatalogAction, unknown])[] = [
      [tap, action('Click', { x: number, y: number }), { x: 10, y: 20 }],
      [tap, action('Touch point', { point: xy }), { point: { x: 10, y: 20 } }],
      [
        swipe,
        action('Drag', { from: xy, to: xy, seconds: number }),
        { from: { x: 1, y: 2 }, to: { x: 3, y: 4 }, seconds: 0.25 },
      ],
      [
        swipe,
        action('touch_swipe', { x1: number, y1: number, x2: number, y2: number, duration_ms: number }),
        { x1: 1, y1: 2, x2: 3, y2: 4, duration_ms: 250 },
      ],
      [
        { kind: 'text', text: 'Hi', stealth: false },
        action('Keyboard input', { value: { type: 'string' } }),
        { value: 'Hi' },
      ],
      [{ kind: 'key', key: 66 }, action('Send key event', { keyCode: { type: 'integer' } }), { keyCode: 66 }],
      [
        { kind: 'key', key: 66 },
        action('Key', { key: { enum: ['KEYCODE_ENTER'] } }),
        { key: 'KEYCODE_ENTER' },
      ],
      [{ kind: 'key', key: 66 }, action('Key', { key: { type: 'string' } }), { key: '66' }],
      [
        { kind: 'global', button: 'recents' },
        action('Global action', { action: { enum: [1, 2, 3] } }),
        { action: 3 },
      ],
      [{ kind: 'global', button: 'home' }, action('Press home', {}), {}],
      [
        { kind: 'locate', latitude: 1, longitude: 2 },
        action('Mock GPS', { lat: number, lng: number }),
        { lat: 1, lng: 2 },
      ],
      [
        { kind: 'wait', milliseconds: 1500 },
        action('Sleep', { duration: { type: 'string', format: 'duration' } }),
        { duration: 'PT2S' },
      ],
      [
        { kind: 'wait', milliseconds: 1500 },
        action('Delay', { ms: { type: 'integer', description: 'Milliseconds.' } }),
        { ms: 1500 },
      ],
    ];
    for (const [input, one, params] of cases) assert.deepEqual(first(input, [one]), [one.name, params, true]);
  });

  it('the action for a gesture is one that says which kind of point it takes if the schema has a constant for that', () => {
    const target = {
      oneOf: [
        {
          type: 'object',
          required: ['by', 'text'],
          properties: { by: { const: 'text' }, text: { type: 'string' } },
        },
        {
          type: 'object',
          required: ['by', 'x', 'y'],
          properties: { by: { const: 'point' }, x: number, y: number },
        },
      ],
    };
    const expected = { target: { by: 'point', x: 10, y: 20 } };
    assert.deepEqual(first(tap, [action('Tap', { target })]), ['Tap', expected, true]);
  });

  it('the action for a gesture is not one with other required parameters or another meaning', () => {
    const xy = { x: number, y: number };
    assert.deepEqual(first(tap, [action('Tap', { ...xy, reason: { type: 'string' } })]), [
      undefined,
      undefined,
      false,
    ]);
    const others = [action('Double tap', xy), action('Long press and hold', xy)];
    assert.deepEqual(first(tap, [...others, action('Tap', xy)]), ['Tap', { x: 10, y: 20 }, true]);
    // Nothing there is called so; a person may still choose one of them.
    const { found, isSure } = matchActions(tap, 0, others);
    assert.deepEqual([found.length, isSure], [2, false]);
  });

  it('the action for a gesture is selected by the user if there are two, and then remembered', () => {
    const xy = { x: number, y: number };
    const actions = [action('Tap A', xy), action('Tap B', xy)];
    const inputs = toTimedInputs([done(tap)], { keepPauses: false });
    const { open, chosen } = planActions(inputs, actions, {});
    assert.deepEqual([open[0]?.name, open[0]?.found.length, chosen.size], ['tap', 2, 0]);
    const again = planActions(inputs, actions, { tap: 'Tap B' });
    assert.deepEqual([again.open, again.chosen.get('tap')?.id], [[], 'Tap B']);
    // The user is asked again if the action no longer exists in the catalog.
    assert.equal(planActions(inputs, actions, { tap: 'Tap C' }).open.length, 1);
  });

  it('the action for a gesture is unclear if it may take the touched element, until the user has answered', () => {
    const click = action('Click element', { selector: { type: 'string' } });
    const actions = [action('Tap', { x: number, y: number }), click];
    const element = { name: '“Sign in”', selectors: [{ resourceId: 'a:id/b' }, { text: 'Sign in' }] };
    const inputs = [{ input: tap, element, display: 0 }];
    const { unclear, chosen } = planActions(inputs, actions, {});
    assert.deepEqual([unclear, chosen.get('tap element')?.id], [[click], 'Tap']);
    assert.deepEqual(planActions([{ input: tap, display: 0 }], actions, {}).unclear, []);
    assert.deepEqual(planActions(inputs, actions, { 'tap element': 'Tap' }).unclear, []);
    const plan = (elementParam: ElementParam | null) => {
      const known = planActions(inputs, [...actions.slice(0, 1), { ...click, elementParam }], {});
      assert.deepEqual(known.unclear, []);
      return recordSteps(inputs, known.chosen).steps[0];
    };
    assert.deepEqual(plan({ path: ['selector'], by: 'text' }), {
      actionId: 'Click element',
      nameOverride: 'Tap “Sign in”',
      overrides: { params: { selector: 'Sign in' } },
    });
    assert.equal(plan(null)?.['actionId'], 'Tap');
    // The element has no description.
    assert.equal(plan({ path: ['selector'], by: 'description' })?.['actionId'], 'Tap');
  });
});
