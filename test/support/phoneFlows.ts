import assert from 'node:assert/strict';
import type { Execution } from '../../src/contract/records/execution.ts';
import { type Entry, FlowRunner, step, stepsOf } from './flowRunner.ts';
import type { TestSandbox } from './sandbox.ts';

/** The steps of a flow: methods and parameters. */
export type PhoneFlow = readonly (readonly [method: string, params: object])[];

/** The flows that fail. */
const FAILING = ['does not find an element', 'names an app that is missing', 'types without a field'];
/** The app with a form, and its field for a name. */
export const FORM = 'org.sandbox.form';
export const NAME = { by: 'resourceId', resourceId: `${FORM}:id/form.name` };
/** Returns the parameters that start an app without its data. */
export const launch = (app: string): object => ({ platform: 'android', app, clearData: true });

/** Flows whose steps must have the same results on every kind of phone. */
export const PHONE_FLOWS: Readonly<Record<string, PhoneFlow>> = {
  'fills a form': [
    ['device.launchApp', launch(FORM)],
    ['device.tap', { target: NAME }],
    ['device.typeText', { text: 'Ada Lovelace' }],
    ['device.hideKeyboard', {}],
    ['device.readElement', { element: NAME }],
    ['device.checkElement', { element: NAME, equals: 'Ada Lovelace' }],
  ],
  'corrects a text': [
    ['device.launchApp', launch(FORM)],
    ['device.tap', { target: NAME }],
    ['device.typeText', { text: 'Adaa' }],
    ['device.pressKey', { key: 'delete' }],
    ['device.checkElement', { element: { by: 'text', text: 'Ada', role: 'field' } }],
    ['device.clearText', {}],
    ['device.typeText', { text: 'Grace', clear: true }],
    ['device.checkElement', { element: { by: 'text', text: 'Grace' } }],
  ],
  'scrolls to a setting and switches it': [
    ['device.launchApp', launch('org.sandbox.settings')],
    ['device.scrollTo', { element: { by: 'text', text: 'About this phone', exact: false } }],
    ['device.assertText', { contains: 'About this phone' }],
    ['device.globalAction', { button: 'home' }],
  ],
  'does not find an element': [
    ['device.launchApp', launch(FORM)],
    ['device.waitForElement', { element: { by: 'text', text: 'Nowhere' }, timeoutSeconds: 1 }],
  ],
  'swipes and presses long': [
    ['device.launchApp', launch('org.sandbox.maps')],
    ['device.swipe', { gesture: { direction: 'left', distance: 0.3 }, stealth: false }],
    ['device.longPress', { x: 540, y: 1200, duration: 700 }],
    ['device.globalAction', { button: 'recents' }],
    ['device.globalAction', { button: 'back' }],
  ],
  'opens an address': [
    ['device.openUrl', { url: 'https://shop.example/' }],
    ['device.assertText', { contains: 'shop', ignoreCase: true }],
  ],
  'sets the phone up': [
    ['device.setTimeZone', { timezone: 'Asia/Tokyo' }],
    ['device.setLanguage', { locale: 'pt-BR' }],
    ['device.setClipboard', { content: 'copied' }],
    ['device.readClipboard', {}],
    ['device.setLocation', { latitude: 48.2, longitude: 16.4 }],
    ['device.setPermission', { app: FORM, granted: true }],
    ['device.resetLocation', {}],
  ],
  'stores a file and fetches it': [
    [
      'files.upload',
      { filename: 'note.txt', folder: '/sdcard/Download', content: { kind: 'text', text: 'Hello' } },
    ],
    ['files.download', { path: '/sdcard/Download/note.txt' }],
  ],
  'takes a picture': [
    ['device.launchApp', launch(FORM)],
    ['device.screenshot', { name: 'whole' }],
    ['device.screenshot', { name: 'part', area: { left: 0, top: 0, right: 200, bottom: 100 } }],
  ],
  'names an app that is missing': [['device.launchApp', launch('com.example.missing')]],
  'types without a field': [['device.clearText', {}]],
};

/** Runs steps on a device of a sandbox, and returns the run once it has ended. */
export async function runOn(sandbox: TestSandbox, deviceId: string, steps: PhoneFlow): Promise<Execution> {
  const runner = new FlowRunner(sandbox);
  const entries: Entry[] = steps.map(([method, params], index) => step(method, index + 1, params));
  const flow = await runner.createFlow(entries, { deviceIds: [deviceId] });
  runner.verify(flow.id);
  return runner.ended(flow);
}

/** Checks that the runs of a flow on a simulated phone and on another phone had the same results. */
export function assertSameResults(name: string, simulated: Execution, other: Execution): void {
  const isFailing = FAILING.includes(name);
  const [expected, actual] = [simulated, other].map(execution => ({
    status: execution.status,
    error: isFailing ? '' : execution.error,
    steps: stepsOf(execution).map(({ method, status, output, code }) => ({
      ...{ method, status, code },
      output: withoutChance(output),
    })),
  }));
  assert.deepEqual(actual, expected);
  assert.equal(simulated.status, isFailing ? 'failed' : 'success', simulated.error ?? '');
}

/** Returns an output without what differs from run to run: times, IDs, and texts of the drawn pictures. */
function withoutChance(output: unknown): unknown {
  if (typeof output !== 'object' || output === null) return output;
  const { waitedMs, fileId, bounds, ...rest } = output as Record<string, unknown>;
  return {
    ...rest,
    hasWaited: waitedMs !== undefined,
    hasFile: fileId !== undefined,
    hasBounds: bounds != null,
  };
}
