import assert from 'node:assert/strict';
import { createByHost } from '../support/drivers/createDrivers.ts';
import { DRIVER_CASES } from '../support/drivers/driverCases.ts';
import { testDriver } from '../support/drivers/usedPhone.ts';
import { ADB_HOSTS, type AdbHost, INSTALLED_ADB } from '../support/fakePhone/adbHosts.ts';
import { hasAdb } from '../support/fakePhone/adbProgram.ts';

let host: AdbHost | undefined;

// Debian's adb stands between the driver and the phone where it is installed, and otherwise our own server.
before(async () => {
  host = await ADB_HOSTS[hasAdb() ? INSTALLED_ADB : 'our own server']();
});

after(() => host?.stop());

testDriver(
  'adbDaemon',
  {
    name: 'Android 16 by the protocol of phones',
    create: () => {
      assert.ok(host);
      return createByHost(host, { apiLevel: 36 });
    },
  },
  DRIVER_CASES,
);
