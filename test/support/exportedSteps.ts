import * as fc from 'fast-check';
import type { ImportMethod } from '../../src/flow/import/imported.ts';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import type { JsonObject } from '../../src/util/isObject.ts';

/** A step of a flow file, by the method of its action. */
export interface TestStep {
  readonly method: string;
  readonly params?: JsonObject;
  readonly key?: string;
  readonly name?: string;
  readonly optional?: boolean;
  readonly children?: readonly TestStep[];
}

function entries(steps: readonly TestStep[]): readonly JsonObject[] {
  return steps.map(({ method, params, key, name, optional, children }, index) => ({
    actionId: demoActionId(method),
    position: index + 1,
    ...(key === undefined ? {} : { key }),
    ...(name === undefined ? {} : { nameOverride: name }),
    ...(optional === true ? { continueOnError: true } : {}),
    ...(params ? { overrides: { params } } : {}),
    ...(children ? { children: entries(children) } : {}),
  }));
}

/** Returns the text of a flow file. */
export function flowOf(...steps: readonly TestStep[]): string {
  return JSON.stringify({ name: 'Test', actions: entries(steps) }, null, 2);
}

const text = fc.oneof(
  fc.constantFrom(
    ...[
      'Sign in',
      'Total (2)',
      'a.b',
      'C:\\x',
      '50 %',
      'yes',
      '12',
      '- dash',
      "it's",
      '"quoted"',
      '#1',
      'key: value',
    ],
    ...[
      '*',
      '${x}',
      '$',
      'line\nbreak',
      'tab\there',
      'Grüße 🙂',
      'a\u2028b\u0085c',
      '[a]',
      'a|b',
      '^start',
      'end$',
    ],
    ...[
      ' padded ',
      '~',
      'null',
      '!!str',
      '%',
      '{{not',
      '(?i)x',
      '.*',
      'a\\',
      '---',
      '...',
      '\ufeffx',
      '>',
      '@at',
      '`',
    ],
  ),
  fc.string({ minLength: 1, maxLength: 20, unit: 'binary' }).filter(one => !one.includes('{{')),
);
const typed = fc.oneof(
  text,
  fc.constantFrom(
    '{{event.payload.user}}',
    'Hello {{event.payload.user}}!',
    '{{event.payload.a_1}} {{event.payload.b}}',
  ),
);
const point = fc.nat({ max: 2000 });
const element = fc.oneof(
  text.map(one => ({
    element: { by: 'text', text: one },
    fallback: { by: 'description', description: one },
  })),
  text.filter(one => one.trim() === one).map(one => ({ element: { by: 'text', text: one, exact: false } })),
  fc
    .constantFrom('{{event.payload.user}}', 'a.*{{event.payload.user}}|b', '({{event.payload.user}})$')
    .chain(one =>
      fc.constantFrom(
        { element: { by: 'text', text: one }, fallback: { by: 'description', description: one } },
        { element: { by: 'text', text: one, exact: false } },
      ),
    ),
  fc.constantFrom(
    {
      element: { by: 'resourceId', resourceId: 'com.example.shop:id/buy' },
      fallback: { by: 'resourceId', resourceId: 'buy' },
    },
    { element: { by: 'resourceId', resourceId: 'com.other:id/a_b' } },
  ),
);

/** Returns steps of an action whose parameters are generated. */
function stepsOf(method: ImportMethod, params: fc.Arbitrary<JsonObject>): fc.Arbitrary<TestStep> {
  const name = fc.option(fc.constantFrom('Name', 'Say: “hi”', '# 1', '12'), { nil: undefined, freq: 4 });
  return fc.record({ params, name, optional: fc.boolean() }).map(({ name: own, ...step }) => ({
    method,
    ...step,
    ...(own === undefined ? {} : { name: own }),
  }));
}

/** Steps that all have commands with the same meaning. */
const step = fc.oneof(
  stepsOf(
    'device.tap',
    element.map(({ element: target, ...rest }) => ({ target, ...rest })),
  ),
  stepsOf(
    'device.tap',
    fc.tuple(point, point).map(([x, y]) => ({ target: { x, y } })),
  ),
  stepsOf('device.typeText', fc.record({ text: typed })),
  stepsOf('device.clearText', fc.constant({})),
  stepsOf('device.hideKeyboard', fc.constant({})),
  stepsOf('device.pressKey', fc.record({ key: fc.constantFrom('enter', 'tab', 24) })),
  stepsOf(
    'device.pressKey',
    fc.record({ key: fc.constant('delete'), times: fc.integer({ min: 1, max: 50 }) }),
  ),
  stepsOf('device.globalAction', fc.record({ button: fc.constantFrom('back', 'home') })),
  stepsOf(
    'device.swipe',
    fc.record({
      gesture: fc.record({ startX: point, startY: point, endX: fc.constant(5.5), endY: point }),
      duration: fc.integer({ min: 10, max: 900 }),
    }),
  ),
  stepsOf('device.swipe', fc.constant({ gesture: { direction: 'left', distance: 0.8 }, duration: 400 })),
  stepsOf('device.screenshot', fc.record({ name: fc.constantFrom('home', 'a-b_1') })),
  stepsOf(
    'device.setLocation',
    fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }).map(one => one + 0),
      longitude: fc.constant('{{event.payload.b}}'),
    }),
  ),
  stepsOf(
    'device.followRoute',
    fc.integer({ min: 1, max: 9999 }).map(speed => ({
      route: [
        [1.5, -2],
        [speed / 100, 3],
      ],
      speedKmh: speed / 10,
    })),
  ),
  stepsOf(
    'device.launchApp',
    fc.constantFrom<JsonObject>(
      { platform: 'android', app: 'com.other', clearData: true },
      { platform: 'android', app: 'com.example.shop' },
    ),
  ),
  stepsOf('device.openUrl', fc.constant({ url: 'https://example.com/?a={{event.payload.user}}#b' })),
  stepsOf('device.setPermission', fc.constant({ app: 'com.other', granted: false })),
  stepsOf(
    'device.checkElement',
    element.map(one => ({ ...one, state: 'visible', timeoutSeconds: 17 })),
  ),
  stepsOf(
    'device.waitForElement',
    fc
      .tuple(element, fc.constantFrom('visible', 'gone'), fc.integer({ min: 1, max: 600 }))
      .map(([one, until, halves]) => ({ ...one, until, timeoutSeconds: halves / 2 })),
  ),
  stepsOf(
    'device.scrollTo',
    element.map(one => ({ ...one, direction: 'left' })),
  ),
);
const list = fc.array(step, { minLength: 1, maxLength: 3 });

/** Makes steps, of which one can have a key. */
type MakeSteps = (key: string) => readonly TestStep[];

/** Steps of a flow that an import of its export makes again. */
export const translatedSteps = fc.oneof(
  {
    arbitrary: step.map((one): MakeSteps => () => [one]),
    weight: 4,
  },
  {
    arbitrary: fc.tuple(fc.integer({ min: 2, max: 9 }), list).map(([times, children]): MakeSteps => () => [
      { method: 'flow.repeat', params: { times }, children },
    ]),
    weight: 1,
  },
  {
    arbitrary: fc
      .tuple(
        fc.constantFrom<string | number | boolean>('dark', 5, true),
        fc.constantFrom('equals', 'notEquals'),
        list,
      )
      .map(([right, operator, children]): MakeSteps => () => [
        { method: 'flow.branch', params: { left: '{{event.payload.mode}}', operator, right }, children },
      ]),
    weight: 1,
  },
  {
    arbitrary: fc
      .tuple(element, fc.constantFrom('visible', 'gone'), list)
      .map(([one, state, children]): MakeSteps => key => [
        { method: 'device.checkElement', params: { ...one, state, timeoutSeconds: 7 }, key, optional: true },
        {
          method: 'flow.branch',
          params: { left: `{{steps.${key}.status}}`, operator: 'equals', right: 'success' },
          children,
        },
      ]),
    weight: 1,
  },
  {
    arbitrary: element.map((one): MakeSteps => key => [
      { method: 'device.readElement', params: one, key },
      { method: 'device.typeText', params: { text: `{{steps.${key}.body.text}}!` } },
    ]),
    weight: 1,
  },
);
