import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { ServicePhone } from '../../src/sandbox/drivers/service/servicePhone.ts';
import { findApp } from '../../src/sandbox/records/findApp.ts';
import { type TestSandbox, testSandbox } from './sandbox.ts';

/** A driver of a phone of a second sandbox, which is the service, and the end of both. */
export interface OpenedServicePhone {
  readonly driver: ServicePhone;
  readonly service: TestSandbox;
  readonly close: () => Promise<void>;
}

/** Starts a second sandbox and opens a driver for a phone of its demo data, on its home screen. */
export async function openServicePhone(key = 'phone'): Promise<OpenedServicePhone> {
  const service = await testSandbox({ timeScale: 0 });
  const { baseUrl, key: token } = service;
  offerShop(service);
  const address = { baseUrl, token, deviceId: demoDeviceId(key), name: 'Far phone' };
  const driver = await ServicePhone.open(address, { signal: new AbortController().signal });
  return {
    driver,
    service,
    close: async () => {
      await driver.close();
      await service.stop();
    },
  };
}

/** Puts the version of an app that the tests of drivers install into the storage of the service. */
function offerShop({ service: { store } }: TestSandbox): void {
  const app = findApp(store, 'android', 'com.example.shop');
  const [version] = app?.sandbox.versions ?? [];
  if (!app || !version) throw new Error('The sandbox has no app com.example.shop.');
  const versions = [{ ...version, versionName: '2.1', versionCode: 21, status: 'available' }];
  store.apps.put({ ...app, sandbox: { versions } });
}
