import assert from 'node:assert/strict';
import type { FlowCatalog } from '../../../../src/flow/catalog.ts';
import { checkFlow } from '../../../../src/flow/check/checkFlow.ts';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { completionsAt } from '../../../../src/flow/language/completion.ts';
import { quickFixesFor } from '../../../../src/flow/language/quickFixes.ts';
import { demoActionId } from '../../../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../../../src/sandbox/demo/devices.ts';
import { sampleCatalog } from '../../../support/sampleCatalog.ts';

const PHONE = demoDeviceId('phone');
const APPS = [
  { id: 'org.sandbox.form', name: 'Form' },
  { id: 'org.sandbox.messages', name: 'Messages' },
];
const catalog: FlowCatalog = {
  ...sampleCatalog(),
  installedApps: id => (id === PHONE ? APPS : undefined),
};

function flow(app: string, deviceIds: readonly string[] = [PHONE], ...more: readonly object[]): string {
  const params = { platform: 'android', app };
  const launch = { actionId: demoActionId('device.launchApp'), position: 1, overrides: { params } };
  return JSON.stringify({ name: 'A', deviceIds, actions: [...more, launch] });
}

function missingIn(text: string): ReturnType<typeof checkFlow> {
  return checkFlow(parseFlow(text), catalog).filter(({ code }) => code === 'missing-app');
}

it('an app that a flow starts is reported before the run if no device of the flow has it, with the apps that are there', () => {
  const text = flow('org.sandbox.from');
  const [problem] = missingIn(text);
  assert.ok(problem);
  const expected =
    'The app “org.sandbox.from” is not installed on Pixel phone. Did you mean “org.sandbox.form”?';
  assert.equal(problem.message, expected);
  assert.equal(text.slice(problem.start, problem.end), '"org.sandbox.from"');
  const fixes = quickFixesFor(parseFlow(text), problem, catalog);
  assert.deepEqual(
    fixes.map(({ title }) => title),
    ['Use “org.sandbox.form”', 'Use “org.sandbox.messages”'],
  );
});

it('an app that a flow starts is not reported if it is there, is an expression, or nothing is known of the devices', () => {
  const texts = [
    flow('org.sandbox.form'),
    flow('{{event.payload.app}}'),
    flow('org.sandbox.from', []),
    flow('org.sandbox.from', [demoDeviceId('tablet')]),
  ];
  for (const text of texts) assert.deepEqual(missingIn(text), [], text);
});

it('an app that a flow starts is not reported in a flow that installs an uploaded app', () => {
  const params = { appId: PHONE };
  const install = { actionId: demoActionId('device.installApp'), position: 0, overrides: { params } };
  assert.deepEqual(missingIn(flow('org.sandbox.from', [PHONE], install)), []);
});

it('an app that a flow starts is completed by its name with those on the devices of the flow', () => {
  const text = flow('');
  const offset = text.indexOf('"app":""') + '"app":"'.length;
  const { items } = completionsAt(parseFlow(text), offset, catalog);
  const apps = items.filter(({ kind }) => kind === 'reference').map(({ label }) => label);
  assert.deepEqual(apps, ['Form', 'Messages']);
});
