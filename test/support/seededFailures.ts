import type { FailureCause } from '../../src/flow/explain/explanation.ts';
import { demoMailboxId } from '../../src/sandbox/demo/mailboxes.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const GMAIL = demoMailboxId('gmail');

/** A flow that fails, with the cause that must be named first. */
export interface SeededFailure {
  readonly name: string;
  readonly steps: readonly (readonly [method: string, params?: object])[];
  readonly cause: FailureCause;
  readonly says: RegExp;
  /** The key of the demo device, the tablet by default, or null for none. */
  readonly device?: string | null;
  readonly payload?: Record<string, unknown>;
  /** A mail that arrives while the flow waits. */
  readonly mail?: { readonly fromAddress: string; readonly subject: string; readonly text: string };
  /** The status of the service at `{receiver}`. */
  readonly status?: number;
}

const url = (address: string) => ['device.openUrl', { url: address }] as const;
const tap = (text: string, more: object = {}) =>
  ['device.tap', { target: { by: 'text', text, ...more } }] as const;
const tapId = (id: string) =>
  ['device.tap', { target: { by: 'resourceId', resourceId: `org.sandbox.${id}` } }] as const;
const type = (text: string) => ['device.typeText', { text }] as const;
const check = (contains: string) => ['device.assertText', { contains }] as const;
const waitFor = (from?: string) =>
  ['mailbox.waitForPasscode', { mailboxId: GMAIL, timeoutSeconds: 5, ...(from ? { from } : {}) }] as const;
const log = (message: string) => ['webhooks.log', { message }] as const;
const request = (more: object = {}) => ['webhooks.request', { url: '{receiver}', ...more }] as const;

/** Flows that fail, each for a different cause. */
export const seededFailures: readonly SeededFailure[] = [
  {
    name: 'a typing mistake in a text',
    steps: [url('form:'), tap('Creat account')],
    cause: 'similarText',
    says: /No element says “Creat account”\. The closest text is “Create account”\./,
  },
  {
    name: 'a part of a text',
    steps: [url('form:'), tap('I accept')],
    cause: 'similarText',
    says: /closest text is “I accept the terms”/,
  },
  {
    name: 'another letter case',
    steps: [url('form:'), tap('create account')],
    cause: 'similarText',
    says: /closest text is “Create account”/,
  },
  {
    name: 'a description taken for a text',
    steps: [url('form:'), tap('E-mail address')],
    cause: 'similarText',
    says: /“E-mail”/,
  },
  {
    name: 'a text taken for a description',
    steps: [url('form:'), ['device.tap', { target: { by: 'description', description: 'Create account' } }]],
    cause: 'otherAttribute',
    says: /No element has the description “Create account”, but one has it as its text/,
  },
  {
    name: 'a resource ID without its package',
    steps: [url('form:'), ['device.tap', { target: { by: 'text', text: 'submit' } }]],
    cause: 'otherAttribute',
    says: /as its resource ID/,
  },
  {
    name: 'a dialog over the app',
    steps: [url('form:'), url('alert:Update%20available'), tap('Create account')],
    cause: 'dialog',
    says: /No element says “Create account”\. A dialog “Update available” covers the screen\./,
  },
  {
    name: 'the keyboard over a button',
    steps: [url('settings:'), tapId('settings:id/settings.lock'), tap('Security')],
    cause: 'keyboard',
    says: /“Security” is behind the keyboard/,
    device: 'phone',
  },
  {
    name: 'a text below the visible part',
    steps: [
      url('browser:'),
      ['device.launchApp', { platform: 'android', app: 'org.sandbox.settings' }],
      tap('About this phone'),
    ],
    cause: 'offScreen',
    says: /“About this phone” is further down the screen/,
    device: 'phone',
  },
  {
    name: 'another app in front',
    steps: [url('form:'), url('maps:'), tap('Create account')],
    cause: 'otherApp',
    says: /“Create account” is in “Form”, but “Maps” is in front/,
  },
  {
    name: 'an app that was never opened',
    steps: [['device.globalAction', { button: 'home' }], tapId('form:id/submit')],
    cause: 'otherApp',
    says: /is in “org\.sandbox\.form”, but “Home” is in front/,
  },
  {
    name: 'a screen that closed',
    steps: [
      url('settings:'),
      tap('About this phone', { exact: false }),
      ['device.globalAction', { button: 'back' }],
      ['device.readElement', { element: { by: 'text', text: 'Displays', exact: false } }],
    ],
    cause: 'disappeared',
    says: /“Displays” was on the screen until step 3/,
  },
  {
    name: 'a text that is nowhere',
    steps: [url('maps:'), tap('Zzyzx Qwop')],
    cause: 'missing',
    says: /No element says “Zzyzx Qwop”\. “Maps” is in front/,
  },
  {
    name: 'an element that stays',
    steps: [
      url('form:'),
      [
        'device.waitForElement',
        { element: { by: 'text', text: 'Create account' }, until: 'gone', timeoutSeconds: 1 },
      ],
    ],
    cause: 'stillThere',
    says: /still on the screen after 1 seconds/,
  },
  {
    name: 'a disabled element',
    steps: [url('settings:'), tap('Airplane mode'), tap('Bluetooth'), check('Bluetooth is connected')],
    cause: 'disabled',
    says: /Step 3 tapped “Bluetooth”, which is disabled/,
  },
  {
    name: 'typing without a field',
    steps: [url('form:'), type('Ann')],
    cause: 'noFocus',
    says: /No text field has the focus/,
  },
  {
    name: 'a text that does not match',
    steps: [
      url('form:'),
      ['device.readElement', { element: { by: 'text', text: 'Create account' }, pattern: '^\\d+$' }],
    ],
    cause: 'pattern',
    says: /“Create account” does not match the pattern/,
  },
  {
    name: 'a point off the screen',
    steps: [['device.tap', { target: { x: 5000, y: 10 } }]],
    cause: 'outsideScreen',
    says: /5000, 10 is outside the screen, which is 1600 × 2560/,
  },
  {
    name: 'input that the app rejects',
    steps: [url('form:'), tapId('form:id/submit'), check('Welcome')],
    cause: 'rejectedInput',
    says: /“Form” did not accept what was entered: “Enter your name\.”/,
  },
  {
    name: 'a field that the payload lacks',
    steps: [log('{{event.payload.ordrId}}')],
    payload: { orderId: 1 },
    cause: 'missingPayload',
    says: /The payload has no field “ordrId”, which the parameter “message” needs\. It has “orderId”\./,
  },
  {
    name: 'a value that the output lacks',
    steps: [log('x'), log('{{steps.write-to-the-log.body.lines}}')],
    cause: 'missingOutput',
    says: /The output of step 1 has no “lines”.* It has “line”/,
  },
  {
    name: 'an expression that is no path',
    steps: [log('{{1 + 1}}')],
    cause: 'badExpression',
    says: /is not an expression/,
  },
  {
    name: 'an item outside a repeat',
    steps: [log('{{item.name}}')],
    cause: 'badExpression',
    says: /\{\{item\.name\}\} in the parameter “message” has no value here/,
  },
  {
    name: 'a value that the action does not accept',
    steps: [['device.longPress', { x: '{{event.payload.x}}', y: 1 }]],
    payload: { x: 'left' },
    cause: 'invalidParam',
    says: /The parameter “x” is not valid/,
  },
  {
    name: 'a mail that does not come',
    steps: [waitFor()],
    cause: 'noMail',
    says: /No mail arrived within 5 seconds/,
  },
  {
    name: 'a mail from someone else',
    steps: [waitFor('shop@a.example')],
    mail: { fromAddress: 'bank@b.example', subject: 'Your code', text: 'Your code is 551203.' },
    cause: 'otherSender',
    says: /arrived from “bank@b\.example”, not from “shop@a\.example”/,
  },
  {
    name: 'a mail without a passcode',
    steps: [waitFor('shop@a.example')],
    mail: { fromAddress: 'shop@a.example', subject: 'Welcome', text: 'Thank you.' },
    cause: 'mailWithoutPasscode',
    says: /arrived, but it has no passcode/,
  },
  {
    name: 'a mailbox that does not exist',
    steps: [['mailbox.waitForPasscode', { mailboxId: NOBODY }]],
    cause: 'noMailbox',
    says: /mailbox of this step does not exist/,
  },
  {
    name: 'a service that refuses',
    steps: [request()],
    status: 401,
    cause: 'refusedRequest',
    says: /refused the request: it answered 401 \(not signed in\)/,
  },
  {
    name: 'a service that fails',
    steps: [request()],
    status: 503,
    cause: 'failedService',
    says: /it answered 503/,
  },
  {
    name: 'a service that is not there',
    steps: [['webhooks.request', { url: '{gone}' }]],
    cause: 'unreachableService',
    says: /cannot be reached/,
  },
  {
    name: 'a callback that nobody makes',
    steps: [['webhooks.waitForCallback', { timeoutSeconds: 2 }]],
    cause: 'noCallback',
    says: /Nobody called back within 2 seconds/,
  },
  {
    name: 'a device that is offline',
    steps: [tap('Maps')],
    device: 'offline',
    cause: 'deviceOffline',
    says: /“Personal phone” cannot be reached: it is disconnected/,
  },
  {
    name: 'a flow without a device',
    steps: [tap('Maps')],
    device: null,
    cause: 'noDevice',
    says: /flow has none/,
  },
  {
    name: 'a device without GPS',
    steps: [['device.setLocation', { latitude: 1, longitude: 1 }]],
    device: 'no-geo',
    cause: 'missingCapability',
    says: /does not support “geo”/,
  },
  {
    name: 'another platform',
    steps: [['device.launchApp', { platform: 'ios', app: 'org.sandbox.form' }]],
    cause: 'otherPlatform',
    says: /for “ios”/,
  },
  {
    name: 'an app that is not installed',
    steps: [['device.launchApp', { platform: 'android', app: 'org.sandbox.shop' }]],
    cause: 'missingApp',
    says: /“org\.sandbox\.shop” is not on the device/,
  },
  {
    name: 'an agent that finds nothing',
    steps: [
      url('maps:'),
      ['agent.extract', { source: { kind: 'screen' }, fields: { invoice: { type: 'date' } } }],
    ],
    cause: 'agent',
    says: /The agent could not do it: The source has no date after “invoice”/,
  },
  {
    name: 'a flow that stops itself',
    steps: [['flow.stop', { outcome: 'failed', reason: 'No stock' }]],
    cause: 'stopped',
    says: /ended the run here: “No stock”/,
  },
  {
    name: 'an error that nothing explains',
    steps: [['files.upload', { filename: 'a.txt', content: { kind: 'file', fileId: 'none' } }]],
    cause: 'unknown',
    says: /^This run has no file with the id none\.$/,
  },
  {
    name: 'a picture that does not exist',
    steps: [['agent.compareScreens', { before: 'a', after: 'b' }]],
    cause: 'agent',
    says: /This run has no picture named “a”/,
  },
];
