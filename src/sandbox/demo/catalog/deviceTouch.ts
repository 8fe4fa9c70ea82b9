import { type DemoAction, DIALECT_2020, DIALECT_7 } from './demoAction.ts';
import { display, pixel, selector, stealth } from './selector.ts';

/** Actions that touch the screen and press keys. */
export const touchActions: readonly DemoAction[] = [
  {
    service: 'devices_api',
    method: 'device.tap',
    name: 'Tap',
    description: 'Taps a point of the screen, or an element that is found on it by text, id or description.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      title: 'Tap',
      required: ['target'],
      additionalProperties: false,
      properties: {
        target: {
          title: 'Target',
          oneOf: [
            {
              type: 'object',
              title: 'Point',
              required: ['x', 'y'],
              additionalProperties: false,
              properties: { x: pixel, y: pixel },
              examples: [{ x: 540, y: 1180 }],
            },
            { $ref: '#/$defs/selector' },
          ],
        },
        stealth,
        display,
      },
      $defs: { selector },
    },
    effect:
      'Touches the simulated screen: a button presses, a field takes the focus, an app icon opens its app. An element target is tapped in its middle. Fails with code `logic` when no element matches.',
    output: {
      x: { description: 'Pixel that was touched, after stealth.', example: 540 },
      y: { description: 'Pixel that was touched, after stealth.', example: 1180 },
      element: { description: 'Text of the element under the point, or null.', example: 'Sign in' },
    },
  },
  {
    service: 'devices_api',
    method: 'device.longPress',
    name: 'Long press',
    description: 'Holds a point of the screen for a while, the way a context menu is opened.',
    params: { duration: 800 },
    paramsSchema: {
      $schema: DIALECT_7,
      type: 'object',
      required: ['x', 'y'],
      properties: {
        x: pixel,
        y: pixel,
        duration: {
          type: 'integer',
          minimum: 300,
          exclusiveMaximum: 10_000,
          default: 800,
          description: 'How long to hold, in milliseconds.',
        },
        display,
      },
      additionalProperties: false,
    },
    effect: 'Holds the simulated screen; the gesture log of the device shows a long press.',
    output: { durationMs: { description: 'How long the point was held.', example: 800 } },
  },
  {
    service: 'devices_api',
    method: 'device.swipe',
    name: 'Swipe',
    description:
      'Swipes in a direction or from one point to another. With stealth the path and the pace are those of a hand.',
    params: { duration: 300, stealth: true },
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['gesture'],
      properties: {
        gesture: {
          title: 'Gesture',
          oneOf: [
            {
              type: 'object',
              title: 'Direction',
              required: ['direction'],
              additionalProperties: false,
              properties: {
                direction: {
                  type: 'string',
                  enum: ['up', 'down', 'left', 'right'],
                  enumDescriptions: [
                    'Shows what is further down.',
                    'Shows what is further up, or refreshes a list.',
                    'Goes to the next page.',
                    'Goes to the page before.',
                  ],
                },
                distance: {
                  type: 'number',
                  minimum: 0.05,
                  maximum: 1,
                  multipleOf: 0.05,
                  default: 0.5,
                  description: 'Share of the screen, from 0.05 to 1.',
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
      additionalProperties: false,
    },
    effect:
      'Scrolls the list or turns the page of the simulated app; the gesture log shows the path. A stealth swipe under 5 pixels becomes a long press.',
    output: {
      startX: { description: 'Where the finger went down.', example: 541 },
      startY: { description: 'Where the finger went down.', example: 1603 },
      endX: { description: 'Where it was lifted.', example: 548 },
      endY: { description: 'Where it was lifted.', example: 402 },
      durationMs: { description: 'Duration after stealth.', example: 317 },
    },
  },
  {
    service: 'devices_api',
    method: 'device.typeText',
    name: 'Type text',
    description:
      'Types into the field that has the focus, at the pace of a person when asked to. Fails when no field has the focus.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['text'],
      properties: {
        text: {
          type: 'string',
          maxLength: 5000,
          title: 'Text',
          examples: ['Hello', '{{steps[0].output.code}}'],
        },
        clear: { type: 'boolean', default: false, description: 'Empty the field first.' },
        stealth,
        wordsPerMinute: { type: 'integer', minimum: 5, maximum: 300, examples: [45] },
        errorRate: {
          type: 'number',
          minimum: 0,
          exclusiveMaximum: 0.5,
          description: 'Share of letters typed wrong and corrected; needs wordsPerMinute.',
        },
      },
      dependentRequired: { errorRate: ['wordsPerMinute'] },
    },
    effect:
      'The text appears in the focused field of the simulated app. Fails with code `logic` and “IME not active” when no field has the focus.',
    output: { length: { description: 'Number of characters typed.', example: 6 } },
  },
  {
    service: 'devices_api',
    method: 'device.clearText',
    name: 'Clear text',
    description: 'Empties the field that has the focus.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      properties: { display },
      additionalProperties: false,
    },
    effect: 'The focused field of the simulated app is empty. Fails like typing when no field has the focus.',
    output: {},
  },
  {
    service: 'devices_api',
    method: 'device.pressKey',
    name: 'Press key',
    description: 'Presses a key by its name or, for the rest of the keyboard, by its Android key code.',
    paramsSchema: {
      $schema: DIALECT_7,
      type: 'object',
      required: ['key'],
      additionalProperties: false,
      properties: {
        key: {
          anyOf: [
            {
              title: 'Name',
              type: 'string',
              enum: ['back', 'tab', 'enter', 'delete', 'forwardDelete'],
            },
            { title: 'Android key code', type: 'integer', minimum: 0, maximum: 320, examples: [66] },
          ],
        },
        times: { type: 'integer', minimum: 1, maximum: 50, default: 1 },
      },
    },
    effect:
      'Enter submits the form in front, tab moves the focus, delete removes a letter, back closes the app; other keys only appear in the gesture log.',
    output: { keyCode: { description: 'Android key code that was pressed.', example: 66 } },
  },
  {
    service: 'devices_api',
    method: 'device.globalAction',
    name: 'Back, home or recents',
    description: 'Presses one of the three global buttons, whatever app is in front.',
    params: { button: 'home' },
    paramsSchema: {
      $schema: DIALECT_7,
      type: 'object',
      required: ['button'],
      properties: {
        button: {
          title: 'Button',
          oneOf: [
            { const: 'back', title: 'Back', description: 'Closes what is in front.' },
            { const: 'home', title: 'Home', description: 'Goes to the home screen.' },
            { const: 'recents', title: 'Recents', description: 'Shows the apps used last.' },
          ],
        },
      },
    },
    effect: 'The simulated device goes back, home or to the list of recent apps.',
    output: { app: { description: 'Package in front afterwards.', example: 'org.sandbox.launcher' } },
  },
];
