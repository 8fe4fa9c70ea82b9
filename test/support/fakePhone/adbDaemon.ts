import { randomBytes, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { AdbCommand, type AdbPacket, packetBytes, readPacket } from './adbPackets.ts';
import { ByteReader } from './byteReader.ts';
import { DaemonStream } from './daemonStream.ts';
import type { FakePhone } from './fakePhone.ts';
import { hasSigned, readHostKey, TOKEN_BYTES } from './hostKey.ts';
import { featuresOf, phoneService } from './phoneServices.ts';

/** The version of the protocol without checksums, and the maximum payload, since Android 9. */
const VERSION = 0x01_00_00_01;
const MAX_PAYLOAD = 1024 * 1024;
const AUTH = { token: 1, signature: 2, publicKey: 3 } as const;

/** The service of adb on a fake phone, at a port of the loopback address, as after `adb tcpip`. */
export class AdbDaemon {
  readonly phone: FakePhone;
  /** True if the phone allows a new host at once, as if its user did. */
  trustsAll = true;
  /** Called when the phone has restarted and can be connected to again. */
  afterRestart: () => void = () => undefined;
  readonly #server: Server;
  readonly #connections = new Set<HostConnection>();
  readonly #trusted: KeyObject[] = [];
  #isConnected = true;

  private constructor(server: Server, phone: FakePhone) {
    this.#server = server;
    this.phone = phone;
    server.on('connection', socket => {
      socket.on('error', () => socket.destroy());
      if (!this.#isConnected) return void socket.destroy();
      const connection = new HostConnection(socket, this);
      this.#connections.add(connection);
      socket.on('close', () => this.#connections.delete(connection));
      void connection.run().catch(() => socket.destroy());
    });
  }

  static async start(phone: FakePhone): Promise<AdbDaemon> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new AdbDaemon(server, phone);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The serial number that adb gives to the phone. */
  get serial(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** True while a host waits until it is allowed. */
  get isAsking(): boolean {
    return [...this.#connections].some(({ isWaiting }) => isWaiting);
  }

  /** Allows the hosts that wait, as its user does in a dialog. */
  trust(): void {
    for (const connection of this.#connections) connection.allow();
  }

  /** Ends the connections, and refuses further ones; `abruptly` resets them. */
  disconnect(abruptly = false): void {
    this.#isConnected = false;
    for (const connection of this.#connections) connection.end(abruptly);
  }

  /** Accepts connections again. */
  connect(): void {
    this.#isConnected = true;
  }

  async restart(): Promise<void> {
    this.disconnect();
    await this.phone.restart();
    this.connect();
    this.afterRestart();
  }

  async stop(): Promise<void> {
    this.disconnect(true);
    this.#server.close();
    await once(this.#server, 'close');
  }

  isTrusted(token: Uint8Array, signature: Uint8Array): boolean {
    return this.#trusted.some(key => hasSigned(key, token, signature));
  }

  addKey(key: KeyObject): void {
    this.#trusted.push(key);
  }
}

/** A connection of a host, which is a server of adb. */
class HostConnection {
  readonly #socket: Socket;
  readonly #daemon: AdbDaemon;
  readonly #streams = new Map<number, DaemonStream>();
  #token = randomBytes(TOKEN_BYTES);
  #waitingKey: KeyObject | undefined;
  #isAllowed = false;
  #maxPayload = MAX_PAYLOAD;
  #lastId = 0;

  constructor(socket: Socket, daemon: AdbDaemon) {
    this.#socket = socket;
    this.#daemon = daemon;
  }

  get isWaiting(): boolean {
    return this.#waitingKey !== undefined;
  }

  async run(): Promise<void> {
    const reader = new ByteReader(this.#socket);
    for (let packet = await readPacket(reader); packet; packet = await readPacket(reader))
      this.#receive(packet);
    this.end(false);
  }

  /** Allows the host whose key waits. */
  allow(): void {
    if (!this.#waitingKey) return;
    this.#daemon.addKey(this.#waitingKey);
    this.#waitingKey = undefined;
    this.#welcome();
  }

  end(abruptly: boolean): void {
    if (abruptly) this.#socket.resetAndDestroy();
    else this.#socket.end();
    for (const stream of this.#streams.values()) stream.destroy();
  }

  #receive({ command, arg0, arg1, payload }: AdbPacket): void {
    switch (command) {
      case AdbCommand.connect:
        this.#maxPayload = Math.min(arg1, MAX_PAYLOAD);
        this.#ask();
        return;
      case AdbCommand.authorize:
        if (arg0 === AUTH.signature) this.#check(payload);
        else if (arg0 === AUTH.publicKey) this.#take(readHostKey(payload));
        return;
      case AdbCommand.open:
        if (this.#isAllowed) this.#open(arg0, Buffer.from(payload).toString().replace(/\0$/, ''));
        return;
      case AdbCommand.write:
        this.#streams.get(arg1)?.receive(payload);
        return;
      case AdbCommand.okay:
        this.#streams.get(arg1)?.confirm();
        return;
      case AdbCommand.close:
        this.#streams.get(arg1)?.destroy();
        return;
      default:
        throw new Error(`The phone does not know the command ${command.toString(16)}.`);
    }
  }

  #ask(): void {
    this.#token = randomBytes(TOKEN_BYTES);
    this.#send({ command: AdbCommand.authorize, arg0: AUTH.token, arg1: 0, payload: this.#token });
  }

  #check(signature: Uint8Array): void {
    if (this.#daemon.isTrusted(this.#token, signature)) this.#welcome();
    else this.#ask();
  }

  #take(key: KeyObject): void {
    this.#waitingKey = key;
    if (this.#daemon.trustsAll) this.allow();
  }

  #welcome(): void {
    this.#isAllowed = true;
    const { phone } = this.#daemon;
    const properties = {
      'ro.product.name': 'panther',
      'ro.product.model': 'Pixel 7',
      'ro.product.device': 'panther',
      features: featuresOf(phone),
    };
    const banner = Object.entries(properties).map(([name, value]) => `${name}=${value};`);
    const payload = Buffer.from(`device::${banner.join('')}`);
    this.#send({ command: AdbCommand.connect, arg0: VERSION, arg1: MAX_PAYLOAD, payload });
  }

  #open(hostId: number, service: string): void {
    const answer = phoneService(this.#daemon.phone, service);
    if (!answer && !service.startsWith('reboot:')) {
      this.#send({ command: AdbCommand.close, arg0: 0, arg1: hostId, payload: new Uint8Array() });
      return;
    }
    const ownId = ++this.#lastId;
    const stream = new DaemonStream({ ownId, hostId, maxPayload: this.#maxPayload }, packet =>
      this.#send(packet),
    );
    this.#streams.set(ownId, stream);
    stream.on('error', () => stream.destroy());
    stream.on('close', () => this.#streams.delete(ownId));
    if (answer) void answer(stream).catch(() => stream.destroy());
    else void this.#daemon.restart();
  }

  #send(packet: AdbPacket): void {
    if (!this.#socket.destroyed) this.#socket.write(packetBytes(packet));
  }
}
