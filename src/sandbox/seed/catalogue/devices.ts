import { type DemoAction, DIALECT_2020, DIALECT_7 } from './demoAction.ts';

const pixel = { type: 'number', minimum: 0, description: 'Pixels of the screen.' };
const display = {
  type: 'integer',
  minimum: 0,
  default: 0,
  description: 'Display of a multi-display device.',
};
const stealth = {
  type: 'boolean',
  default: false,
  description: 'Move like a person: shifted points, a varied duration and a curved path.',
};

const selector = {
  title: 'Element',
  description: 'How to find an element on the screen.',
  oneOf: [
    {
      type: 'object',
      title: 'By text',
      required: ['by', 'text'],
      additionalProperties: false,
      properties: {
        by: { const: 'text' },
        text: { type: 'string', minLength: 1, examples: ['Sign in'] },
        exact: { type: 'boolean', default: true },
      },
    },
    {
      type: 'object',
      title: 'By resource id',
      required: ['by', 'resourceId'],
      additionalProperties: false,
      properties: {
        by: { const: 'resourceId' },
        resourceId: {
          type: 'string',
          pattern: '^[\\w.]+:id/[\\w.]+$',
          examples: ['com.example.app:id/submit'],
        },
      },
    },
    {
      type: 'object',
      title: 'By description',
      required: ['by', 'description'],
      additionalProperties: false,
      properties: { by: { const: 'description' }, description: { type: 'string', minLength: 1 } },
    },
  ],
};

const waiting = {
  timeoutSeconds: {
    type: 'number',
    exclusiveMinimum: 0,
    maximum: 300,
    default: 30,
    description: 'Longest wait, in seconds.',
  },
  pollMilliseconds: { type: 'integer', minimum: 100, multipleOf: 50, default: 500 },
};

/** Actions that look at and move a device. */
export const deviceActions: readonly DemoAction[] = [
  {
    service: 'devices_api',
    method: 'device.tap',
    name: 'Tap',
    description: 'Taps a point of the screen or an element that is found on it.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      title: 'Tap',
      required: ['target'],
      additionalProperties: false,
      properties: {
        target: {
          oneOf: [
            {
              type: 'object',
              title: 'Point',
              required: ['x', 'y'],
              additionalProperties: false,
              properties: { x: pixel, y: pixel },
            },
            { $ref: '#/$defs/selector' },
          ],
        },
        stealth,
        display,
      },
      $defs: { selector },
    },
  },
  {
    service: 'devices_api',
    method: 'device.longPress',
    name: 'Long press',
    description: 'Holds a point of the screen for a while.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['x', 'y'],
      properties: {
        x: pixel,
        y: pixel,
        duration: {
          type: 'integer',
          minimum: 300,
          maximum: 10_000,
          default: 800,
          description: 'Milliseconds.',
        },
        display,
      },
    },
  },
  {
    service: 'devices_api',
    method: 'device.swipe',
    name: 'Swipe',
    description: 'Swipes in a direction or from one point to another.',
    params: { duration: 300, stealth: true },
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['gesture'],
      properties: {
        gesture: {
          oneOf: [
            {
              type: 'object',
              title: 'Direction',
              required: ['direction'],
              additionalProperties: false,
              properties: {
                direction: { enum: ['up', 'down', 'left', 'right'] },
                distance: {
                  type: 'number',
                  minimum: 0.05,
                  maximum: 1,
                  default: 0.5,
                  description: 'Share of the screen.',
                },
              },
            },
            {
              type: 'object',
              title: 'Points',
              required: ['startX', 'startY', 'endX', 'endY'],
              additionalProperties: false,
              properties: { startX: pixel, startY: pixel, endX: pixel, endY: pixel },
            },
          ],
        },
        duration: { type: 'integer', minimum: 10, maximum: 60_000, description: 'Milliseconds.' },
        stealth,
        display,
      },
    },
  },
  {
    service: 'devices_api',
    method: 'device.typeText',
    name: 'Type text',
    description: 'Types into the focused field, at the pace of a person when asked to.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['text'],
      properties: {
        text: { type: 'string', maxLength: 5000, examples: ['{{steps[0].output.code}}'] },
        clear: { type: 'boolean', default: false, description: 'Empty the field first.' },
        stealth,
        wordsPerMinute: { type: 'integer', minimum: 5, maximum: 300 },
        errorRate: { type: 'number', minimum: 0, exclusiveMaximum: 0.5 },
      },
      dependentRequired: { errorRate: ['wordsPerMinute'] },
    },
  },
  {
    service: 'devices_api',
    method: 'device.pressKey',
    name: 'Press key',
    description: 'Presses a key by its name.',
    paramsSchema: {
      $schema: DIALECT_7,
      type: 'object',
      required: ['key'],
      additionalProperties: false,
      properties: {
        key: { type: 'string', enum: ['back', 'tab', 'enter', 'delete', 'forwardDelete'] },
        times: { type: 'integer', minimum: 1, maximum: 50, default: 1 },
      },
    },
  },
  {
    service: 'devices_api',
    method: 'device.globalAction',
    name: 'Back, home or recents',
    description: 'Presses one of the three global buttons.',
    paramsSchema: {
      $schema: DIALECT_7,
      type: 'object',
      required: ['button'],
      properties: { button: { enum: ['back', 'home', 'recents'], default: 'home' } },
    },
  },
  {
    service: 'devices_api',
    method: 'device.setLocation',
    name: 'Set location',
    description: 'Sets the simulated GPS position. The address on the internet keeps following the proxy.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['latitude', 'longitude'],
      properties: {
        latitude: { type: 'number', minimum: -90, maximum: 90, examples: [52.52] },
        longitude: { type: 'number', minimum: -180, maximum: 180, examples: [13.405] },
        accuracyMetres: { type: ['number', 'null'], minimum: 0, default: null },
      },
    },
  },
  {
    service: 'devices_api',
    method: 'device.followRoute',
    name: 'Follow a route',
    description: 'Moves the position along a list of points.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['route'],
      properties: {
        route: {
          type: 'array',
          minItems: 2,
          maxItems: 500,
          items: {
            type: 'array',
            description: 'Longitude, latitude and optionally seconds to stay.',
            prefixItems: [
              { type: 'number', minimum: -180, maximum: 180 },
              { type: 'number', minimum: -90, maximum: 90 },
              { type: 'number', minimum: 0 },
            ],
            items: false,
            minItems: 2,
          },
        },
        speedKmh: { type: 'number', exclusiveMinimum: 0, maximum: 1000, default: 30 },
        repeat: { type: 'boolean', default: false },
      },
    },
  },
  {
    service: 'devices_api',
    method: 'device.resetLocation',
    name: 'Reset location',
    description: 'Returns to the real position.',
    paramsSchema: { $schema: DIALECT_2020, type: 'object', additionalProperties: false },
  },
  {
    service: 'devices_api',
    method: 'device.launchApp',
    name: 'Launch app',
    description: 'Starts an app by its package, on Android with an activity and extras where needed.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['platform', 'app'],
      properties: {
        platform: { enum: ['android', 'ios'] },
        app: { type: 'string', minLength: 3, examples: ['com.example.messages'] },
        clearData: { type: 'boolean', default: false },
      },
      if: { properties: { platform: { const: 'android' } } },
      then: {
        properties: {
          app: { pattern: '^[a-zA-Z]\\w*(\\.[a-zA-Z]\\w*)+$' },
          activity: { type: 'string' },
          extras: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
        },
      },
      else: { properties: { app: { pattern: '^[A-Za-z0-9.-]+$' }, activity: false, extras: false } },
    },
  },
  {
    service: 'devices_api',
    method: 'device.openUrl',
    name: 'Open address',
    description: 'Opens a web address or a deep link.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['url'],
      properties: {
        url: { type: 'string', format: 'uri', examples: ['https://example.com/offer'] },
        browser: {
          type: 'string',
          deprecated: true,
          description: 'Use the device’s default browser instead.',
        },
      },
    },
  },
  {
    service: 'devices_api',
    method: 'device.screenshot',
    name: 'Take screenshot',
    description: 'Takes a picture of the screen and keeps it with the run.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      properties: {
        name: { type: 'string', pattern: '^[\\w-]{1,64}$', default: 'screen' },
        hideOverlay: { type: 'boolean', default: true },
        area: {
          type: ['object', 'null'],
          default: null,
          required: ['left', 'top', 'right', 'bottom'],
          properties: { left: pixel, top: pixel, right: pixel, bottom: pixel },
        },
      },
    },
  },
  {
    service: 'devices_api',
    method: 'device.waitForElement',
    name: 'Wait for element',
    description: 'Waits until an element is on the screen, or until it is gone.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['element'],
      properties: { element: selector, until: { enum: ['visible', 'gone'], default: 'visible' }, ...waiting },
    },
  },
  {
    service: 'devices_api',
    method: 'device.assertText',
    name: 'Check text',
    description: 'Fails the run unless the screen shows a text.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      anyOf: [{ required: ['contains'] }, { required: ['matches'] }],
      properties: {
        contains: { type: 'string', minLength: 1 },
        matches: { type: 'string', format: 'regex' },
        ignoreCase: { type: 'boolean', default: true },
      },
    },
  },
  {
    service: 'devices_api',
    method: 'device.reboot',
    name: 'Reboot device',
    description: 'Reboots the device and waits until it is ready again.',
  },
];
