import type * as vscode from 'vscode';
import { type DeviceRelay, startDeviceRelay } from '../client/deviceRelay.ts';
import type { Device } from '../contract/records/device.ts';
import type { PhoneService } from '../contract/sandbox/phones.ts';
import { logExchange } from '../host/log.ts';
import type { Connection } from '../stores/connection.ts';
import type { Disposable } from '../util/disposables.ts';
import { SerialQueue } from '../util/serialQueue.ts';
import type { Clients } from './clients.ts';
import type { Connections } from './connections.ts';
import type { Keys } from './keys.ts';
import type { SandboxProcess } from './sandboxProcess.ts';

/** A phone of a connection that the user has added to the sandbox. */
interface AddedPhone {
  readonly connectionId: string;
  readonly phoneId: string;
}

/** The parts of a window that phones of services need. */
export interface PhoneParts {
  readonly keys: Keys;
  readonly clients: Clients;
  readonly connections: Connections;
  readonly sandbox: Pick<SandboxProcess, 'isRunning'>;
  readonly workspaceState: vscode.Memento;
  readonly log: vscode.LogOutputChannel;
}

const MEMORY = 'servicePhones';

/**
 * The phones of other connections that the user has added to the sandbox of this window. A relay for each connection
 * forwards what the sandbox does on them, so that the API keys stay in this program.
 */
export class ServicePhones implements Disposable {
  readonly #parts: PhoneParts;
  readonly #relays = new Map<string, Promise<DeviceRelay>>();
  readonly #changes = new SerialQueue();
  #isDisposed = false;

  constructor(parts: PhoneParts) {
    this.#parts = parts;
  }

  /** The added phones, which the window remembers. */
  get added(): readonly AddedPhone[] {
    return this.#parts.workspaceState.get<readonly AddedPhone[]>(MEMORY, []);
  }

  /** Informs the running sandbox of where the services of the added phones are. */
  async tellSandbox(): Promise<void> {
    await this.#changes.run(() => this.#tell());
  }

  /** Adds a phone of a connection to the sandbox. Rejects if the sandbox cannot use it. */
  async add(connection: Connection, phoneId: string): Promise<Device> {
    const phone = { connectionId: connection.id, phoneId };
    return this.#changes.run(async () => {
      const before = this.added;
      try {
        await this.#remember([...withoutPhone(before, phone), phone]);
        await this.#tell();
        const sandbox = await this.#parts.clients.openSandbox();
        const body = { serviceId: connection.id, phoneId };
        return (await sandbox.addServicePhone({ body })).value;
      } catch (error) {
        await this.#remember(before);
        await this.#tell().catch(() => undefined);
        throw error;
      }
    });
  }

  /** Removes a phone, so that its routes are not forwarded anymore. */
  async remove(phone: AddedPhone): Promise<void> {
    await this.#changes.run(async () => {
      await this.#remember(withoutPhone(this.added, phone));
      await this.#tell();
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const relay of this.#relays.values()) void closeRelay(relay);
    this.#relays.clear();
  }

  async #remember(phones: readonly AddedPhone[]): Promise<void> {
    await this.#parts.workspaceState.update(MEMORY, phones);
  }

  async #tell(): Promise<void> {
    const { clients, connections } = this.#parts;
    const used = new Set(this.added.map(({ connectionId }) => connectionId));
    for (const [id, relay] of this.#relays) if (!used.has(id)) await this.#close(id, relay);
    const services: PhoneService[] = [];
    for (const id of used) {
      const connection = connections.withId(id);
      if (!connection || this.#isDisposed) continue;
      const { baseUrl, token } = await this.#relayTo(connection);
      services.push({ id, name: connection.name, baseUrl, token });
    }
    // It can have ended meanwhile, and is told when it starts.
    if (!this.#parts.sandbox.isRunning) return;
    const sandbox = await clients.openSandbox();
    await sandbox.setPhoneServices({ body: { services } });
  }

  #relayTo({ id, name }: Connection): Promise<DeviceRelay> {
    const { keys, clients, connections, log } = this.#parts;
    const known = this.#relays.get(id);
    if (known) return known;
    const relay = startDeviceRelay({
      name,
      // Looked up for each request, since it can be removed.
      client: async () => {
        const connection = connections.withId(id);
        return connection && clients.open(connection, exchange => logExchange(log, exchange));
      },
      key: async () => {
        const connection = connections.withId(id);
        return connection && keys.read(connection);
      },
      hasDevice: phoneId => this.added.some(phone => isSame(phone, { connectionId: id, phoneId })),
    });
    this.#relays.set(id, relay);
    return relay;
  }

  async #close(id: string, relay: Promise<DeviceRelay>): Promise<void> {
    this.#relays.delete(id);
    await closeRelay(relay);
  }
}

async function closeRelay(relay: Promise<DeviceRelay>): Promise<void> {
  await (await relay).close();
}

function isSame(one: AddedPhone, other: AddedPhone): boolean {
  return one.connectionId === other.connectionId && one.phoneId === other.phoneId;
}

function withoutPhone(phones: readonly AddedPhone[], removed: AddedPhone): readonly AddedPhone[] {
  return phones.filter(phone => !isSame(phone, removed));
}
