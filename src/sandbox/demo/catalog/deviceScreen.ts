import { type DemoAction, DIALECT_2020 } from './demoAction.ts';
import { display, pixel, selector, waiting } from './selector.ts';

/** Actions that read the screen. */
export const screenActions: readonly DemoAction[] = [
  {
    service: 'devices_api',
    method: 'device.screenshot',
    name: 'Take screenshot',
    description: 'Takes a picture of the screen, or of a part of it, and keeps it with the run.',
    params: { hideOverlay: true },
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      properties: {
        name: {
          type: 'string',
          pattern: '^[\\w-]{1,64}$',
          default: 'screen',
          description: 'File name without ending: letters, digits, _ and -.',
        },
        hideOverlay: { type: 'boolean', default: true },
        area: {
          type: ['object', 'null'],
          default: null,
          title: 'Area',
          description: 'Part of the screen; null takes all of it.',
          required: ['left', 'top', 'right', 'bottom'],
          properties: { left: pixel, top: pixel, right: pixel, bottom: pixel },
          additionalProperties: false,
        },
        display,
      },
      additionalProperties: false,
    },
    effect:
      'Stores a PNG of the simulated screen among the files of the execution. Fails with code `transient` when the device is not ready.',
    output: {
      fileId: { description: 'The file of the execution.', example: 'file_5f1c09a7' },
      filename: { description: 'Name with ending.', example: 'screen.png' },
      width: { description: 'Pixels.', example: 1080 },
      height: { description: 'Pixels.', example: 2400 },
    },
  },
  {
    service: 'devices_api',
    method: 'device.waitForElement',
    name: 'Wait for element',
    description: 'Waits until an element is on the screen, or until it is gone.',
    params: { until: 'visible', timeoutSeconds: 30 },
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['element'],
      properties: {
        element: selector,
        until: { type: 'string', enum: ['visible', 'gone'], default: 'visible' },
        ...waiting,
      },
      additionalProperties: false,
    },
    effect: 'Looks at the simulated screen at every poll. Fails with code `logic` when the time is over.',
    output: {
      waitedMs: { description: 'How long it took.', example: 1500 },
      bounds: {
        description: 'Where the element is; null when it was to be gone.',
        example: { left: 72, top: 1510, right: 1008, bottom: 1654 },
      },
    },
  },
  {
    service: 'devices_api',
    method: 'device.readElement',
    name: 'Read element',
    description: 'Reads the text of an element, so that later steps can use it. Passwords are never read.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['element'],
      properties: {
        element: selector,
        pattern: {
          type: 'string',
          format: 'regex',
          description: 'Keeps only what this regular expression finds, its first group if it has one.',
          examples: ['Total: (\\d+[.,]\\d{2})'],
        },
      },
      additionalProperties: false,
    },
    effect:
      'Reads the simulated screen and changes nothing. Fails with code `logic` when the element or the pattern is not found.',
    output: { text: { description: 'What was read.', example: '19.90' } },
  },
  {
    service: 'devices_api',
    method: 'device.assertText',
    name: 'Check text',
    description: 'Fails the run unless the screen shows a text, given as such or as a regular expression.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      properties: {
        contains: { type: 'string', minLength: 1, examples: ['Welcome back'] },
        matches: { type: 'string', format: 'regex', examples: ['^Order \\d+'] },
        ignoreCase: { type: 'boolean', default: true },
      },
      anyOf: [
        { title: 'Plain text', required: ['contains'] },
        { title: 'Regular expression', required: ['matches'] },
      ],
      additionalProperties: false,
    },
    effect: 'Reads every text of the simulated screen. Fails with code `logic` when none fits.',
    output: { found: { description: 'The text that fits.', example: 'Welcome back, Ada' } },
  },
];
