import { ADB_PROVIDER, type AdbPhoneList } from '../../../contract/sandbox/phones.ts';
import { SerialQueue } from '../../../util/serialQueue.ts';
import type { AdbAddress } from '../../drivers/adb/adbConnection.ts';
import type { AdbPhones } from '../../drivers/adb/adbPhones.ts';
import { phoneName } from '../../drivers/phoneValues.ts';
import { requireDevice } from '../../features/devices/reach.ts';
import { stableId } from '../../records/stableId.ts';
import { type PhoneDriver, type PhoneFacts, PhoneFailure } from '../../runtime/phoneDriver.ts';
import { conflict, Refusal } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import type { StoredDevice } from '../../store/stored.ts';
import {
  addedPhones,
  changePhones,
  connectPhone,
  disconnectPhone,
  forgetPhone,
  putPhone,
  type RealDevice,
  setPhoneState,
} from './addedPhones.ts';

const NOT_CONNECTED = 'The phone is not connected to the adb server. Plug it in, or start the emulator.';
const REASONS = {
  unauthorized: 'The phone does not trust this computer yet. Unlock it and allow USB debugging.',
  offline: 'The phone does not answer the adb server. Reconnect it, or turn USB debugging off and on.',
} as const;
/** The pause before a phone that could not be used is tried again, in milliseconds. */
const RETRY_MS = 5000;

type AdbDevice = RealDevice<'adb'>;

/**
 * The phones of an adb server that users have added as devices. The server is followed as soon as there is such a device,
 * or the phones are listed. Nothing acts on other phones.
 */
export class AdbDevices {
  readonly #service: Service;
  readonly #address: AdbAddress;
  readonly #changes = new SerialQueue();
  #followed: Promise<AdbPhones> | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(service: Service, address: AdbAddress) {
    this.#service = service;
    this.#address = address;
    // A phone that was lost while it restarted may be there already.
    service.events.on('device.changed', ({ device }) => {
      if (device.sandbox.phone?.driver === 'adb' && device.state === 'disconnected') this.#update();
    });
  }

  /** Connects the phones that were added before. */
  resume(): void {
    const added = this.#added();
    for (const device of added)
      if (device.state !== 'disconnected' && !this.#service.drivers.has(device.id))
        setPhoneState(this.#service, device.id, 'disconnected', NOT_CONNECTED);
    if (added.length > 0) this.#update();
  }

  /** Lists the phones of the server. */
  async list(): Promise<AdbPhoneList> {
    const { phones, problem } = await this.#askAgain();
    const { host, port } = this.#address;
    const devices = new Map(this.#added().map(({ id, sandbox }) => [sandbox.phone.serial, id]));
    return {
      server: `${host}:${port}`,
      phones: phones.map(({ serial, model, state }) => {
        const deviceId = devices.get(serial);
        return { serial, state, model, ...(deviceId === undefined ? {} : { deviceId }) };
      }),
      ...(problem ? { problem: problem.message } : {}),
    };
  }

  /** Adds a phone as a device. Throws a Refusal or a PhoneFailure for one that cannot be used. */
  async add(serial: string): Promise<StoredDevice> {
    const { phones, problem } = await this.#askAgain();
    if (problem) throw problem;
    const listed = phones.find(phone => phone.serial === serial);
    if (!listed) throw new Refusal(404, 'phone_not_found', `The adb server knows no phone ${serial}.`);
    if (listed.state !== 'ready') throw conflict('phone_not_ready', REASONS[listed.state]);
    return this.#changes.run(async () => {
      const known = this.#added().find(({ sandbox }) => sandbox.phone.serial === serial);
      if (known && this.#service.drivers.has(known.id)) return requireDevice(this.#service.store, known.id);
      const driver = await this.#open(serial);
      const facts = await driver.facts({ signal: this.#service.ending }).catch(async (error: unknown) => {
        await driver.close();
        throw error;
      });
      return putPhone(this.#service, driver, {
        id: stableId(`adb:${serial}`),
        name: nameOf(facts) || serial,
        type: serial.startsWith('emulator-') ? 'android_emulator' : 'android_physical_phone',
        providerId: ADB_PROVIDER,
        phone: { driver: 'adb', serial },
      });
    });
  }

  /** Adds the phones with these serial numbers, or with `all` every phone that is ready. */
  async addFirst(serials: readonly string[]): Promise<readonly StoredDevice[]> {
    const { phones, problem } = await this.#askAgain();
    if (problem) throw problem;
    const ready = phones.filter(({ state }) => state === 'ready').map(({ serial }) => serial);
    const added: StoredDevice[] = [];
    for (const serial of serials.includes('all') ? ready : serials) added.push(await this.add(serial));
    return added;
  }

  /** Removes a phone that was added. */
  async remove({ id }: AdbDevice): Promise<void> {
    await this.#changes.run(() => forgetPhone(this.#service, id));
  }

  /** Returns the phones of the server, which is asked at once if it was missing. */
  async #askAgain(): Promise<AdbPhones> {
    const phones = await this.#follow();
    if (phones.problem) await phones.retry();
    return phones;
  }

  async #follow(): Promise<AdbPhones> {
    const phones = await (this.#followed ??= this.#startFollowing());
    await phones.known;
    return phones;
  }

  // Loaded only for real phones, since it takes long.
  async #startFollowing(): Promise<AdbPhones> {
    const adb = await import('../../drivers/adb/adbPhones.ts');
    const phones = new adb.AdbPhones(this.#address);
    phones.onChange(() => this.#update());
    void phones.follow(this.#service.ending);
    return phones;
  }

  async #open(serial: string): Promise<PhoneDriver> {
    const adb = await import('../../drivers/adb/adbPhone.ts');
    return adb.AdbPhone.open(this.#address, serial, { signal: this.#service.ending });
  }

  #update(): void {
    changePhones(this.#service, this.#changes, () => this.#connect());
  }

  /** Connects the phones that are there, and disconnects those that are gone. */
  async #connect(): Promise<void> {
    const { drivers, ending } = this.#service;
    const { phones } = await this.#follow();
    for (const { id, sandbox } of this.#added()) {
      if (ending.aborted) return;
      // It goes and comes back by itself.
      if (drivers.get(id)?.isRestarting === true) continue;
      const listed = phones.find(({ serial }) => serial === sandbox.phone.serial);
      if (listed?.state === 'ready') await this.#connectDevice(id, listed.serial);
      else {
        await disconnectPhone(this.#service, id);
        setPhoneState(this.#service, id, 'disconnected', listed ? REASONS[listed.state] : NOT_CONNECTED);
      }
    }
  }

  async #connectDevice(id: string, serial: string): Promise<void> {
    try {
      const driver = this.#service.drivers.get(id) ?? (await this.#open(serial));
      await connectPhone(this.#service, id, driver);
    } catch (error) {
      if (!(error instanceof PhoneFailure)) throw error;
      setPhoneState(this.#service, id, 'disconnected', error.message);
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => this.#update(), RETRY_MS).unref();
    }
  }

  #added(): readonly AdbDevice[] {
    return addedPhones(this.#service.store, 'adb');
  }
}

function nameOf({ manufacturer, model }: PhoneFacts): string {
  return phoneName(model.startsWith(manufacturer) ? model : `${manufacturer} ${model}`);
}
