import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { ByteReader } from './byteReader.ts';
import type { FakePhone } from './fakePhone.ts';
import { answerSync } from './syncService.ts';

/** A phone at the server. Each connection of a phone has a number of its own. */
interface Transport {
  readonly id: number;
  readonly phone: FakePhone;
  readonly isAuthorized: boolean;
  readonly sockets: Set<Socket>;
}

const VERSION = 41;
const PACKETS = { out: 1, errors: 2, exit: 3 } as const;

/** A server of adb on the loopback address, with fake phones. */
export class AdbTestServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #transports = new Map<string, Transport>();
  readonly #trackers = new Set<Socket>();
  /** The connections that wait until a phone is gone, by its number. */
  readonly #waiting = new Map<Socket, number>();
  #lastId = 0;
  /** The number of commands that run. */
  commands = 0;

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

  connect(phone: FakePhone, isAuthorized = true): void {
    this.disconnect(phone);
    this.#transports.set(phone.serial, { id: ++this.#lastId, phone, isAuthorized, sockets: new Set() });
    this.#tellTrackers();
  }

  /** Takes a phone from the server; `abruptly` also resets its connections. */
  disconnect({ serial }: FakePhone, abruptly = false): void {
    const transport = this.#transports.get(serial);
    if (!transport) return;
    this.#transports.delete(serial);
    for (const socket of transport.sockets) {
      if (abruptly) socket.resetAndDestroy();
      else socket.end();
    }
    for (const [socket, id] of this.#waiting) if (id === transport.id) socket.end('OKAY');
    this.#tellTrackers();
  }

  async stop(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
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
    const found = [...this.#transports.values()].find(
      one => one.phone.serial === serial || one.id === Number(id),
    );
    if (!found) return `device '${serial ?? id}' not found`;
    return found.isAuthorized ? found : "device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set";
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
    const phone = transport?.phone ?? this.#transports.get(serial ?? '')?.phone;
    const [, line] = /^shell,v2[^:]*:(.*)$/s.exec(service) ?? [];
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
    } else if (!phone) fail(socket, `unknown host service ${service}`);
    else if (service.endsWith(':features')) answer(socket, featuresOf(phone));
    else if (line !== undefined) {
      this.commands++;
      await runShell(phone, line, reader, socket);
      this.commands--;
    } else if (service === 'sync:') {
      socket.write('OKAY');
      await answerSync(phone, reader, socket);
      socket.end();
    } else if (service.startsWith('reboot:')) {
      socket.end('OKAY');
      this.disconnect(phone);
      await phone.restart();
      this.connect(phone);
    } else fail(socket, `unknown service ${service}`);
  }

  #list(): string {
    return [...this.#transports.values()]
      .map(({ id, phone, isAuthorized }) =>
        isAuthorized
          ? `${phone.serial} device product:panther model:Pixel_7 device:panther transport_id:${id}\n`
          : `${phone.serial} unauthorized transport_id:${id}\n`,
      )
      .join('');
  }

  #tellTrackers(): void {
    for (const socket of this.#trackers) socket.write(sized(this.#list()));
  }
}

async function runShell(phone: FakePhone, line: string, reader: ByteReader, socket: Socket): Promise<void> {
  socket.write('OKAY');
  // A caller that goes away ends the command.
  const gone = endOf(reader, socket).then(() => undefined);
  const output = await Promise.race([phone.run(line), gone]);
  if (!output || socket.destroyed) return;
  const send = (kind: number, data: Uint8Array): void => {
    const header = Buffer.alloc(5);
    header.writeUInt8(kind, 0);
    header.writeUInt32LE(data.length, 1);
    socket.write(Buffer.concat([header, data]));
  };
  send(PACKETS.out, Buffer.from(output.out));
  if (output.errors !== '') send(PACKETS.errors, Buffer.from(output.errors));
  send(PACKETS.exit, Buffer.from([output.exitCode]));
  socket.end();
}

async function endOf(reader: ByteReader, socket: Socket): Promise<void> {
  while (await reader.take(1));
  socket.end();
}

// Android 11 has the second versions of `LIST`, `SEND`, and `RECV`.
function featuresOf({ apiLevel }: FakePhone): string {
  const features = ['shell_v2', 'cmd', 'stat_v2', 'fixed_push_mkdir', 'apex'];
  return [...features, ...(apiLevel >= 30 ? ['ls_v2', 'sendrecv_v2'] : [])].join(',');
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
