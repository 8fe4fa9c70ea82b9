import assert from 'node:assert/strict';
import { createByHost } from '../support/drivers/createDrivers.ts';
import { DISPLAY_CASES } from '../support/drivers/displayCases.ts';
import { DRIVER_CASES } from '../support/drivers/driverCases.ts';
import { type CreatedDriver, testDriver } from '../support/drivers/usedPhone.ts';
import { ADB_HOSTS, type AdbHost, INSTALLED_ADB } from '../support/fakePhone/adbHosts.ts';
import { hasAdb } from '../support/fakePhone/adbProgram.ts';
import type { FakePhoneSettings } from '../support/fakePhone/fakePhone.ts';

let host: AdbHost | undefined;

// Debian's adb stands between the driver and the phone where it is installed, and otherwise our own server.
before(async () => {
  host = await ADB_HOSTS[hasAdb() ? INSTALLED_ADB : 'our own server']();
});

after(() => host?.stop());

function create(settings: FakePhoneSettings): Promise<CreatedDriver> {
  assert.ok(host);
  return createByHost(host, { apiLevel: 36, ...settings });
}

testDriver(
  'adbDaemon',
  { name: 'Android 16 by the protocol of phones', create: () => create({}) },
  DRIVER_CASES,
);

testDriver(
  'adbDaemon',
  { name: 'two displays by the protocol of phones', create: () => create({ secondDisplay: 'hardware' }) },
  DISPLAY_CASES,
);
