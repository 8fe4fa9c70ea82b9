import { isDeepStrictEqual } from 'node:util';
import {
  type PhoneService,
  SERVICE_PROVIDER,
  type ServicePhoneRecord,
} from '../../../contract/sandbox/phones.ts';
import { toError } from '../../../util/errors.ts';
import { plainText } from '../../../util/plainText.ts';
import { isThisComputer } from '../../../util/publicAddress.ts';
import { SerialQueue } from '../../../util/serialQueue.ts';
import { phoneName } from '../../drivers/phoneValues.ts';
import type { ServicePhone } from '../../drivers/service/servicePhone.ts';
import type { ServiceAddress } from '../../drivers/service/serviceRoutes.ts';
import { requireDevice } from '../../features/devices/reach.ts';
import { stableId } from '../../records/stableId.ts';
import { PhoneFailure } from '../../runtime/phoneDriver.ts';
import { conflict, invalidValue } from '../../runtime/refusal.ts';
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

/** The pauses before phones that cannot be used are tried again, in milliseconds: the first, and the longest. */
const RETRY_MS = { first: 5000, most: 60_000 } as const;
/** The time limit for connecting a phone, in milliseconds. */
const OPEN_MS = 20_000;

type ServiceDevice = RealDevice<'service'>;

/**
 * The phones of services that users have added as devices. Whoever has the keys of the services tells where they are, and
 * only then the phones are connected.
 */
export class ServiceDevices {
  readonly #service: Service;
  readonly #changes = new SerialQueue();
  /** The services by ID; undefined until they are told. */
  #services: ReadonlyMap<string, PhoneService> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #retryMs: number = RETRY_MS.first;

  constructor(service: Service) {
    this.#service = service;
    // A phone that was lost while it restarted.
    service.events.on('device.changed', ({ device }) => {
      if (device.sandbox.phone?.driver === 'service' && device.state === 'disconnected') this.#retryLater();
    });
  }

  /** Says why the phones that were added before are not connected, and connects them as soon as that is possible. */
  resume(): void {
    if (this.#services) this.#update();
    for (const device of this.#added()) {
      const isConnected = this.#service.drivers.has(device.id);
      // The reason of the last time may not be the one of now.
      const reason = this.#reasonOf(device) ?? 'The phone is being connected.';
      if (!isConnected) setPhoneState(this.#service, device.id, 'disconnected', reason);
    }
  }

  /** Lists the phones that were added. */
  list(): readonly ServicePhoneRecord[] {
    return this.#added().map(({ id, name, sandbox: { phone } }) => ({
      deviceId: id,
      serviceId: phone.serviceId,
      phoneId: phone.deviceId,
      name,
      serviceName: phone.serviceName,
    }));
  }

  /** Learns where the services are, and connects the phones. Throws a Refusal for an address on another computer. */
  async follow(services: readonly PhoneService[]): Promise<void> {
    for (const { baseUrl } of services) if (baseUrl !== undefined) requireLocal(baseUrl);
    await this.#changes.run(async () => {
      const before = this.#services;
      this.#services = new Map(services.map(service => [service.id, service]));
      for (const { id, sandbox } of this.#added()) {
        const { serviceId } = sandbox.phone;
        if (!isDeepStrictEqual(before?.get(serviceId), this.#services.get(serviceId)))
          await disconnectPhone(this.#service, id);
      }
      this.#retryMs = RETRY_MS.first;
      await this.#connect();
    });
  }

  /** Adds a phone as a device. Throws a Refusal or a PhoneFailure for one that cannot be used. */
  async add(serviceId: string, deviceId: string): Promise<StoredDevice> {
    const service = this.#services?.get(serviceId);
    if (!service)
      throw conflict(
        'unknown_service',
        'The sandbox does not know where this service is. Add the phone in a window that has its connection, or start the sandbox with --phone-service.',
      );
    const phone = { driver: 'service', serviceId, serviceName: service.name, deviceId } as const;
    const id = stableId(`service:${serviceId}:${deviceId}`);
    return this.#changes.run(async () => {
      if (this.#service.drivers.has(id)) return requireDevice(this.#service.store, id);
      const address = this.#addressOf(phone, deviceId);
      if (typeof address === 'string') throw new PhoneFailure('disconnected', address);
      const driver = await this.#open(id, address);
      const { name, type } = driver.record;
      return putPhone(this.#service, driver, {
        id,
        name: phoneName(name) || deviceId,
        type: type ?? 'android_cloud_phone',
        providerId: SERVICE_PROVIDER,
        phone,
      });
    });
  }

  /** Learns where a service is, and adds phones of it. */
  async addFirst(service: PhoneService, deviceIds: readonly string[]): Promise<void> {
    await this.follow([service]);
    for (const deviceId of deviceIds) await this.add(service.id, deviceId);
  }

  /** Removes a phone that was added. */
  async remove({ id }: ServiceDevice): Promise<void> {
    await this.#changes.run(() => forgetPhone(this.#service, id));
  }

  #added(): readonly ServiceDevice[] {
    return addedPhones(this.#service.store, 'service');
  }

  // Loaded only for such phones.
  async #open(id: string, address: ServiceAddress): Promise<ServicePhone> {
    const driver = await import('../../drivers/service/servicePhone.ts');
    const limits = { signal: this.#service.ending, timeoutMs: OPEN_MS };
    return driver.ServicePhone.open(address, limits, () => this.#check(id));
  }

  #addressOf(
    { serviceId, serviceName, deviceId }: ServiceDevice['sandbox']['phone'],
    name: string,
  ): ServiceAddress | string {
    const service = this.#services?.get(serviceId);
    const shown = phoneName(serviceName);
    if (!this.#services)
      return `The connection “${shown}” of this phone is not open. Open the window in which it was added, or start the sandbox with --phone-service.`;
    if (!service)
      return `The connection “${shown}” of this phone is gone. Add it again, or remove the phone.`;
    const { baseUrl, token, problem } = service;
    if (baseUrl === undefined || token === undefined)
      return plainText(problem ?? `The connection “${shown}” of this phone cannot be used.`);
    return { baseUrl, token, deviceId, name };
  }

  #reasonOf({ name, sandbox }: ServiceDevice): string | undefined {
    const address = this.#addressOf(sandbox.phone, name ?? '');
    return typeof address === 'string' ? address : undefined;
  }

  #update(): void {
    changePhones(this.#service, this.#changes, () => this.#connect());
  }

  /** Finds out if a phone can still be used after a call of it failed. */
  #check(id: string): void {
    changePhones(this.#service, this.#changes, async () => {
      const device = this.#added().find(added => added.id === id);
      const driver = this.#service.drivers.get(id);
      // It goes and comes back by itself.
      if (!device || !driver || driver.isRestarting) return;
      const failure = await this.#withDriver(device, tried => tried.close());
      if (!failure) return;
      await disconnectPhone(this.#service, id);
      setPhoneState(this.#service, id, 'disconnected', failure.message);
      this.#retryLater();
    });
  }

  /** Connects the phones that can be used. */
  async #connect(): Promise<void> {
    const { drivers, ending } = this.#service;
    clearTimeout(this.#retry);
    this.#retry = undefined;
    // A phone that did not come back from a restart still has its driver.
    const missing = this.#added().filter(({ id, state }) => !drivers.has(id) || state === 'disconnected');
    const failures = await Promise.all(
      missing.map(async device => {
        if (ending.aborted) return undefined;
        await disconnectPhone(this.#service, device.id);
        const failure = await this.#withDriver(device, driver =>
          connectPhone(this.#service, device.id, driver),
        );
        if (failure) setPhoneState(this.#service, device.id, 'disconnected', failure.message);
        // Without an address, nothing changes until one is told.
        return this.#reasonOf(device) === undefined ? failure : undefined;
      }),
    );
    if (failures.some(Boolean)) this.#retryLater();
    else this.#retryMs = RETRY_MS.first;
  }

  /** Opens a phone and does something with its new driver. Returns why the phone cannot be used; undefined if it can. */
  async #withDriver(
    device: ServiceDevice,
    use: (driver: ServicePhone) => Promise<void>,
  ): Promise<PhoneFailure | undefined> {
    const address = this.#addressOf(device.sandbox.phone, device.name ?? device.id);
    if (typeof address === 'string') return new PhoneFailure('disconnected', address);
    try {
      await use(await this.#open(device.id, address));
      return undefined;
    } catch (error) {
      if (error instanceof PhoneFailure) return error;
      throw toError(error);
    }
  }

  #retryLater(): void {
    if (this.#retry || !this.#services || this.#service.ending.aborted) return;
    this.#retry = setTimeout(() => this.#update(), this.#retryMs).unref();
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MS.most);
  }
}

// Whoever has the token can use the phones, so it is sent only to this computer.
function requireLocal(baseUrl: string): void {
  const url = URL.parse(baseUrl);
  if (url?.protocol === 'http:' && isThisComputer(url.hostname)) return;
  throw invalidValue('body.services.baseUrl', 'must begin with http://127.0.0.1', baseUrl);
}
