import assert from 'node:assert/strict';
import {
  deviceSummary,
  mayRunApp,
  otherPlatformProblem,
  platformOf,
} from '../../../src/wording/deviceLabels.ts';

it('a device in a picker has its type and state, and is marked if it is not usable', () => {
  assert.equal(deviceSummary({ type: 'ios_stealth_phone', state: 'ready' }), 'iOS phone · ready');
  assert.equal(
    deviceSummary({ type: 'device_slot', state: 'disconnected' }),
    'personal phone · disconnected · not usable',
  );
  assert.equal(deviceSummary({ type: 'new_type', state: undefined }), 'new_type');
  assert.equal(deviceSummary({ type: undefined, state: undefined }), '');
});

it('a device in a picker has the platform of its type, also for a former type name', () => {
  assert.equal(platformOf('ios_stealth_phone'), 'ios');
  assert.equal(platformOf('dedicated_ios_device'), 'ios');
  assert.equal(platformOf('android_emulator'), 'android');
  for (const type of ['device_slot', 'other', 'constructor', null, undefined])
    assert.equal(platformOf(type), undefined);
});

it('a device in a picker is offered for apps of its platform only, and for all apps if its platform is unknown', () => {
  assert.ok(mayRunApp('android_emulator', 'android') && !mayRunApp('android_emulator', 'ios'));
  assert.ok(mayRunApp('ios_stealth_phone', 'ios') && !mayRunApp('dedicated_ios_device', 'android'));
  for (const type of ['device_slot', 'other', null, undefined])
    assert.ok(mayRunApp(type, 'android') && mayRunApp(type, 'ios'));
});

it('a device in a picker says why it cannot run an app', () => {
  const iphone = { name: 'iPhone', type: 'ios_stealth_phone' };
  assert.equal(
    otherPlatformProblem('Shop', 'android', iphone),
    '“Shop” is for Android, and “iPhone” runs only apps for iOS.',
  );
  assert.equal(otherPlatformProblem('Shop', 'ios', iphone), undefined);
  assert.equal(otherPlatformProblem('Shop', 'ios', { name: 'Own', type: 'device_slot' }), undefined);
  assert.match(otherPlatformProblem('Shop', 'ios', { type: 'android_emulator' }) ?? '', /the device runs/);
});
