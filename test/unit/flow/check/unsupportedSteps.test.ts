import assert from 'node:assert/strict';
import type { FlowCatalog } from '../../../../src/flow/catalog.ts';
import { checkFlow } from '../../../../src/flow/check/checkFlow.ts';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { demoActionId } from '../../../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../../../src/sandbox/demo/devices.ts';
import { sampleCatalog } from '../../../support/sampleCatalog.ts';

const [PHONE, TABLET] = [demoDeviceId('phone'), demoDeviceId('tablet')];
const LACKS: Readonly<Record<string, object>> = {
  [PHONE]: { geo: false, language: false, files: true },
  [TABLET]: { geo: false },
};
const catalog: FlowCatalog = {
  ...sampleCatalog(),
  deviceCapabilities: id => LACKS[id] as Record<string, unknown> | undefined,
};

function unsupportedIn(deviceIds: readonly string[], actions: readonly object[]): string[] {
  const text = JSON.stringify({ name: 'A', deviceIds, actions });
  return checkFlow(parseFlow(text), catalog)
    .filter(({ code }) => code === 'unsupported-step')
    .map(({ start, end, message }) => `${text.slice(start, end)} ${message}`);
}

const step = (method: string, position: number, children: readonly object[] = []): object => ({
  actionId: demoActionId(method),
  position,
  children,
});

it('a step that a device of the flow does not support is reported with the device, also inside another step', () => {
  const language = step('device.setLanguage', 0);
  const steps = [step('device.tap', 0), step('flow.repeat', 1, [language])];
  assert.deepEqual(unsupportedIn([PHONE, TABLET], steps), [
    `"${demoActionId('device.setLanguage')}" Pixel phone does not support changes of the language, so this step fails there. Remove it, or choose another device.`,
  ]);
});

it('a step that several devices of the flow do not support is reported once', () => {
  const [only = '', ...more] = unsupportedIn([PHONE, TABLET], [step('device.setLocation', 0)]);
  assert.deepEqual(more, []);
  assert.match(only, /Pixel phone and Android tablet do not support changes of the location/);
});

it('a step is not reported if the device supports it, or nothing is known of the device', () => {
  assert.deepEqual(unsupportedIn([PHONE], [step('files.upload', 0), step('device.readClipboard', 1)]), []);
  assert.deepEqual(unsupportedIn([demoDeviceId('ios')], [step('device.setLanguage', 0)]), []);
  assert.deepEqual(unsupportedIn([], [step('device.setLanguage', 0)]), []);
});
