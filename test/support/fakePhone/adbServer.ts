import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { AdbDaemonTransport } from '@yume-chan/adb';
import { ByteReader } from './byteReader.ts';
import type { FakePhone } from './fakePhone.ts';
import { HostLink, relay } from './hostLink.ts';
import { endOf, featuresOf, phoneService } from './phoneServices.ts';

/** What a server of adb says of a phone. */
type PhoneState = 'device' | 'unauthorized' | 'offline';

/** A phone at the server: in memory, or behind its service of adb. Each connection of a phone has a number of its own. */
interface Transport {
  readonly id: number;
  readonly serial: string;
  readonly phone: FakePhone | undefined;
  readonly link: HostLink | undefined;
  /** The connection through the link, as soon as the phone trusts the server. */
  remote: AdbDaemonTransport | undefined;
  state: PhoneState;
  readonly sockets: Set<Socket>;
}

const VERSION = 41;

/** A server of adb on the loopback address, with fake phones. */
export class AdbTestServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #transports = new Map<string, Transport>();
  readonly #trackers = new Set<Socket>();
  /** The connections that wait until a phone is gone, by its number. */
  readonly #waiting = new Map<Socket, number>();
  #lastId = 0;

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', socket => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => socket.destroy());
      void this.#answer(socket).catch(() => socket.destroy());
    });
  }

  static async start(port = 0): Promise<AdbTestServer> {
    const server = createServer({ allowHalfOpen: true });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new AdbTestServer(server);
  }

  get address(): { readonly host: string; readonly port: number } {
    return { host: '127.0.0.1', port: (this.#server.address() as AddressInfo).port };
  }

  connect(phone: FakePhone, state: PhoneState = 'device'): void {
    this.disconnect(phone);
    this.#add({ serial: phone.serial, phone, link: undefined, state });
  }

  /** Connects to a phone by its service of adb at a port, like `adb connect`. */
  async connectTo(port: number): Promise<void> {
    const serial = `127.0.0.1:${port}`;
    this.disconnect({ serial });
    const link = await HostLink.open(port);
    const transport = this.#add({ serial, phone: undefined, link, state: 'unauthorized' });
    void link.ended().then(() => this.#remove(transport));
    void link.authorized.then(
      remote => {
        transport.remote = remote;
        transport.state = 'device';
        this.#tellTrackers();
      },
      () => link.close(),
    );
  }

  /** Takes a phone from the server; `abruptly` also resets its connections. */
  disconnect({ serial }: Pick<FakePhone, 'serial'>, abruptly = false): void {
    const transport = this.#transports.get(serial);
    if (transport) this.#remove(transport, abruptly);
  }

  async stop(): Promise<void> {
    this.#server.close();
    for (const { link } of this.#transports.values()) link?.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }

  #add(given: Pick<Transport, 'serial' | 'phone' | 'link' | 'state'>): Transport {
    const transport = { ...given, id: ++this.#lastId, remote: undefined, sockets: new Set<Socket>() };
    this.#transports.set(given.serial, transport);
    this.#tellTrackers();
    return transport;
  }

  #remove(transport: Transport, abruptly = false): void {
    if (this.#transports.get(transport.serial) !== transport) return;
    this.#transports.delete(transport.serial);
    transport.link?.close();
    for (const socket of transport.sockets) {
      if (abruptly) socket.resetAndDestroy();
      else socket.end();
    }
    for (const [socket, id] of this.#waiting) if (id === transport.id) socket.end('OKAY');
    this.#tellTrackers();
  }

  async #answer(socket: Socket): Promise<void> {
    const reader = new ByteReader(socket);
    let selected: Transport | undefined;
    for (;;) {
      const length = await reader.take(4);
      const request = length && (await reader.take(Number.parseInt(length.toString(), 16)));
      if (!request) {
        socket.end();
        return;
      }
      const service = request.toString();
      const transport = this.#select(service);
      if (transport === undefined) return this.#serve(service, selected, reader, socket);
      if (typeof transport === 'string') {
        fail(socket, transport);
        return;
      }
      selected = transport;
      transport.sockets.add(socket);
      socket.write('OKAY');
      if (service.startsWith('host:tport:')) {
        const id = Buffer.alloc(8);
        id.writeBigUInt64LE(BigInt(transport.id));
        socket.write(id);
      }
    }
  }

  /** Returns the phone that a request selects, or the reason why it cannot; undefined for another request. */
  #select(service: string): Transport | string | undefined {
    const [, serial] = /^host:tport:serial:(.*)$/.exec(service) ?? [];
    const [, id] = /^host:transport-id:(\d+)$/.exec(service) ?? [];
    if (serial === undefined && id === undefined) return undefined;
    const found = [...this.#transports.values()].find(one => one.serial === serial || one.id === Number(id));
    if (!found) return `device '${serial ?? id}' not found`;
    if (found.state === 'offline') return 'device offline';
    if (found.state === 'unauthorized')
      return "device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set";
    return found;
  }

  async #serve(
    service: string,
    transport: Transport | undefined,
    reader: ByteReader,
    socket: Socket,
  ): Promise<void> {
    const waiting = /^host-transport-id:(\d+):wait-for-any-disconnect$/.exec(service);
    // The program `adb` names the phone in the request instead.
    const [, serial] = /^host-serial:(.*):features$/.exec(service) ?? [];
    const selected = transport ?? this.#transports.get(serial ?? '');
    if (service === 'host:version') answer(socket, VERSION.toString(16).padStart(4, '0'));
    else if (service === 'host:devices-l') answer(socket, this.#list());
    else if (service === 'host:track-devices-l') {
      this.#trackers.add(socket);
      socket.on('close', () => this.#trackers.delete(socket));
      socket.write(`OKAY${sized(this.#list())}`);
      await endOf(reader, socket);
    } else if (waiting) {
      const id = Number(waiting[1]);
      socket.write('OKAY');
      if (![...this.#transports.values()].some(one => one.id === id)) return void socket.end('OKAY');
      this.#waiting.set(socket, id);
      socket.on('close', () => this.#waiting.delete(socket));
      await endOf(reader, socket);
    } else if (!selected) fail(socket, `unknown host service ${service}`);
    else if (service.endsWith(':features')) answer(socket, featuresAt(selected));
    else if (selected.remote) {
      const stream = await Promise.resolve(selected.remote.connect(service)).catch(() => undefined);
      if (stream) await relay(stream, reader, socket);
      else fail(socket, 'closed');
    } else if (selected.phone) await this.#serveHere(selected.phone, service, reader, socket);
  }

  async #serveHere(phone: FakePhone, service: string, reader: ByteReader, socket: Socket): Promise<void> {
    const answerThat = phoneService(phone, service);
    if (answerThat) {
      socket.write('OKAY');
      await answerThat(socket, reader);
    } else if (service.startsWith('reboot:')) {
      socket.end('OKAY');
      this.disconnect(phone);
      await phone.restart();
      this.connect(phone);
    } else fail(socket, `unknown service ${service}`);
  }

  #list(): string {
    return [...this.#transports.values()]
      .map(({ id, serial, state }) =>
        state === 'device'
          ? `${serial} device product:panther model:Pixel_7 device:panther transport_id:${id}\n`
          : `${serial} ${state} transport_id:${id}\n`,
      )
      .join('');
  }

  #tellTrackers(): void {
    for (const socket of this.#trackers) socket.write(sized(this.#list()));
  }
}

function featuresAt({ phone, remote }: Transport): string {
  return phone ? featuresOf(phone) : (remote?.banner.features.join(',') ?? '');
}

function sized(text: string): string {
  return `${Buffer.byteLength(text).toString(16).padStart(4, '0')}${text}`;
}

function answer(socket: Socket, text: string): void {
  socket.end(`OKAY${sized(text)}`);
}

function fail(socket: Socket, text: string): void {
  socket.end(`FAIL${sized(text)}`);
}
