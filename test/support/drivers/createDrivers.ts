import { adbClient } from '../../../src/sandbox/drivers/adb/adbConnection.ts';
import { AdbPhone } from '../../../src/sandbox/drivers/adb/adbPhone.ts';
import { SimulatedPhone } from '../../../src/sandbox/drivers/simulated/simulatedPhone.ts';
import { demoDeviceId } from '../../../src/sandbox/demo/devices.ts';
import { simulatedHost } from '../../../src/sandbox/features/devices/simulated/simulatedHost.ts';
import { AdbDaemon } from '../fakePhone/adbDaemon.ts';
import type { AdbHost } from '../fakePhone/adbHosts.ts';
import { AdbTestServer } from '../fakePhone/adbServer.ts';
import { FakePhone, type FakePhoneSettings } from '../fakePhone/fakePhone.ts';
import { testSandbox } from '../sandbox.ts';
import { until } from '../until.ts';
import { type CreatedDriver, LIMITS } from './usedPhone.ts';

/** The time after which a server connects again to a phone that it does not list, in milliseconds. */
const CONNECT_AGAIN_MS = 5000;

/** Creates the driver of a simulated phone of the demo data, in a sandbox of its own. */
export async function createSimulated(key = 'phone'): Promise<CreatedDriver> {
  const sandbox = await testSandbox({ timeScale: 0 });
  const driver = new SimulatedPhone(simulatedHost(sandbox.service, demoDeviceId(key)));
  return { driver, close: () => sandbox.stop() };
}

/** Creates the driver of a fake phone at an adb server of our own; `prepare` changes the phone before. */
export async function createAdb(
  settings: FakePhoneSettings,
  prepare: (phone: FakePhone) => void = () => undefined,
): Promise<CreatedDriver> {
  const server = await AdbTestServer.start();
  const phone = phoneWithFolders(settings);
  prepare(phone);
  server.connect(phone);
  const driver = await AdbPhone.open(server.address, phone.serial, LIMITS);
  return {
    driver,
    close: async () => {
      await driver.close();
      await server.stop();
    },
  };
}

/** Creates the driver of a fake phone that a server reaches by the protocol of phones. */
export async function createByHost(host: AdbHost, settings: FakePhoneSettings): Promise<CreatedDriver> {
  const daemon = await AdbDaemon.start(phoneWithFolders(settings));
  const connect = async (): Promise<void> => {
    let next = 0;
    // The server learns a moment after the phone that it is allowed, and refuses a phone that it has not left yet.
    await until('a phone that the server may use', async () => {
      if (performance.now() >= next) {
        next = performance.now() + CONNECT_AGAIN_MS;
        await host.disconnect(daemon).catch(() => undefined);
        await host.connect(daemon).catch(() => undefined);
      }
      // A server that has crashed is started again.
      const phones = await adbClient(host.address)
        .getDevices(['device'])
        .catch(() => []);
      return phones.some(({ serial }) => serial === daemon.serial);
    });
  };
  daemon.afterRestart = () => void connect().catch(() => undefined);
  await connect();
  const driver = await AdbPhone.open(host.address, daemon.serial, LIMITS);
  return {
    driver,
    close: async () => {
      await driver.close();
      await host.disconnect(daemon).catch(() => undefined);
      await daemon.stop();
    },
  };
}

function phoneWithFolders(settings: FakePhoneSettings): FakePhone {
  const phone = new FakePhone(settings);
  for (const folder of ['DCIM', 'Download'])
    phone.files.set(`/sdcard/${folder}/.nomedia`, { bytes: new Uint8Array(), modifiedAt: 1 });
  return phone;
}
