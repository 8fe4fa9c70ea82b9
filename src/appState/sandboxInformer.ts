import { onConnectionsChanged } from '../host/settings.ts';
import { Disposables } from '../util/disposables.ts';
import { SerialQueue } from '../util/serialQueue.ts';
import type { LocalReceiver } from './localReceiver.ts';
import { receiverPorts } from './receiverPorts.ts';
import type { SandboxProcess } from './sandboxProcess.ts';
import { type PhoneParts, ServicePhones } from './servicePhones.ts';

interface InformerParts extends PhoneParts {
  readonly receiver: LocalReceiver;
  readonly sandbox: SandboxProcess;
}

/** Keeps the running sandbox informed of the receiver's port, and of where the services of added phones are. */
export class SandboxInformer extends Disposables {
  readonly phones: ServicePhones;
  readonly #parts: InformerParts;
  readonly #announcements = new SerialQueue();
  /** The ports that the sandbox knows. A newly started one knows none. */
  #announced: string | undefined = '';

  constructor(parts: InformerParts) {
    super();
    this.#parts = parts;
    this.phones = this.add(new ServicePhones(parts));
    this.add(parts.receiver.onDidChange(() => this.#tellPorts()));
    this.add(parts.sandbox.onDidChange(() => this.#startAnew()));
    this.add(onConnectionsChanged(() => this.#tellPhones()));
    this.#startAnew();
  }

  #startAnew(): void {
    this.#announced = '';
    this.#tellPorts();
    this.#tellPhones();
  }

  #tellPorts(): void {
    void this.#announcements.run(() => this.#announcePorts());
  }

  #tellPhones(): void {
    const { sandbox, log } = this.#parts;
    if (!sandbox.isRunning || this.phones.added.length === 0) return;
    this.phones.tellSandbox().catch((error: unknown) => {
      log.warn('The sandbox could not be told where the services of phones are.', String(error));
    });
  }

  async #announcePorts(): Promise<void> {
    const { receiver, sandbox, clients, log } = this.#parts;
    const ports = receiverPorts(receiver);
    if (!sandbox.isRunning || this.#announced === String(ports)) return;
    this.#announced = String(ports);
    try {
      const client = await clients.openSandbox();
      await client.setLoopbackPorts({ body: { ports: [...ports] } });
    } catch (error) {
      this.#announced = undefined;
      log.warn('The sandbox could not be told the port of the receiver.', String(error));
    }
  }
}
