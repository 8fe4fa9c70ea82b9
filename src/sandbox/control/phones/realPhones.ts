import type { AdbAddress } from '../../drivers/adb/adbConnection.ts';
import { requireDevice } from '../../features/devices/reach.ts';
import { conflict } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import { isDrivenBy } from './addedPhones.ts';
import { AdbDevices } from './adbDevices.ts';
import { ServiceDevices } from './serviceDevices.ts';

/** The real phones that users have added as devices. Nothing acts on other phones. */
export class RealPhones {
  readonly adb: AdbDevices;
  readonly services: ServiceDevices;
  readonly #service: Service;

  constructor(service: Service, address: AdbAddress) {
    this.#service = service;
    this.adb = new AdbDevices(service, address);
    this.services = new ServiceDevices(service);
  }

  /** Connects the phones that were added before. */
  resume(): void {
    this.adb.resume();
    this.services.resume();
  }

  /** Removes a phone that was added. */
  async remove(deviceId: string): Promise<void> {
    const device = requireDevice(this.#service.store, deviceId);
    if (isDrivenBy(device, 'adb')) await this.adb.remove(device);
    else if (isDrivenBy(device, 'service')) await this.services.remove(device);
    else throw conflict('not_a_phone', 'Only a phone that was added can be removed.');
  }
}
